#include <page/comparison.h>
#include <page/html.h>
#include <page/plots.h>
#include <page/words.h>

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include <bellwether/data/dataset.h>
#include <bellwether/scores/all_scores.h>

namespace bellwether::page {
namespace {

using Assignments = std::vector<std::pair<std::string, std::string>>;

std::optional<double> adjusted_rand(const Assignments& first, const Assignments& second) {
  std::unordered_map<std::string, std::string> other(second.begin(), second.end());
  std::vector<std::string> left, right;
  for (const auto& [id, cluster] : first)
    if (const auto found = other.find(id); found != other.end()) {
      left.push_back(cluster);
      right.push_back(found->second);
    }
  if (left.size() < 2) return std::nullopt;
  return find_score(all_scores(encode(left).codes, encode(right).codes), "adjusted_rand");
}

std::string score_cell(const std::optional<double>& score) {
  return fmt::format("<td class=\"number\">{}</td>", score ? score_text(*score) : "");
}

std::string number_cell(const std::optional<double>& number) {
  return fmt::format("<td class=\"number\">{}</td>", number ? rounded(*number) : "");
}

/// One line for each result.
std::string results_table(const std::vector<ShownResult>& results) {
  std::string body =
      "<div class=\"scroll\"><table><tr><th>result</th><th>method</th><th>groups</th><th>knowledge</th>"
      "<th>accuracy</th><th>NMI</th><th>adjusted Rand</th><th>objective</th><th>time</th></tr>";
  for (std::size_t r = 0; r < results.size(); ++r) {
    const ShownResult& result = results[r];
    body += fmt::format(
        "<tr><td><a href=\"#result-{}\">{}</a></td><td>{}</td><td class=\"number\">{}</td><td>{}</td>", r,
        escaped(result.folder), escaped(result.method), result.clusters, used_in_words(result.evidence));
    for (const char* score : {"accuracy", "nmi", "adjusted_rand"})
      body += score_cell(find_score(result.scores, score));
    body += fmt::format("<td>{} {}</td><td class=\"number\">{}</td></tr>", escaped(result.objective),
                        rounded(result.objective_value), duration_of(result.seconds_fitting));
  }
  return body + "</table></div>";
}

std::string methods_table(const ShownComparison& comparison) {
  const std::vector<std::pair<std::string, std::string>> columns{
      {"nmi", "NMI"}, {"accuracy", "accuracy"}, {"adjusted_rand", "adjusted Rand"}};
  std::string body = "<div class=\"scroll\"><table><tr><th>method</th><th>given</th><th>knowledge</th>";
  for (const auto& [name, title] : columns) body += fmt::format("<th>{}</th>", title);
  body += "<th>agreement</th><th>a run</th><th>p</th></tr>";
  for (std::size_t m = 0; m < comparison.methods.size(); ++m) {
    const ComparedMethod& method = comparison.methods[m];
    body += fmt::format("<tr{}><td><a href=\"#result-{}\">{}</a>{}</td><td>{}</td><td>{}</td>",
                        method.best ? " class=\"best\"" : "", m, escaped(method.method),
                        method.best ? " \u2605" : "", escaped(method.needs), used_in_words(method.evidence));
    for (const auto& [name, title] : columns) {
      const auto found = std::ranges::find(method.scores, name, &ComparedMethod::Score::name);
      body += found == method.scores.end()
                  ? "<td></td>"
                  : fmt::format("<td class=\"number\">{} <span class=\"quiet\">\u00b1 {}</span></td>",
                                score_text(found->mean), score_text(found->deviation));
    }
    body += score_cell(method.agreement) +
            fmt::format("<td class=\"number\">{}</td>", short_duration(method.seconds)) +
            number_cell(method.p) + "</tr>";
  }
  return body + "</table></div>";
}

std::string score_chart(const ShownComparison& comparison) {
  std::vector<Bar> bars;
  for (const ComparedMethod& method : comparison.methods)
    for (const auto& score : method.scores)
      if (score.name == comparison.main_score)
        bars.push_back({method.method, score.mean, score.deviation, score_text(score.mean), method.best});
  if (bars.empty()) return "";
  return fmt::format("<div class=\"chart\" data-comparison>{}</div>",
                     bar_plot(bars, 1, fmt::format("{} of each method", comparison.main_score)));
}

std::string verdict_section(const ShownComparison& comparison) {
  std::string body = fmt::format(
      "<section><h2>In short</h2><p class=\"summary\">{} methods sorted the {} items of <code>{}</code> into "
      "{} groups, {} times "
      "each: {}.</p>{}{}",
      comparison.methods.size(), grouped(comparison.items), escaped(comparison.source), comparison.clusters,
      comparison.repeats, escaped(comparison.verdict), score_chart(comparison), methods_table(comparison));
  body +=
      "<p class=\"quiet\">Figures are means over the repeats, \u00b1 their standard deviation. \u2605 marks "
      "the best and all "
      "that a paired t-test over the repeats does not tell apart from it at 1 %. Agreement: how alike the "
      "groups of two "
      "repeats are; 1 is the same groups whatever the random start. p: of that test against the best.</p>";
  if (!comparison.not_run.empty()) {
    body += "<details><summary>Methods that did not run</summary><ul>";
    for (const auto& [method, reason] : comparison.not_run)
      body += fmt::format("<li><b>{}</b>: {}</li>", escaped(method), escaped(reason));
    body += "</ul></details>";
  }
  return body + "</section>\n";
}

/// Which of the results is closest to the truth, in a sentence.
std::string best_sentence(const std::vector<ShownResult>& results) {
  const ShownResult* best = nullptr;
  for (const ShownResult& result : results) {
    const auto score = find_score(result.scores, "nmi");
    if (!score)
      return "Not all of them can be measured against a truth, so none is called the best: judge by their "
             "groups.";
    if (best == nullptr || *score > *find_score(best->scores, "nmi")) best = &result;
  }
  return fmt::format(
      "By NMI, <strong>{}</strong> is closest to the true classes ({}). One run each says little about "
      "chance: "
      "<code>bellwether compare</code> repeats them.",
      escaped(best->folder), score_text(*find_score(best->scores, "nmi")));
}

std::string agreement_section(const std::vector<ShownResult>& results, const Agreement& agreement) {
  std::string body =
      "<section><h2>How alike the results are</h2><p>1: the same groups; 0: no more alike than by chance. "
      "(The adjusted Rand "
      "index over the items that both have.)</p><div class=\"scroll\"><table "
      "class=\"confusion\"><tr><td></td>";
  for (const ShownResult& result : results)
    body += fmt::format("<th scope=\"col\">{}</th>", escaped(result.folder));
  body += "</tr>";
  for (std::size_t a = 0; a < results.size(); ++a) {
    body += fmt::format("<tr><th scope=\"row\">{}</th>", escaped(results[a].folder));
    for (const auto& value : agreement.values[a])
      body += fmt::format("<td class=\"number\" style=\"--share:{:.2f}\">{}</td>",
                          std::clamp(value.value_or(0), 0.0, 1.0), value ? score_text(*value) : "\u2013");
    body += "</tr>";
  }
  return body + "</table></div></section>\n";
}

}  // namespace

Agreement agreement_of(const std::vector<Assignments>& assignments) {
  Agreement agreement;
  for (const Assignments& first : assignments) {
    auto& line = agreement.values.emplace_back();
    for (const Assignments& second : assignments) line.push_back(adjusted_rand(first, second));
  }
  return agreement;
}

std::string comparison_sections(const std::vector<ShownResult>& results,
                                const std::optional<ShownComparison>& comparison,
                                const Agreement& agreement) {
  std::string body = comparison ? verdict_section(*comparison) : "";
  if (!comparison)
    body += fmt::format("<section><h2>Side by side</h2><p class=\"summary\">{}</p>{}</section>\n",
                        best_sentence(results), results_table(results));
  return body + agreement_section(results, agreement);
}

}  // namespace bellwether::page
