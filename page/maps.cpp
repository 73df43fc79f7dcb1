#include <page/colours.h>
#include <page/html.h>
#include <page/maps.h>
#include <page/plots.h>

#include <algorithm>

#include <fmt/format.h>

namespace bellwether::page {
namespace {

std::vector<Dot> dots_of(const ShownResult& result, const Matrix& places, bool by_class) {
  const auto classes = class_colours(result);
  std::vector<Dot> dots;
  for (Index i = 0; i < places.rows(); ++i) {
    const ShownItem& item = result.shown[static_cast<std::size_t>(i)];
    const std::string tint = !by_class        ? colour(item.cluster)
                             : item.truth < 0 ? "#888888"
                                              : classes[static_cast<std::size_t>(item.truth)];
    dots.push_back({places(i, 0), places.cols() > 1 ? places(i, 1) : 0, tint, about_item(result, item)});
  }
  return dots;
}

std::string figure(const std::string& plot, const std::string& caption) {
  return fmt::format("<figure>{}<figcaption>{}</figcaption></figure>", plot, caption);
}

std::string legend(const std::vector<std::string>& names, const std::vector<std::string>& colours) {
  constexpr std::size_t most = 20;
  std::string list = "<p class=\"legend\">";
  for (std::size_t k = 0; k < std::min(names.size(), most); ++k)
    list += fmt::format("<span><span class=\"swatch\" style=\"background:{}\"></span>{}</span> ", colours[k],
                        escaped(names[k]));
  if (names.size() > most) list += fmt::format("<span>and {} more</span>", names.size() - most);
  return list + "</p>";
}

std::string words_about(const ShownResult& result) {
  std::string text = fmt::format("Each dot is one of the {}. ", result.kind);
  if (static_cast<std::int64_t>(result.shown.size()) < result.items)
    text += fmt::format("{} of {} are drawn, of every group its share. ", grouped(std::ssize(result.shown)),
                        grouped(result.items));
  text +=
      "<em>Neighbourhoods</em> puts dots close together that are alike; how far apart two crowds lie means "
      "nothing there. ";
  if (result.component_share.size() > 1)
    text += fmt::format(
        "<em>Main directions</em> shows true distances, but only along the two directions in which the {} "
        "differ "
        "most, which are {} of all that there is.",
        result.kind, percent(result.component_share[0] + result.component_share[1]));
  if (result.scored_the_rest && std::ranges::any_of(result.evidence, &ShownEvidence::used))
    text +=
        " The places of the dots come from the numbers alone: where colours mix, the knowledge says "
        "something else than "
        "what is alike at first sight.";
  return fmt::format("<p>{}</p>", text);
}

}  // namespace

std::string about_item(const ShownResult& result, const ShownItem& item) {
  std::string words = fmt::format("{} \u2013 group {}", item.id,
                                  result.cluster_names[static_cast<std::size_t>(item.cluster)]);
  if (item.truth >= 0)
    words += fmt::format(", class {}", result.truth_names[static_cast<std::size_t>(item.truth)]);
  if (!item.text.empty()) words += fmt::format(": {}", item.text);
  return words;
}

std::string maps_of(const ShownResult& result, int number) {
  if (result.shown.size() < 2 || result.coordinates.cols() == 0) return "";
  std::vector<std::string> colours;
  for (int k = 0; k < result.clusters; ++k) colours.push_back(colour(k));
  std::string pictures = figure(scatter_plot(dots_of(result, result.neighbours, false),
                                             "map of neighbourhoods, coloured by group") +
                                    legend(result.cluster_names, colours),
                                "Neighbourhoods, coloured by group") +
                         figure(scatter_plot(dots_of(result, result.coordinates, false),
                                             "map of main directions, coloured by group"),
                                "Main directions, coloured by group");
  if (result.has_truth())
    pictures += figure(scatter_plot(dots_of(result, result.neighbours, true),
                                    "map of neighbourhoods, coloured by true class") +
                           legend(result.truth_names, class_colours(result)),
                       "Neighbourhoods, coloured by true class");
  return words_about(result) + fmt::format("<div class=\"maps\" data-map=\"{}\">{}</div>", number, pictures);
}

}  // namespace bellwether::page
