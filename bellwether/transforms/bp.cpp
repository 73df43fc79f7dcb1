#include <bellwether/transforms/bp.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <bellwether/data/error.h>
#include <bellwether/engine/iterate.h>
#include <bellwether/engine/restarts.h>
#include <bellwether/engine/symmetric_eigen.h>
#include <bellwether/mixtures/soft.h>
#include <bellwether/mixtures/starts.h>
#include <bellwether/transforms/bp/frame.h>
#include <bellwether/transforms/classes.h>

namespace bellwether {
namespace {

using namespace bp_detail;

constexpr double least_weight = 1e-300;

/// What never changes: the items, and what the known ones add to each sum.
struct BpProblem {
  Frame frame = {};
  Matrix known_means = {};  ///< of the classes' items, inside the frame
  Vector known_sizes = {};
  Dense known_scatter = {};  ///< of the known items around the means of their classes
  Matrix fresh = {};         ///< the new items, inside the frame
  Dense fresh_squares = {};  ///< sum of x x' of these
  Dense ridge = {};          ///< R inside the frame

  Index features() const { return ridge.rows(); }
  Index classes() const { return known_means.rows(); }
  double items() const { return known_sizes.sum() + static_cast<double>(fresh.rows()); }
};

struct Model {
  Matrix means = {};  ///< inside the frame, the known classes first
  Vector log_weights = {};
  Vector variances = {};  ///< Sigma = V diag(variances) V'
  Dense directions = {};  ///< V

