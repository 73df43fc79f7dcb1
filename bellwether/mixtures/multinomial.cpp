#include <bellwether/mixtures/multinomial.h>

#include <cmath>

#include <bellwether/mixtures/directions.h>
#include <bellwether/mixtures/feature_sums.h>
#include <bellwether/mixtures/soft_mixture.h>
#include <bellwether/mixtures/soft_parts.h>

namespace bellwether {
namespace {

struct ProfileModel {
  Matrix by_feature;  ///< theta, features x clusters
  Vector weights;
  double smoothing = 0;
  Matrix logs = by_feature.array().log();
};
void visit(ProfileModel& m, auto&& numbers) {
  numbers(m.by_feature), numbers(m.weights), numbers(m.smoothing), numbers(m.logs);
}

class Pass {
 public:
  explicit Pass(const ProfileModel& model) : logs_(model.logs), log_weights_(model.weights.array().log()) {}

  /// s_ik = log w_k + sum_p x_ip log theta_kp
  Matrix& scores(const DenseRows& rows, Index) {
    scores_.noalias() = rows.matrix() * logs_;
    scores_.rowwise() += log_weights_.transpose();
    return scores_;
  }
  Matrix& scores(const SparseRows& rows, Index) {
    scores_ = Matrix::Zero(rows.rows, logs_.cols());
    add_products(rows, logs_, scores_);
    scores_.rowwise() += log_weights_.transpose();
    return scores_;
  }

  void add(const DenseRows& rows, Index, SoftStatistics& s) const {
    s.sums.noalias() += rows.matrix().transpose() * scores_;
  }
  void add(const SparseRows& rows, Index, SoftStatistics& s) const {
    add_weighted(rows, {}, scores_, s.sums);
  }

 private:
  const Matrix& logs_;
  Vector log_weights_;
  Matrix scores_;
};

struct Multinomials {
  using Options = MultinomialOptions;
  using Result = MultinomialResult;
  using Model = ProfileModel;
  static constexpr const char *name = "multinomial", *step = "multinomial", *objective = "log posterior";

  explicit Multinomials(const Holder& holder)
      : rows(holder.rows()), columns(holder.columns()), counts(sums_of_counts(holder)) {}

  /// The profile of all items together, which no start is without.
  void prepare(const MultinomialOptions& o, const Holder&) {
    smoothing = o.smoothing;
    overall = counts.array() + 1;
    overall /= overall.sum();
  }

  Matrix first_centres(const MultinomialOptions& o, const Random& random, const Holder& holder) const {
    return first_directions(o.start, holder, o.clusters, random);
  }
  Matrix given_centres(const Matrix& profiles) const { return unit_rows(profiles); }

  /// Equal weights, and profiles half of the centre's and half of all items': one item has few features, and
  /// alone would rule out all that lack one of them.
  ProfileModel begin(const Matrix& centres, const Holder&) const {
    Matrix profiles = centres.transpose();
    for (Index k = 0; k < profiles.cols(); ++k)
      profiles.col(k) = 0.5 * (profiles.col(k) / profiles.col(k).sum() + overall);
    const double equal = 1.0 / static_cast<double>(centres.rows());
    return {std::move(profiles), Vector::Constant(centres.rows(), equal), smoothing};
  }

  static void remember(const Part&, SoftMemory&) {}
  static Pass pass(const ProfileModel& model, const SoftMemory&) { return Pass(model); }

  /// The prior, once for all items.
  static double constant(const ProfileModel& model, const Rows&, bool first) {
    return first ? log_prior(model) : 0;
  }
  static double log_prior(const ProfileModel& model) {
    return model.smoothing * (model.logs.sum() + static_cast<double>(model.logs.size()) *
                                                     std::log(static_cast<double>(model.logs.rows())));
  }

  /// theta_kp = (s + S_kp) / (s P + sum_p S_kp)
  ProfileModel update(const ProfileModel&, const SoftStatistics& s, const MultinomialOptions& o) const {
    Matrix profiles = s.sums.array() + o.smoothing;
    for (Index k = 0; k < profiles.cols(); ++k) profiles.col(k) /= profiles.col(k).sum();
    return {std::move(profiles), mixing_weights(s.counts, o.equal_weights), o.smoothing};
  }

  void keep(const ProfileModel& model, const MultinomialOptions& o, MultinomialResult& result) const {
    result.model = {model.by_feature.transpose(), model.weights, model.smoothing};
    const auto [features, clusters] = std::pair(model.by_feature.rows(), model.by_feature.cols());
    const double free =
        static_cast<double>(clusters * (features - 1)) + free_weights(clusters, o.equal_weights);
    const double likelihood = result.objective.value - log_prior(model);
    result.figures = {{"bic", bic(likelihood, free, rows)}};
  }

  Index rows = 0, columns = 0;
  Vector counts = {};  ///< of each feature
  Vector overall = {};
  double smoothing = 0;
};

}  // namespace

PartStep multinomial_step() {
  return sum_step<ExpectStep<Multinomials>>();
}

MultinomialResult multinomial(const Rows& items, const MultinomialOptions& options, const Run& run,
                              const Seeds& seeds) {
  return fit_mixture<Multinomials>(items, options, run, seeds);
}

MultinomialResult multinomial_from(const Rows& items, const Matrix& profiles,
                                   const MultinomialOptions& options, const Run& run, const Seeds& seeds) {
  return fit_mixture_from<Multinomials>(items, profiles, options, run, seeds);
}

Placement place_by_multinomial(const Rows& items, const MultinomialModel& model, const Run& run) {
  const auto restore = [&](const Multinomials&) {
    return ProfileModel{model.profiles.transpose(), model.weights, model.smoothing};
  };
  return place_by_mixture<Multinomials>(items, restore, run);
}

}  // namespace bellwether
