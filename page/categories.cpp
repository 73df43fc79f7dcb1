#include <page/categories.h>
#include <page/colours.h>
#include <page/html.h>

#include <algorithm>

#include <fmt/format.h>

#include <bellwether/data/json_number.h>

namespace bellwether::page {

std::vector<std::vector<ShownCategory>> categories_in(const Json& ontology) {
  std::vector<std::vector<ShownCategory>> groups;
  for (const Json& of_group : ontology.at("clusters")) {
    auto& categories = groups.emplace_back();
    for (const Json& category : of_group)
      categories.push_back({category.at("category"), Whole{category.at("items")},
                            Whole{category.at("items_in_all")}, category.at("adjusted_p")});
  }
  return groups;
}

std::string categories_table(const ShownResult& result) {
  if (result.categories.empty()) return "";
  if (std::ranges::all_of(result.categories, [](const auto& of_group) { return of_group.empty(); }))
    return "<p>No category of the ontology is over-represented in a group.</p>";
  std::string body =
      "<p>Categories that more items of a group have than chance would give it (hypergeometric test, p "
      "adjusted "
      "for the number of tests).</p><div class=\"scroll\"><table><tr><th>group</th><th>category</th>"
      "<th>items</th><th>of all</th><th>adjusted p</th></tr>";
  const std::size_t groups = std::min(result.categories.size(), result.cluster_names.size());
  for (std::size_t k = 0; k < groups; ++k)
    for (const ShownCategory& category : result.categories[k])
      body += fmt::format(
          "<tr><th scope=\"row\"><span class=\"swatch\" style=\"background:{}\"></span>{}</th><td>{}</td>"
          "<td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number\">{:.1e}</td></tr>",
          colour(static_cast<int>(k)), escaped(result.cluster_names[k]), escaped(category.name),
          grouped(category.items), grouped(category.items_in_all), category.adjusted_p);
  return body + "</table></div>";
}

}  // namespace bellwether::page
