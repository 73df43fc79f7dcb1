#include <bellwether/mixtures/cover.h>

namespace bellwether::cover {

int best_candidate(std::span<const PerCandidate> shard_potentials, int count) {
  PerCandidate totals{};
  for (const PerCandidate& shard : shard_potentials)
    for (int c = 0; c < count; ++c) totals[c] += shard[c];
  const double least = *std::min_element(totals.begin(), totals.begin() + count);
  const auto wins = [&](double total) { return total <= least * (1 + 1e-9); };
  return static_cast<int>(std::find_if(totals.begin(), totals.begin() + count, wins) - totals.begin());
}

Metric metric_of(Index columns, bool sparse, double reach, std::span<const double> inverse_lengths,
                 bool directions) {
  const auto terms = static_cast<double>(columns + 8);
  Metric metric{inverse_lengths, terms * 0x1p-1070, terms * 0x1p-50};
  if (directions)
    metric.absolute_error = 8 * terms * 0x1p-50;
  else if (sparse)
    metric.absolute_error += 8 * terms * 0x1p-50 * reach;
  return metric;
}

Index weighted(std::span<const double> weights, double draw) {
  double left = draw * std::accumulate(weights.begin(), weights.end(), 0.0);
  Index last = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] <= 0) continue;
    last = static_cast<Index>(i);
    left -= weights[i];
    if (left < 0) break;
  }
  return last;
}

double squared_reach(const Rows& all) {
  double most = 0;
  all.visit([&](const auto& rows) {
    for (Index i = 0; i < rows.rows; ++i) {
      double square = 0;
      if constexpr (requires { rows.row(i).values; })
        for (const double v : rows.row(i).values) square += v * v;
      most = std::max(most, square);
    }
  });
  return most;
}

}  // namespace bellwether::cover
