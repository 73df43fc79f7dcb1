#include <page/categories.h>
#include <page/colours.h>
#include <page/html.h>
#include <page/maps.h>
#include <page/plots.h>
#include <page/sections.h>
#include <page/words.h>

#include <algorithm>

#include <fmt/format.h>

#include <bellwether/methods/method.h>

namespace bellwether::page {
namespace {

std::string section(const std::string& title, const std::string& body) {
  return body.empty() ? "" : fmt::format("<section><h2>{}</h2>{}</section>\n", title, body);
}

std::string paragraph(const std::string& html) {
  return html.empty() ? "" : fmt::format("<p>{}</p>", html);
}

std::string swatch(int cluster) {
  return fmt::format("<span class=\"swatch\" style=\"background:{}\"></span>", colour(cluster));
}

/// A bare number says more with what it counts: "group 3".
std::string named(const std::string& kind, const std::string& name) {
  const bool number = name.find_first_not_of("0123456789") == std::string::npos;
  return number ? fmt::format("{} {}", kind, name) : escaped(name);
}

std::string group_name(const ShownResult& result, int cluster) {
  return swatch(cluster) + escaped(result.cluster_names[static_cast<std::size_t>(cluster)]);
}

/// The tool's terminal begins its lines small and leaves the full stop away; a page does not.
std::string as_sentence(std::string text) {
  if (text.empty()) return text;
  if (text.front() >= 'a' && text.front() <= 'z') text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return text.ends_with('.') || text.ends_with(':') ? text : text + ".";
}

std::string what_was_known(const ShownResult& result) {
  if (result.knowledge.empty()) return "";
  std::string body;
  for (const std::string& sentence : result.knowledge) body += paragraph(escaped(as_sentence(sentence)));
  return body;
}

/// A line for each main score with a bar, and the same without the knowledge below it.
std::string score_bars(const ShownResult& result) {
  std::string body = "<dl class=\"scores\">";
  const auto bar = [](double value, const char* kind) {
    return fmt::format("<span class=\"track\"><span class=\"fill {}\" style=\"width:{:.1f}%\"></span></span>",
                       kind, 100 * std::clamp(value, 0.0, 1.0));
  };
  for (const std::string& name : main_scores()) {
    const auto value = find_score(result.scores, name);
    if (!value) continue;
    const auto info = meaning_of(name);
    body += fmt::format("<dt>{}</dt><dd>{}<b>{}</b>",
                        name == "nmi"             ? "NMI"
                        : name == "adjusted_rand" ? "adjusted Rand"
                                                  : name,
                        bar(*value, "now"), score_text(*value));
    if (const auto before = find_score(result.scores_before, name))
      body += fmt::format("<br>{}<span class=\"quiet\">{} without the knowledge</span>",
                          bar(*before, "before"), score_text(*before));
    body += fmt::format("<br><span class=\"quiet\">{}</span></dd>", info);
  }
  return body + "</dl>";
}

std::string all_scores_table(const ShownResult& result) {
  std::string body =
      "<details><summary>All scores</summary><div class=\"scroll\"><table><tr><th>score</th><th>value</th>";
  const bool before = !result.scores_before.empty();
  if (before) body += "<th>without the knowledge</th>";
  body += "<th>what it says</th></tr>";
  for (const auto& [name, value] : result.scores) {
    body += fmt::format("<tr><td>{}</td><td class=\"number\">{}</td>", escaped(name), score_text(value));
    if (before) {
      const auto other = find_score(result.scores_before, name);
      body += fmt::format("<td class=\"number\">{}</td>", other ? score_text(*other) : "");
    }
    body += fmt::format("<td>{}</td></tr>", meaning_of(name));
  }
  return body + "</table></div></details>";
}

std::string scores_section(const ShownResult& result) {
  if (result.scores.empty()) return "";
  return paragraph("The true classes were used here to score, and never to sort.") + score_bars(result) +
         all_scores_table(result);
}

std::string example_html(const Example& example) {
  std::string body;
  if (!example.picture.empty())
    body += fmt::format("<img src=\"{}\" alt=\"{}\" loading=\"lazy\">", escaped(example.picture),
                        escaped(example.id));
  if (!example.text.empty()) body += fmt::format("<q>{}</q>", escaped(example.text));
  return body + fmt::format("<span class=\"id\">{}</span>", named("item", example.id));
}

std::string group_card(const ShownResult& result, int k, double largest) {
  const ShownCluster& group = result.groups[static_cast<std::size_t>(k)];
  std::string card = fmt::format(
      "<article class=\"group\"><h3>{}{}</h3><p class=\"size\"><span class=\"track\"><span class=\"fill\" "
      "style=\"width:{:.1f}%;background:{}\"></span></span>{} ({})</p>",
      swatch(k), named("group", group.name),
      largest > 0 ? 100 * static_cast<double>(group.size) / largest : 0, colour(k), grouped(group.size),
      percent(group.share));
  if (!group.features.empty()) {
    card += "<p class=\"features\">";
    for (const TopFeature& feature : group.features)
      card += fmt::format("<span class=\"feature\" title=\"weight {}\">{}{}</span> ", rounded(feature.weight),
                          named("feature", feature.name),
                          result.kind == "texts" ? ""
                          : feature.low          ? " \u2193"
                                                 : " \u2191");
    card += "</p>";
  }
  if (!group.representatives.empty()) {
    card += "<ul class=\"examples\">";
    for (const Example& example : group.representatives)
      card += fmt::format("<li>{}</li>", example_html(example));
    card += "</ul>";
  }
  return card + "</article>";
}

std::string groups_section(const ShownResult& result) {
  constexpr std::size_t most_cards = 60;
  if (result.groups.empty()) return "";
  std::vector<int> order(result.groups.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<int>(k);
  std::ranges::stable_sort(order, [&](int a, int b) {
    return result.groups[static_cast<std::size_t>(a)].size > result.groups[static_cast<std::size_t>(b)].size;
  });
  const auto largest = static_cast<double>(result.groups[static_cast<std::size_t>(order.front())].size);
  const bool features =
      std::ranges::any_of(result.groups, [](const auto& group) { return !group.features.empty(); });
  std::string body = paragraph(
      fmt::format("The largest first, each with the {} that lie nearest to its middle{}.", result.kind,
                  !features ? ""
                  : result.kind == "texts"
                      ? " and the words that count most in it"
                      : " and the features in which it is higher (\u2191) or lower (\u2193) than the rest"));
  body += "<div class=\"groups\">";
  for (std::size_t i = 0; i < std::min(order.size(), most_cards); ++i)
    body += group_card(result, order[i], largest);
  body += "</div>";
  if (order.size() > most_cards)
    body += paragraph(fmt::format("{} smaller groups are not shown; they are in assignments.csv.",
                                  order.size() - most_cards));
  return body;
}

/// Classes in the order of the groups that hold most of them, so that agreement is a diagonal.
std::vector<std::size_t> class_order(const Confusion& table) {
  std::vector<std::size_t> order(table.classes.size()), home(table.classes.size(), 0);
  for (std::size_t c = 0; c < order.size(); ++c) {
    order[c] = c;
    for (std::size_t k = 0; k < table.counts.size(); ++k)
      if (table.counts[k][c] > table.counts[home[c]][c]) home[c] = k;
  }
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return home[a] < home[b]; });
  return order;
}

std::string confusion_table(const ShownResult& result, const Confusion& table) {
  constexpr std::size_t most_classes = 40;
  std::vector<std::size_t> order = class_order(table);
  order.resize(std::min(order.size(), most_classes));
  std::string body = "<div class=\"scroll\"><table class=\"confusion\"><tr><td></td>";
  for (const std::size_t c : order)
    body += fmt::format("<th scope=\"col\">{}</th>", escaped(table.classes[c]));
  body += "</tr>";
  for (std::size_t k = 0; k < table.counts.size(); ++k) {
    std::int64_t total = 0;
    for (const std::int64_t count : table.counts[k]) total += count;
    body += fmt::format("<tr><th scope=\"row\">{}</th>", group_name(result, static_cast<int>(k)));
    for (const std::size_t c : order) {
      const double share =
          total > 0 ? static_cast<double>(table.counts[k][c]) / static_cast<double>(total) : 0;
      body += fmt::format("<td class=\"number\" style=\"--share:{:.2f}\">{}</td>", share,
                          table.counts[k][c] == 0 ? "" : grouped(table.counts[k][c]));
    }
    body += "</tr>";
  }
  body += "</table></div>";
  if (order.size() < table.classes.size())
    body += paragraph(fmt::format("{} more classes are not shown.", table.classes.size() - order.size()));
  return body;
}

std::string confusion_section(const ShownResult& result) {
  if (result.confusion.counts.empty()) return "";
  std::string body = paragraph(
                         "Each line is a group, each column a true class: a line with one dark cell is a "
                         "group of one class.") +
                     confusion_table(result, result.confusion);
  if (!result.confusion_before.counts.empty())
    body += "<details><summary>The same without the knowledge</summary>" +
            confusion_table(result, result.confusion_before) + "</details>";
  return body;
}

std::string links_section(const ShownResult& result) {
  if (result.must_links + result.cannot_links == 0) return "";
  if (result.broken_count == 0)
    return paragraph(fmt::format("All {} links are kept.", grouped(result.must_links + result.cannot_links)));
  std::string body =
      paragraph(fmt::format("{} of {} links do not hold. They may be wrong, or the items far apart.",
                            grouped(result.broken_count), grouped(result.must_links + result.cannot_links)));
  body += "<div class=\"scroll\"><table><tr><th>link</th><th>item</th><th>item</th></tr>";
  for (const BrokenLink& link : result.broken)
    body += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>",
                        link.kind == "must-link" ? "should be together" : "should be apart",
                        escaped(link.first), escaped(link.second));
  return body + "</table></div>";
}

