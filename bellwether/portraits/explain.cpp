#include <bellwether/portraits/explain.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <bellwether/engine/symmetric_eigen.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether {
namespace {

constexpr Index most_dimensions = 2000;  ///< of which a covariance is made

Eigen::MatrixXd covariance_of(const Rows& items) {
  Matrix dense(items.rows(), items.columns());
  for (Index i = 0; i < items.rows(); ++i) dense.row(i) = dense_row(items, i).transpose();
  dense.rowwise() -= Eigen::RowVectorXd(dense.colwise().mean());
  return dense.transpose() * dense / static_cast<double>(items.rows());
}

/// Weights of the map's features as weights of the columns that the items had before an SVD and other maps.
Vector before_steps(Vector weights, const std::vector<Step>& steps) {
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    if (const auto* svd = std::get_if<Svd>(&*step)) weights = svd->components.transpose() * weights;
    if (const auto* map = std::get_if<LinearMap>(&*step))
      weights = map->only_weights() ? Vector(map->weights.cwiseProduct(weights)) : Vector(map->map * weights);
    if (const auto* topics = std::get_if<TopicMap>(&*step)) weights = topics->topics.transpose() * weights;
  }
  return weights;
}

std::vector<std::pair<std::string, double>> most_telling(const Vector& weights,
                                                         const std::vector<std::string>& names,
                                                         std::size_t most) {
  std::vector<Index> order(static_cast<std::size_t>(weights.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order,
                           [&](Index a, Index b) { return std::abs(weights[a]) > std::abs(weights[b]); });
  order.resize(std::min(order.size(), most));
  std::vector<std::pair<std::string, double>> telling;
  const double largest = order.empty() ? 0 : weights[order.front()];
  for (const Index j : order) {
    if (weights[j] == 0) break;
    const auto at = static_cast<std::size_t>(j);
    telling.emplace_back(at < names.size() ? names[at] : fmt::format("feature {}", j + 1),
                         weights[j] / largest);
  }
  return telling;
}

}  // namespace

std::vector<Direction> explain(const LinearMap& map, const Rows& items, const std::vector<Step>& steps,
                               const std::vector<std::string>& names, std::size_t most,
                               std::size_t features) {
  std::vector<Direction> directions;
  if (items.columns() > most_dimensions || items.rows() == 0) return directions;
  const Eigen::MatrixXd covariance = covariance_of(items);
  const Eigen::MatrixXd linear =
      map.only_weights() ? Eigen::MatrixXd(map.weights.asDiagonal()) : Eigen::MatrixXd(map.map);
  const SymmetricEigen eigen(linear.transpose() * covariance * linear);
  const double total = eigen.eigenvalues().cwiseMax(0).sum();
  for (Index d = eigen.eigenvalues().size() - 1; d >= 0 && directions.size() < most; --d) {
    const double variance = eigen.eigenvalues()[d];
    if (!(variance > 1e-12 * total)) break;
    const Vector weights = linear * eigen.eigenvectors().col(d);
    directions.push_back(
        {.share = variance / total,
         .before = weights.dot(covariance * weights) / weights.squaredNorm() / covariance.trace(),
         .features = most_telling(before_steps(weights, steps), names, features)});
  }
  return directions;
}

}  // namespace bellwether
