#include <bellwether/features/neighbour_map/affinities.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <bellwether/features/neighbour_map/blocks.h>

namespace bellwether::map_detail {
namespace {

struct Neighbour {
  std::int32_t item = 0;
  double distance = 0;  ///< squared
  double share = 0;
};

double squared_distance(const Matrix& items, Index i, Index j) {
  const double* a = items.data() + i * items.cols();
  const double* b = items.data() + j * items.cols();
  double sum = 0;
  for (Index c = 0; c < items.cols(); ++c) sum += (a[c] - b[c]) * (a[c] - b[c]);
  return sum;
}

/// In the order of the items.
std::vector<Neighbour> nearest(const Matrix& items, Index i, std::ptrdiff_t count) {
  std::vector<Neighbour> others;
  others.reserve(static_cast<std::size_t>(items.rows()));
  for (Index j = 0; j < items.rows(); ++j)
    if (j != i) others.push_back({static_cast<std::int32_t>(j), squared_distance(items, i, j)});
  std::nth_element(others.begin(), others.begin() + (count - 1), others.end(),
                   [](const Neighbour& a, const Neighbour& b) {
                     return a.distance < b.distance || (a.distance == b.distance && a.item < b.item);
                   });
  others.resize(static_cast<std::size_t>(count));
  std::ranges::sort(others, {}, &Neighbour::item);
  return others;
}

/// Sets the shares exp(-b (d_j - least)) / sum; returns their entropy, log(sum) + b mean(d_j - least).
double set_shares(std::vector<Neighbour>& row, double b, double least) {
  double sum = 0, weighted = 0;
  for (Neighbour& n : row) {
    n.share = std::exp(-b * (n.distance - least));
    sum += n.share;
    weighted += n.share * (n.distance - least);
  }
  for (Neighbour& n : row) n.share /= sum;
  return std::log(sum) + b * weighted / sum;
}

/// Finds b by halving: the entropy falls as b rises.
void match_perplexity(std::vector<Neighbour>& row, double perplexity) {
  constexpr double close = 1e-9;
  constexpr int most_steps = 100;
  const double wanted = std::log(perplexity);
  const double least = std::ranges::min(row, {}, &Neighbour::distance).distance;
  const double spread = std::accumulate(row.begin(), row.end(), 0.0, [&](double sum, const Neighbour& n) {
    return sum + (n.distance - least);
  });
  if (!(spread > 0)) {
    set_shares(row, 0, least);
    return;
  }
  double low = 0, high = 0;  // 0: not known yet
  double b = static_cast<double>(row.size()) / spread;
  for (int step = 0; step < most_steps; ++step) {
    const double entropy = set_shares(row, b, least);
    if (std::abs(entropy - wanted) < close) return;
    (entropy > wanted ? low : high) = b;
    b = high == 0 ? 2 * b : (low + high) / 2;
  }
}

}  // namespace

double possible_perplexity(double asked, Index items) {
  return std::max(1.0, std::min(asked, static_cast<double>(items - 1) / 3));
}

SparseMatrix neighbour_shares(const Matrix& items, double perplexity, const Run& run) {
  const Index n = items.rows();
  const Index count = std::clamp<Index>(static_cast<Index>(std::ceil(3 * perplexity)), 1, n - 1);
  SparseMatrix shares{.columns = n};
  shares.column_of.resize(static_cast<std::size_t>(n * count));
  shares.values.resize(static_cast<std::size_t>(n * count));
  for (Index i = 1; i <= n; ++i) shares.starts.push_back(i * count);
  for_each_row(
      n,
      [&](Index i) {
        std::vector<Neighbour> row = nearest(items, i, count);
        match_perplexity(row, perplexity);
        for (std::size_t at = 0; at < row.size(); ++at) {
          const auto to = static_cast<std::size_t>(i * count) + at;
          shares.column_of[to] = row[at].item;
          shares.values[to] = row[at].share;
        }
      },
      run);
  return shares;
}

SparseMatrix symmetric_shares(const SparseMatrix& shares) {
  const auto n = static_cast<std::size_t>(shares.rows());
  std::vector<std::vector<std::pair<std::int32_t, double>>> rows(n);
  for (std::size_t i = 0; i < n; ++i)
    for (auto at = static_cast<std::size_t>(shares.starts[i]);
         at < static_cast<std::size_t>(shares.starts[i + 1]); ++at) {
      const std::int32_t j = shares.column_of[at];
      rows[i].emplace_back(j, shares.values[at]);
      rows[static_cast<std::size_t>(j)].emplace_back(static_cast<std::int32_t>(i), shares.values[at]);
    }
  SparseMatrix made{.columns = shares.columns};
  const double scale = 1 / (2 * static_cast<double>(n));
  for (auto& row : rows) {
    std::ranges::sort(row);
    for (std::size_t at = 0; at < row.size(); ++at) {
      const bool again = at > 0 && row[at].first == row[at - 1].first;
      if (again)
        made.values.back() += row[at].second * scale;
      else
        made.column_of.push_back(row[at].first), made.values.push_back(row[at].second * scale);
    }
    made.starts.push_back(static_cast<std::int64_t>(made.values.size()));
  }
  return made;
}

}  // namespace bellwether::map_detail
