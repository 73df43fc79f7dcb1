#include <cli/reports/advice.h>
#include <cli/reports/portrait_file.h>
#include <cli/terminal/flags.h>

#include <fmt/format.h>

#include <ostream>

#include <bellwether/data/atomic_file.h>
#include <bellwether/portraits/portrait.h>
#include <bellwether/sources/likenesses.h>

namespace bellwether::cli {

std::string write_portrait(const std::filesystem::path& folder, const Report& report,
                           const ItemsArguments& source, const SummaryContext& context, int threads) {
  PortraitContext told{.command = context.as_typed};
  for (const Advice& advice : advice_on(report, context))
    told.next.push_back(fmt::format("{} {}", advice.reason, advice.command));
  std::string failure;
  const auto look = look_again_at(source, report.finding.vectorizer);
  const auto noting = [&](const std::set<std::string>& shown, const std::set<std::string>& named) {
    Likenesses seen = look(shown, named);
    failure = seen.failure;
    return seen;
  };
  const Json json = portrait_json(report, noting, told, threads);
  const std::string text = lines(spelled(json, as_typed));
  write_atomically(folder / "portrait.json", [&](std::ostream& out) { out << text; });
  return failure.empty()
             ? ""
             : fmt::format("pages about this result show no texts or pictures of items: {}", failure);
}

}  // namespace bellwether::cli
