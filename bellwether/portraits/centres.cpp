#include <bellwether/portraits/centres.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <bellwether/engine/random.h>

namespace bellwether {
namespace {

constexpr Index most_cells = 50'000'000;          // of the table of means: 400 MB
constexpr double most_products = 50'000'000;      // to measure the certainty of items: a tenth of a second
constexpr double certain = 0.99;                  // what is surer than this is not worth a look
constexpr std::uint64_t stream_of_certainty = 1;  // of random draws

Eigen::Map<const Eigen::RowVectorXd> dense(const DenseRows& rows, Index i) {
  return {rows.values + i * rows.columns, rows.columns};
}

double squared_length(const Rows& items, Index i) {
  return items.visit([&](const auto& rows) {
    double sum = 0;
    if constexpr (requires { rows.row(i).values; }) {
      for (const double value : rows.row(i).values) sum += value * value;
    } else {
      sum = dense(rows, i).squaredNorm();
    }
    return sum;
  });
}

void add_scaled(Eigen::Ref<Eigen::RowVectorXd> sum, const Rows& items, Index i, double scale) {
  items.visit([&](const auto& rows) {
    if constexpr (requires { rows.row(i).values; }) {
      const SparseRow row = rows.row(i);
      for (std::size_t at = 0; at < row.values.size(); ++at) sum[row.columns[at]] += scale * row.values[at];
    } else {
      sum += scale * dense(rows, i);
    }
  });
}

/// The nearest other cluster that has items; -1 if there is none.
Uncertain between(const Centres& centres, const Rows& items, Index item, int own) {
  Uncertain found{.item = item, .other = -1};
  double nearest = std::numeric_limits<double>::infinity();
  for (int k = 0; k < static_cast<int>(centres.sizes.size()); ++k) {
    if (k == own || centres.sizes[static_cast<std::size_t>(k)] == 0) continue;
    const double other = distance(centres, items, item, k);
    if (other < nearest) nearest = other, found.other = k;
  }
  const double both = distance(centres, items, item, own) + nearest;
  found.certainty = both > 0 ? nearest / both : 0.5;
  return found;
}

/// The items whose certainty is measured: all, or as many as can be measured in a moment.
std::vector<Index> measured_items(const Rows& items, const Clustering& found, std::size_t least) {
  const double each = std::max(1.0, static_cast<double>(items.stored()) * found.clusters /
                                        static_cast<double>(std::max<Index>(items.rows(), 1)));
  const auto count = std::max(static_cast<Index>(most_products / each), static_cast<Index>(least));
  std::vector<Index> chosen(static_cast<std::size_t>(items.rows()));
  for (std::size_t i = 0; i < chosen.size(); ++i) chosen[i] = static_cast<Index>(i);
  if (count >= items.rows()) return chosen;
  Random random = Random(found.random_seed).split(stream_of_certainty);
  for (Index i = 0; i < count; ++i)
    std::swap(chosen[static_cast<std::size_t>(i)],
              chosen[static_cast<std::size_t>(i + random.below(items.rows() - i))]);
  chosen.resize(static_cast<std::size_t>(count));
  return chosen;
}

void keep_least(std::vector<Uncertain>& list, std::size_t most) {
  std::erase_if(list, [](const Uncertain& u) { return u.certainty >= certain; });
  const std::size_t count = std::min(most, list.size());
  std::partial_sort(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(count), list.end(),
                    [](const Uncertain& a, const Uncertain& b) {
                      return a.certainty < b.certainty || (a.certainty == b.certainty && a.item < b.item);
                    });
  list.resize(count);
}

}  // namespace

std::optional<Centres> centres_of(const Rows& items, const Clustering& found, bool directions) {
  if (found.clusters * items.columns() > most_cells) return std::nullopt;
  Centres centres{.means = Matrix::Zero(found.clusters, items.columns()),
                  .item_scales = std::vector<double>(static_cast<std::size_t>(items.rows()), 1.0),
                  .mean_scales = std::vector<double>(static_cast<std::size_t>(found.clusters), 1.0),
                  .sizes = cluster_sizes(found.labels, found.clusters)};
  for (Index i = 0; i < items.rows(); ++i) {
    double& scale = centres.item_scales[static_cast<std::size_t>(i)];
    if (directions) {
      const double length = std::sqrt(squared_length(items, i));
      scale = length > 0 ? 1 / length : 0;
    }
    add_scaled(centres.means.row(found.labels[static_cast<std::size_t>(i)]), items, i, scale);
  }
  for (Index k = 0; k < found.clusters; ++k) {
    const auto size = centres.sizes[static_cast<std::size_t>(k)];
    centres.means.row(k) /= static_cast<double>(std::max<std::int64_t>(size, 1));
    const double length = centres.means.row(k).norm();
    double& scale = centres.mean_scales[static_cast<std::size_t>(k)];
    if (directions) scale = length > 0 ? 1 / length : 0;
    centres.mean_squares.push_back(scale * length * scale * length);
  }
  return centres;
}

double distance(const Centres& centres, const Rows& items, Index item, int cluster) {
  const double s = centres.item_scales[static_cast<std::size_t>(item)];
  const double m = centres.mean_scales[static_cast<std::size_t>(cluster)];
  return items.visit([&](const auto& rows) {
    const auto mean = centres.means.row(cluster);
    if constexpr (requires { rows.row(item).values; }) {
      // ||sx - mc||^2 = ||mc||^2 + sum over the stored values of sx (sx - 2 mc)
      const SparseRow row = rows.row(item);
      double sum = centres.mean_squares[static_cast<std::size_t>(cluster)];
      for (std::size_t at = 0; at < row.values.size(); ++at) {
        const double x = s * row.values[at];
        sum += x * (x - 2 * m * mean[row.columns[at]]);
      }
      return std::sqrt(std::max(sum, 0.0));
    } else {
      return (s * dense(rows, item) - m * mean).norm();
    }
  });
}

std::vector<std::vector<Index>> representatives(const Centres& centres, const Rows& items,
                                                const std::vector<int>& labels, std::size_t most) {
  std::vector<std::vector<std::pair<double, Index>>> near(centres.sizes.size());
  if (most > 0)
    for (Index i = 0; i < items.rows(); ++i) {
      const int cluster = labels[static_cast<std::size_t>(i)];
      auto& list = near[static_cast<std::size_t>(cluster)];  // a heap, the farthest on top
      const std::pair<double, Index> entry{distance(centres, items, i, cluster), i};
      if (list.size() == most && entry >= list.front()) continue;
      if (list.size() == most) {
        std::pop_heap(list.begin(), list.end());
        list.pop_back();
      }
      list.push_back(entry);
      std::push_heap(list.begin(), list.end());
    }
  std::vector<std::vector<Index>> chosen(near.size());
  for (std::size_t k = 0; k < near.size(); ++k) {
    std::ranges::sort(near[k]);
    for (const auto& entry : near[k]) chosen[k].push_back(entry.second);
  }
  return chosen;
}

std::vector<Uncertain> least_certain(const Centres& centres, const Rows& items, const Clustering& found,
                                     std::size_t most) {
  const auto with_items = std::ranges::count_if(centres.sizes, [](std::int64_t size) { return size > 0; });
  if (with_items < 2) return {};
  const auto own = [&](Index item) { return found.labels[static_cast<std::size_t>(item)]; };
  std::vector<Uncertain> list;
  if (found.probabilities.empty()) {
    for (const Index item : measured_items(items, found, most))
      if (centres.item_scales[static_cast<std::size_t>(item)] > 0)
        list.push_back(between(centres, items, item, own(item)));
    keep_least(list, most);
  } else {
    for (std::size_t i = 0; i < found.probabilities.size(); ++i)
      list.push_back({.item = static_cast<Index>(i), .certainty = found.probabilities[i]});
    keep_least(list, most);
    for (Uncertain& u : list) u.other = between(centres, items, u.item, own(u.item)).other;
  }
  return list;
}

}  // namespace bellwether