  Dense whitening() const { return directions * variances.cwiseSqrt().cwiseInverse().asDiagonal(); }
};

struct BpSums {
  Vector counts = {};  ///< of each new cluster, sum_i r_ic
  Matrix sums = {};    ///< sum_i r_ic x_i
  double objective = 0;
};

void merge(BpSums& into, const BpSums& from) {
  into.counts += from.counts;
  into.sums += from.sums;
  into.objective += from.objective;
}

/// The E step of new items: r_ic, and sum_i log sum_c w_c exp(-|x_i - mu_c|^2 / 2) with distances by Sigma.
BpSums accumulate(const Matrix& fresh, const Model& model, const Shard& shard, const SoftLabels& noted) {
  const Index clusters = model.log_weights.size(), end = shard.begin + shard.rows.rows();
  const Dense whitening = model.whitening();
  const Matrix white_means = model.means.bottomRows(clusters) * whitening;
  BpSums s{Vector::Zero(clusters), Matrix::Zero(clusters, fresh.cols())};
  Matrix scores;
  std::vector<int> labels;
  std::vector<double> probabilities;
  for (Index first = shard.begin; first < end; first += soft_block) {
    const auto block = fresh.middleRows(first, std::min(soft_block, end - first));
    const Matrix white = block * whitening;
    scores.resize(block.rows(), clusters);
    for (Index c = 0; c < clusters; ++c)
      scores.col(c) = (white.rowwise() - white_means.row(c)).rowwise().squaredNorm() / -2;
    scores.rowwise() += model.log_weights.transpose();
    s.objective += responsibilities(scores, noted.slice(first, block.rows(), labels, probabilities));
    s.counts += scores.colwise().sum().transpose();
    s.sums.noalias() += scores.transpose() * block;
  }
  return s;
}

/// F but for the new items: what the known ones, the means' prior, R and the constants of all densities add.
double rest_of_objective(const BpProblem& p, const Model& model) {
  const Dense whitening = model.whitening(), precision = whitening * whitening.transpose();
  const auto features = static_cast<double>(p.features());
  const auto count = static_cast<double>(model.means.rows());
  double quadratic = precision.cwiseProduct(p.known_scatter).sum() + model.means.squaredNorm() +
                     p.items() * precision.cwiseProduct(p.ridge).sum();
  for (Index k = 0; k < p.classes(); ++k)
    quadratic += p.known_sizes[k] * ((p.known_means.row(k) - model.means.row(k)) * whitening).squaredNorm();
  const double constant = features * std::log(2 * std::numbers::pi) + p.frame.log_determinant;
  const double log_determinant = model.variances.array().log().sum();
  return -0.5 * (quadratic + (p.items() + count) * constant + p.items() * log_determinant);
}

/// mu_k = V diag(n / (n + variances)) V' (mean of k) inside the frame.
Eigen::RowVectorXd shrunk(const Model& model, const Eigen::RowVectorXd& sum, double count) {
  const Eigen::RowVectorXd along = sum * model.directions;
  return (along.array() / (count + model.variances.array()).transpose()).matrix() *
         model.directions.transpose();
}

void set_covariance(Model& model, const Dense& covariance) {
  const SymmetricEigen eigen(covariance);
  model.variances = eigen.eigenvalues().cwiseMax(1e-300);
  model.directions = eigen.eigenvectors();
}

Model update(const BpProblem& p, Model model, const BpSums& s, bool equal_weights) {
  for (Index k = 0; k < p.classes(); ++k)
    model.means.row(k) = shrunk(model, p.known_sizes[k] * p.known_means.row(k), p.known_sizes[k]);
  for (Index c = 0; c < s.counts.size(); ++c)
    model.means.row(p.classes() + c) = shrunk(model, s.sums.row(c), s.counts[c]);
  if (!equal_weights && s.counts.size() > 0)
    model.log_weights = (s.counts / s.counts.sum()).cwiseMax(least_weight).array().log();

  Dense scatter = p.known_scatter + p.fresh_squares;
  for (Index k = 0; k < p.classes(); ++k) {
    const Vector off = (p.known_means.row(k) - model.means.row(k)).transpose();
    scatter.noalias() += p.known_sizes[k] * off * off.transpose();
  }
  for (Index c = 0; c < s.counts.size(); ++c) {
    const Vector mu = model.means.row(p.classes() + c).transpose();
    const Vector half = s.counts[c] / 2 * mu - s.sums.row(c).transpose();
    scatter.noalias() += half * mu.transpose() + mu * half.transpose();
  }
  set_covariance(model, scatter / p.items() + p.ridge);
  return model;
}

Fit<Model> search(const BpProblem& p, Model start, const SoftLabels& noted, const BpOptions& options,
                  const Run& run) {
  const auto assess = [&](const Model& model) {
    BpSums s;
    if (model.log_weights.size() > 0)
      s = sum_over_shards(
          p.fresh, [&](const Shard& shard) { return accumulate(p.fresh, model, shard, noted); }, run);
    s.objective += rest_of_objective(p, model);
    return s;
  };
  const auto next = [&](Model model, const BpSums& s) {
    return update(p, std::move(model), s, options.equal_weights);
  };
  return alternate(std::move(start), assess, next, {options.iterations, options.tolerance}, run);
}

/// The known classes' own means, and the scatter around them.
Model known_start(const BpProblem& p) {
  Model model{.means = p.known_means};
  set_covariance(model, p.known_scatter / p.known_sizes.sum() + p.ridge);
  return model;
}

Model learned_from_known(const BpProblem& p, const BpOptions& options) {
  BpProblem alone = p;
  alone.fresh.resize(0, p.features());
  alone.fresh_squares.setZero();
  return search(alone, known_start(p), {}, options, {.threads = 1}).model;
}

/// New clusters by k-means++ in the space that the known classes make.
Model with_clusters(const BpProblem& p, const Model& known, int clusters, const Random& random,
                    const Run& run) {
  if (clusters == 0) return known;
  const Matrix white = p.fresh * known.whitening();
  const Dense back = known.variances.cwiseSqrt().asDiagonal() * known.directions.transpose();
  Model model = known;
  model.means.conservativeResize(p.classes() + clusters, Eigen::NoChange);
  model.means.bottomRows(clusters) = plus_plus_start(white, clusters, random, run) * back;
  model.log_weights = Vector::Constant(clusters, -std::log(static_cast<double>(clusters)));
  return model;
}

BpProblem problem_of(const Classes& classes, const BpOptions& options) {
  const Index fresh = options.clusters > 0 ? classes.fresh.rows() : 0;
  Matrix all(classes.items.rows() + fresh, classes.items.cols());
  all << classes.items, classes.fresh.topRows(fresh);
  BpProblem p{.frame = frame_of(all, options.ridge)};
  p.fresh = p.frame.inside(classes.fresh.topRows(fresh));
  p.fresh_squares = p.fresh.transpose() * p.fresh;
  p.ridge = options.ridge * p.frame.inverse_root * p.frame.inverse_root;
  p.known_means = p.frame.inside(classes.means);
  p.known_sizes = Vector::Zero(classes.count);
  Matrix centred = p.frame.inside(classes.items);
  for (Index i = 0; i < centred.rows(); ++i) {
    centred.row(i) -= p.known_means.row(classes.labels[i]);
    ++p.known_sizes[classes.labels[i]];
  }
  p.known_scatter = centred.transpose() * centred;
  return p;
}

BpResult result_of(const BpProblem& p, Fit<Model> fit, BpResult result) {
  record(fit, "log posterior", Goal::maximise, result);
  const Model& model = fit.model;
  result.clusters = static_cast<int>(model.log_weights.size());
  result.means = p.frame.outside(model.means);
  result.weights = model.log_weights.array().exp();
  result.covariance = p.frame.covariance_outside(model.directions * model.variances.asDiagonal() *
                                                 model.directions.transpose());
  result.map = {"bp", p.frame.map_of(result.covariance), {}};
  return result;
}

}  // namespace

BpResult bp(const Rows& items, std::span<const int> labels, const BpOptions& options, const Run& run) {
  check_options(options, "bp");
  const Classes classes = classes_of(items, labels);
  require(
      options.clusters == 0 || classes.fresh.rows() > 0,
      "every item has a label, and none is left to form {} new clusters: leave out the labels of those that "
      "are to be clustered, or learn from known ones alone with clusters=0",
      options.clusters);
  if (options.clusters > 0) require_clusterable(classes.fresh, options.clusters);
  BpProblem p;
  Model start;
  on_threads(run.threads, [&] {
    p = problem_of(classes, options);
    start = options.clusters > 0 ? learned_from_known(p, options) : known_start(p);
  });
  const auto once = [&](const Random& random, const Run& inner) {
    BpResult result;
    result.labels.resize(static_cast<std::size_t>(p.fresh.rows()));
    result.probabilities.resize(result.labels.size());
    auto fit = search(p, with_clusters(p, start, options.clusters, random, inner),
                      {result.labels, result.probabilities}, options, inner);
    return result_of(p, std::move(fit), std::move(result));
  };
  return best_of_restarts(options.clusters > 0 ? options.restarts : 1, options.random_seed, p.fresh, once,
                          run);
}

}  // namespace bellwether
