#pragma once
// The part of PCC that items decide together: which links are broken, and what that costs.

#include <span>
#include <vector>

#include <bellwether/links/farthest_pair.h>
#include <bellwether/links/knowledge.h>
#include <bellwether/links/metric.h>

namespace bellwether::pcc_parts {

/// Every link once, with the largest of its weights, and who is linked to whom. An item's link to itself says
/// nothing and is left out.
struct LinkGraph {
  std::vector<Link> links = {};      ///< must-links first
  std::vector<double> weights = {};  ///< of each
  std::size_t must_links = 0;        ///< how many of them
  std::vector<Index> linked = {};    ///< the items in any, rising
  std::vector<int> place = {};       ///< of each item in `linked`, or -1
  struct Neighbour {
    std::size_t link;
    Index item;
  };
  std::vector<std::size_t> starts = {};
  std::vector<Neighbour> neighbours = {};  ///< of linked[k]: from starts[k] to starts[k + 1]

  LinkGraph(const Knowledge& knowledge, Index items);
  bool must(std::size_t link) const { return link < must_links; }
  bool any_cannot() const { return must_links < links.size(); }
  std::span<const Neighbour> of(std::size_t k) const {
    return std::span(neighbours).subspan(starts[k], starts[k + 1] - starts[k]);
  }
};

/// The farthest pair under each metric, found as late as possible: until then there is a far pair, whose
/// distance is a lower bound, better after each improve().
class FarPairs {
 public:
  explicit FarPairs(const Rows& items) : items_(items) {}

  /// Other metrics: old pairs serve as first guesses.
  void renew(const ClusterMetrics& metrics);
  void improve(const ClusterMetrics& metrics, Index metric);

  bool exact(Index metric) const { return steps_[static_cast<std::size_t>(metric)] == 2; }
  const FarPair& operator[](Index metric) const { return pairs_[static_cast<std::size_t>(metric)]; }

 private:
  const Rows items_;
  std::vector<FarPair> pairs_ = {};
  std::vector<int> steps_ = {};  ///< 0: a guess, 1: after a climb, 2: exact
};

struct LinkPrices {
  double must = 1;
  double cannot = 1;
  bool scaled = true;  ///< by f_M and f_C; else these are the costs themselves
};

struct BrokenLinks {
  std::vector<std::size_t> links = {};
  double cost = 0;  ///< of these links
};

/// The linked items' choice of clusters in one round.
class LinkedChoice {
 public:
  /// `scores` is linked items x clusters: what each costs there apart from links. `lengths` is links x
  /// metrics:
  /// ||x_i - x_j||^2_A. A held item (a cluster for each item, or `unlabelled`; empty: none is held) stays.
  LinkedChoice(const LinkGraph& graph, const Matrix& scores, const Matrix& lengths,
               const ClusterMetrics& metrics, FarPairs& far, const LinkPrices& prices,
               std::span<const int> held);

  /// Goes through the items in `order` (places in graph.linked) until nobody gains by moving. A partner that
  /// is `unlabelled` does not count yet.
  void settle(const std::vector<int>& order, std::vector<int>& labels);

  BrokenLinks broken(const std::vector<int>& labels);

  /// What the linked items cost where they are, apart from links.
  double score(const std::vector<int>& labels) const;

 private:
  int best_cluster(std::size_t k, const std::vector<int>& labels);
  void add_must(std::size_t link, int other);
  void add_cannot(std::size_t link, int other);
  double must_cost(std::size_t link, Index a, Index b) const;
  double cannot_cost(std::size_t link, Index cluster) const;

  const LinkGraph& graph_;
  const Matrix& scores_;
  const Matrix& lengths_;
  const ClusterMetrics& metrics_;
  FarPairs& far_;
  LinkPrices prices_;
  std::span<const int> held_;
  Vector costs_;               ///< of one item in each cluster
  std::vector<char> bounded_;  ///< its cost there is only bounded from below
};

}  // namespace bellwether::pcc_parts
