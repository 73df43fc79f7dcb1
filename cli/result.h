#pragma once
// The result of a run in the forms that other programs read: JSON, and the files of `-o`.

#include <filesystem>
#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <cli/direction.h>
#include <cli/knowledge.h>

#include <bellwether/data/align.h>
#include <bellwether/data/dataset.h>
#include <bellwether/features/vectorizer.h>
#include <bellwether/methods/explain.h>
#include <bellwether/methods/guided.h>
#include <bellwether/methods/other_data.h>
#include <bellwether/methods/transfer.h>
#include <bellwether/methods/tuner.h>

namespace bellwether::cli {

using Scores = std::vector<std::pair<std::string, double>>;

/// What knowledge there was, and what it did. Its outcome is the result's.
struct Guidance {
  NamedKnowledge known = {};
  GuidedOutcome found = {};
  Scores unguided_scores = {};  ///< of the search without it, over the same items
  Index scored = 0;             ///< items that have a true class and that the knowledge says nothing about
};

/// What known clusters taught, and what the same search finds without it.
struct Taught {
  std::string file = {};                  ///< of --known
  std::vector<std::string> classes = {};  ///< the names of the known ones
  Index items = 0;                        ///< of known class
  Representation representation = {};
  std::vector<Direction> directions = {};  ///< what counts as a group, if something was learned
  Scores plain_scores = {};                ///< without what was learned
  std::vector<int> plain_labels = {};      ///< likewise; empty: it was not used
  Index moved = 0;                         ///< items that lie elsewhere without it
};

/// Other data that were used, or tried.
struct BorrowedSource {
  std::string file = {};
  Index items = 0;
  Index tags = 0;  ///< 0: its items have none
  Overlap overlap = {};
  std::optional<double> lambda = {};  ///< its own, if it has one
  std::vector<std::string> ids = {};  ///< of its rows: items or tags
  std::vector<int> labels = {};       ///< the clusters of its rows, if they were clustered
};

/// What other data did, and what the same search finds without them.
struct Borrowed {
  std::vector<BorrowedSource> sources = {};
  std::string representation = {};  ///< what made it; empty: the search itself takes the other data
  FeatureClusters features = {};    ///< of the representation
  bool combined = false;            ///< all were clustered as one collection
  CountsCheck check = {};
  std::string without = {};  ///< the method that takes none; empty: there was no other data
  Scores plain_scores = {};
  std::vector<int> plain_labels = {};  ///< empty: nothing was clustered without
  double plain_objective = 0;
  Index moved = 0;  ///< items that lie elsewhere without it

  bool used() const { return check.used; }
};

/// A collection that was sorted before, or drawn from such.
struct TuningCollection {
  std::string name = {};
  Index items = 0;  ///< 0: it was seen when the file of --tune was made
  int classes = 0;
};

/// What solved collections chose, and what the same search finds untuned.
struct Tuning {
  std::string file = {};  ///< of --tune, if it was learned before
  std::string by = {};    ///< strapping, rls
  std::string option = {};
  double untuned_value = 0;
  std::vector<TuningCollection> collections = {};
  std::string drawn_from = {};  ///< if they were drawn
  bool indifferent = false;     ///< every value did equally well on them: there was nothing to learn
  Tuned tuned = {};             ///< its outcome is the result's
  Strapping strapping = {};     ///< if that chose
  StrappingCheck check = {};    ///< likewise
  LeastSquaresTuning least_squares = {};  ///< if that chose
  Scores untuned_scores = {};
};

struct Result {
  std::string method = {};
  std::string reason = {};  ///< why this method, in words
  Outcome outcome = {};
  Vectorizer vectorizer = {};
  std::vector<std::string> columns = {};  ///< names of the features before the vectorizer's steps
  Matrix centres = {};  ///< of the clusters, before a learned map; empty: the method's parameters have them
  Index items = 0;
  Index features = 0;
  Scores scores = {};  ///< empty where the truth is not known; over items that no knowledge covers
  std::vector<std::string> names = {};  ///< of the clusters; empty: their numbers
  std::optional<Guidance> guidance = {};
  std::optional<Taught> taught = {};
  std::optional<Borrowed> borrowed = {};
  std::optional<Tuning> tuning = {};
  double seconds_reading = 0;
  double seconds_fitting = 0;
  std::optional<DirectionCheck> direction = {};  ///< of labels that chose the words, if there were any
  std::vector<std::string> warnings = {};

  /// An interrupted search has not converged, even if the restart that is kept had.
  bool converged() const { return outcome.clustering.converged && !outcome.clustering.stopped; }
};

/// One JSON object, a line for each key. Always valid UTF-8.
std::string to_json(const Result& result, const Dataset& items);

/// What made the items numbers, as result.json tells it.
nlohmann::ordered_json vectorizer_json(const Vectorizer& vectorizer);

/// What was learned from known clusters and how it did on those held out, as result.json tells it.
nlohmann::ordered_json representation_json(const Representation& representation);
nlohmann::ordered_json learned_json(const Learned& learned);
nlohmann::ordered_json directions_json(const std::vector<Direction>& directions);

/// A line of id,cluster for each item, with its probability where there is one. No names: the clusters'
/// numbers.
void write_assignments(std::ostream& out, const Dataset& items, const std::vector<int>& labels,
                       const std::vector<double>& probabilities, const std::vector<std::string>& names = {});

/// Scores against the truth, over the items that have a label and are not left out; none if there are none.
Scores score(const std::vector<int>& labels, const Dataset& items, const std::vector<bool>& left_out = {});

/// features.csv: the cluster of each feature, and its share of it.
void write_features(std::ostream& out, const std::vector<std::string>& names,
                    const FeatureClusters& features);

/// Names of the items' features: words, columns, or their numbers from 0.
std::vector<std::string> names_of_features(const Result& result);

/// Into an empty folder: assignments.csv, result.json and model.bellwether; features.csv and auxiliary.csv
/// where features and other items were clustered, too.
void write_result(const std::filesystem::path& folder, const Result& result, const Dataset& items);

}  // namespace bellwether::cli
