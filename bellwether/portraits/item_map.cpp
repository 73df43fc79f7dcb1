#include <bellwether/portraits/item_map.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <bellwether/data/values.h>
#include <bellwether/features/neighbour_map.h>
#include <bellwether/portraits/centres.h>
#include <bellwether/portraits/coordinates.h>

namespace bellwether {
namespace {

constexpr std::size_t neighbours = 5;
constexpr int most_centres = 64;

std::vector<double> scales_of(const Dataset& items) {
  std::vector<double> scales(static_cast<std::size_t>(items.items()), 1.0);
  if (!items.sparse()) return scales;
  std::vector<double> squares(scales.size(), 0.0);
  for_each_value(items.rows(), [&](Index i, Index, double value) {
    squares[static_cast<std::size_t>(i)] += value * value;
  });
  for (std::size_t i = 0; i < scales.size(); ++i)
    if (squares[i] > 0) scales[i] = 1 / std::sqrt(squares[i]);
  return scales;
}

struct Near {
  double distance = 0;
  Index row = 0;
  friend bool operator<(const Near& a, const Near& b) {
    return a.distance < b.distance || (a.distance == b.distance && a.row < b.row);
  }
};

/// The nearest rows, the nearest first; fewer if there are fewer.
std::vector<Near> nearest_in(const Matrix& sample, const Matrix& items, Index item) {
  std::vector<Near> found;
  for (Index s = 0; s < sample.rows(); ++s) {
    double distance = 0;  // summed in order: the same bits on every machine
    for (Index d = 0; d < items.cols(); ++d) {
      const double difference = items(item, d) - sample(s, d);
      distance += difference * difference;
    }
    const Near one{distance, s};
    if (found.size() == neighbours && !(one < found.back())) continue;
    if (found.size() == neighbours) found.pop_back();
    found.insert(std::upper_bound(found.begin(), found.end(), one), one);
  }
  return found;
}

/// Both, each with the same scatter.
Matrix joined(const Matrix& own, Matrix beside) {
  if (beside.size() == 0) return own;
  beside.rowwise() -= Eigen::RowVectorXd(beside.colwise().mean());
  const double scatter = own.squaredNorm(), other = beside.squaredNorm();
  Matrix both(own.rows(), own.cols() + beside.cols());
  both << own, beside * (other > 0 ? std::sqrt(scatter / other) : 0.0);
  return both;
}

}  // namespace

Matrix first_places(const Dataset& items, const Run& run) {
  const Coordinates found = principal_coordinates(items, scales_of(items), run.threads);
  Matrix places = Matrix::Zero(items.items(), 2);
  const Index columns = std::min<Index>(2, found.values.cols());
  places.leftCols(columns) = found.values.leftCols(columns);
  return places;
}

Matrix distances_to_centres(const Dataset& items, const Clustering& found, bool directions) {
  const auto centres = centres_of(items.rows(), found, directions);
  if (!centres || found.clusters < 2 || found.clusters > most_centres) return {};
  Matrix distances(items.items(), found.clusters);
  for (Index i = 0; i < distances.rows(); ++i) {
    for (int c = 0; c < found.clusters; ++c) distances(i, c) = distance(*centres, items.rows(), i, c);
    distances.row(i).array() -= distances.row(i).mean();
  }
  return distances;
}

Matrix neighbour_places(const Dataset& items, const Matrix& beside, const Run& run, Index most) {
  const Matrix all = joined(principal_coordinates(items, scales_of(items), run.threads).values, beside);
  if (all.rows() <= most) return neighbour_map(all, {}, run).places;
  Matrix sample(most, all.cols());
  for (Index s = 0; s < most; ++s) sample.row(s) = all.row(s * all.rows() / most);
  const Matrix of_sample = neighbour_map(sample, {}, run).places;
  Matrix places(all.rows(), 2);
  const auto place = [&](std::int64_t begin, std::int64_t end) {
    for (Index i = begin; i < end && !run.stop.stop_requested(); ++i) {
      const std::vector<Near> near = nearest_in(sample, all, i);
      const double unit = std::max(near.back().distance, 1e-300);
      double weights = 0, x = 0, y = 0;
      for (const Near& one : near) {
        const double weight = 1 / (one.distance / unit + 1e-6);
        weights += weight;
        x += weight * of_sample(one.row, 0);
        y += weight * of_sample(one.row, 1);
      }
      places(i, 0) = x / weights;
      places(i, 1) = y / weights;
    }
  };
  on_threads(run.threads, [&] { for_each_block(all.rows(), place, run); });
  return places;
}

}  // namespace bellwether
