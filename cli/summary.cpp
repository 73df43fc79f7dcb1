#include <cli/advice.h>
#include <cli/features.h>
#include <cli/summary.h>
#include <cli/top_words.h>
#include <cli/words.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include <bellwether/scores/all_scores.h>

namespace bellwether::cli {
namespace {

constexpr std::array<std::string_view, 5> main_scores{"nmi", "adjusted_rand", "accuracy", "purity",
                                                      "completeness"};
constexpr double sure = 0.9;

void print_paragraph(std::FILE* out, const std::string& text) {
  fmt::print(out, "{}\n", wrapped(text, width_of(out), 2));
}

void print_what_was_read(std::FILE* out, const Result& result, const Dataset& items,
                         const SummaryContext& context) {
  const std::string made = in_words(result.vectorizer);
  print_paragraph(
      out, fmt::format("{}: {} x {}, {}{}", printable(context.source, 200), counted(result.items, "item"),
                       counted(result.features, "feature"), items.sparse() ? "sparse" : "dense",
                       made.empty() ? "" : fmt::format("; {}", made)));
  print_paragraph(out, context.method_was_chosen
                           ? fmt::format("{} was chosen: {}", result.method, result.reason)
                           : result.method);
}

void print_search(std::FILE* out, const Result& result, const SummaryContext& context) {
  const Clustering& c = result.outcome.clustering;
  const auto restarts = std::find_if(result.outcome.options.begin(), result.outcome.options.end(),
                                     [](const auto& option) { return option.first == "restarts"; });
  std::string text = fmt::format("{} {:.6g} ({} is better), ", c.objective.name, c.objective.value,
                                 c.objective.goal == Goal::minimise ? "smaller" : "larger");
  text += c.stopped ? "interrupted after " : result.converged() ? "converged after " : "not converged after ";
  text += counted(c.iterations, "iteration");
  if (!context.start.empty())
    text += fmt::format(", from the clusters of {}", printable(context.start, 200));
  else if (restarts != result.outcome.options.end() && to_text(restarts->second) != "1")
    text += fmt::format(", the best of {} (number {})",
                        c.stopped ? "the restarts so far" : to_text(restarts->second) + " restarts",
                        c.restart + 1);
  if (c.refills > 0) text += fmt::format("; emptied clusters were refilled {}", counted(c.refills, "time"));
  print_paragraph(out, text);
}

void print_certainty(std::FILE* out, const std::vector<double>& probabilities) {
  if (probabilities.empty()) return;
  const auto unsure =
      std::count_if(probabilities.begin(), probabilities.end(), [](double p) { return p < sure; });
  print_paragraph(out, fmt::format("{} of {} belong to their cluster with a probability below {}", unsure,
                                   counted(static_cast<std::int64_t>(probabilities.size()), "item"), sure));
}

void print_advice(std::FILE* out, const std::vector<Advice>& advice) {
  if (advice.empty()) return;
  fmt::print(out, "\n{}\n", bold(out, "what to try next"));
  for (const auto& [reason, command] : advice)
    fmt::print(out, "  {}\n    {}\n", wrapped(reason, width_of(out), 2), command);
}

}  // namespace

void print_main_scores(std::FILE* out, const Scores& scores, const Dataset& items) {
  std::set<std::string_view> names(items.labels.begin(), items.labels.end());
  names.erase("");
  const auto classes = static_cast<std::int64_t>(names.size());
  fmt::print(out, "\n{} (`bellwether evaluate` shows all)\n",
             bold(out, fmt::format("agreement with the truth, {}", counted(classes, "class"))));
  for (const std::string_view name : main_scores) {
    const auto at =
        std::find_if(scores.begin(), scores.end(), [&](const auto& s) { return s.first == name; });
    const auto info = std::ranges::find(score_table(), name, &ScoreInfo::name);
    fmt::print(out, "  {:<13}  {:>7.4f}  {}\n", name, at->second, wrapped(info->title, width_of(out), 26));
  }
}

void print_summary(std::FILE* out, const Result& result, const Dataset& items,
                   const SummaryContext& context) {
  const Clustering& c = result.outcome.clustering;
  print_what_was_read(out, result, items, context);
  fmt::print(out, "\n");
  print_sizes(out, cluster_sizes(c.labels, c.clusters));
  print_top_words(out, top_words(result));
  fmt::print(out, "\n");
  print_search(out, result, context);
  print_certainty(out, c.probabilities);
  if (!result.scores.empty()) print_main_scores(out, result.scores, items);

  fmt::print(out, "\n");
  for (const auto& warning : result.warnings) print_note(out, warning);
  print_paragraph(out, fmt::format("{} to read, {} to cluster", duration(result.seconds_reading),
                                   duration(result.seconds_fitting)));
  if (!context.folder.empty())
    print_paragraph(out, fmt::format("written to {}: assignments.csv, result.json, model.bellwether",
                                     printable(context.folder, 200)));
  print_advice(out, advice_on(result, items, context));
}

}  // namespace bellwether::cli
