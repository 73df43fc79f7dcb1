// How many distances would each family of bounds compute? Plain Lloyd runs, and beside it the bounds of
//   Elkan (ICML 2003), Hamerly (SDM 2010), Yinyang (Ding et al., ICML 2015) and Exponion (Newling & Fleuret,
//   ICML 2016)
// are kept as each method would keep them, and the distances counted that it could not skip. The result is a
// share of items x clusters x rounds; what a distance costs is another matter (see docs/benchmarks.md).

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <bellwether/engine/random.h>
#include <bellwether/mixtures/kernels.h>

namespace {

using namespace bellwether;

double distance(const Matrix& a, Index i, const Matrix& b, Index k) {
  return std::sqrt(kernels::squared_distance(a.row(i).data(), b.row(k).data(), a.cols()));
}

/// What all families know in a round.
struct Round {
  const Matrix& distances;  ///< items x clusters, the truth that the bounds try not to look at
  const Matrix& between;    ///< clusters x clusters
  const Vector& nearest;    ///< of each centre: half the distance to the nearest other
  const Vector& moved;      ///< of each centre, since the last round
};

struct Family {
  virtual ~Family() = default;
  virtual double count(const Round& round, std::vector<int>& labels) = 0;
  std::string name;
  double bytes_per_item = 0;
};

int nearest_of(const Matrix& distances, Index i) {
  Index k = 0;
  distances.row(i).minCoeff(&k);
  return static_cast<int>(k);
}

/// The least distance to a centre other than `own`.
double second(const Matrix& distances, Index i, int own) {
  double least = std::numeric_limits<double>::infinity();
  for (Index k = 0; k < distances.cols(); ++k)
    if (k != own) least = std::min(least, distances(i, k));
  return least;
}

/// One lower bound for each item; if it fails, `reach` says how many distances are computed.
struct Single : Family {
  Single(std::string title, Index items, bool exponion) : lower(items, 0.0), exponion_(exponion) {
    name = std::move(title);
    bytes_per_item = 8;
  }
  double count(const Round& r, std::vector<int>& labels) override {
    double counted = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const auto item = static_cast<Index>(i);
      const int own = labels[i];
      double fastest = 0;
      for (Index k = 0; k < r.moved.size(); ++k)
        if (k != own) fastest = std::max(fastest, r.moved[k]);
      lower[i] -= fastest;
      const double upper = r.distances(item, own);
      counted += 1;
      if (upper <= std::max(lower[i], r.nearest[own])) continue;
      if (exponion_) {
        for (Index k = 0; k < r.moved.size(); ++k)
          counted += k != own && r.between(own, k) <= 2 * upper + 2 * r.nearest[own] ? 1 : 0;
      } else {
        counted += static_cast<double>(r.moved.size() - 1);
      }
      labels[i] = nearest_of(r.distances, item);
      lower[i] = second(r.distances, item, labels[i]);
    }
    return counted;
  }
  std::vector<double> lower;
  bool exponion_;
};

/// A lower bound for each item and group of centres; Elkan's groups are single centres.
struct Grouped : Family {
  Grouped(std::string title, Index items, Index clusters, Index groups)
      : lower(Matrix::Zero(items, groups)), group_of(static_cast<std::size_t>(clusters)) {
    name = std::move(title);
    bytes_per_item = 4.0 * static_cast<double>(groups);
    for (Index k = 0; k < clusters; ++k) group_of[k] = k * groups / clusters;
  }
  double count(const Round& r, std::vector<int>& labels) override {
    Vector fastest = Vector::Zero(lower.cols());
    for (Index k = 0; k < r.moved.size(); ++k)
      fastest[group_of[k]] = std::max(fastest[group_of[k]], r.moved[k]);
    double counted = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const auto item = static_cast<Index>(i);
      lower.row(item) -= fastest.transpose();
      counted += 1;
      const int own = labels[i];
      const double upper = r.distances(item, own);
      const int best = nearest_of(r.distances, item);
      if (upper <= r.nearest[own]) continue;
      for (Index g = 0; g < lower.cols(); ++g) {
        if (upper <= lower(item, g)) continue;
        double least = std::numeric_limits<double>::infinity();
        for (Index k = 0; k < r.moved.size(); ++k) {
          if (group_of[k] != g) continue;
          if (k != own && !(lower.cols() == r.moved.size() && upper <= 0.5 * r.between(own, k))) counted += 1;
          if (k != best) least = std::min(least, r.distances(item, k));
        }
        lower(item, g) = least;
      }
      labels[i] = best;
    }
    return counted;
  }
  Matrix lower;
  std::vector<Index> group_of;
};

