#include <bellwether/runs/points.h>

#include <algorithm>
#include <cmath>

namespace bellwether {
namespace {

double dot(const DenseRows& rows, Index i, const Matrix& centres, Index c) {
  return Eigen::Map<const Eigen::RowVectorXd>(rows.row(i).data(), rows.columns).dot(centres.row(c));
}

double dot(const SparseRows& rows, Index i, const Matrix& centres, Index c) {
  const SparseRow row = rows.row(i);
  double sum = 0;
  for (std::size_t j = 0; j < row.values.size(); ++j) sum += row.values[j] * centres(c, row.columns[j]);
  return sum;
}

double squared_length(const DenseRows& rows, Index i) {
  return Eigen::Map<const Vector>(rows.row(i).data(), rows.columns).squaredNorm();
}

double squared_length(const SparseRows& rows, Index i) {
  double sum = 0;
  for (const double value : rows.row(i).values) sum += value * value;
  return sum;
}

void add_row(const DenseRows& rows, Index i, double scale, Eigen::Ref<Eigen::RowVectorXd> into) {
  into += scale * Eigen::Map<const Eigen::RowVectorXd>(rows.row(i).data(), rows.columns);
}

void add_row(const SparseRows& rows, Index i, double scale, Eigen::Ref<Eigen::RowVectorXd> into) {
  const SparseRow row = rows.row(i);
  for (std::size_t j = 0; j < row.values.size(); ++j) into[row.columns[j]] += scale * row.values[j];
}

/// Of the clusters' probabilities, the largest, for one item.
double largest(const Matrix& distances, Index item, double temperature) {
  const double least = distances.col(item).minCoeff();
  double sum = 0;
  for (Index c = 0; c < distances.rows(); ++c) sum += std::exp((least - distances(c, item)) / temperature);
  return 1 / sum;
}

}  // namespace

Points points_of(const Finding& finding) {
  Points points{.rows = finding.items().rows()};
  const bool directions = find_method(finding.plan.search.method).by_direction;
  points.rows.visit([&](const auto& rows) {
    for (Index i = 0; i < rows.rows; ++i) {
      const double square = squared_length(rows, i);
      const bool scaled = directions && square > 0;
      points.scales.push_back(scaled ? 1 / std::sqrt(square) : 1);
      points.squares.push_back(scaled ? 1 : square);
    }
  });
  return points;
}

Matrix gather(const Points& points, const std::vector<Index>& items) {
  Matrix rows = Matrix::Zero(static_cast<Index>(items.size()), points.rows.columns());
  points.rows.visit([&](const auto& all) {
    for (Index r = 0; r < rows.rows(); ++r) {
      const Index item = items[static_cast<std::size_t>(r)];
      add_row(all, item, points.scales[static_cast<std::size_t>(item)], rows.row(r));
    }
  });
  return rows;
}

Matrix means_of(const Points& points, const std::vector<int>& labels, int clusters) {
  Matrix means = Matrix::Zero(clusters, points.rows.columns());
  Vector counts = Vector::Zero(clusters);
  points.rows.visit([&](const auto& all) {
    for (Index i = 0; i < all.rows; ++i) {
      add_row(all, i, points.scales[static_cast<std::size_t>(i)],
              means.row(labels[static_cast<std::size_t>(i)]));
      ++counts[labels[static_cast<std::size_t>(i)]];
    }
  });
  for (Index c = 0; c < clusters; ++c) means.row(c) /= std::max(counts[c], 1.0);
  return means;
}

Matrix squared_distances(const Points& points, const Matrix& centres, const Run& run) {
  Matrix distances(centres.rows(), points.count());
  const Vector centre_squares = centres.rowwise().squaredNorm();
  points.rows.visit([&](const auto& rows) {
    for_each_block(
        points.count(),
        [&](std::int64_t begin, std::int64_t end) {
          for (Index i = begin; i < end; ++i)
            for (Index c = 0; c < centres.rows(); ++c) {
              const auto at = static_cast<std::size_t>(i);
              distances(c, i) = std::max(0.0, points.squares[at] + centre_squares[c] -
                                                  2 * points.scales[at] * dot(rows, i, centres, c));
            }
        },
        run);
  });
  return distances;
}

// By halving: the mean of the largest falls as the temperature rises.
double usual_temperature(const Matrix& distances) {
  constexpr double certainty = 0.95;
  constexpr Index most = 2000;
  const Index step = std::max<Index>(1, distances.cols() / most);
  const auto mean = [&](double temperature) {
    double sum = 0;
    Index counted = 0;
    for (Index i = 0; i < distances.cols(); i += step, ++counted) sum += largest(distances, i, temperature);
    return sum / static_cast<double>(counted);
  };
  double high = std::max(distances.maxCoeff(), 1e-300), low = high * 1e-12;
  constexpr int halvings = 40;
  for (int h = 0; h < halvings; ++h) {
    const double middle = std::sqrt(low) * std::sqrt(high);
    (mean(middle) > certainty ? low : high) = middle;
  }
  return high;
}

double cautious_temperature(const Matrix& distances) {
  return std::min(usual_temperature(distances), std::max(distances.colwise().minCoeff().mean(), 1e-300));
}

Matrix memberships(const Matrix& squared_distances, double temperature) {
  Matrix probabilities(squared_distances.rows(), squared_distances.cols());
  for (Index i = 0; i < probabilities.cols(); ++i) {
    const double least = squared_distances.col(i).minCoeff();
    probabilities.col(i) = ((least - squared_distances.col(i).array()) / temperature).exp();
    probabilities.col(i) /= probabilities.col(i).sum();
  }
  return probabilities;
}

}  // namespace bellwether
