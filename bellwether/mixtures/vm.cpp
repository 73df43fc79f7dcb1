#include <bellwether/mixtures/vm.h>

#include <algorithm>

#include <bellwether/mixtures/bessel.h>
#include <bellwether/mixtures/directions.h>
#include <bellwether/mixtures/kmeans_device.h>
#include <bellwether/mixtures/soft_mixture.h>
#include <bellwether/mixtures/soft_parts.h>
#include <bellwether/mixtures/spherical_parts.h>

namespace bellwether {
namespace {

/// Below, the density is uniform to the last digit; above, an item off its direction by 1e-5 is impossible.
constexpr double least_kappa = 1e-8, most_kappa = 1e10;

struct TurnedModel {
  Matrix by_feature;  ///< directions, features x clusters
  Vector weights;
  Vector kappas;        ///< one, or one for each cluster
  double strength = 0;  ///< c

  bool own() const { return kappas.size() > 1; }
  double log_constant(Index k) const {
    return log_sphere_constant(kappas[k], static_cast<int>(by_feature.rows()));
  }
};

void visit(TurnedModel& m, auto&& numbers) {
  numbers(m.by_feature), numbers(m.weights), numbers(m.kappas), numbers(m.strength);
}

/// log w_k, and log C_P(kappa_k) if it is not the same for all
Vector offsets_of(const TurnedModel& model) {
  Vector offsets = model.weights.array().log();
  if (!model.own()) return offsets;
  for (Index k = 0; k < offsets.size(); ++k) offsets[k] += model.log_constant(k);
  return offsets;
}

class Pass {
 public:
  Pass(const TurnedModel& model, std::span<const double> inverse_lengths)
      : model_(model), inverse_(inverse_lengths), offsets_(offsets_of(model)) {}

  /// s_ik = log w_k + kappa mu_k . x_i / ||x_i||, and log C_P(kappa_k) if it is not the same for all
  Matrix& scores(const auto& rows, Index first) {
    cosines(rows, inverse_.subspan(static_cast<std::size_t>(first)));
    if (model_.own())
      scores_ *= model_.kappas.asDiagonal();
    else
      scores_ *= model_.kappas[0];
    scores_.rowwise() += offsets_.transpose();
    return scores_;
  }

  void add(const DenseRows&, Index, SoftStatistics& s) const {
    s.sums.noalias() += units_.transpose() * scores_;
  }
  void add(const SparseRows& rows, Index first, SoftStatistics& s) const {
    add_weighted(rows, inverse_.subspan(static_cast<std::size_t>(first)), scores_, s.sums);
  }

 private:
  void cosines(const DenseRows& rows, std::span<const double> inverse) {
    const Eigen::Map<const Vector> scales(inverse.data(), rows.rows);
    units_ = scales.asDiagonal() * rows.matrix();
    scores_.noalias() = units_ * model_.by_feature;
  }
  void cosines(const SparseRows& rows, std::span<const double> inverse) {
    scores_ = Matrix::Zero(rows.rows, model_.by_feature.cols());
    add_products(rows, model_.by_feature, scores_);
    scores_ = Eigen::Map<const Vector>(inverse.data(), rows.rows).asDiagonal() * scores_;
  }

  const TurnedModel& model_;
  std::span<const double> inverse_;
  Vector offsets_;
  Matrix units_;  ///< the block's items as unit vectors, if they are dense
  Matrix scores_;
};

double bounded_concentration(double length, Index dimensions) {
  return std::clamp(concentration(length, static_cast<int>(dimensions)), least_kappa, most_kappa);
}

struct Directions {
  using Options = VmOptions;
  using Result = VmResult;
  using Model = TurnedModel;
  static constexpr const char *name = "vm", *step = "vm";

  explicit Directions(const Holder& holder) : rows(holder.rows()), columns(holder.columns()) {}

  void prepare(const VmOptions& o, const Holder&) {
    // One cluster has its own concentration in either way.
    own = o.concentration == Concentration::own && o.clusters > 1;
    strength = own ? o.regularise : 0;
    if (strength > 0) objective = "penalised log-likelihood";
  }

  Matrix first_centres(const VmOptions& o, const Random& random, const Holder& holder) const {
    return first_directions(o.start, holder, o.clusters, random);
  }
  Matrix given_centres(const Matrix& directions) const { return unit_rows(directions); }

