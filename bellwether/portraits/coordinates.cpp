#include <bellwether/portraits/coordinates.h>

#include <algorithm>
#include <cmath>

#include <bellwether/data/take.h>
#include <bellwether/data/values.h>
#include <bellwether/features/svd.h>

namespace bellwether {
namespace {

constexpr Index most_components = 30;
constexpr Index few_cells = 4'000'000;  // dense: 32 MB

/// Multiplies each row by its scale and all by one factor, which brings the largest value to 1: squares of
/// very large or small values would be lost. Returns that largest value.
double scale_rows(Dataset& items, const std::vector<double>& scales) {
  const auto multiply = [&](const auto& by) {
    if (auto* matrix = std::get_if<Matrix>(&items.values)) {
      for (Index i = 0; i < matrix->rows(); ++i) matrix->row(i) *= by(static_cast<std::size_t>(i));
      return;
    }
    auto& sparse = std::get<SparseMatrix>(items.values);
    for (std::size_t i = 0; i + 1 < sparse.starts.size(); ++i)
      for (auto at = sparse.starts[i]; at < sparse.starts[i + 1]; ++at)
        sparse.values[static_cast<std::size_t>(at)] *= by(i);
  };
  multiply([&](std::size_t i) { return scales[i]; });
  double largest = 0;
  for_each_value(items.rows(),
                 [&](Index, Index, double value) { largest = std::max(largest, std::abs(value)); });
  if (largest == 0) return 1;
  multiply([&](std::size_t) { return 1 / largest; });
  return largest;
}

/// The sum over features of the sum of squared differences from the mean.
double scatter(const Rows& items) {
  Vector sums = Vector::Zero(items.columns());
  double squares = 0;
  for_each_value(items, [&](Index, Index j, double value) {
    sums[j] += value;
    squares += value * value;
  });
  return squares - sums.squaredNorm() / static_cast<double>(items.rows());
}

Matrix scores_in(const Rows& items, Index dimensions, const bellwether::Run& run) {
  const auto count = static_cast<int>(std::min({dimensions, items.rows(), items.columns()}));
  return project(fit_svd(items, {.dimensions = count}, run), items, run);
}

void centre(Matrix& rows) {
  const Eigen::RowVectorXd mean = rows.colwise().mean();
  rows.rowwise() -= mean;
}

}  // namespace

Coordinates principal_coordinates(Dataset items, const std::vector<double>& scales, int threads) {
  const bellwether::Run run{.threads = threads};
  const double unit = scale_rows(items, scales);
  const double total = scatter(items.rows());
  if (items.rows().rows() * items.rows().columns() <= few_cells) make_dense(items);
  // One dimension more than are wanted: the first of an SVD is mostly the mean.
  Matrix centred = items.sparse() ? scores_in(items.rows(), most_components + 1, run)
                                  : std::move(std::get<Matrix>(items.values));
  centre(centred);
  Matrix scores = scores_in(centred, most_components, run);
  Coordinates made;
  const double least = 1e-12 * scores.squaredNorm();
  Index kept = 0;
  for (; kept < scores.cols(); ++kept) {
    const double own = scores.col(kept).squaredNorm();
    if (kept > 0 && own <= least) break;
    made.shares.push_back(total > 0 ? std::min(own / total, 1.0) : 0.0);
  }
  made.values = scores.leftCols(kept) * unit;
  return made;
}

}  // namespace bellwether
