#include <bellwether/mixtures/vm.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <bellwether/engine/iterate.h>
#include <bellwether/engine/restarts.h>
#include <bellwether/mixtures/bessel.h>
#include <bellwether/mixtures/directions.h>
#include <bellwether/mixtures/soft.h>
#include <bellwether/mixtures/spherical.h>

namespace bellwether {
namespace {

/// Below, the density is uniform to the last digit; above, an item off its direction by 1e-5 is impossible.
constexpr double least_kappa = 1e-8, most_kappa = 1e10;

struct Model {
  Matrix by_feature;  ///< directions, features x clusters
  Vector weights;
  double kappa = 1;
};

struct Statistics {
  Matrix sums;    ///< sum_i r_ik x_i / ||x_i||, features x clusters
  Vector counts;  ///< sum_i r_ik
  double objective = 0;
};

void merge(Statistics& into, const Statistics& from) {
  into.sums += from.sums;
  into.counts += from.counts;
  into.objective += from.objective;
}

/// One block: its items as unit vectors (dense only) and their scores, then responsibilities.
struct Block {
  Matrix units, scores;

  void cosines(const DenseRows& rows, std::span<const double> inverse, const Matrix& by_feature) {
    const Eigen::Map<const Vector> scales(inverse.data(), rows.rows);
    units = scales.asDiagonal() * rows.matrix();
    scores.noalias() = units * by_feature;
  }
  void cosines(const SparseRows& rows, std::span<const double> inverse, const Matrix& by_feature) {
    scores = Matrix::Zero(rows.rows, by_feature.cols());
    add_products(rows, by_feature, scores);
    scores = Eigen::Map<const Vector>(inverse.data(), rows.rows).asDiagonal() * scores;
  }

