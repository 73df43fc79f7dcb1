#include <bellwether/mixtures/many_items.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <bellwether/devices/device_items.h>
#include <bellwether/engine/shards.h>
#include <bellwether/mixtures/directions.h>
#include <bellwether/mixtures/first_centres.h>
#include <bellwether/mixtures/plus_plus.h>

namespace bellwether {
namespace {

using cover::Drawing;
using cover::Drawn;

constexpr int rounds = 5;        // as in the paper; more if too little was drawn
constexpr int most_rounds = 50;  // for items of which few are different
constexpr int refinements = 10;  // rounds of k-means among what was drawn
constexpr int most_tries = 8;    // of centres for it, as long as that is quick
constexpr double quick = 2e9;    // multiplications

/// What was drawn, with weights, and centres of it.
class Reduction {
 public:
  Reduction(Matrix drawn, Vector weights, bool directions)
      : drawn_(std::move(drawn)), weights_(std::move(weights)), directions_(directions) {}

  /// The best of some tries.
  Matrix centres(int clusters, int given, Random& random) {
    const double each = static_cast<double>(clusters) * static_cast<double>(drawn_.size()) *
                        (usual_candidates(clusters) + refinements);
    const int tries = std::clamp(static_cast<int>(quick / each), 1, most_tries);
    Matrix best;
    double least = std::numeric_limits<double>::infinity();
    for (int t = 0; t < tries; ++t) {
      Matrix found = once(clusters, given, random);
      const double sum = weighted_squares(found);
      if (t == 0 || sum < least * (1 - 1e-9)) best = std::move(found), least = sum;
    }
    return best;
  }

 private:
  /// Greedy k-means++ behind the `given` first of those drawn; then rounds of k-means that leave these alone.
  Matrix once(int clusters, int given, Random& random) {
    Matrix found(clusters, drawn_.cols());
    nearest_ = Vector::Constant(drawn_.rows(), std::numeric_limits<double>::infinity());
    for (int k = 0; k < clusters; ++k) {
      const Index chosen = k < given ? k : k == 0 ? draw(weights_, random) : best_of_some(clusters, random);
      found.row(k) = drawn_.row(chosen);
      nearest_ = nearest_.cwiseMin(distances_to(chosen));
    }
    for (int round = 0; round < refinements; ++round) refine(found, given);
    return found;
  }

  double weighted_squares(const Matrix& centres) const {
    double sum = 0;
    for (Index i = 0; i < drawn_.rows(); ++i)
      sum += weights_[i] * (centres.rowwise() - drawn_.row(i)).rowwise().squaredNorm().minCoeff();
    return sum;
  }

  Vector distances_to(Index chosen) const {
    return (drawn_.rowwise() - drawn_.row(chosen)).rowwise().squaredNorm();
  }

  static Index draw(const Vector& weights, Random& random) {
    return random.weighted({weights.data(), static_cast<std::size_t>(weights.size())});
  }

  /// Of some that are drawn, the one with which the sum of weighted squares is least.
  Index best_of_some(int clusters, Random& random) const {
    const Vector chances = weights_.cwiseProduct(nearest_);
    if (!(chances.sum() > 0)) return random.below(drawn_.rows());
    Index best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (int c = 0; c < usual_candidates(clusters); ++c) {
      const Index candidate = draw(chances, random);
      const double sum = weights_.dot(nearest_.cwiseMin(distances_to(candidate)));
      if (sum < least) best = candidate, least = sum;
    }
    return best;
  }

  void refine(Matrix& centres, int given) const {
    Matrix sums = Matrix::Zero(centres.rows(), centres.cols());
    Vector counts = Vector::Zero(centres.rows());
    for (Index i = 0; i < drawn_.rows(); ++i) {
      Index nearest = 0;
      (centres.rowwise() - drawn_.row(i)).rowwise().squaredNorm().minCoeff(&nearest);
      sums.row(nearest) += weights_[i] * drawn_.row(i);
      counts[nearest] += weights_[i];
    }
    for (Index k = given; k < centres.rows(); ++k) {
      if (!(counts[k] > 0)) continue;
      const double length = directions_ ? sums.row(k).norm() : counts[k];
      if (length > 1e-12 * counts[k]) centres.row(k) = sums.row(k) / length;
    }
  }

  Matrix drawn_;
  Vector weights_;
  bool directions_;
  Vector nearest_ = {};
};

/// Draws, round after round.
class Rounds {
 public:
  Rounds(const Holder& holder, int clusters, bool directions, Random& random)
      : holder_(holder), clusters_(clusters), random_(random) {
    drawing_.chosen.search = static_cast<std::int64_t>(random.bits() >> 1);
    drawing_.chosen.directions = directions;
    if (!directions) drawing_.scale = frame_of(holder).scale;
  }

