#include <cli/advice.h>
#include <cli/features.h>
#include <cli/summary.h>
#include <cli/top_words.h>
#include <cli/tree.h>
#include <cli/tuning_report.h>
#include <cli/words.h>

#include <fmt/ranges.h>

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

/// "'a' and 'b'", for the first few broken links.
std::string broken_in_words(const LinkReport& links, const Dataset& items) {
  std::vector<std::string> pairs;
  for (const auto* broken : {&links.must_broken, &links.cannot_broken})
    for (const auto& [first, second] : *broken)
      pairs.push_back(fmt::format("{} and {}", printable(items.id(first)), printable(items.id(second))));
  if (pairs.empty()) return {};
  const std::size_t shown = std::min<std::size_t>(pairs.size(), 5);
  return fmt::format("; broken: {}{}",
                     fmt::join(pairs.begin(), pairs.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
                     shown < pairs.size() ? ", ... (all are in result.json)" : "");
}

std::string held_in_words(Index held, std::size_t broken, const char* kind) {
  return fmt::format("{} of {} {}s", held, held + static_cast<Index>(broken), kind);
}

void print_guidance(std::FILE* out, const Guidance& guidance, const Dataset& items) {
  const GuidedOutcome& found = guidance.found;
  const LinkReport& links = found.links;
  if (!found.check.used) {
    print_paragraph(out, fmt::format("NOT guided: {} were given, but they do not help. Clusters found with "
                                     "one half of them agree with the other "
                                     "half by {:.2f}, clusters found without them by {:.2f} (1 is all, 0 is "
                                     "chance), so they were left out; --trust always uses them all the same",
                                     in_words(guidance.known), found.check.guided, found.check.unguided));
  } else {
    print_paragraph(
        out, fmt::format(
                 "guided by {}; items that lie elsewhere than without: {} of {}, of which {} not named in it",
                 in_words(guidance.known), found.moved, found.covered.size(), found.moved_uncovered));
    if (found.check.asked && !found.check.possible)
      print_paragraph(out, "whether it helps could not be checked: it is too little to hold some of it back");
    if (found.check.possible)
      print_paragraph(out, fmt::format("checked: clusters found with one half of it agree with the other "
                                       "half by {:.2f}, without any by {:.2f} (1 is all, 0 is chance)",
                                       found.check.guided, found.check.unguided));
  }
  if (!guidance.known.knowledge.has_links()) return;
  std::vector<std::string> parts;
  if (!guidance.known.knowledge.must_link.empty())
    parts.push_back(held_in_words(links.must_held, links.must_broken.size(), "must-link"));
  if (!guidance.known.knowledge.cannot_link.empty())
    parts.push_back(held_in_words(links.cannot_held, links.cannot_broken.size(), "cannot-link"));
  print_paragraph(out,
                  fmt::format("links kept: {}{}", fmt::join(parts, ", "), broken_in_words(links, items)));
}

void print_taught(std::FILE* out, const Taught& taught) {
  const Representation& made = taught.representation;
  print_paragraph(out, fmt::format("{}: {} of {} show what a group is", printable(taught.file, 200),
                                   counted(taught.items, "item"),
                                   counted(static_cast<std::int64_t>(taught.classes.size()), "known class")));
  print_paragraph(out, fmt::format("{}{}", made.used() ? "" : "NOT used: ", made.reason));
  print_directions(out, taught.directions);
}

void print_borrowed(std::FILE* out, const Borrowed& borrowed) {
  for (const BorrowedSource& source : borrowed.sources)
    print_paragraph(out,
                    fmt::format("{}: {}{}; {} of its {} are among the items' {} ({:.0f} % of the "
                                "items' values)",
                                printable(source.file, 200), counted(source.items, "item"),
                                source.tags > 0 ? fmt::format(" with {}", counted(source.tags, "tag")) : "",
                                source.overlap.shared, counted(source.overlap.other, "feature"),
                                source.overlap.features, 100 * source.overlap.covered));
  if (borrowed.combined)
    print_paragraph(out,
                    fmt::format("all were clustered as one collection; {} of the items lie elsewhere than by "
                                "themselves",
                                borrowed.moved));
  if (!borrowed.representation.empty())
    print_paragraph(out, fmt::format("{} represents the items", borrowed.representation));
  if (borrowed.without.empty() || borrowed.combined) return;
  const CountsCheck& check = borrowed.check;
  if (check.asked && !check.possible)
    print_paragraph(out,
                    "whether the other data help could not be checked: halves of the items' values are too "
                    "little to cluster");
  if (check.possible)
    print_paragraph(
        out,
        fmt::format("{}: clusters found from half of the items' values tell {:.4f} nats about the other half "
                    "with the other data, {:.4f} without (their difference has a standard error of {:.4f}){}",
                    check.used ? "checked" : "NOT used", check.with, check.without, check.error,
                    check.used ? "" : "; --trust always uses them all the same"));
  if (borrowed.used() && borrowed.representation.empty())
    print_paragraph(out,
                    fmt::format("items that lie elsewhere than without the other data: {}", borrowed.moved));
}

/// What the scores are put beside: the same search with less knowledge.
std::optional<Comparison> comparison_in(const Result& result) {
  if (result.guidance)
    return Comparison{
        result.guidance->unguided_scores,
        fmt::format(
            "over the {} that the knowledge says nothing about; in brackets: the same search without it",
            counted(result.guidance->scored, "item"))};
  if (result.taught && result.taught->representation.used())
    return Comparison{result.taught->plain_scores, "in brackets: without what the known clusters taught"};
  if (result.tuning && result.tuning->tuned.used)
    return Comparison{result.tuning->untuned_scores, "in brackets: untuned"};
  if (result.borrowed && result.borrowed->used() && !result.borrowed->plain_scores.empty())
    return Comparison{result.borrowed->plain_scores,
                      result.borrowed->combined ? "in brackets: the items by themselves"
                                                : fmt::format("in brackets: without the other data ({})",
                                                              result.borrowed->without)};
  return std::nullopt;
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
  fmt::print(out, "\n{}\n", bold(out, "what to try next"));
  for (const auto& [reason, command] : advice)
    fmt::print(out, "  {}\n    {}\n", wrapped(reason, width_of(out), 2), command);
}

}  // namespace

