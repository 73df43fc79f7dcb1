#include <bellwether/mixtures/gm_shaped.h>

#include <cmath>
#include <numbers>

#include <bellwether/data/error.h>
#include <bellwether/mixtures/kmeans.h>
#include <bellwether/mixtures/nearest.h>
#include <bellwether/mixtures/shaped_pass.h>
#include <bellwether/mixtures/soft_mixture.h>

namespace bellwether {
namespace {

constexpr Index most_features = 1000;         ///< of a whole matrix for each cluster
constexpr Index most_sparse_features = 4096;  ///< sparse items are made dense, block by block
constexpr double floor_of_variances = 1e-10;  ///< of those of all items, as in gm.cpp

struct ShapedGaussians {
  using Options = GmOptions;
  using Result = GmResult;
  using Model = ShapedModel;
  static constexpr const char* name = "gm";

  ShapedGaussians(const Rows& all, const Run& run) : items(all), frame(frame_of(all, run)) {
    require(
        !items.sparse() || items.columns() <= most_sparse_features,
        "{} features are too many for sparse items with covariances of their own (at most {}); try {} or {}",
        items.columns(), most_sparse_features, remedy("svd", 30), remedy("covariance", "common"));
  }

  void prepare(const GmOptions& o, const Run& run) {
    require_squares(frame);
    require(!is_whole(o.covariance) || items.columns() <= most_features,
            "{} features are too many for whole covariance matrices (at most {}); try {} or {}",
            items.columns(), most_features, remedy("svd", 30), remedy("covariance", "diagonal"));
    kind = o.covariance;
    strength = o.regularise;
    if (strength > 0) objective = "penalised log-likelihood";
    units = units_of(items, kind == Covariance::round, run);
    if (kind == Covariance::shared) all_products = products_of_all(run);
  }

  Matrix first_centres(const GmOptions& o, const Seeds& seeds, const Random& random, const Run& run) const {
    return seeds.any() ? seeded_start(items, seeds.labels, o.clusters, o.start, random, run)
                       : start_means(o.start, items, o.clusters, random, run);
  }
  Matrix given_centres(const Matrix& means) const { return means; }

  /// Equal weights, and what an M step makes of the items if each belongs to its nearest mean.
  ShapedModel begin(const Matrix& centres, const Run& run) const {
    const Index clusters = centres.rows();
    const Vector equal = Vector::Constant(clusters, 1.0 / static_cast<double>(clusters));
    ShapedModel model{kind, units, in_units(centres, units), equal,
                      unit_covariances(kind, clusters, items.columns())};
    const std::vector<int> nearest = place_by_means(items, centres, run).labels;
    std::vector<int> labels = nearest;
    std::vector<double> probabilities(nearest.size());
    const SoftLabels each_its_nearest{labels, probabilities, nearest};
    const auto step = [&](const Shard& shard) { return expect(*this, model, shard, each_its_nearest); };
    const SoftStatistics statistics = sum_over_shards(items, step, run);
    model = update(std::move(model), statistics, {});
    model.weights = equal;
    return model;
  }

  ShapedPass pass(const ShapedModel& model) const { return ShapedPass(model); }

  double constant(const ShapedModel& model, const Shard& shard) const {
    const double one = 0.5 * static_cast<double>(items.columns()) * std::log(2 * std::numbers::pi) +
                       model.units.scale.array().log().sum();
    return (shard.begin > 0 ? 0 : penalty(model)) - static_cast<double>(shard.rows.rows()) * one;
  }

  /// What is known of the covariances beforehand; 0 or below.
  double penalty(const ShapedModel& model) const {
    return strength > 0 ? strength * log_prior(model.kind, model.factors, items.columns()) : 0;
  }

  /// mu_k = S_k / n_k,  Sigma_k = (sum_i r_ik (x_i - mu_k) (x_i - mu_k)^T + c T) / (n_k + c), where T = I in
  /// the items' units; of a shared one the sums are over all clusters.
  ShapedModel update(ShapedModel model, const SoftStatistics& s, const GmOptions& o) const {
    const Index features = items.columns();
    const Matrix unit = unit_covariances(kind, 1, features);
    Matrix within_all = all_products;
    for (Index k = 0; k < s.counts.size(); ++k) {
      if (!is_wanted(s.counts[k])) continue;
      const Vector mean = s.sums.col(k) / s.counts[k];
      if (kind == Covariance::shared) {
        within_all -= s.counts[k] * products_of(mean);
      } else {
        const Matrix within = within_of(s, k, mean, model.means.row(k).transpose());
        model.covariances.row(k) = (within + strength * unit) / (s.counts[k] + strength);
      }
      model.means.row(k) = mean.transpose();
    }
    if (kind == Covariance::shared)
      model.covariances = (within_all + strength * unit) / (s.counts.sum() + strength);
    raise_to_floor(kind, model.covariances, features, floor_of_variances);
    model.factors = factors_of(kind, model.covariances, features);
    model.weights = mixing_weights(s.counts, o.equal_weights);
    return model;
  }

