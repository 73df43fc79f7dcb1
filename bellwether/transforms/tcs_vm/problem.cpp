#include <bellwether/transforms/tcs_vm/problem.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include <bellwether/engine/run.h>
#include <bellwether/mixtures/bessel.h>

namespace bellwether::tcs_vm_detail {
namespace {

constexpr double largest_resultant = 0.99;

/// Calls work(begin, count) for runs of `size` of 0 .. total - 1, several at once. The runs do not depend on
/// the number of threads, so products made in them have the same bits on any.
void in_runs(Index total, Index size, const std::function<void(Index, Index)>& work) {
  if (total <= size) return work(0, total);
  for_each_parallel(static_cast<int>((total + size - 1) / size), [&](int number) {
    const Index begin = number * size;
    work(begin, std::min(size, total - begin));
  });
}

constexpr Index rows_at_once = 512, columns_at_once = 32;

/// `left`' `right`, by runs of the columns of `left`.
Matrix transposed_product(const Matrix& left, const Matrix& right) {
  Matrix product(left.cols(), right.cols());
  in_runs(left.cols(), columns_at_once, [&](Index begin, Index count) {
    product.middleRows(begin, count).noalias() = left.middleCols(begin, count).transpose() * right;
  });
  return product;
}

/// d kappa / d R, from A'(kappa) = 1 - A^2 - (D - 1) A / kappa with A(kappa) = R.
double slope_of_concentration(double r, double kappa, int dimensions) {
  if (kappa < 1e-8) return static_cast<double>(dimensions);  // A ~ kappa / D
  return 1 / (1 - r * r - (dimensions - 1) * r / kappa);
}

}  // namespace

/// The items after the map.
struct Problem::Space {
  Matrix n = {};  ///< of length 1
  Vector lengths = {};
  double shortest_length = 0;
  Index shortest = 0;
};

struct Problem::Loss {
  double value = 0;
  Matrix surplus = {};  ///< W: y_ij - p_ij
  Matrix pull = {};     ///< g: the gradient by n_i
  double kappa_gradient = 0;
};

Problem::Problem(Matrix directions, std::vector<int> labels, int classes, double gamma,
                 std::optional<double> kappa)
    : directions_(std::move(directions)),
      labels_(std::move(labels)),
      classes_(classes),
      gamma_(gamma),
      kappa_(kappa) {}

Problem::Space Problem::space_of(const Matrix& map) const {
  Space space{Matrix(items(), map.cols()), Vector(items())};
  in_runs(items(), rows_at_once, [&](Index begin, Index count) {
    space.n.middleRows(begin, count).noalias() = directions_.middleRows(begin, count) * map;
    space.lengths.segment(begin, count) = space.n.middleRows(begin, count).rowwise().norm();
  });
  // ||L x|| of a direction x is of the size ||L||_F / sqrt(features).
  const double usual = std::max(map.norm() / std::sqrt(static_cast<double>(features())), 1e-150);
  space.shortest_length = space.lengths.minCoeff(&space.shortest) / usual;
  space.lengths = space.lengths.cwiseMax(least_length * usual);
  space.n.array().colwise() /= space.lengths.array();
  return space;
}

Centres Problem::centres_of(const Space& space) const {
  Centres centres{Matrix::Zero(classes_, space.n.cols()), Vector(classes_)};
  for (Index i = 0; i < items(); ++i)
    centres.directions.row(labels_[static_cast<std::size_t>(i)]) += space.n.row(i);
  for (int k = 0; k < classes_; ++k) {
    centres.lengths[k] = centres.directions.row(k).norm();
    if (centres.lengths[k] > 1e-12) {
      centres.directions.row(k) /= centres.lengths[k];
    } else {
      centres.directions.row(k).setZero();
    }
  }
  if (kappa_) {
    centres.kappa = *kappa_;
    return centres;
  }
  const auto dimensions = static_cast<int>(space.n.cols());
  const double r = centres.lengths.sum() / static_cast<double>(items());
  centres.kappa = concentration(std::min(r, largest_resultant), dimensions);
  if (r < largest_resultant) centres.kappa_slope = slope_of_concentration(r, centres.kappa, dimensions);
  return centres;
}

/// -sum_i [ z_it - log sum_j exp z_ij ],  z_ij = kappa mu_j' n_i, and its gradient by n_i with mu and kappa
/// held, g_i = -kappa sum_j (y_ij - p_ij) mu_j.
Problem::Loss Problem::loss_of(const Space& space, const Centres& centres) const {
  Loss loss{0, Matrix(items(), classes_), Matrix(items(), space.n.cols())};
  Vector values(items()), slopes(items());
  in_runs(items(), rows_at_once, [&](Index begin, Index count) {
    loss.surplus.middleRows(begin, count).noalias() =
        space.n.middleRows(begin, count) * centres.directions.transpose();
    for (Index i = begin; i < begin + count; ++i) {
      const int own = labels_[static_cast<std::size_t>(i)];
      auto row = loss.surplus.row(i);
      const Eigen::RowVectorXd cosines = row;
      const double top = cosines.maxCoeff();
      row = (centres.kappa * (cosines.array() - top)).exp();
      const double sum = row.sum();
      row /= -sum;
      values[i] = centres.kappa * (top - cosines[own]) + std::log(sum);
      slopes[i] = -cosines.dot(row) - cosines[own];
      row[own] += 1;
    }
    loss.pull.middleRows(begin, count).noalias() =
        -centres.kappa * loss.surplus.middleRows(begin, count) * centres.directions;
  });
  loss.value = values.sum();
  loss.kappa_gradient = slopes.sum();
  return loss;
}

/// mu_k and kappa move with n_i: for i in class k, g_i gains
///   (I - mu_k mu_k') h_k / ||sum n||,  h_k = -kappa sum_i (y_ik - p_ik) n_i,   and
///   dF/dkappa  dkappa/dR  mu_k / N,    since d||sum n|| = mu_k' dn_i.
void Problem::add_pull_of_centres(const Space& space, const Centres& centres, Loss& loss) const {
  Matrix pull = -centres.kappa * transposed_product(loss.surplus, space.n);
  const double by_r = loss.kappa_gradient * centres.kappa_slope / static_cast<double>(items());
  for (int k = 0; k < classes_; ++k) {
    const Eigen::RowVectorXd mu = centres.directions.row(k);
    if (centres.lengths[k] > 1e-12) {
      pull.row(k) = (pull.row(k) - pull.row(k).dot(mu) * mu) / centres.lengths[k] + by_r * mu;
    } else {
      pull.row(k).setZero();
    }
  }
  for (Index i = 0; i < items(); ++i) loss.pull.row(i) += pull.row(labels_[static_cast<std::size_t>(i)]);
}

/// By the chain rule dn_i = (I - n_i n_i') L dx / ||L x_i||; and the regulariser, of which
/// ||L'L - I||^2 = ||LL' - I||^2 + features - dimensions.
Evaluation Problem::finish(const Matrix& map, const Space& space, const Centres& centres, Loss loss) const {
  for (Index i = 0; i < items(); ++i) {
    auto pull = loss.pull.row(i);
    const double along = pull.dot(space.n.row(i));
    pull = (pull - along * space.n.row(i)) / space.lengths[i];
  }
  Evaluation e;
  Matrix excess = transposed_product(map, map);
  excess.diagonal().array() -= 1;
  e.value = gamma_ * (excess.squaredNorm() + static_cast<double>(map.rows() - map.cols())) + loss.value;
  e.gradient = transposed_product(directions_, loss.pull);
  e.gradient.noalias() += 4 * gamma_ * map * excess;
  e.kappa_gradient = loss.kappa_gradient;
  e.kappa = centres.kappa;
  e.shortest_length = space.shortest_length;
  e.shortest = space.shortest;
  return e;
}

Centres Problem::centres_at(const Matrix& map) const {
  return centres_of(space_of(map));
}

Evaluation Problem::evaluate(const Matrix& map) const {
  const Space space = space_of(map);
  const Centres centres = centres_of(space);
  Loss loss = loss_of(space, centres);
  add_pull_of_centres(space, centres, loss);
  return finish(map, space, centres, std::move(loss));
}

Evaluation Problem::evaluate(const Matrix& map, const Centres& held) const {
  const Space space = space_of(map);
  return finish(map, space, held, loss_of(space, held));
}

}  // namespace bellwether::tcs_vm_detail
