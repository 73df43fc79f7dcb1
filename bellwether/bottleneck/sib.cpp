#include <bellwether/bottleneck/sib.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <bellwether/bottleneck/item_costs.h>
#include <bellwether/data/error.h>
#include <bellwether/engine/restarts.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether {
namespace {

using bottleneck::ClusterTable;
using bottleneck::ItemCosts;
using bottleneck::SibItems;

/// Items that can be clustered, by the features that they have.
struct Prepared {
  std::vector<std::int32_t> used = {};  ///< the numbers of these features
  SibItems items;
};

Prepared prepare(const Rows& items, const SibOptions& options) {
  require_clusterable(items, options.clusters);
  check_options(options, "sib");
  bottleneck::require_order(options.information, options.alpha);
  auto distributions = bottleneck::distributions_of(items);
  auto used = bottleneck::keep_used_features(distributions.columns, distributions.features);
  return {std::move(used), SibItems(std::move(distributions), options.information, options.alpha)};
}

std::vector<Index> in_order(Index count) {
  std::vector<Index> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), Index{0});
  return order;
}

/// Clusters of the same size, or one more.
std::vector<int> balanced_start(Index count, int clusters, Random random) {
  auto order = in_order(count);
  random.shuffle(order);
  std::vector<int> labels(order.size());
  for (std::size_t k = 0; k < order.size(); ++k)
    labels[order[k]] = static_cast<int>(k % static_cast<std::size_t>(clusters));
  return labels;
}

/// Passes over the items, each in an order of its own.
class Search {
 public:
  /// `base` is the order of the items that the others are drawn from.
  Search(const SibItems& items, std::vector<int> labels, std::vector<Index> base, int clusters, Random random)
      : table_(items, clusters),
        costs_(table_),
        labels_(std::move(labels)),
        base_(std::move(base)),
        random_(random) {
    if (items.tilted()) tilts_.assign(static_cast<std::size_t>(items.size() * table_.width()), 0);
    table_.fill(labels_, base_);
  }

  /// Returns how many items moved. Sums are added up afresh afterwards: moves leave rounding in them.
  Index pass(const Run& run) {
    auto order = base_;
    random_.shuffle(order);
    Index moved = 0;
    for (std::size_t k = 0; k < order.size(); ++k) {
      if (k % 1024 == 0 && run.stop.stop_requested()) break;
      moved += visit(order[k]) ? 1 : 0;
    }
    if (moved > 0) table_.fill(labels_, base_);
    return moved;
  }

  double information() { return table_.information(cluster_tilts_); }
  const std::vector<int>& labels() const { return labels_; }

 private:
  bool visit(Index i) {
    const int own = labels_[i];
    if (table_.sizes()[own] < 2) return false;  // its last item costs nothing where it is
    const auto width = tilts_.empty() ? 0 : static_cast<std::size_t>(table_.width());
    const int best =
        costs_.cheapest(i, own, std::span(tilts_).subspan(static_cast<std::size_t>(i) * width, width));
    if (best == own) return false;
    table_.move(i, own, best);
    labels_[i] = best;
    return true;
  }

  ClusterTable table_;
  ItemCosts costs_;
  std::vector<int> labels_;
  std::vector<Index> base_;
  Random random_;
  std::vector<float> tilts_;           ///< of each item against each cluster, for Csiszar's information
  std::vector<double> cluster_tilts_;  ///< of the clusters against each other
};

/// The labels, and what follows from them.
void report(const SibItems& items, std::vector<int> labels, SibClustering& result) {
  ClusterTable table(items, result.clusters);
  table.fill(labels, in_order(items.size()));
  const auto sums = table.sums();
  result.sums.resize(result.clusters, sums.features);
  for (int c = 0; c < result.clusters; ++c)
    for (Index x = 0; x < sums.features; ++x) result.sums(c, x) = sums.values[x * sums.stride + c];
  result.labels = std::move(labels);
  // What each pass was worth has rounding in it that is the same for all: they go along with the last.
  auto& objective = result.objective;
  objective.value = bottleneck::information_of(items.kind(), sums, items.alpha());
  const double more = objective.value - objective.trace.back();
  for (double& value : objective.trace) value += more;
  objective.trace.back() = objective.value;
}

