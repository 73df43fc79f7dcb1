#include <cli/reports/advice.h>
#include <cli/reports/portrait_file.h>
#include <cli/terminal/flags.h>

#include <fmt/format.h>

#include <ostream>

#include <bellwether/data/atomic_file.h>
#include <bellwether/portraits/portrait.h>
#include <bellwether/sources/likenesses.h>

namespace bellwether::cli {

void write_portrait(const std::filesystem::path& folder, const Report& report, const ItemsArguments& source,
                    const SummaryContext& context, int threads) {
  PortraitContext told{.command = context.as_typed};
  for (const Advice& advice : advice_on(report, context))
    told.next.push_back(fmt::format("{} {}", advice.reason, advice.command));
  const Json json = portrait_json(report, look_again_at(source, report.finding.vectorizer), told, threads);
  const std::string text = lines(spelled(json, as_typed));
  write_atomically(folder / "portrait.json", [&](std::ostream& out) { out << text; });
}

}  // namespace bellwether::cli