void compare(const std::string& title, Index items, Index columns, Index clusters, double separation,
             int rounds) {
  Random random(1);
  Matrix truth(clusters, columns), x(items, columns), means(clusters, columns);
  for (Index i = 0; i < truth.size(); ++i) truth.data()[i] = separation * random.normal();
  for (Index i = 0; i < items; ++i) {
    const Index z = random.below(clusters);
    for (Index p = 0; p < columns; ++p) x(i, p) = truth(z, p) + random.normal();
  }
  for (Index k = 0; k < clusters; ++k) means.row(k) = x.row(random.below(items));

  std::vector<std::unique_ptr<Family>> families;
  families.push_back(std::make_unique<Single>("Hamerly", items, false));
  families.push_back(std::make_unique<Single>("Exponion", items, true));
  families.push_back(
      std::make_unique<Grouped>("Yinyang, k/10 groups", items, clusters, std::max<Index>(1, clusters / 10)));
  families.push_back(std::make_unique<Grouped>("Elkan", items, clusters, clusters));
  std::vector<std::vector<int>> labels(families.size(), std::vector<int>(static_cast<std::size_t>(items), 0));
  std::vector<double> counted(families.size(), 0.0);

  Vector moved = Vector::Zero(clusters);
  Matrix distances(items, clusters), between(clusters, clusters);
  for (int round = 0; round < rounds; ++round) {
    for (Index i = 0; i < items; ++i)
      for (Index k = 0; k < clusters; ++k) distances(i, k) = distance(x, i, means, k);
    Vector nearest(clusters);
    for (Index a = 0; a < clusters; ++a) {
      for (Index b = 0; b < clusters; ++b) between(a, b) = distance(means, a, means, b);
      nearest[a] = 0.5 * second(between, a, static_cast<int>(a));
    }
    for (std::size_t f = 0; f < families.size(); ++f)
      counted[f] += families[f]->count({distances, between, nearest, moved}, labels[f]);

    Matrix sums = Matrix::Zero(clusters, columns);
    Vector counts = Vector::Zero(clusters);
    for (Index i = 0; i < items; ++i) {
      const int z = nearest_of(distances, i);
      sums.row(z) += x.row(i);
      counts[z] += 1;
    }
    for (Index k = 0; k < clusters; ++k) {
      const Vector before = means.row(k).transpose();
      if (counts[k] > 0) means.row(k) = sums.row(k) / counts[k];
      moved[k] = (means.row(k).transpose() - before).norm();
    }
  }
  fmt::print("| {} |", title);
  const double all = static_cast<double>(items) * static_cast<double>(clusters) * rounds;
  for (const double c : counted) fmt::print(" {:.0f} % |", 100 * c / all);
  fmt::print("\n");
}

}  // namespace

int main() {
  fmt::print(
      "| items, 20 rounds | Hamerly | Exponion | Yinyang, k/10 groups | Elkan |\n|---|---|---|---|---|\n");
  compare("20000 x 64, k = 64, overlapping (0.5)", 20000, 64, 64, 0.5, 20);
  compare("20000 x 64, k = 64, touching (1)", 20000, 64, 64, 1.0, 20);
  compare("20000 x 64, k = 64, separated (3)", 20000, 64, 64, 3.0, 20);
  compare("20000 x 16, k = 26, overlapping (0.5)", 20000, 16, 26, 0.5, 20);
  compare("20000 x 16, k = 26, touching (1)", 20000, 16, 26, 1.0, 20);
  compare("20000 x 2, k = 50, touching (10)", 20000, 2, 50, 10.0, 20);
}
