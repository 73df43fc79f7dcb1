#include <bellwether/bottleneck/idt/projection.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <bellwether/engine/best.h>
#include <bellwether/engine/symmetric_eigen.h>
#include <bellwether/features/svd.h>

namespace bellwether::denoising {
namespace {

constexpr Index most_words = 1000;  ///< with names of their own in the projected distributions
constexpr int most_values = 24;     ///< singular values that the elbow is looked for among
constexpr double lift = 1e-6;
constexpr double least_share = 1e-7;  ///< of the largest singular value: smaller ones are rounding
constexpr Index few_items = 256;

/// X X' is small where there are few items, and has the same directions: X X' = U S^2 U', V' = S^-1 U' X.
/// Half of the digits are lost, which does not matter here; a decomposition of X itself takes several times
/// as long.
Svd directions_of_few(const SparseMatrix& items, Index dimensions) {
  const Index count = items.rows();
  Eigen::MatrixXd products = Eigen::MatrixXd::Zero(count, count);
  std::vector<double> dense(static_cast<std::size_t>(items.columns), 0);
  const auto begin = [&](Index i) {
    return static_cast<std::size_t>(items.starts[static_cast<std::size_t>(i)]);
  };
  for (Index i = 0; i < count; ++i) {
    for (std::size_t at = begin(i); at < begin(i + 1); ++at)
      dense[static_cast<std::size_t>(items.column_of[at])] = items.values[at];
    for (Index j = i; j < count; ++j) {
      double sum = 0;
      for (std::size_t at = begin(j); at < begin(j + 1); ++at)
        sum += items.values[at] * dense[static_cast<std::size_t>(items.column_of[at])];
      products(j, i) = sum;
    }
    for (std::size_t at = begin(i); at < begin(i + 1); ++at)
      dense[static_cast<std::size_t>(items.column_of[at])] = 0;
  }
  const SymmetricEigen eigen(products);
  Svd found{Matrix::Zero(dimensions, items.columns), Vector(dimensions), {}};
  for (Index k = 0; k < dimensions; ++k) {
    const Index last = count - 1 - k;  // eigenvalues rise
    const double value = std::sqrt(std::max(eigen.eigenvalues()[last], 0.0));
    found.singular_values[k] = value;
    if (value <= least_share * found.singular_values[0]) continue;
    double* const component = found.components.data() + k * items.columns;
    for (Index i = 0; i < count; ++i)
      for (std::size_t at = begin(i); at < begin(i + 1); ++at)
        component[items.column_of[at]] += eigen.eigenvectors()(i, last) * items.values[at] / value;
  }
  return found;
}

Svd directions_of(const SparseMatrix& items, Index dimensions, std::uint64_t random_seed, const Run& run) {
  if (items.rows() <= few_items) return directions_of_few(items, dimensions);
  return fit_svd(items, {.dimensions = static_cast<int>(dimensions), .random_seed = random_seed}, run);
}

struct SumOfSquares {
  double count = 0, sum = 0, squares = 0;
  void add(double x) {
    ++count;
    sum += x;
    squares += x * x;
  }
  double about_mean() const { return count > 0 ? std::max(0.0, squares - sum * sum / count) : 0; }
};

int dimensions_to_keep(const Vector& singular_values, int asked) {
  Index rank = 0;
  while (rank < singular_values.size() && singular_values[rank] > least_share * singular_values[0]) ++rank;
  if (asked > 0 || rank <= 2) return static_cast<int>(std::min<Index>(rank, asked > 0 ? asked : rank));
  // The first value is the items' mean, in the main, and stands out from any others.
  return 1 + elbow({singular_values.data() + 1, static_cast<std::size_t>(rank - 1)});
}

/// The words with the largest sum of squares in S V', in their own order.
std::vector<Index> words_to_keep(const Matrix& components, const Vector& singular_values, Index dimensions) {
  const Index features = components.cols();
  std::vector<Index> words(static_cast<std::size_t>(features));
  std::iota(words.begin(), words.end(), Index{0});
  if (features <= most_words) return words;
  // Compared in single precision: words that are alike but for rounding stay in their order.
  std::vector<double> sizes(static_cast<std::size_t>(features), 0);
  for (Index k = 0; k < dimensions; ++k)
    for (Index w = 0; w < features; ++w)
      sizes[static_cast<std::size_t>(w)] += std::pow(singular_values[k] * components(k, w), 2);
  std::ranges::stable_sort(words, [&](Index a, Index b) {
    return static_cast<float>(sizes[static_cast<std::size_t>(a)]) >
           static_cast<float>(sizes[static_cast<std::size_t>(b)]);
  });
  words.resize(most_words);
  std::ranges::sort(words);
  return words;
}

/// dimensions x (words + 1): the components of the words, and the sum of all other components.
Matrix pooled_components(const Matrix& components, Index dimensions, const std::vector<Index>& words) {
  const auto kept = static_cast<Index>(words.size());
  const bool others = kept < components.cols();
  Matrix pooled(dimensions, kept + (others ? 1 : 0));
  for (Index k = 0; k < dimensions; ++k) {
    double rest = components.row(k).sum();
    for (Index w = 0; w < kept; ++w) {
      pooled(k, w) = components(k, words[static_cast<std::size_t>(w)]);
      rest -= pooled(k, w);
    }
    if (others) pooled(k, kept) = rest;
  }
  return pooled;
}

void make_distribution(std::span<double> row) {
  double sum = 0;
  for (double& value : row) sum += value = std::max(value, 0.0);
  const double scale = sum > 0 ? 1 / sum : 0;
  const double whole = (sum > 0 ? 1 : 0) + lift * static_cast<double>(row.size());
  for (double& value : row) value = (value * scale + lift) / whole;
}

}  // namespace

int elbow(std::span<const double> falling) {
  const std::size_t count = falling.size();
  int best = 1;
  double least = std::numeric_limits<double>::infinity();
  // With one variance for both parts the likelihood is largest where the pooled sum of squares is least.
  for (std::size_t large = 1; large < count; ++large) {
    SumOfSquares left, right;
    for (std::size_t i = 0; i < count; ++i) (i < large ? left : right).add(falling[i]);
    const double squares = left.about_mean() + right.about_mean();
    if (clearly_better(Goal::minimise, squares, least)) {
      least = squares;
      best = static_cast<int>(large);
    }
  }
  return best;
}

SparseMatrix rows_with_own_columns(const SparseMatrix& items, std::span<const Index> rows) {
  std::vector<std::int32_t> number(static_cast<std::size_t>(items.columns), -1);
  SparseMatrix some;
  const auto bounds = [&](Index row) {
    return std::pair{static_cast<std::size_t>(items.starts[static_cast<std::size_t>(row)]),
                     static_cast<std::size_t>(items.starts[static_cast<std::size_t>(row) + 1])};
  };
  for (const Index row : rows)
    for (auto [at, end] = bounds(row); at < end; ++at)
      number[static_cast<std::size_t>(items.column_of[at])] = 0;
  for (std::int32_t& mine : number)
    if (mine == 0) mine = static_cast<std::int32_t>(some.columns++);
  for (const Index row : rows) {
    for (auto [at, end] = bounds(row); at < end; ++at) {
      some.column_of.push_back(number[static_cast<std::size_t>(items.column_of[at])]);
      some.values.push_back(items.values[at]);
    }
    some.starts.push_back(static_cast<std::int64_t>(some.values.size()));
  }
  return some;
}

Projection project_items(const SparseMatrix& items, int dimensions, std::uint64_t random_seed,
                         const Run& run) {
  const Index most = std::min(items.rows(), items.columns);
  if (most == 0) return {};  // no item has any weight
  const Index wanted = std::min<Index>(dimensions > 0 ? dimensions : most_values, most);
  Svd found = directions_of(items, wanted, random_seed, run);
  const Index kept = dimensions_to_keep(found.singular_values, dimensions);
  if (kept == 0) return {};
  found.components.conservativeResize(kept, Eigen::NoChange);
  Projection projection{.scores = project(found, items, run)};
  const std::vector<Index> words = words_to_keep(found.components, found.singular_values, kept);
  projection.distributions = projection.scores * pooled_components(found.components, kept, words);
  for (Index i = 0; i < items.rows(); ++i)
    make_distribution(
        {projection.distributions.row(i).data(), static_cast<std::size_t>(projection.distributions.cols())});
  return projection;
}

}  // namespace bellwether::denoising
