#include <bellwether/features/svd.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/engine/best.h>
#include <bellwether/engine/singular_values.h>
#include <bellwether/features/svd/orthonormal.h>
#include <bellwether/features/svd/parts.h>
#include <bellwether/features/svd/solvers.h>

namespace bellwether {
namespace {

using svd::Block;
using svd::Products;

constexpr double enough_gain = 1e-3;  // of the randomised solver
constexpr Index small_side = 256;
constexpr Index small_cells = Index{1} << 21;

double largest_magnitude(const Holder& holder) {
  const std::vector<double> of_parts = holder.ask(svd::LargestQuestion{});
  return *std::ranges::max_element(of_parts);
}

void check(const Holder& holder, const SvdOptions& options) {
  check_options(options, "svd");
  const Index rows = holder.rows(), columns = holder.columns();
  require(rows > 0 && columns > 0, "there is nothing to decompose: {} items of {} features", rows, columns);
  const Index most = std::min(rows, columns);
  require<InvalidOption>(options.dimensions <= most,
                         "{} items of {} features have no {} dimensions: ask for {} at most", rows, columns,
                         options.dimensions, most);
  require_finite(holder.items());
  const double largest = largest_magnitude(holder);
  require(
      largest == 0 || (largest > 1e-60 && largest < 1e60),
      "the largest value has the size {}, and its powers cannot be computed with: divide every value by it",
      largest);
}

Matrix dense(const Holder& holder) {
  Matrix all(holder.rows(), holder.columns());
  Index row = 0;
  for (const Matrix& of_part : holder.ask(svd::DenseQuestion{})) {
    all.middleRows(row, of_part.rows()) = of_part;
    row += of_part.rows();
  }
  return all;
}

void settle_signs(Matrix& components) {
  for_each_parallel(static_cast<int>(components.rows()), [&](int j) {
    auto row = components.row(j);
    // The first of the largest: rounding must not choose between two that are equal.
    const auto size = [](double value) { return std::abs(value); };
    const std::span values(row.data(), static_cast<std::size_t>(row.size()));
    if (row.size() == 0) return;
    const std::size_t largest = first_best(Goal::maximise, values, size);
    if (values[largest] < 0) row *= -1;
  });
}

void settle_zeros(Vector& singular_values, Index longer_side) {
  const double rounding = static_cast<double>(longer_side) * std::numeric_limits<double>::epsilon();
  const double least = rounding * singular_values.maxCoeff();
  for (double& value : singular_values)
    if (value <= least) value = 0;
}

/// Variances, as shares of `total`.
Vector shares(const Vector& variances, double total) {
  return total > 0 ? Vector(variances / total) : Vector::Zero(variances.size());
}

/// From orthonormal V that span nearly the right space, to the best singular vectors in that space (Rayleigh
/// and Ritz): X V = Q R, R = P S W', and V W are the vectors. Since X V is computed afresh, singular values
/// keep the digits that eigenvalues of X' X lose.
Svd best_within(const Products& items, const Block& v) {
  const SingularValues small(items.triangle(v));
  const Matrix w = small.right();
  Svd result{Matrix(v.columns(), v.rows()), small.values(), shares(items.variances(v, w), items.variance())};
  Block vectors(v.rows(), v.columns());
  vectors.view() = v.view();
  svd::multiply(vectors.view(), w);
  svd::for_each_piece(v.rows(), [&](int, Index begin, Index count) {
    result.components.middleCols(begin, count) = vectors.view().middleRows(begin, count).transpose();
  });
  return result;
}

Svd decompose_small(const Holder& holder, Index dimensions) {
  const Matrix x = dense(holder);
  const SingularValues all(x);
  Svd result{all.right().leftCols(dimensions).transpose(), all.values().head(dimensions), {}};
  const Matrix centred = x.rowwise() - x.colwise().mean();
  const Matrix scores = x * result.components.transpose();
  const Eigen::RowVectorXd mean = scores.colwise().mean();
  const Eigen::RowVectorXd variances = (scores.rowwise() - mean).colwise().squaredNorm() / scores.rows();
  result.explained = shares(variances.transpose(), centred.squaredNorm() / static_cast<double>(x.rows()));
  return result;
}

Svd decompose_large(const Holder& holder, const SvdOptions& options, const Run& run) {
  const Products products(holder);
  const Index dimensions = options.dimensions, side = products.smaller_side();
  Block v = side <= std::max(small_side, svd::largest_basis(dimensions)) ? svd::whole(products, dimensions)
            : options.solver == SvdSolver::lanczos
                ? svd::lanczos(products, dimensions, options.random_seed, run)
                : svd::block_krylov(products, dimensions, options.random_seed, enough_gain, run);
  svd::throw_if_stopped(run);
  if (products.wide()) {
    Block long_vectors;
    products.transposed_times(v, long_vectors);
    v = std::move(long_vectors);
    Random random = Random(options.random_seed).split(1);
    svd::orthonormalise(v.view(), Matrix(v.rows(), 0), random);
  }
  return best_within(products, v);
}

}  // namespace

Svd fit_svd(const Rows& items, const SvdOptions& options, const Run& run) {
  const Holder holder(items, {}, run);
  const Index rows = holder.rows(), columns = holder.columns();
  check(holder, options);
  svd::throw_if_stopped(run);
  const bool small = std::min(rows, columns) <= small_side && rows * columns <= small_cells;
  Svd result;
  on_threads(run.threads, [&] {
    result = small ? decompose_small(holder, options.dimensions) : decompose_large(holder, options, run);
    settle_signs(result.components);
  });
  settle_zeros(result.singular_values, std::max(rows, columns));
  return result;
}

Matrix project(const Svd& svd, const Rows& items, const Run& run) {
  require(svd.components.cols() == items.columns(),
          "the decomposition was fitted on {} features, but these items have {}", svd.components.cols(),
          items.columns());
  require_finite(items);
  Block v(svd.components.cols(), svd.components.rows());
  v.view() = svd.components.transpose();
  // A thousand rows at a time, from the first, as learned maps are applied: blocks of the items that begin at
  // a multiple of that are projected as they are in the whole.
  constexpr Index piece = 1024;
  Matrix scores(items.rows(), v.columns());
  const auto one = [&](int number) {
    const Index first = number * piece, count = std::min(piece, items.rows() - first);
    Block of_piece;
    svd::times(items.slice(first, count), v, of_piece);
    scores.middleRows(first, count) = of_piece.view();
  };
  on_threads(run.threads,
             [&] { for_each_parallel(static_cast<int>((items.rows() + piece - 1) / piece), one); });
  return scores;
}

StoredStep store(const Svd& svd, const SvdOptions& options) {
  return {"svd",
          settings_of(options),
          {},
          {{"components", svd.components},
           {"singular_values", svd.singular_values.transpose()},
           {"explained", svd.explained.transpose()}}};
}

Svd restore_svd(const StoredStep& step) {
  require(step.kind == "svd", "a stored step '{}' cannot be restored as a decomposition", step.kind);
  const Matrix& values = parameter(step.tables, "singular_values");
  const Matrix& explained = parameter(step.tables, "explained");
  const Svd restored{parameter(step.tables, "components"), values.reshaped(), explained.reshaped()};
  const Index dimensions = restored.components.rows();
  require(dimensions >= 1 && restored.components.cols() >= dimensions && values.rows() == 1 &&
              values.cols() == dimensions && explained.rows() == 1 && explained.cols() == dimensions,
          "the stored decomposition is damaged: {} x {} components, {} singular values, {} shares",
          dimensions, restored.components.cols(), values.size(), explained.size());
  require(restored.components.allFinite() && values.allFinite() && values.minCoeff() >= 0 &&
              explained.allFinite() && explained.minCoeff() >= 0,
          "the stored decomposition is damaged: it has missing, infinite or negative numbers");
  return restored;
}

}  // namespace bellwether
