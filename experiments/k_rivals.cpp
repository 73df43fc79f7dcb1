#include <experiments/k_rivals.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <Eigen/Eigenvalues>

#include <bellwether/engine/best.h>
#include <bellwether/engine/random.h>
#include <bellwether/mixtures/kmeans.h>

namespace bellwether::experiments {
namespace {

constexpr int references = 10, restarts = 5, restarts_of_references = 2;

int most_for(const Matrix& items) {
  return static_cast<int>(std::min<Index>(most_tried, items.rows() - 1));
}

KMeansResult clusters_of(const Matrix& items, int clusters, int starts, std::uint64_t random_seed,
                         const Run& run) {
  return kmeans(items, {.clusters = clusters, .restarts = starts, .random_seed = random_seed},
                {.threads = run.threads, .stop = run.stop});
}

/// log W_k for k = 1 .. most.
std::vector<double> log_scatters(const Matrix& items, int most, int starts, std::uint64_t random_seed,
                                 const Run& run) {
  std::vector<double> logs;
  for (int k = 1; k <= most; ++k)
    logs.push_back(std::log(clusters_of(items, k, starts, random_seed, run).objective.value));
  return logs;
}

/// Flat between the least and the largest of each column.
Matrix flat_like(const Matrix& items, Random random) {
  Matrix flat(items.rows(), items.cols());
  for (Index j = 0; j < items.cols(); ++j) {
    const double least = items.col(j).minCoeff(), width = items.col(j).maxCoeff() - least;
    for (Index i = 0; i < items.rows(); ++i) flat(i, j) = least + width * random.uniform();
  }
  return flat;
}

/// The columns are principal components.
Matrix turned(const Matrix& items) {
  const Matrix centred = items.rowwise() - items.colwise().mean();
  const Eigen::SelfAdjointEigenSolver<Matrix> axes(centred.transpose() * centred);
  return centred * axes.eigenvectors();
}

double mean_silhouette(const Matrix& items, const std::vector<int>& labels, int clusters) {
  std::vector<double> sizes(static_cast<std::size_t>(clusters), 0);
  for (const int label : labels) sizes[static_cast<std::size_t>(label)] += 1;
  double sum = 0;
  for (Index i = 0; i < items.rows(); ++i) {
    std::vector<double> distance(sizes.size(), 0);
    for (Index j = 0; j < items.rows(); ++j)
      distance[static_cast<std::size_t>(labels[static_cast<std::size_t>(j)])] +=
          (items.row(i) - items.row(j)).norm();
    const auto own = static_cast<std::size_t>(labels[static_cast<std::size_t>(i)]);
    if (sizes[own] < 2) continue;
    double other = std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < sizes.size(); ++c)
      if (c != own && sizes[c] > 0) other = std::min(other, distance[c] / sizes[c]);
    const double inside = distance[own] / (sizes[own] - 1), longer = std::max(inside, other);
    if (longer > 0) sum += (other - inside) / longer;
  }
  return sum / static_cast<double>(items.rows());
}

/// The k from 2 on that `score` likes best.
int best_by(const Matrix& items, std::uint64_t random_seed, const Run& run, const auto& score) {
  std::vector<double> scores;
  for (int k = 2; k <= most_for(items); ++k)
    scores.push_back(score(clusters_of(items, k, restarts, random_seed, run)));
  return scores.empty() ? 1 : 2 + static_cast<int>(first_best(Goal::maximise, scores));
}

}  // namespace

int by_gap(const Matrix& items, std::uint64_t random_seed, const Run& run) {
  const int most = most_for(items);
  const Matrix box = turned(items);
  const std::vector<double> own = log_scatters(items, most, restarts, random_seed, run);
  std::vector<double> mean(own.size(), 0), square(own.size(), 0);
  for (int r = 0; r < references; ++r) {
    const Matrix flat = flat_like(box, Random(random_seed).split(static_cast<std::uint64_t>(r) + 1));
    const auto logs = log_scatters(flat, most, restarts_of_references, random_seed, run);
    for (std::size_t k = 0; k < own.size(); ++k) {
      mean[k] += logs[k] / references;
      square[k] += logs[k] * logs[k] / references;
    }
  }
  for (std::size_t k = 0; k + 1 < own.size(); ++k) {
    const double variance = std::max(0.0, square[k + 1] - mean[k + 1] * mean[k + 1]);
    const double error = std::sqrt(variance * (1 + 1.0 / references));
    if (mean[k] - own[k] >= mean[k + 1] - own[k + 1] - error) return static_cast<int>(k) + 1;
  }
  return most;
}

int by_silhouette(const Matrix& items, std::uint64_t random_seed, const Run& run) {
  return best_by(items, random_seed, run, [&](const KMeansResult& found) {
    return mean_silhouette(items, found.labels, found.clusters);
  });
}

int by_variance_ratio(const Matrix& items, std::uint64_t random_seed, const Run& run) {
  const double all = (items.rowwise() - items.colwise().mean()).squaredNorm();
  return best_by(items, random_seed, run, [&](const KMeansResult& found) {
    const double within = found.objective.value, k = found.clusters;
    return (all - within) / (k - 1) / (within / (static_cast<double>(items.rows()) - k));
  });
}

}  // namespace bellwether::experiments