std::string uncertain_section(const ShownResult& result) {
  if (result.uncertain.empty()) return "";
  std::string body = paragraph(
      "These lie between two groups. To label some of them, and to give the labels as <code>--seeds</code>, "
      "tells the search most.");
  body +=
      "<div class=\"scroll\"><table><tr><th>item</th><th>is in</th><th>might be "
      "in</th><th>certainty</th></tr>";
  for (const UncertainItem& item : result.uncertain)
    body += fmt::format(
        "<tr><td class=\"example\">{}</td><td>{}</td><td>{}</td><td class=\"number\">{}</td></tr>",
        example_html(item.item), group_name(result, item.cluster), group_name(result, item.other),
        percent(item.certainty));
  return body + "</table></div>";
}

std::string what_is_drawn(const ShownChoice& choice) {
  if (choice.measure == "bic") return "BIC (smaller is better)";
  return choice.measure == "met" ? "held-back facts met" : "apart";
}

/// How the number of groups was chosen.
std::string choice_section(const ShownResult& result) {
  if (!result.choice) return "";
  const ShownChoice& choice = *result.choice;
  std::string body = paragraph(fmt::format(
      "{} groups were chosen (sure {}{}): {}.", choice.clusters, percent(choice.sure),
      choice.runner_up > 0 ? fmt::format(", runner-up {}", choice.runner_up) : "", escaped(choice.reason)));
  if (choice.curve.size() < 2) return body;
  const bool apart = choice.measure == "apart";
  if (apart)
    body +=
        paragraph("At the line and above it all groups are apart: fewer items lie between them than inside.");
  return body + fmt::format("<div class=\"chart\">{}</div>",
                            curve_plot(choice.curve, choice.clusters,
                                       apart ? std::optional(choice.needed) : std::nullopt, "groups",
                                       what_is_drawn(choice), "What was measured for each number of groups"));
}

