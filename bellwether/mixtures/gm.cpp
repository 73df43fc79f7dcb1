#include <bellwether/mixtures/gm.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <bellwether/mixtures/feature_sums.h>
#include <bellwether/mixtures/gm_shaped.h>
#include <bellwether/mixtures/kmeans_device.h>
#include <bellwether/mixtures/kmeans_parts.h>
#include <bellwether/mixtures/soft_mixture.h>
#include <bellwether/mixtures/soft_parts.h>

namespace bellwether {
namespace {

/// Means are kept relative to `shift`, the centre of dense items: distances then lose no digits to an origin
/// that is far away. Sparse items keep their zeros, and shift is 0.
struct RelativeModel {
  Matrix by_feature;  ///< means - shift, features x clusters
  Vector weights;
  double variance = 1;
  Vector shift;
};
void visit(RelativeModel& m, auto&& numbers) {
  numbers(m.by_feature), numbers(m.weights), numbers(m.variance), numbers(m.shift);
}

class GmPass {
 public:
  explicit GmPass(const RelativeModel& model)
      : model_(model),
        squared_means_(model.by_feature.colwise().squaredNorm()),
        log_weights_(model.weights.array().log()) {}

  /// s_ik = log w_k - ||x_i - mu_k||^2 / (2 sigma^2)
  Matrix& scores(const auto& rows, Index) {
    distances(rows);
    distances_ = scores_;
    scores_ = (-0.5 / model_.variance) * distances_;
    scores_.rowwise() += log_weights_.transpose();
    return scores_;
  }

  void add(const auto& rows, Index, SoftStatistics& s) const {
    s.scatter += scores_.cwiseProduct(distances_).sum();
    add_sums(rows, s.sums);
  }

 private:
  /// ||x_i - mu_k||^2 = ||x_i||^2 - 2 x_i . mu_k + ||mu_k||^2 as one product; where that cancels to almost
  /// nothing, afresh from the differences.
  void distances(const DenseRows& rows) {
    centred_ = rows.matrix().rowwise() - model_.shift.transpose();
    scores_.noalias() = -2.0 * centred_ * model_.by_feature;
    squared_items_ = centred_.rowwise().squaredNorm();
    finish_distances([&](Index i, Index k) {
      return (centred_.row(i).transpose() - model_.by_feature.col(k)).squaredNorm();
    });
  }

  void distances(const SparseRows& rows) {
    scores_ = Matrix::Zero(rows.rows, model_.by_feature.cols());
    add_products(rows, model_.by_feature, scores_);
    scores_ *= -2.0;
    squared_items_.resize(rows.rows);
    for (Index i = 0; i < rows.rows; ++i) {
      squared_items_[i] = 0;
      for (const double v : rows.row(i).values) squared_items_[i] += v * v;
    }
    finish_distances(
        [&](Index i, Index k) { return (dense_row(rows, i) - model_.by_feature.col(k)).squaredNorm(); });
  }

  void add_sums(const DenseRows&, Matrix& sums) const { sums.noalias() += centred_.transpose() * scores_; }
  void add_sums(const SparseRows& rows, Matrix& sums) const { add_weighted(rows, {}, scores_, sums); }

  template <class Afresh>
  void finish_distances(const Afresh& afresh) {
    for (Index i = 0; i < scores_.rows(); ++i) {
      for (Index k = 0; k < scores_.cols(); ++k) {
        const double size = squared_items_[i] + squared_means_[k];
        double distance = size + scores_(i, k);
        if (distance < 1e-4 * size) distance = afresh(i, k);
        scores_(i, k) = distance;
      }
    }
  }

  const RelativeModel& model_;
  Vector squared_means_, log_weights_, squared_items_;
  Matrix centred_, scores_, distances_;
};

/// The sum of squared distances to the nearest mean.
double scatter_around(const Matrix& means, const Frame& frame, const Holder& holder) {
  if (holder.run().held != nullptr) return objective_on_device(*holder.run().held, means);
  KMeansStep::Model nearest;
  nearest.plain.means = means;
  nearest.frame = frame;
  nearest.bounded = false;
  return holder.sum<KMeansStep>(nearest).objective;
}

/// Without a floor, clusters that shrink to single points have a likelihood without bound. One part in 1e10
/// of the variance around one mean of all is far below any real cluster.
double variance_floor(const Frame& frame, const Holder& holder) {
  const Matrix mean = mean_of(frame, holder).transpose();
  const double scatter = scatter_around(mean, frame, holder);
  return std::max(1e-10 * scatter / static_cast<double>(holder.rows() * holder.columns()), 1e-200);
}

struct Gaussians {
  using Options = GmOptions;
  using Result = GmResult;
  using Model = RelativeModel;
  static constexpr const char *name = "gm", *step = "gm", *objective = "log-likelihood";

