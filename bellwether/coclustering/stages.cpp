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

namespace {

struct Swept {
  Index moved = 0;
  int refills = 0;
  std::vector<std::vector<double>> tables = {};  ///< of each view, as View::table
};

Swept sweep_once(std::span<const View> views, std::vector<int>& labels, int clusters,
                 std::span<const Index> order, CoSearch search) {
  Swept swept;
  const auto take_tables = [&](const auto& sweeper) {
    for (std::size_t v = 0; v < views.size(); ++v) swept.tables.push_back(sweeper.table(v));
  };
  if (search == CoSearch::moves) {
    Moves moves(views, labels, clusters);
    swept.moved = moves.sweep(order);
    take_tables(moves);
  } else {
    Batch batch(views, labels, clusters);
    swept.moved = batch.sweep();
    swept.refills = batch.refills();
    take_tables(batch);
  }
  return swept;
}

std::vector<double> turned(std::span<const double> table, Index rows) {
  const Index columns = static_cast<Index>(table.size()) / rows;
  std::vector<double> to(table.size());
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < columns; ++c) to[c * rows + r] = table[r * columns + c];
  return to;
}

/// One round after the other. The tables of counts are handed from sweep to sweep where counts are whole, for
/// then they are exact however they came about; of other numbers they are counted afresh, so that rounding
/// does not pile up.
class RoundTrip {
 public:
  RoundTrip(const Problem& problem, Labels& labels, CoSearch search)
      : problem_(problem), labels_(labels), search_(search), tables_(problem.collections.size()) {
    for (std::size_t a = 0; a < tables_.size(); ++a) count(a);
  }

  /// Returns how many elements moved.
  Index go(std::span<const std::vector<Index>> item_orders, std::span<const Index> feature_order) {
    Index moved = 0;
    for (std::size_t a = 0; a < tables_.size(); ++a) moved += sweep_items(a, item_orders[a]);
    return moved + sweep_features(feature_order);
  }

  double loss() const { return coclustering::loss(problem_, tables_); }
  int refills() const { return refills_; }

 private:
  bool whole(std::size_t a) const { return problem_.collections[a].whole; }

  void count(std::size_t a) {
    tables_[a] = counts_of(problem_.collections[a], labels_.items[a], problem_.clusters[a], labels_.features,
                           problem_.feature_clusters);
  }

  Index sweep_items(std::size_t a, std::span<const Index> order) {
    View view = problem_.items_by(a, labels_.features);
    const auto table = turned(tables_[a], problem_.clusters[a]);
    if (whole(a)) view.table = table;
    const Swept swept = sweep_once({&view, 1}, labels_.items[a], problem_.clusters[a], order, search_);
    tables_[a] = turned(swept.tables[0], problem_.feature_clusters);
    refills_ += swept.refills;
    return swept.moved;
  }

  Index sweep_features(std::span<const Index> order) {
    auto views = problem_.features_by(labels_.items);
    for (std::size_t a = 0; a < views.size(); ++a)
      if (whole(a)) views[a].table = tables_[a];
    Swept swept = sweep_once(views, labels_.features, problem_.feature_clusters, order, search_);
    for (std::size_t a = 0; a < tables_.size(); ++a) {
      if (whole(a))
        tables_[a] = std::move(swept.tables[a]);
      else
        count(a);
    }
    refills_ += swept.refills;
    return swept.moved;
  }

  const Problem& problem_;
  Labels& labels_;
  CoSearch search_;
  std::vector<std::vector<double>> tables_;  ///< of each collection, clusters of items x clusters of features
  int refills_ = 0;
};

}  // namespace

Rounds rounds(const Problem& problem, Labels& labels, std::span<const std::vector<Index>> item_orders,
              std::span<const Index> feature_order, const SearchOptions& options, const Run& run) {
  RoundTrip trip(problem, labels, options.search);
  Rounds done;
  const auto report = [&] {
    done.trace.push_back(trip.loss());
    if (run.on_progress)
      run.on_progress({.iteration = static_cast<int>(done.trace.size()) - 1,
                       .iterations = options.iterations,
                       .objective = done.trace.back()});
  };
  report();
  for (int round = 0; round < options.iterations && !done.converged && !run.stop.stop_requested(); ++round) {
    done.converged = trip.go(item_orders, feature_order) == 0;
    report();
  }
  done.refills = trip.refills();
  return done;
}

}  // namespace bellwether::coclustering
