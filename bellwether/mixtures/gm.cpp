#include <bellwether/mixtures/gm.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <bellwether/data/error.h>
#include <bellwether/engine/iterate.h>
#include <bellwether/engine/restarts.h>
#include <bellwether/mixtures/kernels.h>
#include <bellwether/mixtures/kmeans.h>
#include <bellwether/mixtures/nearest.h>
#include <bellwether/mixtures/soft.h>

namespace bellwether {
namespace {

/// Means are kept relative to `shift`, the centre of dense items: distances then lose no digits to an origin
/// that is far away. Sparse items keep their zeros, and shift is 0.
struct Model {
  Matrix by_feature;  ///< means - shift, features x clusters
  Vector weights;
  double variance = 1;
};

struct Statistics {
  Matrix sums;         ///< sum_i r_ik (x_i - shift), features x clusters
  Vector counts;       ///< sum_i r_ik
  double scatter = 0;  ///< sum_ik r_ik ||x_i - mu_k||^2
  double objective = 0;
};

void merge(Statistics& into, const Statistics& from) {
  into.sums += from.sums;
  into.counts += from.counts;
  into.scatter += from.scatter;
  into.objective += from.objective;
}

/// One shard's E step, block by block.
class Pass {
 public:
  Pass(const Model& model, const Vector& shift)
      : model_(model),
        shift_(shift),
        squared_means_(model.by_feature.colwise().squaredNorm()),
        log_weights_(model.weights.array().log()) {}