  explicit Gaussians(const Holder& holder)
      : rows(holder.rows()), columns(holder.columns()), frame(frame_of(holder)) {}

  void prepare(const GmOptions&, const Holder& holder) {
    require_squares(frame);
    floor = variance_floor(frame, holder);
  }

  Matrix first_centres(const GmOptions& o, const Random& random, const Holder& holder) const {
    return first_means(o.start, holder, o.clusters, random);
  }
  Matrix given_centres(const Matrix& means) const { return means; }

  /// Equal weights, and the variance of the items around their nearest mean.
  RelativeModel begin(const Matrix& means, const Holder& holder) const {
    const double variance = scatter_around(means, frame, holder) / static_cast<double>(rows * columns);
    return relative({means, Vector::Constant(means.rows(), 1.0 / static_cast<double>(means.rows())),
                     std::max(floor, variance)});
  }

  void lay(const DeviceItems& items, const Holder&) const { bellwether::lay(items, frame); }
  static Scoring scoring(const RelativeModel& model) {
    const Index clusters = model.weights.size();
    return {model.by_feature.transpose(), Vector::Constant(clusters, -0.5 / model.variance),
            model.weights.array().log()};
  }

  static void remember(const Part&, SoftMemory&) {}
  static GmPass pass(const RelativeModel& model, const SoftMemory&) { return GmPass(model); }

  static double constant(const RelativeModel& model, const Rows& rows, bool) {
    const auto values = static_cast<double>(rows.rows() * rows.columns());
    return -0.5 * values * std::log(2 * std::numbers::pi * model.variance);
  }

  /// mu_k = S_k / n_k,  sigma^2 = sum_ik r_ik ||x_i - mu_k||^2 / (N P). The sum is known for the old means;
  /// for the new ones it is smaller by n_k ||mu_k - old mu_k||^2 in each cluster.
  RelativeModel update(RelativeModel model, const SoftStatistics& s, const GmOptions& o) const {
    double scatter = s.scatter;
    for (Index k = 0; k < s.counts.size(); ++k) {
      if (!is_wanted(s.counts[k])) continue;
      const Vector mean = s.sums.col(k) / s.counts[k];
      scatter -= s.counts[k] * (mean - model.by_feature.col(k)).squaredNorm();
      model.by_feature.col(k) = mean;
    }
    model.weights = mixing_weights(s.counts, o.equal_weights);
    model.variance = std::max(floor, scatter / (s.counts.sum() * static_cast<double>(s.sums.rows())));
    return model;
  }

  void keep(const RelativeModel& model, const GmOptions& o, GmResult& result) const {
    result.model = {model.by_feature.transpose().rowwise() + model.shift.transpose(), model.weights,
                    model.variance};
    const double free = static_cast<double>(model.by_feature.size()) + 1 +
                        free_weights(model.weights.size(), o.equal_weights);
    result.figures = {{"bic", bic(result.objective.value, free, rows)}};
  }

  /// A saved model as the passes want it.
  RelativeModel relative(const GmModel& model) const {
    return {(model.means.rowwise() - frame.shift.transpose()).transpose(), model.weights, model.variance,
            frame.shift};
  }

  Index rows = 0, columns = 0;
  Frame frame;
  double floor = 0;  ///< of the variance
};

}  // namespace

PartStep gm_step() {
  return sum_step<ExpectStep<Gaussians>>();
}

GmResult gm(const Rows& items, const GmOptions& options, const Run& run, const Seeds& seeds) {
  require<InvalidOption>(run.source == nullptr || options.covariance == Covariance::common,
                         "of items that lie on a GPU, gm finds groups of one common width alone: use {}, or "
                         "copy the items to the host first",
                         remedy("covariance", "common"));
  if (options.covariance != Covariance::common) return shaped_gm(items, options, run, seeds);
  return fit_mixture<Gaussians>(items, options, run, seeds);
}

GmResult gm_from(const Rows& items, const Matrix& means, const GmOptions& options, const Run& run,
                 const Seeds& seeds) {
  if (options.covariance != Covariance::common) return shaped_gm_from(items, means, options, run, seeds);
  return fit_mixture_from<Gaussians>(items, means, options, run, seeds);
}

Placement place_by_gm(const Rows& items, const GmModel& model, const Run& run) {
  if (model.covariance != Covariance::common) return place_by_shaped_gm(items, model, run);
  return place_by_mixture<Gaussians>(
      items, [&](const Gaussians& gaussians) { return gaussians.relative(model); }, run);
}

Matrix gm_memberships(const Rows& items, const GmModel& model) {
  if (model.covariance != Covariance::common) return shaped_gm_memberships(items, model);
  const Gaussians gaussians(Holder(items, {}, {.threads = 1}));
  return memberships_by<Gaussians>(items, gaussians.relative(model));
}

}  // namespace bellwether
