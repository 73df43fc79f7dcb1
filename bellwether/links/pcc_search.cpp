#include <bellwether/links/pcc_search.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <bellwether/engine/shards.h>
#include <bellwether/links/pcc_metric_step.h>
#include <bellwether/mixtures/nearest.h>
#include <bellwether/mixtures/row_sums.h>

namespace bellwether::pcc_parts {
namespace {

constexpr Index block_rows = 256;
constexpr int vain_refills = 3;

void add_squares(const DenseRows& rows, std::span<const int> labels, const Matrix& means, Moments& m) {
  const auto items = rows.matrix();
  Eigen::RowVectorXd around(rows.columns);
  for (Index i = 0; i < rows.rows; ++i) {
    around = items.row(i) - means.row(labels[i]);
    m.sums.row(labels[i]) += around;
    m.squares.row(labels[i]) += around.cwiseAbs2();
  }
}

/// sum (x - mu)^2 = sum x^2 - mu (2 sum x - n mu), so that zeros cost nothing.
void add_squares(const SparseRows& rows, std::span<const int> labels, const Matrix& means, Moments& m) {
  for (Index i = 0; i < rows.rows; ++i) {
    const SparseRow row = rows.row(i);
    add_row(m.sums, labels[i], row);
    for (std::size_t j = 0; j < row.values.size(); ++j)
      m.squares(labels[i], row.columns[j]) += row.values[j] * row.values[j];
  }
  for (Index h = 0; h < means.rows(); ++h) {
    const Eigen::RowVectorXd moved = m.counts[h] * means.row(h);
    m.squares.row(h) -= means.row(h).cwiseProduct(2 * m.sums.row(h) - moved);
    m.sums.row(h) -= moved;
  }
}

/// sum (x - mu)(x - mu)' as products of the items of each metric.
void add_scatter(const DenseRows& rows, std::span<const int> labels, const Matrix& means, Index metrics,
                 Moments& m) {
  std::vector<Index> order(static_cast<std::size_t>(rows.rows));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return labels[a] < labels[b]; });
  Matrix around(rows.rows, rows.columns);
  std::vector<Index> ends(static_cast<std::size_t>(metrics), 0);
  for (Index k = 0; k < rows.rows; ++k) {
    const int label = labels[order[k]];
    around.row(k) = rows.matrix().row(order[k]) - means.row(label);
    m.sums.row(label) += around.row(k);
    ends[metrics == 1 ? 0 : label] = k + 1;
  }
  Index begin = 0;
  for (Index metric = 0; metric < metrics; ++metric) {
    const Index end = std::max(begin, ends[metric]);
    const auto part = around.middleRows(begin, end - begin);
    if (end > begin)
      m.scatter.middleRows(metric * rows.columns, rows.columns).noalias() += part.transpose() * part;
    begin = end;
  }
}

/// sum_h <A_h, sum (x - mu)(x - mu)'> - n_h log det A_h.
double cost_of_items(const Moments& m, const ClusterMetrics& metrics) {
  double cost = metrics.is_full() ? metrics.matrices().cwiseProduct(m.scatter).sum() : 0;
  for (Index h = 0; h < m.counts.size(); ++h) {
    if (!metrics.is_full()) cost += metrics.weights().row(metrics.of(h)).dot(m.squares.row(h));
    cost -= m.counts[h] * metrics.log_determinant(metrics.of(h));
  }
  return cost;
}

struct Extent {
  Vector sums, squares;
};
void merge(Extent& into, const Extent& from) {
  into.sums += from.sums;
  into.squares += from.squares;
}

}  // namespace

void merge(Moments& into, const Moments& from) {
  into.counts += from.counts;
  into.sums += from.sums;
  into.squares += from.squares;
  into.scatter += from.scatter;
}