  /// ||x_i - mu_k||^2 = ||x_i||^2 - 2 x_i . mu_k + ||mu_k||^2 as one product; where that cancels to almost
  /// nothing, afresh from the differences.
  void distances(const DenseRows& rows) {
    centred_ = rows.matrix().rowwise() - shift_.transpose();
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

  /// s_ik = log w_k - ||x_i - mu_k||^2 / (2 sigma^2), then responsibilities; the Gaussian's constant comes
  /// once for all items, in accumulate().
  double respond(const SoftLabels& noted) {
    distances_ = scores_;
    scores_ = (-0.5 / model_.variance) * distances_;
    scores_.rowwise() += log_weights_.transpose();
    return responsibilities(scores_, noted);
  }

  double scatter() const { return scores_.cwiseProduct(distances_).sum(); }
  const Matrix& responsibilities_of_block() const { return scores_; }

  void add_sums(const DenseRows&, Matrix& sums) const { sums.noalias() += centred_.transpose() * scores_; }
  void add_sums(const SparseRows& rows, Matrix& sums) const { add_weighted(rows, {}, scores_, sums); }

 private:
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

  const Model& model_;
  const Vector& shift_;
  Vector squared_means_, log_weights_, squared_items_;
  Matrix centred_, scores_, distances_;
};

Statistics accumulate(const Model& model, const Shard& shard, const Vector& shift,
                      const SoftLabels& all_noted) {
  Statistics s{Matrix::Zero(model.by_feature.rows(), model.by_feature.cols()),
               Vector::Zero(model.weights.size())};
  const SoftLabels noted = all_noted.slice(shard.begin, shard.rows.rows());
  Pass pass(model, shift);
  shard.rows.visit([&](const auto& rows) {
    for (Index first = 0; first < rows.rows; first += soft_block) {
      const auto block = rows.slice(first, std::min(soft_block, rows.rows - first));
      pass.distances(block);
      s.objective += pass.respond(noted.slice(first, block.rows));
      s.scatter += pass.scatter();
      s.counts += pass.responsibilities_of_block().colwise().sum().transpose();
      pass.add_sums(block, s.sums);
    }
  });
  const auto values = static_cast<double>(shard.rows.rows() * shard.rows.columns());
  s.objective -= 0.5 * values * std::log(2 * std::numbers::pi * model.variance);
  return s;
}

/// mu_k = S_k / n_k,  w_k = n_k / N,  sigma^2 = sum_ik r_ik ||x_i - mu_k||^2 / (N P). The sum is known for
/// the old means; for the new ones it is smaller by n_k ||mu_k - old mu_k||^2 in each cluster. A cluster that
/// no item wants keeps its mean and ends with the weight 0: to give it an item could lower the likelihood.
Model update(Model model, const Statistics& s, double variance_floor, bool equal_weights) {
  const double items = s.counts.sum();
  double scatter = s.scatter;
  for (Index k = 0; k < s.counts.size(); ++k) {
    if (s.counts[k] > std::numeric_limits<double>::min()) {
      const Vector mean = s.sums.col(k) / s.counts[k];
      scatter -= s.counts[k] * (mean - model.by_feature.col(k)).squaredNorm();
      model.by_feature.col(k) = mean;
      model.weights[k] = s.counts[k] / items;
    } else {
      model.weights[k] = 0;
    }
  }
  if (equal_weights) model.weights.setConstant(1.0 / static_cast<double>(s.counts.size()));
  model.weights /= model.weights.sum();
  model.variance = std::max(variance_floor, scatter / (items * static_cast<double>(s.sums.rows())));
  return model;
}

/// Without a floor, clusters that shrink to single points have a likelihood without bound. One part in 1e10
/// of the variance around one mean of all is far below any real cluster.
double variance_floor(const Rows& items, const Run& run) {
  const std::vector<int> together(static_cast<std::size_t>(items.rows()), 0);
  const double scatter = place_by_means(items, means_of(items, together, 1), run).objective;
  return std::max(1e-10 * scatter / static_cast<double>(items.rows() * items.columns()), 1e-200);
}

/// Equal weights, and the variance of the items around their nearest mean.
Model starting_model(const Rows& items, const Vector& shift, const Matrix& means, double floor,
                     const Run& run) {
  const double scatter = place_by_means(items, means, run).objective;
  Model model;
  model.by_feature = (means.rowwise() - shift.transpose()).transpose();
  model.weights = Vector::Constant(means.rows(), 1.0 / static_cast<double>(means.rows()));
  model.variance = std::max(floor, scatter / static_cast<double>(items.rows() * items.columns()));
  return model;
}

GmResult search(const Rows& items, const Vector& shift, const Model& start, double floor,
                std::span<const int> held, const GmOptions& options, const Run& run) {
  GmResult result;
  result.clusters = options.clusters;
  result.labels.resize(static_cast<std::size_t>(items.rows()));
  result.probabilities.resize(static_cast<std::size_t>(items.rows()));
  const SoftLabels noted{result.labels, result.probabilities, held};
  const auto step = [&](const Model& model, const Shard& shard) {
    return accumulate(model, shard, shift, noted);
  };
  const auto next = [&](Model model, const Statistics& s) {
    return update(std::move(model), s, floor, options.equal_weights);
  };
  auto fit = iterate(items, start, step, next, {options.iterations, options.tolerance}, run);

  record(fit, "log-likelihood", Goal::maximise, result);
  result.model.means = fit.model.by_feature.transpose().rowwise() + shift.transpose();
  result.model.weights = fit.model.weights;
  result.model.variance = fit.model.variance;
  return result;
}

/// A saved model as the passes want it.
Model relative(const GmModel& model, const Vector& shift) {
  return {(model.means.rowwise() - shift.transpose()).transpose(), model.weights, model.variance};
}

}  // namespace

GmResult gm(const Rows& items, const GmOptions& options, const Run& run, const Seeds& seeds) {
  check_options(options, "gm");
  require_clusterable(items, options.clusters);
  require_seeds_fit(items, seeds.labels, options.clusters);
  Vector shift;
  double floor = 0;
  on_threads(run.threads, [&] {
    const Frame frame = frame_of(items, run);
    require_squares(frame);
    shift = frame.shift;
    floor = variance_floor(items, run);
  });
  const auto once = [&](const Random& random, const Run& inner) {
    const Matrix means =
        seeds.any() ? seeded_start(items, seeds.labels, options.clusters, options.start, random, inner)
                    : start_means(options.start, items, options.clusters, random, inner);
    return search(items, shift, starting_model(items, shift, means, floor, inner), floor, seeds.held(),
                  options, inner);
  };
  const int restarts = restarts_worth_making(seeds, options.clusters, options.restarts);
  return best_of_restarts(restarts, options.random_seed, items, once, run);
}

GmResult gm_from(const Rows& items, const Matrix& means, const GmOptions& options, const Run& run,
                 const Seeds& seeds) {
  check_options(options, "gm");
  require_clusterable(items, options.clusters);
  require_seeds_fit(items, seeds.labels, options.clusters);
  require_start_shape(items, means, options.clusters);
  const auto once = [&](const Random&, const Run& inner) {
    const Frame frame = frame_of(items, inner);
    require_squares(frame);
    const Vector& shift = frame.shift;
    const double floor = variance_floor(items, inner);
    return search(items, shift, starting_model(items, shift, means, floor, inner), floor, seeds.held(),
                  options, inner);
  };
  return best_of_restarts(1, options.random_seed, items, once, run);
}

Placement place_by_gm(const Rows& items, const GmModel& model, const Run& run) {
  GmOptions options;
  options.clusters = static_cast<int>(model.means.rows());
  options.iterations = 0;  // one pass: labels, no update
  GmResult placed;
  const Run pass{.threads = run.threads};
  on_threads(run.threads, [&] {
    const Vector shift = frame_of(items, pass).shift;
    placed = search(items, shift, relative(model, shift), 0, {}, options, pass);
  });
  return {std::move(placed.labels), std::move(placed.probabilities), placed.objective.value};
}

Matrix gm_memberships(const Rows& items, const GmModel& model) {
  const Vector shift = frame_of(items, {.threads = 1}).shift;
  const Model shifted = relative(model, shift);
  Matrix memberships(items.rows(), model.means.rows());
  std::vector<int> labels(soft_block);
  std::vector<double> probabilities(soft_block);
  Pass pass(shifted, shift);
  items.visit([&](const auto& rows) {
    for (Index first = 0; first < rows.rows; first += soft_block) {
      const auto block = rows.slice(first, std::min(soft_block, rows.rows - first));
      pass.distances(block);
      pass.respond({labels, probabilities});
      memberships.middleRows(first, block.rows) = pass.responsibilities_of_block();
    }
  });
  return memberships;
}

}  // namespace bellwether
