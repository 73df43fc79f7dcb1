#pragma once
// Objectives from their definitions, by name. A method with a new objective adds its definition here, and
// fails the contract until it does.

#include <cmath>
#include <stdexcept>

#include <bellwether/methods/method.h>
#include <tests/mixtures/brute_force.h>

namespace bellwether {

/// The sum of each cluster's items, and their number.
inline std::pair<Matrix, Vector> sums_of(const Matrix& items, const Clustering& c) {
  Matrix sums = Matrix::Zero(c.clusters, items.cols());
  Vector counts = Vector::Zero(c.clusters);
  for (Index i = 0; i < items.rows(); ++i) {
    sums.row(c.labels[i]) += items.row(i);
    counts[c.labels[i]] += 1;
  }
  return {sums, counts};
}

/// The log-likelihood of the best mixtures of given topics, by many plain EM steps in the mixtures alone.
inline double topics_log_likelihood(const Matrix& items, const Matrix& topics) {
  double total = 0;
  for (Index i = 0; i < items.rows(); ++i) {
    const Vector a = items.row(i).transpose() / items.row(i).sum();
    Vector mixture = Vector::Constant(topics.rows(), 1.0 / static_cast<double>(topics.rows()));
    for (int round = 0; round < 20000; ++round) {
      Vector next = Vector::Zero(topics.rows());
      for (Index j = 0; j < items.cols(); ++j)
        if (a[j] > 0) next += a[j] / mixture.dot(topics.col(j)) * mixture.cwiseProduct(topics.col(j));
      const double change = (next - mixture).cwiseAbs().maxCoeff();
      mixture = next;
      if (change < 1e-14) break;
    }
    for (Index j = 0; j < items.cols(); ++j)
      if (a[j] > 0) total += a[j] * std::log(mixture.dot(topics.col(j)));
  }
  return total;
}

/// I(X~;Z~) in nats from the definition.
inline double mutual_information(const Matrix& joint) {
  const Vector rows = joint.rowwise().sum(), columns = joint.colwise().sum();
  double total = 0;
  for (Index i = 0; i < joint.rows(); ++i)
    for (Index j = 0; j < joint.cols(); ++j)
      if (joint(i, j) > 0) total += joint(i, j) * std::log(joint(i, j) / (rows[i] * columns[j]));
  return total;
}

inline double recompute_objective(const Matrix& items, const Outcome& outcome) {
  const auto& c = outcome.clustering;
  const auto& p = outcome.parameters;
  if (c.objective.name ==
      "sum of squared distances") {  // from the labels alone: around each cluster's own mean
    const auto [sums, counts] = sums_of(items, c);
    double total = 0;
    for (Index i = 0; i < items.rows(); ++i)
      total += (items.row(i) - sums.row(c.labels[i]) / counts[c.labels[i]]).squaredNorm();
    return total;
  }
  if (c.objective.name == "sum of cosines")  // sum_i x_i . S / ||S|| = ||S|| in each cluster
    return sums_of(items.rowwise().normalized(), c).first.rowwise().norm().sum();
  if (c.objective.name == "loss in mutual information (nats)") {
    const Matrix joint = items / items.sum();
    Matrix clustered = Matrix::Zero(c.clusters, outcome.features.clusters);
    for (Index i = 0; i < items.rows(); ++i)
      for (Index j = 0; j < items.cols(); ++j)
        clustered(c.labels[i], outcome.features.labels[j]) += joint(i, j);
    return mutual_information(joint) - mutual_information(clustered);
  }
  if (c.objective.name == "information kept (nats)") {  // every item weighs the same; of order 1
    Matrix joint = Matrix::Zero(c.clusters, items.cols());
    for (Index i = 0; i < items.rows(); ++i)
      joint.row(c.labels[i]) += items.row(i) / (items.row(i).sum() * static_cast<double>(items.rows()));
    return mutual_information(joint);
  }
  if (c.objective.name == "log-likelihood" && p.front().first == "topics")
    return topics_log_likelihood(items, p.front().second);
  if (c.objective.name == "log-likelihood") {
    const Vector weights = parameter(p, "weights");
    for (const auto& [name, table] : p) {
      if (name == "variance")
        return brute_force::gm_log_likelihood(items, parameter(p, "means"), weights, table(0, 0));
      if (name == "kappa")
        return brute_force::vm_log_likelihood(items, parameter(p, "directions"), weights, table(0, 0));
    }
  }
  if (c.objective.name == "log posterior") {  // of multinomials: no logarithm of a product that underflows
    const Matrix& profiles = parameter(p, "profiles");
    const Vector weights = parameter(p, "weights");
    const double smoothing = parameter(p, "smoothing")(0, 0);
    double total = smoothing * (profiles * static_cast<double>(profiles.cols())).array().log().sum();
    for (Index i = 0; i < items.rows(); ++i) {
      Vector logs = weights.array().log();
      for (Index k = 0; k < profiles.rows(); ++k)
        for (Index j = 0; j < items.cols(); ++j) logs[k] += items(i, j) * std::log(profiles(k, j));
      total += logs.maxCoeff() + std::log((logs.array() - logs.maxCoeff()).exp().sum());
    }
    return total;
  }
  if (c.objective.name ==
      "distances and broken links") {  // no links here; a diagonal metric for each cluster
    const Matrix &means = parameter(p, "means"), &weights = parameter(p, "weights");
    double total = 0;
    for (Index i = 0; i < items.rows(); ++i) {
      const auto a = weights.row(c.labels[i]).array();
      total += ((items.row(i) - means.row(c.labels[i])).array().square() * a - a.log()).sum();
    }
    return total;
  }
  if (c.objective.name == "distances of directions and broken links") {  // no links here
    const Matrix unit = items.rowwise().normalized();
    double total = 0;
    for (Index i = 0; i < items.rows(); ++i)
      total += (unit.row(i) - parameter(p, "directions").row(c.labels[i])).squaredNorm();
    return total;
  }
  if (c.objective.name == "penalised log-likelihood") {  // no seeds: every item is an example of its label
    const Matrix& a = parameter(p, "coefficients");
    double total = -parameter(p, "penalty")(0, 0) / 2 * a.squaredNorm();
    for (Index i = 0; i < items.rows(); ++i) {
      const Vector x = (items.row(i) - parameter(p, "centre")).transpose() / parameter(p, "scale")(0, 0);
      const Vector s = a * x + parameter(p, "intercepts");
      total += s[c.labels[i]] - s.maxCoeff() - std::log((s.array() - s.maxCoeff()).exp().sum());
    }
    return total;
  }
  if (c.objective.name == "kernel log-likelihood") {  // likewise
    const Matrix &a = parameter(p, "coefficients"), &landmarks = parameter(p, "landmarks");
    const auto kernels = [&](const auto& x) {
      return ((landmarks.rowwise() - x).rowwise().squaredNorm().array() / -parameter(p, "width")(0, 0)).exp();
    };
    Matrix between(landmarks.rows(), landmarks.rows());
    for (Index l = 0; l < landmarks.rows(); ++l) between.col(l) = kernels(landmarks.row(l)).matrix();
    double total = -parameter(p, "penalty")(0, 0) / 2 * (a * between).cwiseProduct(a).sum();
    for (Index i = 0; i < items.rows(); ++i) {
      const Vector s = a * kernels(items.row(i)).matrix() + parameter(p, "intercepts");
      total += s[c.labels[i]] - s.maxCoeff() - std::log((s.array() - s.maxCoeff()).exp().sum());
    }
    return total;
  }
  throw std::logic_error("no definition of the objective '" + c.objective.name +
                         "' in tests/contract/recompute.h");
}

}  // namespace bellwether
