#include <bellwether/links/logistic_regression.h>

#include <LBFGS.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <bellwether/engine/shards.h>
#include <bellwether/mixtures/kernels.h>
#include <bellwether/mixtures/soft.h>

namespace bellwether {
namespace {

/// The model as products want it.
struct ByFeature {
  explicit ByFeature(const LogisticModel& model)
      : coefficients(model.coefficients.transpose() / model.scale),
        intercepts(model.intercepts),
        centre(model.centre),
        uncentred(model.intercepts - coefficients.transpose() * model.centre) {}

  Matrix coefficients;  ///< a / r, features x classes
  Vector intercepts;    ///< of items less the centre
  Vector centre;
  Vector uncentred;  ///< intercepts of items as they are: b - a . m / r
};

struct ClassSums {
  Matrix sums;    ///< sum_i w_i x_i (1[y_i = k] - p_ik), features x classes; dense x_i are less the centre
  Vector counts;  ///< the same without x_i
  double objective = 0;
};

void merge(ClassSums& into, const ClassSums& from) {
  into.sums += from.sums;
  into.counts += from.counts;
  into.objective += from.objective;
}

/// The work of one shard, block by block. Dense items are centred, so that those far from the origin lose no
/// digits; to sparse ones the centre is in the intercepts.
class Pass {
 public:
  explicit Pass(const ByFeature& model) : model_(model) {}

  Matrix& scores(const DenseRows& rows) {
    centred_ = rows.matrix().rowwise() - model_.centre.transpose();
    scores_.noalias() = centred_ * model_.coefficients;
    scores_.rowwise() += model_.intercepts.transpose();
    return scores_;
  }
  Matrix& scores(const SparseRows& rows) {
    scores_ = Matrix::Zero(rows.rows, model_.coefficients.cols());
    add_products(rows, model_.coefficients, scores_);
    scores_.rowwise() += model_.uncentred.transpose();
    return scores_;
  }

  void add(const DenseRows&, ClassSums& s) const { s.sums.noalias() += centred_.transpose() * scores_; }
  void add(const SparseRows& rows, ClassSums& s) const { add_weighted(rows, {}, scores_, s.sums); }

 private:
  const ByFeature& model_;
  Matrix centred_, scores_;
};

/// Scores become w_i (1[y_i = k] - p_ik). Returns sum_i w_i log p(y_i | x_i).
double residuals(Matrix& scores, std::span<const int> classes, std::span<const double> weights) {
  double total = 0;
  for (Index i = 0; i < scores.rows(); ++i) {
    const double largest = scores.row(i).maxCoeff(), own = scores(i, classes[i]) - largest;
    const double sum = kernels::exp_shifted(scores.row(i).data(), largest, scores.cols());
    total += weights[i] * (own - std::log(sum));
    scores.row(i) *= -weights[i] / sum;
    scores(i, classes[i]) += weights[i];
  }
  return total;
}

ClassSums accumulate(const ByFeature& model, const Examples& examples, const Shard& shard) {
  ClassSums s{Matrix::Zero(model.coefficients.rows(), model.coefficients.cols()),
              Vector::Zero(model.coefficients.cols())};
  Pass pass(model);
  shard.rows.visit([&](const auto& rows) {
    for (Index at = 0; at < rows.rows; at += soft_block) {
      const auto block = rows.slice(at, std::min(soft_block, rows.rows - at));
      const auto first = static_cast<std::size_t>(shard.begin + at),
                 count = static_cast<std::size_t>(block.rows);
      Matrix& scores = pass.scores(block);
      s.objective +=
          residuals(scores, examples.classes.subspan(first, count), examples.weights.subspan(first, count));
      s.counts += scores.colwise().sum().transpose();
      pass.add(block, s);
    }
  });
  return s;
}

struct EndOfSearch {};

/// -J for each unit of weight, as the solver calls it, of coefficients and intercepts in one vector.
class Descent {
 public:
  Descent(const Examples& examples, LogisticModel start, const LogisticLimits& limits, const Run& run)
      : examples_(examples), model_(std::move(start)), limits_(limits), run_(run) {
    for (const double weight : examples.weights) weight_ += weight;
  }

  Vector start() const {
    Vector x(model_.coefficients.size() + model_.intercepts.size());
    x << Eigen::Map<const Vector>(model_.coefficients.data(), model_.coefficients.size()), model_.intercepts;
    return x;
  }

  double operator()(const Vector& x, Vector& gradient) {
    take(x);
    const LogisticSlope slope = slope_at(model_, examples_, run_);
    gradient.resize(x.size());
    gradient << Eigen::Map<const Vector>(slope.coefficients.data(), slope.coefficients.size()),
        slope.intercepts;
    gradient /= -weight_;
    if (!std::isfinite(slope.value)) throw EndOfSearch{};  // its interpolation may divide nothing by nothing
    last_value_ = slope.value;
    last_length_ = gradient.norm();
    if (fit.trace.empty()) accept();
    return -slope.value / weight_;
  }

