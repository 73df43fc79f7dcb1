#pragma once
// Report: a finding with what can be told of it at once: scores, what tells the clusters apart, warnings.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <bellwether/portraits/explain.h>
#include <bellwether/runs/direction_check.h>
#include <bellwether/runs/finding.h>
#include <bellwether/scores/against_truth.h>
#include <bellwether/scores/enrichment.h>

namespace bellwether {

/// What other data there were, for people.
struct ToldSource {
  EvidenceKind kind = EvidenceKind::auxiliary;
  std::string name = {};
  Index items = 0;
  Index tags = 0;  ///< 0: its items have none
  Overlap overlap = {};
  std::optional<double> lambda = {};
  std::vector<std::string> ids = {};  ///< of its rows: items or tags
  std::vector<int> labels = {};       ///< the clusters of its rows, if they were clustered
};

/// What the categories of an ontology say of the clusters.
struct ToldCategories {
  std::string source = {};              ///< empty: there was no ontology
  bool guided = false;                  ///< it was evidence, too: that of the kind `vectors`
  std::vector<std::string> names = {};  ///< of all categories of items
  Index items = 0;                      ///< that have a category
  std::vector<std::vector<EnrichedCategory>> enriched = {};  ///< of each cluster, the strongest first
};

struct Report {
  std::string source = {};  ///< what people call the items
  Finding finding = {};
  std::vector<std::pair<EvidenceKind, std::string>> given = {};  ///< the evidence, in words
  Index seeds = 0, must_links = 0, cannot_links = 0;
  std::vector<std::string> labels = {};  ///< of the seeds
  std::string known_source = {};
  std::vector<std::string> known_classes = {};  ///< names
  Index known_items = 0;
  std::vector<ToldSource> others = {};
  bool combined = false;
  std::string tuner_source = {};
  ToldCategories categories = {};
  Scores scores = {};        ///< empty where the truth is not known; over items that no seed or link names
  Scores plain_scores = {};  ///< of the clusters without any evidence, over the same items
  Index scored = 0;          ///< how many those are
  std::vector<Direction> directions = {};  ///< what counts as a group, if known clusters taught it
  Matrix centres =
      {};  ///< clusters x features before a map or a representation; empty: as the parameters have them
  std::optional<DirectionCheck> direction = {};  ///< of labels that chose the words, if there were any
  std::vector<std::string> warnings = {};
  double seconds_reading = 0, seconds_fitting = 0;

  const Clustering& clustering() const { return finding.outcome.clustering; }
  const Dataset& items() const { return finding.items(); }
  const Method& method() const { return find_method(finding.plan.search.method); }
};

ToldCategories tell_categories(const Evidence& evidence, const Finding& finding);

Report report_on(const Material& material, const Evidence& evidence, Finding finding);

/// The feature's share of its cluster's sums times the log of how much larger that is than its share of all:
/// what tells a cluster apart, among values that are counts.
Matrix telling_features(const Rows& items, const Clustering& found);

}  // namespace bellwether
