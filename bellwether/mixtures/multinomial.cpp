#include <bellwether/mixtures/multinomial.h>

#include <cmath>

#include <bellwether/data/checks.h>
#include <bellwether/data/values.h>
#include <bellwether/mixtures/directions.h>
#include <bellwether/mixtures/soft_mixture.h>

namespace bellwether {
namespace {

struct ProfileModel {
  Matrix by_feature;  ///< theta, features x clusters
  Vector weights;
  double smoothing = 0;
  Matrix logs = by_feature.array().log();
};

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
  static constexpr const char *name = "multinomial", *objective = "log posterior";

  Multinomials(const Rows& all, const Run& run) : items(all) {
    require_counts(items, "the items");
    inverse = inverse_lengths(items, run);
  }

  /// The profile of all items together, which no start is without.
  void prepare(const MultinomialOptions& o, const Run&) {
    smoothing = o.smoothing;
    overall = Vector::Ones(items.columns());
    for_each_value(items, [&](Index, Index j, double value) { overall[j] += value; });
    overall /= overall.sum();
  }

  Matrix first_centres(const MultinomialOptions& o, const Seeds& seeds, const Random& random,
                       const Run& run) const {
    return start_directions(o.start, items, inverse, o.clusters, random, run, seeds);
  }
  Matrix given_centres(const Matrix& profiles) const { return unit_rows(profiles); }

  /// Equal weights, and profiles half of the centre's and half of all items': one item has few features, and
  /// alone would rule out all that lack one of them.
  ProfileModel begin(const Matrix& centres, const Run&) const {
    Matrix profiles = centres.transpose();
    for (Index k = 0; k < profiles.cols(); ++k)
      profiles.col(k) = 0.5 * (profiles.col(k) / profiles.col(k).sum() + overall);
    const double equal = 1.0 / static_cast<double>(centres.rows());
    return {std::move(profiles), Vector::Constant(centres.rows(), equal), smoothing};
  }

  Pass pass(const ProfileModel& model) const { return Pass(model); }

  /// The prior, once for all items.
  double constant(const ProfileModel& model, const Shard& shard) const {
    return shard.begin > 0 ? 0 : log_prior(model);
  }
  double log_prior(const ProfileModel& model) const {
    return model.smoothing *
           (model.logs.sum() + static_cast<double>(model.logs.size()) * std::log(items.columns()));
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
    result.figures = {{"bic", bic(likelihood, free, items.rows())}};
  }

  Rows items;
  std::vector<double> inverse = {};  ///< 1 / ||x_i||
  Vector overall = {};
  double smoothing = 0;
};

}  // namespace

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
