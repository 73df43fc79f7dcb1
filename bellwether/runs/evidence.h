#pragma once
// Evidence: all that is known, in memory, with ids resolved to items. Each kind may be empty. Rows of other
// items are in the columns of the material's items, before any step.

#include <optional>
#include <string>
#include <vector>

#include <bellwether/data/align.h>
#include <bellwether/data/dataset.h>
#include <bellwether/links/knowledge.h>
#include <bellwether/methods/evidence_kind.h>
#include <bellwether/runs/material.h>
#include <bellwether/runs/tuning.h>

namespace bellwether {

/// Items of other clusters, which are known.
struct KnownClusters {
  std::string source = {};  ///< what people call them
  Dataset items = {};
  std::vector<int> classes = {};        ///< of each item, from 0
  std::vector<std::string> names = {};  ///< of the classes
  std::vector<Index> places =
      {};  ///< where each stands in the one list that held them and the items; empty: after them
};

/// Other items that share the features; of tagged ones, a row for each tag.
struct OtherItems {
  std::string source = {};
  Dataset rows = {};
  Index items = 0;                    ///< that were read
  Overlap overlap = {};               ///< with the features of the items
  std::optional<double> lambda = {};  ///< its own weight; none: that of the settings
};

/// Collections that were sorted before, or what was learned from such.
struct SolvedCollections {
  std::vector<SolvedCollection> collections = {};
  bool own_columns = false;  ///< each is measured by itself: nothing that is learned from the items fits it
  std::optional<Tuner> tuner = {};
  std::string source = {};  ///< of the tuner
};

/// Vectors of words, learned elsewhere from far more text than anybody clusters, or made of an ontology.
struct PretrainedVectors {
  std::string source = {};
  Matrix vectors = {};   ///< features x dimensions; a row of zeros where a feature has none
  Index found = 0;       ///< features that have one
  Index categories = 0;  ///< of the ontology that they are made of; 0: they were learned
};

/// Categories of the items, which explain clusters and change none.
struct ItemCategories {
  std::string source = {};
  std::vector<std::string> names = {};
  std::vector<std::vector<std::size_t>> of_items = {};  ///< of each item, rising
};

struct Evidence {
  std::vector<int> seeds = {};           ///< the cluster of each item, or `unlabelled`; empty: none is known
  std::vector<std::string> labels = {};  ///< names of the seeded clusters, the first that of cluster 0
  std::string seeds_source = {};         ///< what people call the seeds; empty: nothing else
  std::vector<Link> must_link = {}, cannot_link = {};
  std::vector<double> must_weights = {}, cannot_weights = {};  ///< of the links; empty: all 1
  Index min_size = 0, max_size = 0;                            ///< of every cluster; 0: no bound
  KnownClusters known = {};
  std::vector<OtherItems> auxiliary = {};
  OtherItems annotated = {};
  SolvedCollections solved = {};
  PretrainedVectors vectors = {};
  ItemCategories categories = {};

  EvidenceKinds kinds() const;  ///< that are given
};

/// These kinds alone, with the categories, which change nothing.
Evidence only(const Evidence& evidence, EvidenceKinds kinds);

/// What of it is known of the items themselves, for searches. Items and clusters are named for errors as the
/// material and the labels name them; both must outlive what is returned.
Knowledge knowledge_of(const Evidence& evidence, EvidenceKinds kinds, const Material& material);

/// Throws InvalidInput unless all of it fits the items, so many clusters, and each other: numbers of items
/// and clusters, bounds that can be kept, columns.
void require_fits(const Evidence& evidence, const Material& material, int clusters);

/// "12 seeds of 3 labels", "40 must-links, 20 cannot-links", "60 items of 4 known classes": for people.
std::string in_words(const Evidence& evidence, EvidenceKind kind);

}  // namespace bellwether