SibClustering search(const SibItems& items, std::vector<int> start, std::vector<Index> base,
                     const SibOptions& options, Random random, const Run& run) {
  Search search(items, std::move(start), std::move(base), options.clusters, random);
  SibClustering result;
  result.clusters = options.clusters;
  result.objective = {.name = "information kept (nats)", .goal = Goal::maximise};
  auto& trace = result.objective.trace;
  trace.push_back(search.information());
  std::vector<int> best = search.labels();
  std::size_t best_pass = 0;
  const auto ask = [&] {
    if (run.on_progress)
      run.on_progress({.iteration = static_cast<int>(trace.size()) - 1,
                       .iterations = options.iterations,
                       .objective = trace.back()});
    return run.stop.stop_requested();
  };
  const double few = options.tolerance * static_cast<double>(items.size());
  for (bool stop = ask(); !stop && !result.converged && std::ssize(trace) <= options.iterations;
       stop = ask()) {
    const Index moved = search.pass(run);
    result.converged = !run.stop.stop_requested() && static_cast<double>(moved) <= few;
    trace.push_back(moved > 0 ? search.information() : trace.back());
    // Only Csiszar's may fall.
    if (!items.tilted() || trace.back() >= trace[best_pass]) {
      best = search.labels();
      best_pass = trace.size() - 1;
    }
  }
  trace.resize(best_pass + 1);
  result.iterations = static_cast<int>(best_pass);
  report(items, std::move(best), result);
  return result;
}

}  // namespace

SibClustering sib(const Rows& items, const SibOptions& options, const Run& run) {
  const Prepared prepared = prepare(items, options);
  const auto fit_once = [&](Random random, const Run& inner) {
    return search(prepared.items, balanced_start(items.rows(), options.clusters, random.split(0)),
                  in_order(items.rows()), options, random.split(1), inner);
  };
  // A search goes from item to item, so threads can only share restarts: as with few items, whatever there
  // are.
  auto result = best_of_restarts(options.restarts, options.random_seed, Rows{}, fit_once, run);
  result.sums = bottleneck::with_all_features(result.sums, prepared.used, items.columns());
  return result;
}

SibClustering sib_from(const Rows& items, std::span<const int> start, const SibOptions& options,
                       const Run& run) {
  const Prepared prepared = prepare(items, options);
  bottleneck::require_labels_fit(items.rows(), start, options.clusters);
  const std::vector<int> labels(start.begin(), start.end());
  const auto sizes = cluster_sizes(labels, options.clusters);
  for (int c = 0; c < options.clusters; ++c)
    require(sizes[c] > 0, "the start has no item in cluster {}: give every cluster one, or ask for fewer", c);
  auto result = search(prepared.items, labels, prepared.items.by_content(labels), options,
                       Random(options.random_seed).split(0), run);
  result.sums = bottleneck::with_all_features(result.sums, prepared.used, items.columns());
  result.random_seed = options.random_seed;
  result.stopped = run.stop.stop_requested();
  return result;
}

Placement place_by_information(const Rows& items, const Matrix& sums, std::span<const double> sizes,
                               Information information, double alpha, const Run& run) {
  bottleneck::require_order(information, alpha);
  require(
      items.columns() == sums.cols(),
      "the items have {} features, but the clusters have {}: items must have the features of those that the "
      "clusters were found with",
      items.columns(), sums.cols());
  require(static_cast<Index>(sizes.size()) == sums.rows(),
          "there are {} sizes for {} clusters: one each is needed", sizes.size(), sums.rows());
  for (std::size_t c = 0; c < sizes.size(); ++c) require(sizes[c] >= 1, "cluster {} has no items", c);
  const SibItems prepared(bottleneck::distributions_of(items), information, alpha);
  const auto clusters = static_cast<int>(sums.rows());
  ClusterTable table(prepared, clusters);
  table.fill(sums, sizes);
  Placement placed;
  placed.labels.resize(static_cast<std::size_t>(items.rows()));
  for_each_block(
      items.rows(),
      [&](std::int64_t begin, std::int64_t end) {
        ItemCosts costs(table);
        std::vector<float> tilts(static_cast<std::size_t>(table.width()));
        for (Index i = begin; i < end; ++i) {
          std::ranges::fill(tilts, 0.0f);
          placed.labels[i] = costs.cheapest(i, ItemCosts::none, tilts);
        }
      },
      run);
  if (items.rows() > 0)
    placed.objective = information_kept(items, placed.labels, clusters, information, alpha);
  return placed;
}

}  // namespace bellwether
