#include <bellwether/mixtures/gm_shaped.h>

#include <cmath>
#include <numbers>

#include <bellwether/data/error.h>
#include <bellwether/mixtures/kmeans_parts.h>
#include <bellwether/mixtures/shaped_pass.h>
#include <bellwether/mixtures/soft_mixture.h>
#include <bellwether/mixtures/soft_parts.h>

namespace bellwether {
namespace {

constexpr Index most_features = 1000;         ///< of a whole matrix for each cluster
constexpr Index most_sparse_features = 4096;  ///< sparse items are made dense, block by block
constexpr double floor_of_variances = 1e-10;  ///< of those of all items, as in gm.cpp

/// Sums for a first M step: each item belongs to its nearest mean.
class ShapedStartStep {
 public:
  static constexpr const char* name = "start of gm with covariances";
  struct Model {
    ShapedModel mixture = {};
    Matrix centres = {};
    Frame frame = {};
  };
  using Statistics = SoftStatistics;
  struct Memory {};
  static Index clusters(const Model&) { return 1; }

  ShapedStartStep(const Model& model, const Part& part, Memory&) : model_(model), part_(part) {
    means_.means = model.centres;
    if (part.sparse())
      sparse_.emplace(model.centres, model.frame);
    else
      dense_.emplace(model.centres, model.frame);
  }
  SoftStatistics accumulate(const Shard& shard) const;
  void finish() {}

 private:
  const Model& model_;
  const Part& part_;
  kmeans_pass::Model means_ = {};
  std::optional<DenseCentres> dense_ = {};
  std::optional<SparseCentres> sparse_ = {};
};
void visit(ShapedStartStep::Model& model, auto&& numbers) {
  numbers(model.mixture), numbers(model.centres), numbers(model.frame);
}

struct ShapedGaussians {
  using Options = GmOptions;
  using Result = GmResult;
  using Model = ShapedModel;
  static constexpr const char *name = "gm", *step = "gm with covariances";

  explicit ShapedGaussians(const Holder& holder)
      : rows(holder.rows()), features(holder.columns()), frame(frame_of(holder)) {
    require(
        !holder.sparse() || features <= most_sparse_features,
        "{} features are too many for sparse items with covariances of their own (at most {}); try {} or {}",
        features, most_sparse_features, remedy("svd", 30), remedy("covariance", "common"));
  }

  void prepare(const GmOptions& o, const Holder& holder) {
    require_squares(frame);
    require(!is_whole(o.covariance) || features <= most_features,
            "{} features are too many for whole covariance matrices (at most {}); try {} or {}", features,
            most_features, remedy("svd", 30), remedy("covariance", "diagonal"));
    kind = o.covariance;
    strength = o.regularise;
    if (strength > 0) objective = "penalised log-likelihood";
    units = units_of(holder, kind == Covariance::round);
    if (kind == Covariance::shared) all_products = products_of_all(holder);
  }

  Matrix first_centres(const GmOptions& o, const Random& random, const Holder& holder) const {
    return first_means(o.start, holder, o.clusters, random);
  }
  Matrix given_centres(const Matrix& means) const { return means; }

  /// Equal weights, and what an M step makes of the items if each belongs to its nearest mean.
  ShapedModel begin(const Matrix& centres, const Holder& holder) const {
    const Index clusters = centres.rows();
    const Vector equal = Vector::Constant(clusters, 1.0 / static_cast<double>(clusters));
    ShapedModel model{kind, units, in_units(centres, units), equal,
                      unit_covariances(kind, clusters, features)};
    const SoftStatistics statistics = holder.sum<ShapedStartStep>({model, centres, frame});
    model = update(std::move(model), statistics, {});
    model.weights = equal;
    return model;
  }

  static void remember(const Part&, SoftMemory&) {}
  static ShapedPass pass(const ShapedModel& model, const SoftMemory&) { return ShapedPass(model); }

  static double constant(const ShapedModel& model, const Rows& rows, bool first) {
    const double one = 0.5 * static_cast<double>(rows.columns()) * std::log(2 * std::numbers::pi) +
                       model.units.scale.array().log().sum();
    return (first ? penalty(model) : 0) - static_cast<double>(rows.rows()) * one;
  }

  /// What is known of the covariances beforehand; 0 or below.
  static double penalty(const ShapedModel& model) {
    return model.strength > 0 ? model.strength * log_prior(model.kind, model.factors, model.means.cols()) : 0;
  }

  /// mu_k = S_k / n_k,  Sigma_k = (sum_i r_ik (x_i - mu_k) (x_i - mu_k)^T + c T) / (n_k + c), where T = I in
  /// the items' units; of a shared one the sums are over all clusters.
  ShapedModel update(ShapedModel model, const SoftStatistics& s, const GmOptions& o) const {
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
    model.strength = strength;
    return model;
  }

  void keep(const ShapedModel& model, const GmOptions& o, GmResult& result) const {
    const Index clusters = model.means.rows();
    const Matrix covariances = rescaled(model.kind, model.covariances, model.units.scale);
    result.model = {(model.means * model.units.scale.asDiagonal()).rowwise() + model.units.shift.transpose(),
                    model.weights, 0, model.kind, unpacked_covariances(model.kind, covariances, features)};
    const double free = static_cast<double>(clusters * features) +
                        free_covariances(model.kind, clusters, features) +
                        free_weights(clusters, o.equal_weights);
    result.figures = {{"bic", bic(result.objective.value - penalty(model), free, rows)}};
  }

  /// A saved model as the passes want it: in units of 1, near the means.
  ShapedModel restored(const GmModel& model) const {
    const Units near{model.means.colwise().mean().transpose(), Vector::Ones(model.means.cols())};
    return {model.covariance, near, in_units(model.means, near), model.weights,
            packed_covariances(model.covariance, model.covariances, model.means.cols())};
  }

  Index rows = 0, features = 0;
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

  Matrix products_of_all(const Holder& holder) const {
    const ShapedModel one{Covariance::full, units, Matrix::Zero(1, features), Vector::Ones(1),
                          unit_covariances(Covariance::full, 1, features)};
    return holder.sum<ExpectStep<ShapedGaussians>>({one, false}).moments.transpose();
  }
};

SoftStatistics ShapedStartStep::accumulate(const Shard& shard) const {
  const auto count = static_cast<std::size_t>(shard.rows.rows());
  kmeans_pass::Memory nearest{std::vector<int>(count, unlabelled), {}, {}};
  shard.rows.visit([&](const auto& rows) {
    using RowsKind = std::decay_t<decltype(rows)>;
    const auto find = [&](const CentresFor<RowsKind>& centres) {
      kmeans_pass::Pass<RowsKind>(means_, centres, model_.frame.scale, rows, 0, nearest).run();
    };
    if constexpr (std::is_same_v<RowsKind, DenseRows>)
      find(*dense_);
    else
      find(*sparse_);
  });
  const SoftMemory nothing;
  return expect<ShapedGaussians>(model_.mixture, {0, shard.rows}, part_.begin() + shard.begin == 0, nothing,
                                 {{}, {}, nearest.labels});
}

}  // namespace

std::vector<PartStep> shaped_gm_steps() {
  return {sum_step<ExpectStep<ShapedGaussians>>(), sum_step<ShapedStartStep>(), sum_step<UnitStep>()};
}

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
  const ShapedGaussians gaussians(Holder(items, {}, {.threads = 1}));
  return memberships_by<ShapedGaussians>(items, gaussians.restored(model));
}

}  // namespace bellwether
