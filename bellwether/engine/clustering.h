#pragma once
// Clustering: what every method returns, whatever else it knows.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace bellwether {

/// Where an item's cluster is not known beforehand.
inline constexpr int unlabelled = -1;

enum class Goal { minimise, maximise };

struct Objective {
  std::string name = {};
  Goal goal = Goal::minimise;
  double value = 0;                ///< of the labels and the model returned
  std::vector<double> trace = {};  ///< one for each iteration, the last is `value`
};

/// Where the labels of items are that workers hold (holder.h): the step of the last round, with its model,
/// tells them again.
struct Elsewhere {
  std::string step = {};
  std::string model = {};          ///< as bytes
  std::vector<double> sizes = {};  ///< items of each cluster
};

struct Clustering {
  int clusters = 0;
  std::vector<int> labels = {};            ///< the cluster of each item, from 0
  std::vector<double> probabilities = {};  ///< how sure each label is, where the method knows; else empty
  Objective objective = {};
  std::vector<std::pair<std::string, double>> figures = {};  ///< what else was measured, by name: "bic"
  int iterations = 0;
  bool converged = false;
  bool stopped = false;  ///< ended early because it was asked to; the best so far is here
  int restart = 0;       ///< which of the restarts this is, from 0
  int refills = 0;       ///< how often an emptied cluster was given an item
  std::uint64_t random_seed = 0;
  Elsewhere elsewhere = {};  ///< if workers hold the items, and there are no labels here
};

/// How many items each cluster has. Throws InvalidInput if a label is none of the clusters 0 to clusters - 1.
std::vector<std::int64_t> cluster_sizes(const std::vector<int>& labels, int clusters);

/// True if `a` is the better objective.
inline bool better(Goal goal, double a, double b) {
  return goal == Goal::minimise ? a < b : a > b;
}

}  // namespace bellwether