Spread spread_of(const Rows& items, const Run& run) {
  const Frame frame = frame_of(items, run);
  require_squares(frame);
  const auto extent_of = [&](const Shard& shard) {
    Extent extent{Vector::Zero(items.columns()), Vector::Zero(items.columns())};
    shard.rows.visit([&](const auto& rows) {
      for (Index i = 0; i < rows.rows; ++i) {
        const auto row = rows.row(i);
        if constexpr (requires { row.columns; }) {
          for (std::size_t j = 0; j < row.values.size(); ++j) {
            extent.sums[row.columns[j]] += row.values[j];
            extent.squares[row.columns[j]] += row.values[j] * row.values[j];
          }
        } else {
          extent.squares += (rows.matrix().row(i).transpose() - frame.shift).cwiseAbs2();
        }
      }
    });
    return extent;
  };
  const Extent extent = sum_over_shards(items, extent_of, run);
  const auto count = static_cast<double>(items.rows());
  const double variance = (extent.squares / count - (extent.sums / count).cwiseAbs2()).mean();
  return {items.sparse() ? Vector() : frame.shift, variance > 1e-250 ? variance : 1.0};
}

Search::Search(const Rows& items, const Spread& spread, const LinkGraph& graph, std::span<const int> held,
               const PccOptions& options, Random random, const Run& run)
    : items_(items),
      spread_(spread),
      graph_(graph),
      held_(held),
      options_(options),
      run_(run),
      order_(graph.linked.size()),
      labels_(static_cast<std::size_t>(items.rows()), unlabelled),
      far_(items) {
  std::iota(order_.begin(), order_.end(), 0);
  random.shuffle(order_);
  if (!held.empty()) labels_.assign(held.begin(), held.end());
}

Round Search::first_round(const Matrix& means) const {
  const Index features = items_.columns();
  if (options_.metric != Metric::full) return {means, ClusterMetrics::identity(features)};
  const Index metrics = options_.scope == MetricScope::own ? means.rows() : 1;
  return {means, ClusterMetrics::full(Matrix::Identity(features, features).replicate(metrics, 1))};
}

/// Items that no link touches go where they cost least; what linked items cost is noted.
void Search::label_free_items(const Round& round, Matrix& linked_scores) {
  const MetricCentres centres(round.means, round.metrics, spread_.shift);
  const auto visit_block = [&](const auto& rows, Index first, Matrix& scores) {
    scores.resize(rows.rows, round.means.rows());
    centres.scores(rows, scores);
    for (Index i = 0; i < rows.rows; ++i) {
      const int place = graph_.place[first + i];
      if (place >= 0) {
        linked_scores.row(place) = scores.row(i);
      } else if (!is_held(first + i)) {
        Index best = 0;
        scores.row(i).minCoeff(&best);
        labels_[first + i] = static_cast<int>(best);
      }
    }
  };
  const auto visit_shard = [&](const Shard& shard) {
    Matrix scores;
    shard.rows.visit([&](const auto& rows) {
      for (Index begin = 0; begin < rows.rows; begin += block_rows)
        visit_block(rows.slice(begin, std::min(block_rows, rows.rows - begin)), shard.begin + begin, scores);
    });
  };
  for_each_shard(items_, visit_shard, run_);
}

/// From the labels before, so that J can only fall; and as if for the first time, where each item sees only
/// those placed before it. The better of both: two items apart, each in the other's place, never gain by
/// moving alone, and under the first metrics many items are in a wrong place.
void Search::label_linked_items(const Round& round, const Matrix& scores) {
  const LinkPrices prices{options_.must_weight, options_.cannot_weight,
                          options_.penalties == Penalties::scaled};
  LinkedChoice choice(graph_, scores, lengths_, round.metrics, far_, prices, held_);
  std::vector<int> fresh = labels_;
  for (const Index item : graph_.linked)
    if (!is_held(item)) fresh[item] = unlabelled;
  const bool first = fresh == labels_;
  choice.settle(order_, fresh);
  BrokenLinks broken = choice.broken(fresh);
  if (!first) {
    choice.settle(order_, labels_);
    broken_ = choice.broken(labels_);
    if (choice.score(labels_) + broken_.cost <= choice.score(fresh) + broken.cost) return;
  }
  labels_ = std::move(fresh);
  broken_ = std::move(broken);
}

