#include <cli/advice.h>
#include <cli/features.h>
#include <cli/portrait_words.h>
#include <cli/summary.h>
#include <cli/top_words.h>
#include <cli/tree.h>
#include <cli/tuning_report.h>
#include <cli/words.h>

#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include <bellwether/scores/all_scores.h>

namespace bellwether::cli {
namespace {

constexpr double sure = 0.9;

void print_paragraph(std::FILE* out, const std::string& text) {
  tell(out, "{}\n", wrapped(text, width_of(out), 2));
}

void print_paragraphs(std::FILE* out, const Sentences& texts) {
  for (const std::string& text : texts) print_paragraph(out, text);
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

/// Nothing was left to chance, so nothing was restarted.
bool starts_from_seeds(const Result& result) {
  return result.guidance && result.guidance->found.check.used && find_method(result.method).takes_seeds &&
         static_cast<int>(result.guidance->known.labels.size()) == result.outcome.clustering.clusters;
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
  else if (starts_from_seeds(result))
    text += ", from the seeds";
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

/// Files that only some methods give.
std::string files_beside(const Result& result) {
  std::string files;
  if (result.outcome.features.clusters > 0) files += "features.csv, ";
  if (result.borrowed && std::ranges::any_of(result.borrowed->sources,
                                             [](const auto& source) { return !source.labels.empty(); }))
    files += "auxiliary.csv, ";
  return files;
}

void print_advice(std::FILE* out, const std::vector<Advice>& advice) {
  if (advice.empty()) return;
  tell(out, "\n{}\n", bold(out, "what to try next"));
  for (const auto& [reason, command] : advice)
    tell(out, "  {}\n    {}\n", wrapped(reason, width_of(out), 2), command);
}

}  // namespace

void print_main_scores(std::FILE* out, const Scores& scores, const Dataset& items, const Comparison* other) {
  std::set<std::string_view> names(items.labels.begin(), items.labels.end());
  names.erase("");
  const auto classes = static_cast<std::int64_t>(names.size());
  tell(out, "\n{} (`bellwether evaluate` shows all)\n",
       bold(out, fmt::format("agreement with the truth, {}", counted(classes, "class"))));
  if (other != nullptr) print_paragraph(out, other->words);
  for (const std::string_view name : main_scores) {
    const auto info = std::ranges::find(score_table(), name, &ScoreInfo::name);
    const std::string without =
        other == nullptr ? ""
                         : fmt::format("{:>9}  ", fmt::format("({:.4f})", value_in(other->scores, name)));
    tell(out, "  {:<13}  {:>7.4f}  {}{}\n", name, value_in(scores, name), without,
         wrapped(info->title, width_of(out), 26 + static_cast<int>(without.size())));
  }
}

void print_directions(std::FILE* out, const std::vector<Direction>& directions) {
  if (directions.empty()) return;
  tell(out, "\n{}\n",
       bold(out, "what counts as a group: along what items differ now, and how much they did before"));
  for (const Direction& direction : directions) {
    std::vector<std::string> features;
    for (const auto& [name, weight] : direction.features)
      features.push_back(fmt::format("{:+.2f} {}", weight, printable(name, 40)));
    const std::string shares =
        fmt::format("  {:>3.0f} %  (was {:.0f} %)  ", 100 * direction.share, 100 * direction.before);
    tell(out, "{}{}\n", shares,
         wrapped(fmt::format("{}", fmt::join(features, ", ")), width_of(out),
                 static_cast<int>(shares.size())));
  }
}

void print_summary(std::FILE* out, const Result& result, const Dataset& items,
                   const SummaryContext& context) {
  const Clustering& c = result.outcome.clustering;
  print_what_was_read(out, result, items, context);
  if (result.taught) {
    print_paragraphs(out, in_words(*result.taught));
    print_directions(out, result.taught->directions);
  }
  if (result.borrowed) print_paragraphs(out, in_words(*result.borrowed));
  if (result.tuning) print_paragraphs(out, in_words(*result.tuning));
  tell(out, "\n");
  print_sizes(out, cluster_sizes(c.labels, c.clusters), result.names);
  const bool text = std::holds_alternative<TextVectorizer>(result.vectorizer.extractor);
  print_top_words(out, top_words(result), result.names, text ? "its words" : "its features");
  print_feature_clusters(out, result);
  print_tree(out, result.outcome.tree);
  tell(out, "\n");
  print_search(out, result, context);
  print_certainty(out, c.probabilities);
  if (result.guidance) print_paragraphs(out, in_words(*result.guidance, items));
  if (!result.scores.empty()) {
    const auto other = comparison_in(result);
    print_main_scores(out, result.scores, items, other ? &*other : nullptr);
  }

  tell(out, "\n");
  for (const auto& warning : result.warnings) print_note(out, warning);
  print_paragraph(out, fmt::format("{} to read, {} to cluster", duration(result.seconds_reading),
                                   duration(result.seconds_fitting)));
  if (!context.folder.empty())
    print_paragraph(out, fmt::format("written to {}: assignments.csv, {}result.json, portrait.json{}; "
                                     "`bellwether report {} -o page.html` "
                                     "makes a page of it",
                                     printable(context.folder, 200), files_beside(result),
                                     find_method(result.method).place
                                         ? ", model.bellwether"
                                         : fmt::format(" ({} has no model for new items)", result.method),
                                     shell_word(context.folder)));
  print_advice(out, advice_on(result, items, context));
}

}  // namespace bellwether::cli