std::string trace_section(const ShownResult& result, int number) {
  if (result.trace.size() < 2) return "";
  return paragraph(fmt::format(
             "The search changes the groups step by step so that one number, the <em>{}</em>, becomes {}. "
             "It ended at {} after {} steps.",
             escaped(result.objective), result.minimise ? "smaller" : "larger",
             rounded(result.objective_value), result.iterations)) +
         fmt::format("<div class=\"chart\" data-trace=\"{}\">{}</div>", number,
                     line_plot(result.trace, "iteration", result.objective,
                               fmt::format("{} against the number of iterations", result.objective)));
}

std::string how_section(const ShownResult& result) {
  std::string body;
  if (!result.command.empty())
    body += paragraph("This command makes the same result again:") +
            fmt::format("<pre>{}</pre>", escaped(result.command));
  const auto known = std::ranges::find(searches(), result.method, &Method::name);
  if (known != searches().end() && !known->citation.empty())
    body += paragraph(fmt::format("The method: {}", escaped(known->citation)));
  if (!result.reason.empty() && result.reason != "asked for")
    body += paragraph(fmt::format("It was chosen because {}.", escaped(result.reason)));
  body += "<details><summary>Settings and times</summary><div class=\"scroll\"><table>";
  const auto row = [&](const std::string& name, const std::string& value) {
    body += fmt::format("<tr><td>{}</td><td>{}</td></tr>", escaped(name), escaped(value));
  };
  row("features", std::to_string(result.features));
  for (const std::string& step : result.steps) row("made by", step);
  for (const auto& [name, value] : result.options) row(name, value);
  row("reading took", duration_of(result.seconds_reading));
  row("clustering took", duration_of(result.seconds_fitting));
  return body + "</table></div></details>";
}

std::string notes(const ShownResult& result) {
  std::string body;
  for (const std::string& warning : result.warnings)
    body += fmt::format("<p class=\"note\">{}</p>", escaped(as_sentence(warning)));
  return body;
}

std::string next_section(const ShownResult& result) {
  if (result.next.empty()) return "";
  std::string body = "<ul>";
  for (const std::string& advice : result.next) body += fmt::format("<li>{}</li>", escaped(advice));
  return body + "</ul>";
}

}  // namespace

std::string sections_of(const ShownResult& result, int number) {
  std::string summary;
  for (const std::string& sentence : summary_of(result)) summary += sentence + " ";
  return section("In short", fmt::format("<p class=\"summary\">{}</p>", summary) + notes(result)) +
         section("What was known, and what it changed", what_was_known(result)) +
         section("The map", maps_of(result, number)) + section("The groups", groups_section(result)) +
         section("Categories of the groups", categories_table(result)) +
         section("How right it is", scores_section(result)) +
         section("How many groups", choice_section(result)) +
         section("Groups and true classes", confusion_section(result)) +
         section("Links", links_section(result)) + section("The least certain", uncertain_section(result)) +
         section("How the search went", trace_section(result, number)) +
         section("What to try next", next_section(result)) +
         section("How this was made", how_section(result));
}

}  // namespace bellwether::page
