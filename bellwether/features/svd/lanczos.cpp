#include <Spectra/SymEigsSolver.h>

#include <algorithm>
#include <exception>

#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>
#include <bellwether/features/svd/solvers.h>

namespace bellwether::svd {
namespace {

/// What Spectra asks of a matrix: its size, and its product with a vector.
class Operator {
 public:
  using Scalar = double;

  Operator(const Products& items, const Run& run) : items_(items), run_(run) {}

  Index rows() const { return items_.smaller_side(); }
  Index cols() const { return rows(); }
  void perform_op(const double* x, double* y) const {
    throw_if_stopped(run_);
    block_.reshape(rows(), 1);
    for (Index i = 0; i < rows(); ++i) block_.view()(i, 0) = x[i];
    items_.gram_times(block_, product_);
    for (Index i = 0; i < rows(); ++i) y[i] = product_.view()(i, 0);
    if (run_.on_progress) run_.on_progress({.stage = "decomposing", .iteration = ++products_});
  }

 private:
  const Products& items_;
  const Run& run_;
  mutable Block block_, product_;
  mutable int products_ = 0;
};

/// |G y| / |y| for y = G start: no more than the largest eigenvalue of G, and all of it if G has one
/// direction.
double least_largest(const Operator& gram, const Vector& start) {
  Vector once(start.size()), twice(start.size());
  gram.perform_op(start.data(), once.data());
  if (once.norm() == 0) return 0;
  gram.perform_op(once.data(), twice.data());
  return twice.norm() / once.norm();
}

/// No columns if the method broke down: with a complaint, or, where rounding hides that the items have few
/// directions, with vectors that are none of them.
Block restarted_lanczos(Operator& gram, Index dimensions, std::uint64_t random_seed) {
  const Index n = gram.rows();
  Spectra::SymEigsSolver<Operator> solver(gram, dimensions, std::min(n, 2 * dimensions + 20));
  Random random(random_seed);
  Vector start(n);
  for (Index i = 0; i < n; ++i) start[i] = random.normal();
  Index found = 0;
  try {
    solver.init(start.data());
    found = solver.compute(Spectra::SortRule::LargestAlge, 1000, 1e-10);
  } catch (const Error&) {
    throw;
  } catch (const std::exception&) {
    return {};
  }
  require(found == dimensions,
          "the lanczos solver found only {} of {} dimensions in 1000 rounds: use the solver 'randomised', or "
          "ask for fewer",
          found, dimensions);
  Block result(n, dimensions);
  result.view() = solver.eigenvectors(dimensions);
  const Vector first = result.view().col(0);
  Vector product(n);
  gram.perform_op(first.data(), product.data());
  constexpr double rounding = 1e-8;
  if (!(product.norm() >= (1 - rounding) * least_largest(gram, start))) return {};
  return result;
}

}  // namespace

Block lanczos(const Products& items, Index dimensions, std::uint64_t random_seed, const Run& run) {
  Operator gram(items, run);
  Block result = restarted_lanczos(gram, dimensions, random_seed);
  if (result.columns() == 0) return block_krylov(items, dimensions, random_seed, 1e-12, run);
  return result;
}

}  // namespace bellwether::svd
