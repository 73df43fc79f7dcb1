#include <bellwether/links/neighbour_graph.h>

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include <tests/support/data.h>

namespace bellwether {
namespace {

using testing_support::random_counts;
using testing_support::random_matrix;
using testing_support::to_sparse;

std::vector<std::pair<double, Index>> neighbours_of(const Matrix& items, Index i) {
  std::vector<std::pair<double, Index>> all;
  for (Index j = 0; j < items.rows(); ++j)
    if (j != i) all.emplace_back((items.row(i) - items.row(j)).squaredNorm(), j);
  std::sort(all.begin(), all.end());
  return all;
}

/// Weights from their definition; edges of the nearest neighbours only.
Matrix brute_force_graph(const Matrix& items, Index neighbours) {
  const Index count = items.rows();
  Vector scales(count);
  for (Index i = 0; i < count; ++i)
    scales[i] = std::sqrt(neighbours_of(items, i)[std::min<Index>(6, neighbours - 1)].first);
  Matrix graph = Matrix::Zero(count, count);
  for (Index i = 0; i < count; ++i)
    for (Index k = 0; k < neighbours; ++k) {
      const auto [squared, j] = neighbours_of(items, i)[k];
      graph(i, j) = graph(j, i) = std::max(least_weight, std::exp(-squared / (scales[i] * scales[j])));
    }
  return graph;
}

Index pieces(const Eigen::SparseMatrix<double>& graph) {
  std::vector<bool> seen(static_cast<std::size_t>(graph.rows()), false);
  Index count = 0;
  for (Index start = 0; start < graph.rows(); ++start) {
    if (seen[start]) continue;
    ++count;
    std::vector<Index> open{start};
    seen[start] = true;
    while (!open.empty()) {
      const Index i = open.back();
      open.pop_back();
      for (Eigen::SparseMatrix<double>::InnerIterator at(graph, i); at; ++at)
        if (!seen[at.row()]) {
          seen[at.row()] = true;
          open.push_back(at.row());
        }
    }
  }
  return count;
}

TEST(NeighbourGraph, IsTheDefinition) {
  for (const int neighbours : {4, 10}) {
    const Matrix items = random_matrix(200, 3, 1);
    const Matrix graph = Matrix(neighbour_graph(items, neighbours));
    EXPECT_LT((graph - brute_force_graph(items, neighbours)).cwiseAbs().maxCoeff(), 1e-12);
  }
}

TEST(NeighbourGraph, DenseAndSparseItemsAgreeEvenWhereDistancesAreEqual) {
  const Matrix items = random_counts(150, 8, 0.3, 2);
  const Matrix dense = Matrix(neighbour_graph(items, 5)),
               sparse = Matrix(neighbour_graph(to_sparse(items), 5));
  EXPECT_EQ(dense, sparse);
}

TEST(NeighbourGraph, TheNumberOfThreadsDoesNotShow) {
  const Matrix items = random_matrix(700, 3, 1);
  EXPECT_EQ(Matrix(neighbour_graph(items, 5, {.threads = 1})),
            Matrix(neighbour_graph(items, 5, {.threads = 4})));
}

TEST(NeighbourGraph, PiecesAreJoinedWhereTheyAreNearest) {
  const Matrix line{{0}, {1}, {2}, {10}, {11}, {12}, {30}, {31}, {32}};
  const auto graph = neighbour_graph(line, 1);
  EXPECT_EQ(pieces(graph), 1);
  EXPECT_GE(graph.coeff(2, 3), least_weight);
  EXPECT_GE(graph.coeff(5, 6), least_weight);
  EXPECT_EQ(graph.coeff(0, 8), 0);
}

TEST(NeighbourGraph, IsSymmetricConnectedAndWithoutLoopsForAnyItems) {
  Matrix far = random_matrix(60, 2, 1);
  for (Index i = 0; i < 60; ++i) far.row(i).array() += 1e6 * static_cast<double>(i % 5);
  for (const Matrix& items :
       {far, Matrix(Matrix::Ones(30, 2)), Matrix(random_matrix(1, 2, 1)), Matrix(random_matrix(2, 2, 1)),
        Matrix(random_matrix(40, 1, 1).array().round())}) {
    const auto graph = neighbour_graph(items, 5);
    EXPECT_EQ(pieces(graph), 1);
    EXPECT_EQ(Matrix(graph), Matrix(graph).transpose());
    EXPECT_EQ(Matrix(graph).diagonal().sum(), 0);
    EXPECT_TRUE(Matrix(graph).allFinite());
  }
}

}  // namespace
}  // namespace bellwether
