#include <bellwether/coclustering/stages.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include <bellwether/coclustering/batch.h>
#include <bellwether/coclustering/moves.h>

namespace bellwether::coclustering {
namespace {

/// A number that hardly any other content has.
std::uint64_t content_of(const Line& line) {
  std::uint64_t hash = 0x9e3779b97f4a7c15u;
  const auto stir = [&](std::uint64_t word) {
    hash = (hash ^ word) * 0xff51afd7ed558ccdu;
    hash ^= hash >> 32;
  };
  for (std::size_t k = 0; k < line.counts.size(); ++k) {
    stir(static_cast<std::uint64_t>(line.places[k]));
    stir(std::bit_cast<std::uint64_t>(line.counts[k]));
  }
  return hash;
}

Settled settle_moves(std::span<const View> views, std::vector<int>& labels, int clusters,
                     std::span<const Index> order, Index few, const SearchOptions& options, const Run& run,
                     const AfterSweep& after) {
  Moves moves(views, labels, clusters);
  Settled settled;
  while (settled.sweeps < options.iterations && !run.stop.stop_requested()) {
    settled.moved = moves.sweep(order);
    ++settled.sweeps;
    if (after) after(settled.sweeps);
    if (settled.moved <= few) break;
  }
  settled.information = moves.information();
  return settled;
}

Settled settle_batch(std::span<const View> views, std::vector<int>& labels, int clusters, Index few,
                     const SearchOptions& options, const Run& run, const AfterSweep& after) {
  Batch batch(views, labels, clusters);
  Settled settled;
  while (settled.sweeps < options.iterations && !run.stop.stop_requested()) {
    settled.moved = batch.sweep();
    ++settled.sweeps;
    if (after) after(settled.sweeps);
    if (settled.moved <= few) break;
  }
  settled.refills = batch.refills();
  settled.information = batch.information();
  return settled;
}

}  // namespace

std::vector<Index> shuffled(std::vector<Index> elements, Random random) {
  random.shuffle(elements);
  return elements;
}

std::vector<Index> shuffled(Index count, Random random) {
  std::vector<Index> elements(static_cast<std::size_t>(count));
  std::iota(elements.begin(), elements.end(), Index{0});
  return shuffled(std::move(elements), random);
}

std::vector<Index> ordered_by_content(const Lines& items, std::span<const int> labels) {
  struct Key {
    std::uint64_t content;
    int label;
    Index item;
    auto operator<=>(const Key&) const = default;
  };
  std::vector<Key> keys;
  for (Index i = 0; i < items.size(); ++i) keys.push_back({content_of(items.line(i)), labels[i], i});
  std::ranges::sort(keys);
  std::vector<Index> order;
  for (const Key& key : keys) order.push_back(key.item);
  return order;
}

std::vector<int> balanced_start(std::span<const View> views, int clusters, Random random) {
  const auto count = views[0].lines->masses.size();
  std::vector<Index> elements;
  for (std::size_t i = 0; i < count; ++i)
    if (std::ranges::any_of(views, [&](const View& view) { return view.lines->masses[i] > 0; }))
      elements.push_back(static_cast<Index>(i));
  random.shuffle(elements);
  std::vector<int> labels(count, 0);
  for (std::size_t k = 0; k < elements.size(); ++k)
    labels[elements[k]] = static_cast<int>(k % static_cast<std::size_t>(clusters));
  return labels;
}

Settled settle(std::span<const View> views, std::vector<int>& labels, int clusters,
               std::span<const Index> order, Index few, const SearchOptions& options, const Run& run,
               const AfterSweep& after) {
  return options.search == CoSearch::moves
             ? settle_moves(views, labels, clusters, order, few, options, run, after)
             : settle_batch(views, labels, clusters, few, options, run, after);
}

Rounds rounds(const Problem& problem, Labels& labels, std::span<const std::vector<Index>> item_orders,
              std::span<const Index> feature_order, const SearchOptions& options, const Run& run) {
  SearchOptions once = options;
  once.iterations = 1;
  Rounds done;
  const auto report = [&] {
    done.trace.push_back(loss(problem, labels));
    if (run.on_progress)
      run.on_progress({.iteration = static_cast<int>(done.trace.size()) - 1,
                       .iterations = options.iterations,
                       .objective = done.trace.back()});
  };
  const auto sweep = [&](std::span<const View> views, std::vector<int>& side, int clusters,
                         std::span<const Index> order) {
    const Settled settled = settle(views, side, clusters, order, 0, once, {});
    done.refills += settled.refills;
    return settled.moved;
  };

  report();
  for (int round = 0; round < options.iterations && !done.converged && !run.stop.stop_requested(); ++round) {
    Index moved = 0;
    for (std::size_t a = 0; a < problem.collections.size(); ++a) {
      const View view = problem.items_by(a, labels.features);
      moved += sweep({&view, 1}, labels.items[a], problem.clusters[a], item_orders[a]);
    }
    moved +=
        sweep(problem.features_by(labels.items), labels.features, problem.feature_clusters, feature_order);
    done.converged = moved == 0;
    report();
  }
  return done;
}

}  // namespace bellwether::coclustering
