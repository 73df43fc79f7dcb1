#pragma once
// One search of PCC: rounds of assignment and of update, from given first means.

#include <vector>

#include <bellwether/engine/random.h>
#include <bellwether/links/pcc.h>
#include <bellwether/links/pcc_links.h>

namespace bellwether::pcc_parts {

/// What the search knows of the items before it begins.
struct Spread {
  Vector shift = {};    ///< a point amid dense items; empty with sparse ones
  double variance = 1;  ///< the mean of the features' variances, or 1 if there is none
};
Spread spread_of(const Rows& items, const Run& run);

struct Round {
  Matrix means = {};
  ClusterMetrics metrics = {};
  int refills = 0;
  int refilled = -1;  ///< the cluster that was given an item last
  int in_vain = 0;    ///< how often it was empty again
};

/// Sums over the items around the means and metrics of a round.
struct Moments {
  Vector counts = {};
  Matrix sums = {};     ///< clusters x features: of x - mu
  Matrix squares = {};  ///< clusters x features: of its squares; empty with a full metric
  Matrix scatter = {};  ///< full metrics: of (x - mu)(x - mu)', for each metric one below the other
  double objective = 0;
  bool refill = false;  ///< a cluster is empty and shall be given an item
  bool unsettled() const { return refill; }
};

void merge(Moments& into, const Moments& from);

class Search {
 public:
  Search(const Rows& items, const Spread& spread, const LinkGraph& graph, std::span<const int> held,
         const PccOptions& options, Random random, const Run& run);

  Round first_round(const Matrix& means) const;
  /// Labels for a round's means and metrics, from the labels before; J is in the answer.
  Moments assess(const Round& round);
  /// The means and metrics that are best for those labels.
  Round update(Round round, const Moments& moments) const;

  const std::vector<int>& labels() const { return labels_; }
  std::vector<int> take_labels() { return std::move(labels_); }
  const BrokenLinks& broken() const { return broken_; }
  const FarPairs& far() const { return far_; }

 private:
  void label_free_items(const Round& round, Matrix& linked_scores);
  void label_linked_items(const Round& round, const Matrix& scores);
  Moments moments_of(const Round& round) const;
  Index worst_fit(const Round& round, const Moments& moments) const;
  bool is_held(Index item) const { return !held_.empty() && held_[item] != unlabelled; }

  const Rows items_;
  const Spread& spread_;
  const LinkGraph& graph_;
  std::span<const int> held_;
  const PccOptions& options_;
  const Run& run_;
  std::vector<int> order_;  ///< in which linked items are assigned
  std::vector<int> labels_;
  FarPairs far_;
  bool far_renewed_ = false;
  Matrix lengths_ = {};  ///< links x metrics
  BrokenLinks broken_ = {};
};

}  // namespace bellwether::pcc_parts
