#include <bellwether/portraits/report.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <bellwether/data/error.h>
#include <bellwether/data/text.h>
#include <bellwether/data/values.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

/// The mean of each cluster's items; 0 for one without.
Matrix means_of(const Rows& items, const Clustering& found) {
  Matrix means = Matrix::Zero(found.clusters, items.columns());
  const auto sizes = cluster_sizes(found.labels, found.clusters);
  for (Index i = 0; i < items.rows(); ++i) {
    const int cluster = found.labels[static_cast<std::size_t>(i)];
    means.row(cluster) +=
        dense_row(items, i).transpose() / static_cast<double>(sizes[static_cast<std::size_t>(cluster)]);
  }
  return means;
}

/// Where clusters lie before a map, or what tells them apart before a representation by features.
Matrix centres_of(const Material& material, const Report& report) {
  const Finding& finding = report.finding;
  if (const RepresentationMade* made = finding.made_from(known))
    return means_of(made->items_before.rows(), finding.outcome.clustering);
  if (!finding.space->made.empty() || finding.plan.uses.intersects({auxiliary, annotated}))
    return telling_features(material.items.rows(), finding.outcome.clustering);
  if (report.method().needs_counts)
    return telling_features(finding.items().rows(), finding.outcome.clustering);
  return {};
}

void tell_sources(const Evidence& evidence, Report& report) {
  const auto tell = [&](const OtherItems& other, EvidenceKind kind) {
    ToldSource told{.kind = kind,
                    .name = other.source,
                    .items = other.items,
                    .overlap = other.overlap,
                    .lambda = other.lambda};
    if (kind == annotated && !report.combined) told.tags = other.rows.items();
    for (Index i = 0; i < other.rows.items(); ++i) told.ids.push_back(other.rows.id(i));
    report.others.push_back(std::move(told));
  };
  for (const OtherItems& other : evidence.auxiliary) tell(other, auxiliary);
  if (evidence.annotated.rows.items() > 0) tell(evidence.annotated, annotated);

  const auto keep_labels = [&](EvidenceKind kind, const std::vector<std::vector<int>>& labels) {
    std::size_t next = 0;
    for (ToldSource& told : report.others)
      if (told.kind == kind && next < labels.size()) told.labels = labels[next++];
  };
  const Finding& finding = report.finding;
  if (report.combined) {
    for (std::size_t s = 0; s < report.others.size() && s < finding.outcome.auxiliary.size(); ++s)
      report.others[s].labels = finding.outcome.auxiliary[s];
    return;
  }
  for (const EvidenceKind kind : {auxiliary, annotated}) {
    if (const RepresentationMade* made = finding.made_from(kind))
      keep_labels(kind, made->others);
    else if (report.method().takes.contains(kind))
      keep_labels(kind, finding.outcome.auxiliary);
  }
}

std::vector<std::string> warnings_of(const Finding& finding) {
  std::vector<std::string> warnings = finding.notes;
  const Clustering& c = finding.outcome.clustering;
  const auto sizes = cluster_sizes(c.labels, c.clusters);
  const auto empty = std::ranges::count(sizes, 0);
  if (empty > 0)
    warnings.push_back(fmt::format("{} ended without items; ask for fewer with {}", counted(empty, "cluster"),
                                   setting("clusters")));
  if (c.stopped)
    warnings.push_back("interrupted: this is the best that was found until then");
  else if (!c.converged)
    warnings.push_back(fmt::format("the search was still improving when it ended; try {}",
                                   remedy("iterations", 10 * static_cast<std::int64_t>(c.iterations))));
  return warnings;
}

}  // namespace

Matrix telling_features(const Rows& items, const Clustering& found) {
  Matrix shares = Matrix::Zero(found.clusters, items.columns());
  for_each_value(items, [&](Index i, Index j, double value) {
    shares(found.labels[static_cast<std::size_t>(i)], j) += value;
  });
  Vector all = shares.colwise().sum();
  all /= std::max(all.sum(), 1e-300);
  for (Index k = 0; k < shares.rows(); ++k) {
    const double total = std::max(shares.row(k).sum(), 1e-300);
    for (Index j = 0; j < shares.cols(); ++j) {
      const double share = shares(k, j) / total;
      shares(k, j) = all[j] > 0 && share > all[j] ? share * std::log(share / all[j]) : 0.0;
    }
  }
  return shares;
}

ToldCategories tell_categories(const Evidence& evidence, const Finding& finding) {
  const ItemCategories& given = evidence.categories;
  if (given.source.empty()) return {};
  const Clustering& found = finding.outcome.clustering;
  return {
      .source = given.source,
      .guided = evidence.vectors.categories > 0,
      .names = given.names,
      .items = std::ranges::count_if(given.of_items, [](const auto& of_item) { return !of_item.empty(); }),
      .enriched = enriched_categories(found.labels, found.clusters, given.of_items, given.names.size())};
}

Report report_on(const Material& material, const Evidence& evidence, Finding found) {
  Report report{.source = material.source, .finding = std::move(found)};
  const Finding& finding = report.finding;
  for (const Verdict& verdict : finding.verdicts)
    report.given.emplace_back(verdict.kind, in_words(evidence, verdict.kind));
  report.seeds = std::ranges::count_if(evidence.seeds, [](int seed) { return seed != unlabelled; });
  report.must_links = std::ssize(evidence.must_link);
  report.cannot_links = std::ssize(evidence.cannot_link);
  report.labels = evidence.labels;
  report.known_source = evidence.known.source;
  report.known_classes = evidence.known.names;
  report.known_items = evidence.known.items.items();
  report.tuner_source = evidence.solved.source;
  report.combined = finding.plan.wishes.combine;
  tell_sources(evidence, report);

  report.categories = tell_categories(evidence, finding);
  report.scores = score(finding.labels(), finding.items(), finding.covered);
  if (finding.guided()) report.plain_scores = score(finding.plain.labels, finding.items(), finding.covered);
  const auto& truth = finding.items().labels;
  for (std::size_t i = 0; i < truth.size(); ++i)
    if (!truth[i].empty() && (finding.covered.empty() || !finding.covered[i])) ++report.scored;
  if (const RepresentationMade* made = finding.made_from(known); made != nullptr && made->map.used()) {
    std::vector<Step> before = material.vectorizer.steps;
    before.insert(before.end(), made->before.begin(), made->before.end());
    report.directions = explain(made->map.learned->map, made->items_before.rows(), before, finding.columns);
  }
  report.centres = centres_of(material, report);
  report.warnings = warnings_of(finding);
  return report;
}

}  // namespace bellwether
