#include <bellwether/transforms/lmnn/impostors.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <bellwether/engine/run.h>

namespace bellwether::lmnn_detail {
namespace {

using FloatMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using FloatVector = Eigen::VectorXf;

constexpr Index block_rows = 128;
constexpr Index tile_columns = 512;  // a tile of products stays in the second-level cache
constexpr double moves_ahead = 4;    // the slack lasts for about so many moves like the last
constexpr double most_slack = 0.06;  // of the radius: beyond, the candidates are too many to be worth it

/// How far each item is from where it was.
Vector drift(const Matrix& z, const Matrix& before) {
  return (z - before).rowwise().norm();
}

/// |z_i - z_l|^2 < t^2 for t = t_i or t_l, as one comparison of the product p = z_i . z_l:
///   p > min( (|z_i|^2 - t_i^2) / 2 + |z_l|^2 / 2,  |z_i|^2 / 2 + (|z_l|^2 - t_l^2) / 2 )
/// in single precision, where t^2 has been widened by more than the rounding of everything here.
struct Screen {
  FloatMatrix z = {};
  FloatVector half_square = {};  ///< |z_i|^2 / 2
  FloatVector threshold = {};    ///< (|z_i|^2 - t_i^2) / 2

  Screen(const Matrix& exact, const Vector& reach) : z(exact.cast<float>()) {
    const Vector squares = exact.rowwise().squaredNorm();
    // The product, both sides of the comparison and their sum are together wrong by at most D + 5 units of
    // the largest square there is; t^2 is widened by four times as much.
    const double largest = squares.maxCoeff() + reach.cwiseAbs2().maxCoeff();
    const double widened = 0x1p-24 * largest * static_cast<double>(4 * exact.cols() + 20);
    half_square = (squares / 2).cast<float>();
    threshold = ((squares.array() - reach.array().square() - widened) / 2).cast<float>();
  }
};

/// Appends to `found` the columns from `first` on whose product says that they may be near; without branches,
/// because which ones are cannot be guessed.
void append_near(const float* products, const Screen& screen, Index row, Index first, Index count,
                 std::vector<int>& found) {
  const float half = screen.half_square[row], threshold = screen.threshold[row];
  const float* halves = screen.half_square.data() + first;
  const float* thresholds = screen.threshold.data() + first;
  const std::size_t before = found.size();
  found.resize(before + static_cast<std::size_t>(count));
  int* next = found.data() + before;
  for (Index l = 0; l < count; ++l) {
    *next = static_cast<int>(first + l);
    next += products[l] > std::min(threshold + halves[l], half + thresholds[l]);
  }
  found.resize(static_cast<std::size_t>(next - found.data()));
}

void gather_block(const Screen& screen, const RowBlock& block, BlockPairs& pairs) {
  const Index rows = block.end - block.begin, total = screen.z.rows();
  std::vector<std::vector<int>> found(static_cast<std::size_t>(rows));
  FloatMatrix products;
  for (Index first = block.first_partner; first < total; first += tile_columns) {
    const Index count = std::min(tile_columns, total - first);
    products.noalias() =
        screen.z.middleRows(block.begin, rows) * screen.z.middleRows(first, count).transpose();
    for (Index i = 0; i < rows; ++i)
      append_near(products.row(i).data(), screen, block.begin + i, first, count, found[i]);
  }
  pairs.begins.assign(1, 0);
  pairs.partners.clear();
  for (const auto& row : found) {
    pairs.partners.insert(pairs.partners.end(), row.begin(), row.end());
    pairs.begins.push_back(static_cast<Index>(pairs.partners.size()));
  }
}

}  // namespace

std::vector<RowBlock> row_blocks(const SortedClasses& sorted) {
  std::vector<RowBlock> blocks;
  for (std::size_t c = 0; c + 1 < sorted.begins.size(); ++c)
    for (Index begin = sorted.begins[c]; begin < sorted.begins[c + 1]; begin += block_rows)
      blocks.push_back({begin, std::min(begin + block_rows, sorted.begins[c + 1]), sorted.begins[c + 1]});
  return blocks;
}

bool Impostors::still_valid(const Matrix& z, const Vector& radii) const {
  if (reference_.size() == 0) return false;
  const Vector moved = drift(z, reference_);
  const double most = moved.maxCoeff();
  for (Index i = 0; i < z.rows(); ++i)  // an item without targets has no impostors, and radius 0
    if (radii[i] > 0 && radii[i] + moved[i] + most > reach_[i]) return false;
  return true;
}

void Impostors::prepare(const Matrix& z, const Vector& radii) {
  if (!still_valid(z, radii)) {
    Vector slack = Vector::Zero(z.rows());
    if (last_.size() > 0) {
      const Vector moved = drift(z, last_);
      slack = moves_ahead * (moved.array() + moved.maxCoeff());
      slack = (radii.array() > 0).select(slack, 0);
      // When items move too fast, candidates would not outlive the next step anyway.
      if (slack.sum() > most_slack * radii.sum()) slack.setZero();
    }
    gather(z, radii + slack);
  }
  last_ = z;
}

void Impostors::gather(const Matrix& z, const Vector& reach) {
  const Screen screen(z, reach);
  for_each_parallel(static_cast<int>(blocks_.size()),
                    [&](int number) { gather_block(screen, blocks_[number], pairs_[number]); });
  reference_ = z;
  reach_ = reach;
  ++gathered_;
}

}  // namespace bellwether::lmnn_detail
