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

std::string name_of_cluster(const Report& report, std::size_t k) {
  const auto& names = report.finding.names;
  return names.empty() ? std::to_string(k) : printable(names[k], 24);
}

void print_top_words(std::FILE* out, const Report& report) {
  constexpr std::size_t most_listed = 40;
  const auto words = top_words(report);
  if (words.empty()) return;
  const auto name = [&](std::size_t k) { return name_of_cluster(report, k); };
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

/// Categories that more items of a cluster have than chance would give it.
void print_categories(std::FILE* out, const Report& report) {
  constexpr std::size_t most_listed = 40;
  const ToldCategories& told = report.categories;
  if (told.source.empty()) return;
  if (std::ranges::all_of(told.enriched, [](const auto& of_cluster) { return of_cluster.empty(); }))
    return tell(out, "\n  no category of {} is over-represented in a cluster\n", printable(told.source, 200));
  std::size_t width = std::string_view("cluster").size();
  for (const std::string& name : report.finding.names) width = std::max(width, printable(name, 24).size());
  tell(out, "\n  {}\n",
       bold(out, fmt::format("{:>{}}  {:<24} {:>8} {:>8}  adjusted p", "cluster", width, "over-represented",
                             "items", "of all")));
  const std::size_t count = std::min(told.enriched.size(), most_listed);
  for (std::size_t k = 0; k < count; ++k)
    for (const EnrichedCategory& category : told.enriched[k])
      tell(out, "  {:>{}}  {:<24} {:>8} {:>8}  {:.1e}\n", name_of_cluster(report, k), width,
           printable(told.names[category.category], 24), category.inside, category.in_all, category.adjusted);
}

}  // namespace

void print_words(std::FILE* out, const Report& report) {
  print_top_words(out, report);
  print_categories(out, report);
  print_feature_groups(out, report);
}

}  // namespace bellwether::cli