  /// Equal weights, and the concentration of the items around their nearest direction.
  TurnedModel begin(const Matrix& directions, const Holder& holder) const {
    const DeviceItems* there = holder.run().held;
    const double all = there != nullptr ? objective_on_device(*there, directions)
                                        : holder.sum<SphericalStep>({directions}).objective;
    const double length = all / static_cast<double>(rows);
    return {directions.transpose(),
            Vector::Constant(directions.rows(), 1.0 / static_cast<double>(directions.rows())),
            Vector::Constant(own ? directions.rows() : 1, bounded_concentration(length, columns)), strength};
  }

  void lay(const DeviceItems& items, const Holder& holder) const {
    bellwether::lay(items, holder.source() ? inverse_lengths(items, holder.run())
                                           : inverse_lengths(holder.items(), holder.run()));
  }
  static Scoring scoring(const TurnedModel& model) {
    const Index clusters = model.weights.size();
    return {model.by_feature.transpose(),
            model.own() ? model.kappas : Vector::Constant(clusters, model.kappas[0]), offsets_of(model)};
  }

  static void remember(const Part& part, SoftMemory& memory) {
    if (memory.inverse.empty()) memory.inverse = inverse_lengths(part);
  }
  static Pass pass(const TurnedModel& model, const SoftMemory& memory) { return {model, memory.inverse}; }

  static double constant(const TurnedModel& model, const Rows& rows, bool first) {
    if (model.own()) return first ? penalty(model) : 0;
    return static_cast<double>(rows.rows()) * model.log_constant(0);
  }

  /// c sum_k log(C_P(kappa_k) / C_P(0)); 0 or below.
  static double penalty(const TurnedModel& model) {
    if (model.strength == 0) return 0;
    double sum = 0;
    const double uniform = log_sphere_constant(least_kappa, static_cast<int>(model.by_feature.rows()));
    for (Index k = 0; k < model.kappas.size(); ++k) sum += model.log_constant(k) - uniform;
    return model.strength * sum;
  }

  /// mu_k = S_k / ||S_k||,  A_P(kappa) = sum_k ||S_k|| / N,  or  A_P(kappa_k) = ||S_k|| / (n_k + c)
  TurnedModel update(TurnedModel model, const SoftStatistics& s, const VmOptions& o) const {
    double resultant = 0;
    for (Index k = 0; k < s.counts.size(); ++k) {
      if (!is_wanted(s.counts[k])) continue;
      const double norm = s.sums.col(k).norm();
      if (norm > 1e-12 * s.counts[k]) model.by_feature.col(k) = s.sums.col(k) / norm;
      resultant += norm;
      if (own) model.kappas[k] = bounded_concentration(norm / (s.counts[k] + strength), s.sums.rows());
    }
    model.weights = mixing_weights(s.counts, o.equal_weights);
    if (!own) model.kappas[0] = bounded_concentration(resultant / s.counts.sum(), s.sums.rows());
    return model;
  }

  void keep(const TurnedModel& model, const VmOptions& o, VmResult& result) const {
    result.model = {model.by_feature.transpose(), model.weights, model.kappas};
    const Index clusters = model.weights.size();
    const double free = static_cast<double>(clusters * (columns - 1) + model.kappas.size()) +
                        free_weights(clusters, o.equal_weights);
    result.figures = {{"bic", bic(result.objective.value - penalty(model), free, rows)}};
  }

  Index rows = 0, columns = 0;
  bool own = false;     ///< a concentration for each cluster
  double strength = 0;  ///< c
  const char* objective = "log-likelihood";
};

}  // namespace

PartStep vm_step() {
  return sum_step<ExpectStep<Directions>>();
}

VmResult vm(const Rows& items, const VmOptions& options, const Run& run, const Seeds& seeds) {
  return fit_mixture<Directions>(items, options, run, seeds);
}

VmResult vm_from(const Rows& items, const Matrix& directions, const VmOptions& options, const Run& run,
                 const Seeds& seeds) {
  return fit_mixture_from<Directions>(items, directions, options, run, seeds);
}

Placement place_by_vm(const Rows& items, const VmModel& model, const Run& run) {
  const auto restore = [&](const Directions&) {
    return TurnedModel{model.directions.transpose(), model.weights, model.kappas, 0};
  };
  return place_by_mixture<Directions>(items, restore, run);
}

}  // namespace bellwether
