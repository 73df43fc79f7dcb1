#include <bellwether/features/svd/solvers.h>

#include <algorithm>
#include <utility>

#include <bellwether/data/error.h>
#include <bellwether/engine/symmetric_eigen.h>
#include <bellwether/features/svd/orthonormal.h>

namespace bellwether::svd {
namespace {

/// Small blocks need fewer products, large ones make better use of each; Krylov spaces want small ones.
Index block_columns(Index dimensions) {
  return dimensions < 64 ? 8 : dimensions < 256 ? 16 : 32;
}

/// The mean of (now - before) / now, over those that are more than rounding.
double mean_gain(const Vector& now, const Vector& before) {
  const double rounding = 1e-14 * now.maxCoeff();
  double sum = 0;
  for (Index j = 0; j < now.size(); ++j)
    if (now[j] > rounding) sum += (now[j] - before[j]) / now[j];
  return sum / static_cast<double>(now.size());
}

/// Orthonormal q_1 .. q_m that span the Krylov space, and the inner products q_i' G q_j of as many of them as
/// G was applied to.
struct Basis {
  Block vectors;
  Matrix projected;
  Index size = 0;

  void append(const Block& block) {
    for_each_piece(block.rows(), [&](int, Index begin, Index rows) {
      vectors.view().block(begin, size, rows, block.columns()) = block.view().middleRows(begin, rows);
    });
    size += block.columns();
  }
  auto view() const { return vectors.view().leftCols(size); }
};

Vector leading_values(const Matrix& projected, Index count) {
  const SymmetricEigen eigen(projected, SymmetricEigen::Want::values);
  return eigen.eigenvalues().tail(std::min(count, Index{projected.rows()}));
}

/// The Ritz vectors with the largest values, largest first.
Block leading_vectors(const Basis& basis, Index count) {
  const SymmetricEigen eigen(basis.projected.topLeftCorner(basis.size, basis.size));
  const Matrix weights = eigen.eigenvectors().rightCols(count).rowwise().reverse();
  Block result(basis.vectors.rows(), count);
  for_each_piece(result.rows(), [&](int, Index begin, Index rows) {
    result.view().middleRows(begin, rows).noalias() = basis.view().middleRows(begin, rows) * weights;
  });
  return result;
}

}  // namespace

void throw_if_stopped(const Run& run) {
  if (run.stop.stop_requested()) throw Error("interrupted");
}

Block block_krylov(const Products& items, Index dimensions, std::uint64_t random_seed, double least_gain,
                   const Run& run) {
  const Index n = items.smaller_side(), width = block_columns(dimensions);
  const Index most = largest_basis(dimensions) / width * width;
  Basis basis{Block(n, most), Matrix::Zero(most, most), 0};
  Random random(random_seed);
  Block block(n, width), product;
  fill_randomly(block.view(), random);
  orthonormalise(block.view(), basis.view(), random);

  Vector before;
  for (int round = 1;; ++round) {
    throw_if_stopped(run);
    basis.append(block);
    items.gram_times(block, product);
    std::swap(block, product);
    const Matrix products = orthonormalise(block.view(), basis.view(), random);
    basis.projected.block(0, basis.size - width, basis.size, width) = products;
    basis.projected.block(basis.size - width, 0, width, basis.size) = products.transpose();

    if (run.on_progress)
      run.on_progress(
          {.stage = "decomposing", .iteration = round, .iterations = static_cast<int>(most / width)});
    if (basis.size + width > most) break;
    if (basis.size < dimensions) continue;
    const Vector now = leading_values(basis.projected.topLeftCorner(basis.size, basis.size), dimensions);
    if (before.size() == now.size() && mean_gain(now, before) < least_gain) break;
    before = now;
  }
  return leading_vectors(basis, dimensions);
}

Block whole(const Products& items, Index dimensions) {
  const Index n = items.smaller_side(), width = 32;
  Matrix products(n, n);
  Block product;
  for (Index begin = 0; begin < n; begin += width) {
    Block unit(n, std::min(width, n - begin));
    unit.view().setZero();
    for (Index j = 0; j < unit.columns(); ++j) unit.view()(begin + j, j) = 1;
    items.gram_times(unit, product);
    products.middleCols(begin, unit.columns()) = product.view();
  }
  const SymmetricEigen eigen(products);
  Block result(n, dimensions);
  result.view() = eigen.eigenvectors().rightCols(dimensions).rowwise().reverse();
  return result;
}

}  // namespace bellwether::svd
