#pragma once
// The stages that searches are made of: a start, sweeps over one side until it settles, and rounds over all
// sides until none moves.

#include <functional>

#include <bellwether/coclustering/problem.h>
#include <bellwether/coclustering/search.h>
#include <bellwether/engine/random.h>
#include <bellwether/engine/run.h>

namespace bellwether::coclustering {

struct SearchOptions {
  CoSearch search = CoSearch::moves;
  int restarts = 10;
  int iterations = 100;
  std::uint64_t random_seed = 0;
};

/// Elements in a random order.
std::vector<Index> shuffled(std::vector<Index> elements, Random random);
std::vector<Index> shuffled(Index count, Random random);

/// Items ordered by what they contain and by their label: their numbers do not matter, and so items that come
/// in another order are visited in the same one. Equal items of the same label keep their order.
std::vector<Index> ordered_by_content(const Lines& items, std::span<const int> labels);

/// Elements with counts in any view, dealt out evenly in a random order; those without are in cluster 0.
std::vector<int> balanced_start(std::span<const View> views, int clusters, Random random);

/// What sweeps over one side came to.
struct Settled {
  int sweeps = 0;
  Index moved = 0;  ///< in the last of them
  int refills = 0;
  double information = 0;  ///< sum of lambda I(clusters; parts), in nats
};

/// Called after each sweep with their number so far.
using AfterSweep = std::function<void(int)>;

/// Sweeps over one side until at most `few` elements move, `iterations` times, or until a stop is asked for.
Settled settle(std::span<const View> views, std::vector<int>& labels, int clusters,
               std::span<const Index> order, Index few, const SearchOptions& options, const Run& run,
               const AfterSweep& after = {});

/// What rounds over all sides came to.
struct Rounds {
  std::vector<double> trace = {};  ///< J before the first round, and after each
  bool converged = false;          ///< nothing moved in the last
  int refills = 0;
};

/// Items of each collection, then the features from the new clusters of items: so J never rises. (From the
/// old ones, as the paper's algorithm 1 is printed, it can.)
Rounds rounds(const Problem& problem, Labels& labels, std::span<const std::vector<Index>> item_orders,
              std::span<const Index> feature_order, const SearchOptions& options, const Run& run);

}  // namespace bellwether::coclustering
