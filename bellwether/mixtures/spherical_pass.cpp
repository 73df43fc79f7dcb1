#include <bellwether/mixtures/spherical_pass.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <bellwether/data/error.h>
#include <bellwether/mixtures/directions.h>
#include <bellwether/mixtures/row_sums.h>

namespace bellwether::spherical_pass {
namespace {

/// x . c_k for every k in double; returns the first of the largest.
template <class Score>
int largest(int clusters, const Score& score_of) {
  int best = 0;
  double score = score_of(0);
  for (int k = 1; k < clusters; ++k) {
    const double candidate = score_of(k);
    if (candidate > score) {
      score = candidate;
      best = k;
    }
  }
  return best;
}

/// z_i = argmax_k x_i . c_k for dense rows: single precision, and double where the best two are closer than
/// its error, (P + 4) 2^-24 for unit vectors.
/// Each item's product with its own direction goes to `products`.
void assign(const Model& model, const DenseRows& rows, std::span<const double> inverse, std::span<int> labels,
            std::span<double> products) {
  const Index columns = rows.columns;
  const Index size = std::clamp<Index>(8192 / columns / 6 * 6, 24, 240);
  const double error = static_cast<double>(columns + 8) * (0x1p-24 + 0x1p-50);
  kernels::FloatBuffer narrow(static_cast<std::size_t>(size * columns));
  std::vector<kernels::TopTwo> tops(static_cast<std::size_t>(size));
  for (Index first = 0; first < rows.rows; first += size) {
    const Index count = std::min(size, rows.rows - first);
    for (Index i = 0; i < count; ++i)
      kernels::narrow(rows.row(first + i).data(), inverse[first + i], columns, narrow.data() + i * columns);
    kernels::nearest_two(model.packed, narrow.data(), count, tops.data());
    for (Index i = 0; i < count; ++i) {
      const double gap = static_cast<double>(tops[i].score) - static_cast<double>(tops[i].second);
      const double* row = rows.row(first + i).data();
      const auto dot = [&](int k) { return kernels::dot(row, model.directions.row(k).data(), columns); };
      labels[first + i] =
          gap > 2 * error ? tops[i].best : largest(static_cast<int>(model.directions.rows()), dot);
      products[first + i] = dot(labels[first + i]);
    }
  }
}

void assign(const Model& model, const SparseRows& rows, std::span<const double>, std::span<int> labels,
            std::span<double> products) {
  const auto clusters = static_cast<int>(model.directions.rows());
  std::vector<double> scores(static_cast<std::size_t>(clusters));
  for (Index i = 0; i < rows.rows; ++i) {
    std::fill(scores.begin(), scores.end(), 0.0);
    const SparseRow row = rows.row(i);
    for (std::size_t j = 0; j < row.values.size(); ++j)
      kernels::add_scaled(scores.data(), row.values[j], model.by_feature.row(row.columns[j]).data(),
                          clusters);
    labels[i] = largest(clusters, [&](int k) { return scores[k]; });
    products[i] = scores[labels[i]];
  }
}

double product(const Model& model, std::span<const double> row, int k) {
  return kernels::dot(row.data(), model.directions.row(k).data(), model.directions.cols());
}

double product(const Model& model, const SparseRow& row, int k) {
  double sum = 0;
  for (std::size_t j = 0; j < row.values.size(); ++j)
    sum += row.values[j] * model.directions(k, row.columns[j]);
  return sum;
}

}  // namespace

void merge(Statistics& into, const Statistics& from) {
  into.sums += from.sums;
  into.counts += from.counts;
  into.objective += from.objective;
  if (from.worst < into.worst) {
    into.worst = from.worst;
    into.misfit = from.misfit;
  }
}

Statistics accumulate(const Model& model, const Shard& shard, std::span<const double> all_inverse,
                      std::span<const int> all_held, std::span<int> all_labels) {
  const auto count = static_cast<std::size_t>(shard.rows.rows());
  const auto held =
      all_held.empty() ? all_held : all_held.subspan(static_cast<std::size_t>(shard.begin), count);
  const auto inverse = all_inverse.subspan(static_cast<std::size_t>(shard.begin), count);
  const auto labels = all_labels.subspan(static_cast<std::size_t>(shard.begin), count);
  Statistics s{Matrix::Zero(model.directions.rows(), model.directions.cols()),
               Vector::Zero(model.directions.rows())};
  Index worst_item = -1;
  shard.rows.visit([&](const auto& rows) {
    std::vector<double> products(count);
    assign(model, rows, inverse, labels, products);
    for (Index i = 0; i < rows.rows; ++i) {
      const auto row = rows.row(i);
      const bool stays = !held.empty() && held[i] != unlabelled;
      if (stays && labels[i] != held[i]) {
        labels[i] = held[i];
        products[i] = product(model, row, held[i]);
      }
      const double cosine = inverse[i] * products[i];
      add_row(s.sums, labels[i], row, inverse[i]);
      s.counts[labels[i]] += 1;
      s.objective += cosine;
      if (cosine < s.worst && !stays) {
        s.worst = cosine;
        worst_item = i;
      }
    }
  });
  if (worst_item >= 0) s.misfit = dense_direction(shard.rows, inverse, worst_item);
  return s;
}

int refilled_cluster(const Vector& counts, bool misfit, double worst) {
  for (int k = 0; misfit && k < counts.size(); ++k) {
    if (counts[k] > 0) continue;
    require(
        worst < 1 - 1e-12,
        "{} clusters were asked for, but the items have fewer different directions: ask for fewer clusters",
        counts.size());
    return k;
  }
  return -1;
}

Model update(Model model, const Statistics& s, bool sparse) {
  Matrix directions = std::move(model.directions);
  for (int k = 0; k < directions.rows(); ++k) {
    if (!(s.counts[k] > 0)) continue;
    const double length = sum_length({s.sums.row(k).data(), static_cast<std::size_t>(s.sums.cols())});
    if (length > 1e-12) directions.row(k) = s.sums.row(k) / length;
  }
  const int refilled = refilled_cluster(s.counts, s.misfit.size() > 0, s.worst);
  if (refilled >= 0) directions.row(refilled) = s.misfit.transpose();
  return Model(std::move(directions), sparse, model.refills + (refilled >= 0 ? 1 : 0));
}

}  // namespace bellwether::spherical_pass