  void keep(const ShapedModel& model, const GmOptions& o, GmResult& result) const {
    const Index clusters = model.means.rows(), features = items.columns();
    const Matrix covariances = rescaled(model.kind, model.covariances, model.units.scale);
    result.model = {(model.means * model.units.scale.asDiagonal()).rowwise() + model.units.shift.transpose(),
                    model.weights, 0, model.kind, unpacked_covariances(model.kind, covariances, features)};
    const double free = static_cast<double>(clusters * features) +
                        free_covariances(model.kind, clusters, features) +
                        free_weights(clusters, o.equal_weights);
    result.figures = {{"bic", bic(result.objective.value - penalty(model), free, items.rows())}};
  }

  /// A saved model as the passes want it: in units of 1, near the means.
  ShapedModel restored(const GmModel& model) const {
    const Units near{model.means.colwise().mean().transpose(), Vector::Ones(model.means.cols())};
    return {model.covariance, near, in_units(model.means, near), model.weights,
            packed_covariances(model.covariance, model.covariances, model.means.cols())};
  }

  Rows items;
  Frame frame;
  Covariance kind = Covariance::full;
  Units units = {};
  double strength = 0;       ///< c
  Matrix all_products = {};  ///< sum_i x_i x_i^T, packed, for a shared covariance
  const char* objective = "log-likelihood";

 private:
  static Matrix in_units(const Matrix& means, const Units& units) {
    return (means.rowwise() - units.shift.transpose()) * units.scale.cwiseInverse().asDiagonal();
  }

  /// mu mu^T, packed in a row.
  static Matrix products_of(const Vector& mean) {
    Matrix products(1, mean.size() * (mean.size() + 1) / 2);
    Index at = 0;
    for (Index p = 0; p < mean.size(); ++p)
      for (Index q = 0; q <= p; ++q) products(0, at++) = mean[p] * mean[q];
    return products;
  }

  /// sum_i r_ik (x_i - mu_k) (x_i - mu_k)^T, or as much of it as the covariances have, in a row. In the units
  /// of all items what cancels is of order 1, and its rounding far below the floor.
  Matrix within_of(const SoftStatistics& s, Index k, const Vector& mean, const Vector& old) const {
    const double count = s.counts[k];
    const Matrix moments = s.moments.col(k).transpose();
    if (kind == Covariance::full) return moments - count * products_of(mean);
    if (kind == Covariance::diagonal) return moments - count * mean.cwiseAbs2().transpose();
    return (moments.array() - count * (mean - old).squaredNorm()) / static_cast<double>(mean.size());
  }

  Matrix products_of_all(const Run& run) const {
    const Index features = items.columns();
    const ShapedModel one{Covariance::full, units, Matrix::Zero(1, features), Vector::Ones(1),
                          unit_covariances(Covariance::full, 1, features)};
    std::vector<int> labels(static_cast<std::size_t>(items.rows()), 0);
    std::vector<double> probabilities(labels.size());
    const std::vector<int> together = labels;
    const SoftLabels all{labels, probabilities, together};
    const auto step = [&](const Shard& shard) { return expect(*this, one, shard, all); };
    return sum_over_shards(items, step, run).moments.transpose();
  }
};

}  // namespace

GmResult shaped_gm(const Rows& items, const GmOptions& options, const Run& run, const Seeds& seeds) {
  return fit_mixture<ShapedGaussians>(items, options, run, seeds);
}

GmResult shaped_gm_from(const Rows& items, const Matrix& means, const GmOptions& options, const Run& run,
                        const Seeds& seeds) {
  return fit_mixture_from<ShapedGaussians>(items, means, options, run, seeds);
}

Placement place_by_shaped_gm(const Rows& items, const GmModel& model, const Run& run) {
  return place_by_mixture<ShapedGaussians>(
      items, [&](const ShapedGaussians& gaussians) { return gaussians.restored(model); }, run);
}

Matrix shaped_gm_memberships(const Rows& items, const GmModel& model) {
  const ShapedGaussians gaussians(items, {.threads = 1});
  return memberships_by(gaussians, items, gaussians.restored(model));
}

}  // namespace bellwether