  void add_sums(const DenseRows&, std::span<const double>, Matrix& sums) const {
    sums.noalias() += units.transpose() * scores;
  }
  void add_sums(const SparseRows& rows, std::span<const double> inverse, Matrix& sums) const {
    add_weighted(rows, inverse, scores, sums);
  }
};

/// s_ik = log w_k + kappa mu_k . x_i / ||x_i||; the constant log C_P(kappa) comes once for all items.
Statistics accumulate(const Model& model, const Shard& shard, std::span<const double> all_inverse,
                      const SoftLabels& all_noted) {
  Statistics s{Matrix::Zero(model.by_feature.rows(), model.by_feature.cols()),
               Vector::Zero(model.weights.size())};
  const SoftLabels noted = all_noted.slice(shard.begin, shard.rows.rows());
  const auto inverse = all_inverse.subspan(static_cast<std::size_t>(shard.begin));
  const Vector log_weights = model.weights.array().log();
  Block block;
  shard.rows.visit([&](const auto& rows) {
    for (Index first = 0; first < rows.rows; first += soft_block) {
      const auto part = rows.slice(first, std::min(soft_block, rows.rows - first));
      const auto scales = inverse.subspan(static_cast<std::size_t>(first));
      block.cosines(part, scales, model.by_feature);
      block.scores *= model.kappa;
      block.scores.rowwise() += log_weights.transpose();
      s.objective += responsibilities(block.scores, noted.slice(first, part.rows));
      s.counts += block.scores.colwise().sum().transpose();
      block.add_sums(part, scales, s.sums);
    }
  });
  s.objective += static_cast<double>(shard.rows.rows()) *
                 log_sphere_constant(model.kappa, static_cast<int>(model.by_feature.rows()));
  return s;
}

double bounded_concentration(double length, Index dimensions) {
  return std::clamp(concentration(length, static_cast<int>(dimensions)), least_kappa, most_kappa);
}

/// mu_k = S_k / ||S_k||,  w_k = n_k / N,  A_P(kappa) = sum_k ||S_k|| / N. A cluster that no item wants
/// keeps its direction and ends with the weight 0: to give it an item could lower the likelihood.
Model update(Model model, const Statistics& s, bool equal_weights) {
  const double items = s.counts.sum();
  double resultant = 0;
  for (Index k = 0; k < s.counts.size(); ++k) {
    if (s.counts[k] > std::numeric_limits<double>::min()) {
      const double norm = s.sums.col(k).norm();
      if (norm > 1e-12 * s.counts[k]) model.by_feature.col(k) = s.sums.col(k) / norm;
      resultant += norm;
      model.weights[k] = s.counts[k] / items;
    } else {
      model.weights[k] = 0;
    }
  }
  if (equal_weights) model.weights.setConstant(1.0 / static_cast<double>(s.counts.size()));
  model.weights /= model.weights.sum();
  model.kappa = bounded_concentration(resultant / items, s.sums.rows());
  return model;
}

/// Equal weights, and the concentration of the items around their nearest direction.
Model starting_model(const Rows& items, const Matrix& directions, const Run& run) {
  const double length =
      place_by_directions(items, directions, run).objective / static_cast<double>(items.rows());
  return {directions.transpose(),
          Vector::Constant(directions.rows(), 1.0 / static_cast<double>(directions.rows())),
          bounded_concentration(length, items.columns())};
}

VmResult search(const Rows& items, std::span<const double> inverse, const Model& start,
                std::span<const int> held, const VmOptions& options, const Run& run) {
  VmResult result;
  result.clusters = options.clusters;
  result.labels.resize(static_cast<std::size_t>(items.rows()));
  result.probabilities.resize(static_cast<std::size_t>(items.rows()));
  const SoftLabels noted{result.labels, result.probabilities, held};
  const auto step = [&](const Model& model, const Shard& shard) {
    return accumulate(model, shard, inverse, noted);
  };
  const auto next = [&](Model model, const Statistics& s) {
    return update(std::move(model), s, options.equal_weights);
  };
  auto fit = iterate(items, start, step, next, {options.iterations, options.tolerance}, run);

  record(fit, "log-likelihood", Goal::maximise, result);
  result.model.directions = fit.model.by_feature.transpose();
  result.model.weights = fit.model.weights;
  result.model.kappa = fit.model.kappa;
  return result;
}

}  // namespace

VmResult vm(const Rows& items, const VmOptions& options, const Run& run, const Seeds& seeds) {
  check_options(options, "vm");
  require_clusterable(items, options.clusters);
  require_seeds_fit(items, seeds.labels, options.clusters);
  std::vector<double> inverse;
  on_threads(run.threads, [&] { inverse = inverse_lengths(items, run); });
  const auto once = [&](const Random& random, const Run& inner) {
    const Matrix start =
        start_directions(options.start, items, inverse, options.clusters, random, inner, seeds);
    return search(items, inverse, starting_model(items, start, inner), seeds.held(), options, inner);
  };
  const int restarts = restarts_worth_making(seeds, options.clusters, options.restarts);
  return best_of_restarts(restarts, options.random_seed, items, once, run);
}

VmResult vm_from(const Rows& items, const Matrix& directions, const VmOptions& options, const Run& run,
                 const Seeds& seeds) {
  check_options(options, "vm");
  require_clusterable(items, options.clusters);
  require_seeds_fit(items, seeds.labels, options.clusters);
  require_start_shape(items, directions, options.clusters);
  const auto once = [&](const Random&, const Run& inner) {
    return search(items, inverse_lengths(items, inner), starting_model(items, unit_rows(directions), inner),
                  seeds.held(), options, inner);
  };
  return best_of_restarts(1, options.random_seed, items, once, run);
}

Placement place_by_vm(const Rows& items, const VmModel& model, const Run& run) {
  VmOptions options;
  options.clusters = static_cast<int>(model.directions.rows());
  options.iterations = 0;  // one pass: labels, no update
  VmResult placed;
  const Run pass{.threads = run.threads};
  on_threads(run.threads, [&] {
    placed = search(items, inverse_lengths(items, pass),
                    {model.directions.transpose(), model.weights, model.kappa}, {}, options, pass);
  });
  return {std::move(placed.labels), std::move(placed.probabilities), placed.objective.value};
}

}  // namespace bellwether
