#include <cli/reports/print_words.h>
#include <cli/terminal/words.h>

#include <fmt/ranges.h>

#include <algorithm>

#include <bellwether/portraits/top_words.h>

namespace bellwether::cli {
namespace {

std::string listed(const std::vector<std::string>& words) {
  std::vector<std::string> safe;
  for (const std::string& word : words) safe.push_back(printable(word, 24));
  return fmt::format("{}", fmt::join(safe, ", "));
}

void print_top_words(std::FILE* out, const Report& report) {
  constexpr std::size_t most_listed = 40;
  const auto words = top_words(report);
  if (words.empty()) return;
  const auto& names = report.finding.names;
  const auto name = [&](std::size_t k) {
    return names.empty() ? std::to_string(k) : printable(names[k], 24);
  };
  const std::size_t count = std::min(words.size(), most_listed);
  std::size_t width = std::string_view("cluster").size();
  for (std::size_t k = 0; k < count; ++k) width = std::max(width, name(k).size());
  const bool text = std::holds_alternative<TextVectorizer>(report.finding.vectorizer.extractor);
  tell(out, "\n  {}\n",
       bold(out, fmt::format("{:>{}}  {}", "cluster", width, text ? "its words" : "its features")));
  for (std::size_t k = 0; k < count; ++k)
    tell(out, "  {:>{}}  {}\n", name(k), width,
         wrapped(listed(words[k]), width_of(out), static_cast<int>(width) + 4));
}

void print_feature_groups(std::FILE* out, const Report& report) {
  constexpr std::size_t most_groups = 8, most_features = 8;
  const auto groups = largest_feature_groups(report, most_groups, most_features);
  if (groups.empty()) return;
  tell(out, "\n  {}\n",
       bold(out, fmt::format("the largest of {} clusters of features (all are in features.csv, with -o)",
                             features_in(report.finding).clusters)));
  for (const FeatureGroup& group : groups) {
    const std::string head = fmt::format("{:>5} {:>6} features  ", group.number, group.size);
    tell(out, "{}{}\n", head, wrapped(listed(group.top), width_of(out), static_cast<int>(head.size())));
  }
}

}  // namespace

void print_words(std::FILE* out, const Report& report) {
  print_top_words(out, report);
  print_feature_groups(out, report);
}

}  // namespace bellwether::cli