  void begin(const Matrix& given) {
    Matrix& centres = drawing_.chosen.centres;
    centres = given;
    if (given.rows() == 0)
      append(cover::rows_of(holder_, {{random_.below(holder_.rows())}, drawing_.chosen.directions}));
    const double reach = drawing_.chosen.directions ? 0 : cover::reach_of(holder_);
    const Metric metric = cover::metric_of(holder_.columns(), holder_.sparse(),
                                           std::max(reach, centres.rowwise().squaredNorm().maxCoeff()), {},
                                           drawing_.chosen.directions);
    drawing_.chosen.absolute_error = metric.absolute_error;
    drawing_.chosen.relative_error = metric.relative_error;
  }

  /// The number drawn says how many centres are there; false: every item is one of them.
  bool draw() {
    bring_up_there();
    const double sum = holder_.sum<cover::CoverStep>(drawing_).sum;
    if (!(sum > 0)) return false;
    const cover::SampleQuestion question{drawing_, 2.0 * clusters_ / sum, random_.bits()};
    for (auto& part : holder_.ask(question)) append(part);
    return true;
  }

  Vector owners() {
    bring_up_there();
    holder_.sum<cover::CoverStep>(drawing_);
    Vector counts = Vector::Zero(drawing_.chosen.centres.rows());
    for (const Vector& part : holder_.ask(cover::OwnersQuestion{drawing_})) counts += part;
    return counts;
  }

  const Matrix& drawn() const { return drawing_.chosen.centres; }

 private:
  /// Where a device holds the items it measures what was drawn since, so that the sums here find nothing to
  /// do.
  void bring_up_there() {
    const DeviceItems* dense = holder_.run().held;
    const SparseDeviceItems* sparse = holder_.run().held_sparse;
    if (dense != nullptr && (holder_.source() || dense->holds(holder_.items())))
      bring_up(*dense, &BellwetherDeviceFunctions::cover_drawn);
    else if (sparse != nullptr && sparse->holds(holder_.items()) && drawing_.chosen.directions)
      bring_up(*sparse, &BellwetherDeviceFunctions::sparse_cover_drawn);
  }

  template <class Items, class Function>
  void bring_up(const Items& there, Function measure) {
    if (drawing_.chosen.directions && inverse_.empty())
      inverse_ = holder_.source() ? inverse_lengths(*holder_.run().held, holder_.run())
                                  : inverse_lengths(holder_.items(), holder_.run());
    const Matrix& centres = drawing_.chosen.centres;
    if (centres.rows() == covered_there_) return;
    cover::ManyCover cover{
        .search = drawing_.chosen.search, .covered = static_cast<int>(centres.rows()), .inverse = inverse_};
    cover.nearest.resize(static_cast<std::size_t>(holder_.rows()));
    cover.owner.resize(cover.nearest.size());
    const BellwetherDeviceDrawn drawn{.count = cover.covered - covered_there_,
                                      .first = covered_there_,
                                      .centres = centres.row(covered_there_).data(),
                                      .unit = drawing_.scale * drawing_.scale,
                                      .nearest = cover.nearest.data(),
                                      .owner = cover.owner.data()};
    there.call(measure, &drawn);
    covered_there_ = cover.covered;
    holder_.remember<cover::CoverStep>(std::move(cover));
  }

  void append(const std::vector<Drawn>& drawn) {
    Matrix& centres = drawing_.chosen.centres;
    const Index before = centres.rows();
    centres.conservativeResize(before + std::ssize(drawn), holder_.columns());
    for (std::size_t d = 0; d < drawn.size(); ++d)
      centres.row(before + static_cast<Index>(d)) =
          (drawing_.chosen.directions ? drawn[d].inverse : 1.0) * drawn[d].row.transpose();
  }

  const Holder& holder_;
  int clusters_;
  Random& random_;
  Drawing drawing_ = {};
  int covered_there_ = 0;             ///< of those drawn, by a device
  std::vector<double> inverse_ = {};  ///< 1 / ||x_i||, where it compares directions
};

}  // namespace

Matrix rounds_of_many(const Holder& holder, const Matrix& given, int clusters, bool directions,
                      Random random) {
  Rounds search(holder, clusters, directions, random);
  search.begin(given);
  const Run& run = holder.run();
  for (int round = 0; round < most_rounds; ++round) {
    if (round >= rounds && search.drawn().rows() >= 2 * Index{clusters}) break;
    if (run.stop.stop_requested() && search.drawn().rows() >= clusters) break;
    if (run.on_progress)
      run.on_progress({.stage = "choosing the first means", .iteration = round, .iterations = rounds});
    if (!search.draw()) break;
  }
  Reduction reduction(search.drawn(), search.owners(), directions);
  return reduction.centres(clusters, static_cast<int>(given.rows()), random);
}

}  // namespace bellwether