Moments Search::moments_of(const Round& round) const {
  const Index clusters = round.means.rows(), features = round.means.cols();
  const bool full = options_.metric == Metric::full;
  const Index metrics = options_.scope == MetricScope::own ? clusters : 1;
  const auto accumulate = [&](const Shard& shard) {
    Moments m{Vector::Zero(clusters), Matrix::Zero(clusters, features)};
    if (full)
      m.scatter = Matrix::Zero(metrics * features, features);
    else
      m.squares = Matrix::Zero(clusters, features);
    const auto labels = std::span(labels_).subspan(static_cast<std::size_t>(shard.begin),
                                                   static_cast<std::size_t>(shard.rows.rows()));
    for (const int label : labels) m.counts[label] += 1;
    shard.rows.visit([&](const auto& rows) {
      if constexpr (requires { rows.matrix(); }) {
        if (full) return add_scatter(rows, labels, round.means, metrics, m);
      }
      add_squares(rows, labels, round.means, m);
    });
    return m;
  };
  return sum_over_shards(items_, accumulate, run_);
}

Moments Search::assess(const Round& round) {
  if (!far_renewed_ || options_.metric != Metric::none) {
    if (!graph_.links.empty()) far_.renew(round.metrics);
    lengths_ = round.metrics.squared_distances(items_, graph_.links);
    far_renewed_ = true;
  }
  Matrix scores(std::ssize(graph_.linked), round.means.rows());
  label_free_items(round, scores);
  label_linked_items(round, scores);

  Moments moments = moments_of(round);
  moments.objective = cost_of_items(moments, round.metrics) + broken_.cost;
  moments.refill = moments.counts.minCoeff() == 0 && round.in_vain < vain_refills;
  return moments;
}

/// The item farthest from its mean, in a cluster that can spare it. One that is free to go, if there is any.
Index Search::worst_fit(const Round& round, const Moments& moments) const {
  Index worst = -1;
  double largest = 0;
  bool linked = true;
  for (Index i = 0; i < items_.rows(); ++i) {
    const int label = labels_[i];
    const bool has_links = graph_.place[i] >= 0;
    if (is_held(i) || moments.counts[label] < 2 || (has_links && !linked)) continue;
    const double distance = round.metrics.squared_length(
        dense_row(items_, i).transpose() - round.means.row(label), round.metrics.of(label));
    if (distance > largest || (linked && !has_links && distance > 0)) {
      worst = i;
      largest = distance;
      linked = has_links;
    }
  }
  return worst;
}

/// The means and metrics for given labels. The first empty cluster is put where the worst-fitting item is,
/// with the metric which that item knows: it can only gain by going there.
Round Search::update(Round round, const Moments& moments) const {
  int empty = -1, from = -1;
  const Index worst = moments.refill ? worst_fit(round, moments) : -1;
  if (worst >= 0) {
    Index first = 0;
    moments.counts.minCoeff(&first);
    empty = static_cast<int>(first);
    from = labels_[worst];
    round.in_vain = round.refilled == empty ? round.in_vain + 1 : 0;
    round.refilled = empty;
    ++round.refills;
  } else if (moments.refill) {
    round.in_vain = vain_refills;  // no item can be spared
  }

  if (options_.metric != Metric::none)
    round.metrics = best_metrics({items_, moments, graph_, broken_, labels_, far_}, round.metrics, options_,
                                 options_.least_variance * spread_.variance, empty, from);
  for (Index h = 0; h < round.means.rows(); ++h)
    if (moments.counts[h] > 0) round.means.row(h) += moments.sums.row(h) / moments.counts[h];
  if (empty >= 0) round.means.row(empty) = dense_row(items_, worst).transpose();
  return round;
}

}  // namespace bellwether::pcc_parts
