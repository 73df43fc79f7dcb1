#include <bellwether/mixtures/plus_plus.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include <bellwether/engine/shards.h>
#include <bellwether/mixtures/cover_here.h>
#include <bellwether/mixtures/cover_on_device.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether {
namespace {

/// A row as a side has it, as distances are measured from it, and as a centre.
std::span<const double> measured(const Vector& row) {
  return {row.data(), static_cast<std::size_t>(row.size())};
}
auto measured(const auto& row) {
  return row;
}

Vector dense(const Vector& row, Index) {
  return row;
}
Vector dense(std::span<const double> row, Index columns) {
  return Eigen::Map<const Vector>(row.data(), columns);
}
Vector dense(const SparseRow& row, Index columns) {
  Vector all = Vector::Zero(columns);
  for (std::size_t j = 0; j < row.values.size(); ++j) all[row.columns[j]] = row.values[j];
  return all;
}

/// `Side` knows the items, and how far they are from the centres: cover_here.h, cover_on_device.h.
template <class Side>
class Search {
 public:
  Search(const Shape& items, Matrix& centres, const Metric& metric, Side side)
      : items_(items), centres_(centres), metric_(metric), side_(std::move(side)) {}

  void cover_first() {
    shard_sums_ = side_.first(centres_.topRows(1));
    squared_norms_.push_back(centres_.row(0).squaredNorm());
  }

  /// A centre that is given: no item can be left alone.
  void cover_given(int k) {
    keep(centres_.middleRows(k, 1), std::vector<double>(static_cast<std::size_t>(k), -1.0), k);
    squared_norms_.push_back(centres_.row(k).squaredNorm());
  }

  void add(int k, int draws, Random& random) {
    std::vector<Index> drawn;
    for (int c = 0; c < draws; ++c) {
      const Index item = draw(random);
      if (std::ranges::find(drawn, item) == drawn.end()) drawn.push_back(item);
    }
    std::vector<Row> rows;
    for (const Index item : drawn) rows.push_back(side_.row(item));
    Matrix candidates(std::ssize(drawn), items_.columns);
    for (std::size_t c = 0; c < drawn.size(); ++c)
      candidates.row(static_cast<Index>(c)) =
          metric_.inverse(drawn[c]) * dense(rows[c], items_.columns).transpose();
    const int winner = keep(candidates, limits_for(drawn, rows, k), k);
    centres_.row(k) = candidates.row(winner);
    squared_norms_.push_back(centres_.row(k).squaredNorm());
  }

  /// Asked to stop: the distances stay as they are, and the rest of the centres come quickly.
  void add_hastily(int k, Random& random) {
    const Index item = draw(random);
    centres_.row(k) = metric_.inverse(item) * dense(side_.row(item), items_.columns).transpose();
  }

 private:
  using Row = decltype(std::declval<const Side&>().row(0));

  /// An item with probability proportional to its squared distance.
  Index draw(Random& random) {
    const double total = std::accumulate(shard_sums_.begin(), shard_sums_.end(), 0.0);
    if (!(total > 0)) return random.below(items_.rows);
    const Index size = shard_rows(items_), first = random.weighted(shard_sums_) * size;
    return first + random.weighted(side_.nearest(first, std::min(size, items_.rows - first)));
  }

  std::vector<double> limits_for(std::span<const Index> drawn, const std::vector<Row>& rows, int k) const {
    return cover::limits_for(std::ssize(drawn), k, metric_, [&](Index c, int j) {
      const std::span<const double> centre(centres_.row(j).data(), static_cast<std::size_t>(centres_.cols()));
      return squared_distance(measured(rows[c]), metric_.inverse(drawn[c]), metric_, centre,
                              squared_norms_[j]);
    });
  }

  /// Finds the best of the candidates; it is centre k now.
  int keep(const Matrix& candidates, std::span<const double> limits, int k) {
    const std::span<const PerCandidate> potentials = side_.look(candidates, limits);
    const int winner = cover::best_candidate(potentials, static_cast<int>(candidates.rows()));
    for (std::size_t s = 0; s < shard_sums_.size(); ++s) shard_sums_[s] = potentials[s][winner];
    side_.keep(winner, k);
    return winner;
  }

  Shape items_;
  Matrix& centres_;
  Metric metric_;
  Side side_;
  std::vector<double> shard_sums_ = {};
  std::vector<double> squared_norms_ = {};  ///< of the centres
};

Metric metric_for(const Rows& items, const Matrix& centres, int given,
                  std::span<const double> inverse_lengths, const Run& run) {
  const bool directions = !inverse_lengths.empty();
  double reach = 0;
  if (!directions && items.sparse()) {
    std::vector<double> largest(static_cast<std::size_t>(shard_count(items)), 0.0);
    const auto visit_shard = [&](const Shard& shard) {
      largest[static_cast<std::size_t>(shard.begin / shard_rows(items))] = cover::squared_reach(shard.rows);
    };
    for_each_shard(items, visit_shard, run);
    reach = std::max(*std::ranges::max_element(largest),
                     centres.topRows(given).rowwise().squaredNorm().maxCoeff());
  }
  return cover::metric_of(items.columns(), items.sparse(), reach, inverse_lengths, directions);
}

/// Behind the `given` first of the centres.
template <class Side>
void add_all(const Shape& items, Matrix& centres, int given, int candidates, Random& random, const Run& run,
             const Metric& metric, Side side) {
  const auto clusters = static_cast<int>(centres.rows());
  Search search(items, centres, metric, std::move(side));
  search.cover_first();
  for (int k = 1; k < clusters; ++k) {
    if (run.stop.stop_requested()) {
      if (k >= given) search.add_hastily(k, random);
      continue;
    }
    if (k < given) {
      search.cover_given(k);
      continue;
    }
    search.add(k, candidates, random);
    if (run.on_progress)
      run.on_progress({.stage = "choosing the first means", .iteration = k, .iterations = clusters});
  }
}

}  // namespace

int usual_candidates(int clusters) {
  return std::min(2 + static_cast<int>(std::log(clusters)), kernels::most_candidates);
}

void add_greedy_centres(const Rows& items, Matrix& centres, int given, int candidates, Random& random,
                        const Run& run, std::span<const double> inverse_lengths) {
  if (given >= centres.rows()) return;
  const Metric metric = metric_for(items, centres, given, inverse_lengths, run);
  const auto add = [&](auto side) {
    add_all(shape_of(items), centres, given, candidates, random, run, metric, std::move(side));
  };
  if (run.held != nullptr && run.held->holds(items))
    return add(cover::OnDevice(*run.held, metric, shard_rows(items)));
  if (run.held_sparse != nullptr && run.held_sparse->holds(items) && metric.directions())
    return add(cover::OnDevice(*run.held_sparse, metric, shard_rows(items)));
  items.visit([&](const auto& rows) { add(cover::Here(rows, metric, run)); });
}

void add_greedy_centres(const DeviceItems& items, Matrix& centres, int given, int candidates, Random& random,
                        const Run& run, std::span<const double> inverse_lengths) {
  if (given >= centres.rows()) return;
  const Shape shape{items.rows(), items.columns(), items.rows() * items.columns()};
  const Metric metric = cover::metric_of(shape.columns, false, 0, inverse_lengths, !inverse_lengths.empty());
  add_all(shape, centres, given, candidates, random, run, metric,
          cover::OnDevice(items, metric, shard_rows(shape)));
}

}  // namespace bellwether
