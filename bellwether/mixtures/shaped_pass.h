#pragma once
// One shard's E step of a Gaussian mixture with covariances of the clusters' own, for gm_shaped.cpp.

#include <bellwether/mixtures/covariance.h>
#include <bellwether/mixtures/item_columns.h>
#include <bellwether/mixtures/soft.h>

namespace bellwether {

/// In the items' units (item_columns.h), where everything is of order 1.
struct ShapedModel {
  Covariance kind = Covariance::full;
  Units units = {};
  Matrix means = {};  ///< clusters x features
  Vector weights = {};
  Matrix covariances = {};  ///< packed (covariance.h)
  CovarianceFactors factors = factors_of(kind, covariances, means.cols());
  double strength = 0;  ///< of what is known of the covariances beforehand

  Index shape_of(Index cluster) const { return kind == Covariance::shared ? 0 : cluster; }
};

void visit(ShapedModel& m, auto&& numbers) {
  numbers(m.kind), numbers(m.units), numbers(m.means), numbers(m.weights), numbers(m.covariances);
  numbers(m.factors), numbers(m.strength);
}

class ShapedPass {
 public:
  explicit ShapedPass(const ShapedModel& model);

  /// s_ik = log w_k - 1/2 log |Sigma_k| - 1/2 (x_i - mu_k)^T Sigma_k^-1 (x_i - mu_k)
  Matrix& scores(const auto& rows, Index) {
    columns_.fill(rows, model_.units);
    measure();
    scores_ = (-0.5 * distances_.leftCols(rows.rows).transpose()).rowwise() + offsets_.transpose();
    return scores_;
  }

  /// Adds the block's sums, and in `moments` (packed) sum_i r_ik ||x_i - mu_k||^2 (round),
  /// sum_i r_ik x_ip^2 (diagonal) or sum_i r_ik x_ip x_iq (full).
  void add(const auto&, Index, SoftStatistics& s) { add_block(s); }

 private:
  void whiten_means();
  void measure();
  void add_block(SoftStatistics& s);
  void add_distances(Matrix& moments) const;
  void add_products(Matrix& moments);

  const ShapedModel& model_;
  Vector offsets_;
  Matrix scales_ = {}, whitened_means_ = {}, root_ = {};
  ItemColumns columns_ = {};
  Matrix whitened_ = {}, distances_, scores_ = {}, products_ = {};
  std::vector<double> room_;
};

}  // namespace bellwether
