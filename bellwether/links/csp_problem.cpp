#include <bellwether/links/csp_problem.h>

#include <Spectra/SymEigsSolver.h>
#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>

#include <bellwether/data/error.h>
#include <bellwether/engine/best.h>
#include <bellwether/engine/symmetric_eigen.h>

namespace bellwether::csp_parts {
namespace {

/// Makes Lbar positive definite. What it does to the trivial vector does not matter, and everything else has
/// eigenvalues far larger.
constexpr double shift = 1e-12;

/// Eigenvalues, largest first, and their vectors.
struct Eigenpairs {
  Vector values;
  Eigen::MatrixXd vectors;
};

/// A symmetric product as Spectra wants it.
template <class Product>
struct Operator {
  using Scalar = double;
  const Product& product;
  Index size;
  Index rows() const { return size; }
  Index cols() const { return size; }
  void perform_op(const double* in, double* out) const {
    Eigen::Map<Vector>(out, size) = product(Vector(Eigen::Map<const Vector>(in, size)));
  }
};

template <class Product>
Eigenpairs dense_eigenpairs(const Product& product, Index size, Index count) {
  Eigen::MatrixXd matrix(size, size);
  for (Index j = 0; j < size; ++j) matrix.col(j) = product(Vector(Vector::Unit(size, j)));
  const SymmetricEigen solver(0.5 * (matrix + matrix.transpose()));
  return {solver.eigenvalues().reverse().head(count),
          solver.eigenvectors().rowwise().reverse().leftCols(count)};
}

/// No answer if the search does not settle.
template <class Product>
std::optional<Eigenpairs> lanczos_eigenpairs(const Product& product, Index size, Index count, Index basis) {
  Operator<Product> op{product, size};
  Spectra::SymEigsSolver<Operator<Product>> solver(op, count, basis);
  try {
    solver.init();
    solver.compute(Spectra::SortRule::LargestAlge, 2000, 1e-11, Spectra::SortRule::LargestAlge);
  } catch (const std::runtime_error&) {  // of the small problem inside
    return {};
  }
  if (solver.info() != Spectra::CompInfo::Successful) return {};
  return Eigenpairs{solver.eigenvalues(), solver.eigenvectors()};
}

/// The largest `count` eigenvalues of a symmetric product.
template <class Product>
Eigenpairs largest_eigenpairs(const Product& product, Index size, Index count, Solver solver) {
  constexpr Index most_dense = 3000;
  count = std::min(count, size);
  const Index basis = std::max<Index>(3 * count, count + 40);
  if (solver == Solver::dense || basis >= size) return dense_eigenpairs(product, size, count);
  if (auto found = lanczos_eigenpairs(product, size, count, basis)) return std::move(*found);
  require(size <= most_dense,
          "the cut of these {} items could not be computed: try other neighbours, or use pcc or cop-kmeans",
          size);
  return dense_eigenpairs(product, size, count);
}

}  // namespace

Constraints::Constraints(const Knowledge& knowledge, Index items, int clusters)
    : links_(items, items), seeds_(knowledge.seeds), clusters_(clusters) {
  std::vector<Eigen::Triplet<double>> entries;
  std::set<Index> linked;
  const auto add = [&](const std::vector<Link>& links, double value) {
    std::set<Link> once;
    for (const auto& [a, b] : links)
      if (a != b) once.emplace(std::min(a, b), std::max(a, b));
    for (const auto& [a, b] : once) {
      entries.emplace_back(static_cast<int>(a), static_cast<int>(b), value);
      entries.emplace_back(static_cast<int>(b), static_cast<int>(a), value);
      linked.insert({a, b});
    }
  };
  add(knowledge.must_link, 1);
  add(knowledge.cannot_link, -1);
  const auto seeded = [&](Index i) { return !seeds_.empty() && seeds_[i] != unlabelled; };
  for (const Index i : linked)
    if (!seeded(i)) entries.emplace_back(static_cast<int>(i), static_cast<int>(i), 1.0);
  links_.setFromTriplets(entries.begin(), entries.end());
  for (Index i = 0; i < items; ++i)
    if (seeded(i) || linked.contains(i)) known_.push_back(i);
}

/// Seeds are  2 sum_h s_h s_h' - t t',  with s_h the items seeded with h and t all that are: no table of
/// pairs.
Vector Constraints::operator*(const Vector& u) const {
  Vector product = links_ * u;
  Vector of_cluster = Vector::Zero(clusters_);
  for (std::size_t i = 0; i < seeds_.size(); ++i)
    if (seeds_[i] != unlabelled) of_cluster[seeds_[i]] += u[static_cast<Index>(i)];
  const double all = of_cluster.sum();
  for (std::size_t i = 0; i < seeds_.size(); ++i)
    if (seeds_[i] != unlabelled) product[static_cast<Index>(i)] += 2 * of_cluster[seeds_[i]] - all;
  return product;
}

double Constraints::sum() const {
  return (*this * Vector::Ones(links_.rows())).sum();
}

double Constraints::absolute() const {
  const auto seeded = static_cast<double>(
      std::count_if(seeds_.begin(), seeds_.end(), [](int seed) { return seed != unlabelled; }));
  return links_.cwiseAbs().sum() + seeded * seeded;
}

SpectralProblem::SpectralProblem(const Sparse& graph) {
  const Index count = graph.rows();
  degrees_ = graph * Vector::Ones(count);
  volume_ = degrees_.sum();
  inverse_roots_ = degrees_.cwiseSqrt().cwiseInverse();
  trivial_ = (degrees_ / volume_).cwiseSqrt();
  Sparse identity(count, count);
  identity.setIdentity();
  laplacian_ = identity - Sparse(inverse_roots_.asDiagonal() * graph * inverse_roots_.asDiagonal());
  factor_ = std::make_unique<Eigen::SimplicialLLT<Sparse>>(laplacian_ + shift * identity);
  require(factor_->info() == Eigen::Success, "the graph of the {} items is too nearly in pieces to be cut",
          count);
}

double SpectralProblem::beta_limit(const Constraints& constraints) const {
  const auto& known = constraints.known();
  Vector wide = Vector::Zero(degrees_.size());
  const auto product = [&](const Vector& v) {
    for (std::size_t k = 0; k < known.size(); ++k)
      wide[known[k]] = inverse_roots_[known[k]] * v[static_cast<Index>(k)];
    const Vector applied = constraints * wide;
    Vector result(v.size());
    for (std::size_t k = 0; k < known.size(); ++k)
      result[static_cast<Index>(k)] = inverse_roots_[known[k]] * applied[known[k]];
    return result;
  };
  const Index size = std::ssize(known);
  const Solver solver = size <= 200 ? Solver::dense : Solver::lanczos;
  return volume_ * largest_eigenpairs(product, size, 1, solver).values[0];
}

Vector SpectralProblem::constrained(const Constraints& constraints, double beta, const Vector& v) const {
  return inverse_roots_.cwiseProduct(constraints * inverse_roots_.cwiseProduct(v)) - beta / volume_ * v;
}

/// With m = Qbar - beta / vol I, every solution with lambda > 0 has  t' m v = t' Lbar v / lambda = 0  for the
/// trivial t. On vectors corrected to that, m is  m - m t t' m / (t' m t), which maps t to 0, and the problem
/// is
///   R^-1 (m - m t t' m / t'mt) R^-T y = 1/lambda y,   Lbar = R R',   v = R^-T y, corrected:
/// symmetric, with the wanted 1/lambda at the upper end.
template <class Product>
std::vector<Cut> SpectralProblem::cuts(const Product& m, Index candidates, Solver solver) const {
  const Vector image = m(trivial_);
  const double weight = trivial_.dot(image);
  const auto lift = [&](const Vector& y) -> Vector {
    return factor_->permutationPinv() * Vector(factor_->matrixU().solve(y));
  };
  const auto drop = [&](const Vector& x) -> Vector {
    return factor_->matrixL().solve(Vector(factor_->permutationP() * x));
  };
  // The trivial vector is a solution with 0; kept out of the way, its rounding is not blown up by R^-1.
  const Vector aside = drop(trivial_).normalized();
  const auto beside = [&](const Vector& y) -> Vector { return y - aside * aside.dot(y); };
  const auto product = [&](const Vector& y) -> Vector {
    const Vector x = lift(beside(y));
    return beside(drop(m(x) - image * (image.dot(x) / weight)));
  };
  const auto found = largest_eigenpairs(product, degrees_.size(), candidates, solver);

  std::vector<Cut> cuts;
  for (Index k = 0; k < found.values.size(); ++k) {
    if (!(found.values[k] > 1e-9 * found.values[0])) break;
    Vector v = lift(found.vectors.col(k));
    v -= trivial_ * (image.dot(v) / weight);
    // Where no eigenvalue is positive, rounding may make one so, blown up by R^-1: v' m v = v' Lbar v /
    // lambda itself is not, and tells.
    const Vector moved = m(v);
    if (!(v.dot(moved) > 1e-9 * v.norm() * moved.norm())) continue;
    const Vector sizes = v.cwiseAbs();
    const auto largest = static_cast<Index>(
        first_best(Goal::maximise, std::span(sizes.data(), static_cast<std::size_t>(sizes.size()))));
    v *= std::copysign(std::sqrt(volume_) / v.norm(), v[largest]);
    const double cost = v.dot(laplacian_ * v) / volume_;
    cuts.push_back({std::move(v), 1 / found.values[k], cost});
  }
  std::stable_sort(cuts.begin(), cuts.end(), [](const Cut& a, const Cut& b) { return a.cost < b.cost; });
  return cuts;
}

std::vector<Cut> SpectralProblem::constrained_cuts(const Constraints& constraints, double beta,
                                                   Index candidates, Solver solver) const {
  return cuts([&](const Vector& v) { return constrained(constraints, beta, v); }, candidates, solver);
}

std::vector<Cut> SpectralProblem::plain_cuts(Index candidates, Solver solver) const {
  return cuts([](const Vector& v) { return v; }, candidates, solver);
}

}  // namespace bellwether::csp_parts