void print_main_scores(std::FILE* out, const Scores& scores, const Dataset& items, const Comparison* other) {
  std::set<std::string_view> names(items.labels.begin(), items.labels.end());
  names.erase("");
  const auto classes = static_cast<std::int64_t>(names.size());
  fmt::print(out, "\n{} (`bellwether evaluate` shows all)\n",
             bold(out, fmt::format("agreement with the truth, {}", counted(classes, "class"))));
  if (other != nullptr) print_paragraph(out, other->words);
  for (const std::string_view name : main_scores) {
    const auto value_in = [&](const Scores& from) {
      return std::find_if(from.begin(), from.end(), [&](const auto& s) { return s.first == name; })->second;
    };
    const auto info = std::ranges::find(score_table(), name, &ScoreInfo::name);
    const std::string without =
        other == nullptr ? "" : fmt::format("{:>9}  ", fmt::format("({:.4f})", value_in(other->scores)));
    fmt::print(out, "  {:<13}  {:>7.4f}  {}{}\n", name, value_in(scores), without,
               wrapped(info->title, width_of(out), 26 + static_cast<int>(without.size())));
  }
}

void print_directions(std::FILE* out, const std::vector<Direction>& directions) {
  if (directions.empty()) return;
  fmt::print(out, "\n{}\n",
             bold(out, "what counts as a group: along what items differ now, and how much they did before"));
  for (const Direction& direction : directions) {
    std::vector<std::string> features;
    for (const auto& [name, weight] : direction.features)
      features.push_back(fmt::format("{:+.2f} {}", weight, printable(name, 40)));
    const std::string shares =
        fmt::format("  {:>3.0f} %  (was {:.0f} %)  ", 100 * direction.share, 100 * direction.before);
    fmt::print(out, "{}{}\n", shares,
               wrapped(fmt::format("{}", fmt::join(features, ", ")), width_of(out),
                       static_cast<int>(shares.size())));
  }
}

void print_summary(std::FILE* out, const Result& result, const Dataset& items,
                   const SummaryContext& context) {
  const Clustering& c = result.outcome.clustering;
  print_what_was_read(out, result, items, context);
  if (result.taught) print_taught(out, *result.taught);
  if (result.borrowed) print_borrowed(out, *result.borrowed);
  if (result.tuning) print_tuning(out, *result.tuning);
  fmt::print(out, "\n");
  print_sizes(out, cluster_sizes(c.labels, c.clusters), result.names);
  const bool text = std::holds_alternative<TextVectorizer>(result.vectorizer.extractor);
  print_top_words(out, top_words(result), result.names, text ? "its words" : "its features");
  print_feature_clusters(out, result);
  print_tree(out, result.outcome.tree);
  fmt::print(out, "\n");
  print_search(out, result, context);
  print_certainty(out, c.probabilities);
  if (result.guidance) print_guidance(out, *result.guidance, items);
  if (!result.scores.empty()) {
    const auto other = comparison_in(result);
    print_main_scores(out, result.scores, items, other ? &*other : nullptr);
  }

  fmt::print(out, "\n");
  for (const auto& warning : result.warnings) print_note(out, warning);
  print_paragraph(out, fmt::format("{} to read, {} to cluster", duration(result.seconds_reading),
                                   duration(result.seconds_fitting)));
  if (!context.folder.empty())
    print_paragraph(out, fmt::format("written to {}: assignments.csv, {}result.json{}",
                                     printable(context.folder, 200), files_beside(result),
                                     find_method(result.method).place
                                         ? ", model.bellwether"
                                         : fmt::format(" ({} has no model for new items)", result.method)));
  print_advice(out, advice_on(result, items, context));
}

}  // namespace bellwether::cli
