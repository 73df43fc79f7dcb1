#include <cli/reports/advice.h>
#include <cli/reports/k_curve.h>
#include <cli/reports/print_words.h>
#include <cli/reports/result_files.h>
#include <cli/reports/summary.h>
#include <cli/reports/tree.h>
#include <cli/terminal/flags.h>
#include <cli/terminal/words.h>

#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include <bellwether/portraits/evidence_words.h>
#include <bellwether/scores/all_scores.h>
#include <bellwether/sources/features.h>

namespace bellwether::cli {
namespace {

constexpr double sure = 0.9;

void print_paragraph(std::FILE* out, const std::string& text) {
  tell(out, "{}\n", wrapped(with_flags(text), width_of(out), 2));
}

void print_what_was_read(std::FILE* out, const Report& report, const SummaryContext& context) {
  const std::string made = in_words(report.finding.vectorizer);
  const Dataset& items = report.items();
  print_paragraph(
      out, fmt::format("{}: {} x {}, {}{}", printable(report.source, 200), counted(items.items(), "item"),
                       counted(items.rows().columns(), "feature"), items.sparse() ? "sparse" : "dense",
                       made.empty() ? "" : fmt::format("; {}", made)));
  const SearchPlan& search = report.finding.plan.search;
  print_paragraph(out, context.method_was_chosen
                           ? fmt::format("method: {} ({})", search.method, search.reason)
                           : fmt::format("method: {}", search.method));
  if (report.finding.k_choice) {
    print_paragraph(out, in_words(*report.finding.k_choice));
    print_k_curve(out, *report.finding.k_choice);
  }
}

/// Nothing was left to chance, so nothing was restarted.
bool starts_from_seeds(const Report& report) {
  return report.finding.used(EvidenceKind::seeds) && report.method().takes.contains(EvidenceKind::seeds) &&
         static_cast<int>(report.labels.size()) == report.clustering().clusters;
}

void print_search(std::FILE* out, const Report& report, const SummaryContext& context) {
  const Clustering& c = report.clustering();
  const Settings& options = report.finding.outcome.options;
  const auto restarts =
      std::ranges::find_if(options, [](const auto& option) { return option.first == "restarts"; });
  std::string text = fmt::format("{}: {:.6g} ({} is better), ", c.objective.name, c.objective.value,
                                 c.objective.goal == Goal::minimise ? "smaller" : "larger");
  text += c.stopped                    ? "interrupted after "
          : report.finding.converged() ? "converged after "
                                       : "not converged after ";
  text += counted(c.iterations, "iteration");
  if (!context.start.empty())
    text += fmt::format(", from the clusters of {}", printable(context.start, 200));
  else if (starts_from_seeds(report))
    text += ", from the seeds";
  else if (restarts != options.end() && to_text(restarts->second) != "1")
    text += fmt::format(", best of {} (number {})",
                        c.stopped ? "the restarts so far" : to_text(restarts->second) + " restarts",
                        c.restart + 1);
  if (c.refills > 0) text += fmt::format("; emptied clusters refilled {}", counted(c.refills, "time"));
  print_paragraph(out, text);
}

void print_figures(std::FILE* out, const Clustering& c) {
  for (const auto& [name, value] : c.figures)
    if (name == "bic") print_paragraph(out, fmt::format("BIC: {:.6g} (smaller is better)", value));
}

void print_certainty(std::FILE* out, const std::vector<double>& probabilities) {
  if (probabilities.empty()) return;
  const auto unsure = std::ranges::count_if(probabilities, [](double p) { return p < sure; });
  print_paragraph(out, fmt::format("{} of {} belong to their cluster with a probability below {}", unsure,
                                   counted(std::ssize(probabilities), "item"), sure));
}

void print_files(std::FILE* out, const Report& report, const std::string& folder) {
  if (folder.empty()) return;
  print_paragraph(
      out, fmt::format(
               "written to {}: assignments.csv, {}result.json, portrait.json{}; `bellwether report {} -o "
               "page.html` makes a page of it",
               printable(folder, 200), files_beside(report),
               report.method().place ? ", model.bellwether"
                                     : fmt::format(" ({} has no model for new items)", report.method().name),
               shell_word(folder)));
}

void print_advice(std::FILE* out, const std::vector<Advice>& advice) {
  if (advice.empty()) return;
  tell(out, "\n{}\n", bold(out, "what to try next"));
  for (const auto& [reason, command] : advice)
    tell(out, "  {}\n    {}\n", wrapped(reason, width_of(out), 2), command);
}

double value_in(const Scores& scores, std::string_view name) {
  return std::ranges::find(scores, name, &Scores::value_type::first)->second;
}

}  // namespace

void print_main_scores(std::FILE* out, const Scores& scores, const Dataset& items, const Scores* other,
                       const std::string& what_other) {
  std::set<std::string_view> names(items.labels.begin(), items.labels.end());
  names.erase("");
  tell(out, "\n{} (`bellwether evaluate` shows all)\n",
       bold(out, fmt::format("agreement with the truth, {}", counted(std::ssize(names), "class"))));
  if (other != nullptr) print_paragraph(out, what_other);
  for (const std::string_view name : main_scores) {
    const auto info = std::ranges::find(score_table(), name, &ScoreInfo::name);
    const std::string without =
        other == nullptr ? "" : fmt::format("{:>9}  ", fmt::format("({:.4f})", value_in(*other, name)));
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

void print_plan(std::FILE* out, const Material& material, const Evidence& evidence, const Plan& plan) {
  const Dataset& items = material.items;
  print_paragraph(out,
                  fmt::format("{}: {} x {}", printable(material.source, 200), counted(items.items(), "item"),
                              counted(items.rows().columns(), "feature")));
  if (plan.wishes.choose_k) print_paragraph(out, k_plan_in_words(material, evidence, plan.wishes));
  print_paragraph(out, fmt::format("plan: {}", in_words(plan)));
  std::vector<std::string> steps;
  for (const StepPlan& step : plan.steps) steps.push_back(step.name);
  print_paragraph(out, fmt::format("features: {} ({})",
                                   steps.empty() ? "as read" : fmt::format("{}", fmt::join(steps, ", ")),
                                   plan.steps_reason));
  for (const RepresentationPlan& link : plan.chain)
    print_paragraph(out, fmt::format("representation: {} ({})", link.name, link.reason));
  print_paragraph(out, fmt::format("search: {} ({})", plan.search.method, plan.search.reason));
  if (plan.tuning) print_paragraph(out, fmt::format("tuning: {}", plan.tuning->reason));
  for (const EvidenceKind kind : strongest_first(plan.uses))
    print_paragraph(out,
                    fmt::format("{}: {}; check: {}", name_of(kind), in_words(evidence, kind),
                                plan.wishes.trust == Trust::always ? "none, as asked" : about(kind).check));
  print_paragraph(out, fmt::format("cost: {}", cost_in_words(plan)));
}

void print_summary(std::FILE* out, const Report& report, const SummaryContext& context) {
  const Clustering& c = report.clustering();
  print_what_was_read(out, report, context);
  print_directions(out, report.directions);
  tell(out, "\n");
  print_sizes(out, cluster_sizes(c.labels, c.clusters), report.finding.names);
  print_words(out, report);
  print_tree(out, report.finding.outcome.tree);
  tell(out, "\n");
  print_search(out, report, context);
  print_figures(out, c);
  print_certainty(out, c.probabilities);
  for (const std::string& text : evidence_in_words(report)) print_paragraph(out, text);
  if (report.direction) print_paragraph(out, in_words(*report.direction, printable(context.select_for, 200)));
  if (!report.scores.empty()) {
    const auto comparison = comparison_in_words(report);
    print_main_scores(out, report.scores, report.items(), comparison ? &report.plain_scores : nullptr,
                      comparison.value_or(""));
  }
  tell(out, "\n");
  for (const auto& warning : report.warnings) print_note(out, warning);
  print_paragraph(out, fmt::format("{} to read, {} to cluster", duration(report.seconds_reading),
                                   duration(report.seconds_fitting)));
  print_files(out, report, context.folder);
  for (const std::string& line : context.files) print_paragraph(out, line);
  print_advice(out, advice_on(report, context));
}

}  // namespace bellwether::cli
