#pragma once
// What a page shows of one clustering: the figures of result.json and the items of portrait.json, as plain
// data.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <bellwether/data/matrix.h>

namespace bellwether::page {

/// An item by name, with what there is to see of it.
struct Example {
  std::string id = {};
  std::string text = {};     ///< empty: none
  std::string picture = {};  ///< a data: address, or empty
};

struct ShownItem {
  std::string id = {}, text = {};
  int cluster = 0;
  int truth = -1;                          ///< a number of truth_names; -1: not known
  int before = -1;                         ///< the cluster without the knowledge; -1: there was no knowledge
  std::optional<double> probability = {};  ///< of its cluster
  bool known = false;                      ///< the knowledge says something about it
};

/// A feature by which a cluster differs from the rest.
struct TopFeature {
  std::string name = {};
  double weight = 0;
  bool low = false;  ///< the cluster has less of it than the rest
};

struct ShownCluster {
  std::string name = {};
  std::int64_t size = 0;
  double share = 0;
  std::vector<TopFeature> features = {};
  std::vector<Example> representatives = {};
};

struct UncertainItem {
  Example item = {};
  int cluster = 0, other = 0;
  double certainty = 0;
};

struct BrokenLink {
  std::string kind = {}, first = {}, second = {};
};

/// Clusters x classes, over all items whose class is known.
struct Confusion {
  std::vector<std::string> classes = {};
  std::vector<std::vector<std::int64_t>> counts = {};
};

/// A kind of knowledge that was given: "seeds".
struct ShownEvidence {
  std::string kind = {};
  bool used = false;
};

/// A category of an ontology that is over-represented in a group.
struct ShownCategory {
  std::string name = {};
  std::int64_t items = 0, items_in_all = 0;
  double adjusted_p = 1;
};

/// How the number of clusters was chosen.
struct ShownChoice {
  int clusters = 0, runner_up = 0;
  double sure = 0;
  std::string reason = {};
  std::string measure = {};  ///< what the curve shows: apart, bic or met
  double needed = 1;         ///< of `apart`
  std::vector<std::pair<int, double>> curve = {};
};

using NamedValues = std::vector<std::pair<std::string, double>>;

struct ShownResult {
  std::string folder = {};  ///< as typed: what errors and comparisons call it
  std::string source = {}, command = {};
  std::string method = {}, reason = {};
  std::string kind = "items";  ///< what the items are: texts, pictures, items
  std::int64_t items = 0, features = 0;
  int clusters = 0;
  std::optional<ShownChoice> choice = {};  ///< none: the number was given
  std::uint64_t random_seed = 0;
  int iterations = 0;
  bool converged = false, interrupted = false;
  std::string objective = {};
  bool minimise = true;
  double objective_value = 0;
  std::vector<double> trace = {};
  NamedValues scores = {};         ///< empty: the truth is not known
  NamedValues scores_before = {};  ///< of what is found without any knowledge; empty: none was given
  bool scored_the_rest = false;    ///< scores are of items that the knowledge says nothing about
  std::vector<ShownEvidence> evidence = {};
  std::vector<std::vector<ShownCategory>> categories = {};  ///< of each group; empty: no ontology was given
  std::int64_t moved = 0;  ///< items that lie elsewhere than without the knowledge
  double seconds_reading = 0, seconds_fitting = 0;
  std::vector<std::pair<std::string, std::string>> options = {};
  std::vector<std::string> steps = {};  ///< what was made of the items
  std::vector<std::string> warnings = {}, knowledge = {}, next = {};

  std::vector<ShownItem> shown = {};  ///< a sample if there are many items
  std::vector<std::string> truth_names = {}, cluster_names = {};
  Matrix coordinates = {};  ///< of the shown items: their principal components
  std::vector<double> component_share = {};
  Matrix neighbours = {};  ///< of the shown items: places on the map of neighbourhoods
  Confusion confusion = {}, confusion_before = {};
  std::vector<ShownCluster> groups = {};
  std::vector<UncertainItem> uncertain = {};
  std::int64_t must_links = 0, cannot_links = 0, broken_count = 0;
  std::vector<BrokenLink> broken = {};

  bool has_truth() const { return !truth_names.empty(); }
  bool has_before() const { return !shown.empty() && shown.front().before >= 0; }
};

/// The score of that name, if it is there.
inline std::optional<double> find_score(const NamedValues& scores, const std::string& name) {
  for (const auto& [key, value] : scores)
    if (key == name) return value;
  return std::nullopt;
}

/// One line of a comparison of methods.
struct ComparedMethod {
  std::string method = {}, folder = {}, needs = {}, note = {};
  std::vector<ShownEvidence> evidence = {};
  int repeats = 0;
  struct Score {
    std::string name = {};
    double mean = 0, deviation = 0;
    std::vector<double> values = {};
  };
  std::vector<Score> scores = {};
  std::optional<double> agreement = {}, p = {}, difference = {};
  double seconds = 0;
  bool best = false;
};

/// What `bellwether compare` found.
struct ShownComparison {
  std::string source = {}, verdict = {}, main_score = {}, best = {};
  std::int64_t items = 0;
  int clusters = 0, repeats = 0;
  std::vector<ComparedMethod> methods = {};
  std::vector<std::pair<std::string, std::string>> not_run = {};  ///< a method, and why
};

}  // namespace bellwether::page