  /// The solver has taken the step to the point evaluated last.
  void step_taken() {
    // Where only rounding is left, or its trials have run out, a line search returns a point that is no
    // better.
    if (!(last_value_ > fit.trace.back())) throw EndOfSearch{};
    ++fit.iterations;
    accept();
    if (run_.stop.stop_requested()) throw EndOfSearch{};
  }

  LogisticFit fit = {};

 private:
  void take(const Vector& x) {
    const Index size = model_.coefficients.size();
    Eigen::Map<Vector>(model_.coefficients.data(), size) = x.head(size);
    model_.intercepts = x.tail(model_.intercepts.size());
  }

  void accept() {
    fit.model = model_;
    fit.trace.push_back(last_value_);
    fit.converged = last_length_ <= limits_.tolerance;
    if (run_.on_progress)
      run_.on_progress(
          {.iteration = fit.iterations, .iterations = limits_.iterations, .objective = last_value_});
  }

  const Examples& examples_;
  LogisticModel model_;
  const LogisticLimits& limits_;
  const Run& run_;
  double weight_ = 0, last_value_ = 0, last_length_ = 0;
};

/// Nocedal and Wright's, and a word to the descent when it is done.
template <class Scalar>
struct ToldLineSearch {
  static void LineSearch(Descent& descent, Scalar& value, Vector& x, Vector& gradient, Scalar& step,
                         const Vector& direction, const Vector& before,
                         const LBFGSpp::LBFGSParam<Scalar>& parameters) {
    LBFGSpp::LineSearchNocedalWright<Scalar>::LineSearch(descent, value, x, gradient, step, direction, before,
                                                         parameters);
    descent.step_taken();
  }
};

LBFGSpp::LBFGSParam<double> parameters_for(const LogisticLimits& limits) {
  LBFGSpp::LBFGSParam<double> parameters;
  parameters.m = 10;
  parameters.epsilon = limits.tolerance;
  parameters.epsilon_rel = 0;
  parameters.max_iterations = limits.iterations;
  parameters.max_linesearch = 40;
  parameters.linesearch = LBFGSpp::LBFGS_LINESEARCH_BACKTRACKING_STRONG_WOLFE;
  return parameters;
}

}  // namespace

LogisticModel blank_model(int classes, Vector centre, double scale, double penalty) {
  return {Matrix::Zero(classes, centre.size()), Vector::Zero(classes), std::move(centre), scale, penalty};
}

double penalty_of(const LogisticModel& model) {
  return model.penalty / 2 * model.coefficients.squaredNorm();
}

LogisticSlope slope_at(const LogisticModel& model, const Examples& examples, const Run& run) {
  const ByFeature by_feature(model);
  ClassSums s = sum_over_shards(
      examples.rows, [&](const Shard& shard) { return accumulate(by_feature, examples, shard); }, run);
  if (examples.rows.sparse()) s.sums.noalias() -= model.centre * s.counts.transpose();
  return {s.objective - penalty_of(model),
          s.sums.transpose() / model.scale - model.penalty * model.coefficients, std::move(s.counts)};
}

LogisticFit logistic_regression(const Examples& examples, LogisticModel start, const LogisticLimits& limits,
                                const Run& run) {
  const auto parameters = parameters_for(limits);
  Descent descent(examples, std::move(start), limits, run);
  Vector x = descent.start();
  double value = 0;
  try {
    LBFGSpp::LBFGSSolver<double, ToldLineSearch> solver(parameters);
    solver.minimize(descent, x, value);
  } catch (const EndOfSearch&) {
    descent.fit.converged |= !run.stop.stop_requested();
  } catch (const std::logic_error&) {  // no way up: rounding is all that is left
    descent.fit.converged = true;
  } catch (const std::runtime_error&) {  // no step is small enough: the same
    descent.fit.converged = true;
  }
  return std::move(descent.fit);
}

void for_each_scores(const LogisticModel& model, const Rows& items,
                     const std::function<void(Index, const Matrix&)>& visit, const Run& run) {
  const ByFeature by_feature(model);
  const auto visit_shard = [&](const Shard& shard) {
    Pass pass(by_feature);
    shard.rows.visit([&](const auto& rows) {
      for (Index at = 0; at < rows.rows; at += soft_block)
        visit(shard.begin + at, pass.scores(rows.slice(at, std::min(soft_block, rows.rows - at))));
    });
  };
  for_each_shard(items, visit_shard, run);
}

}  // namespace bellwether
