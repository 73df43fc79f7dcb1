#include <bellwether/mixtures/first_centres.h>

#include <algorithm>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/mixtures/directions.h>
#include <bellwether/mixtures/plus_plus_parts.h>
#include <bellwether/mixtures/row_sums.h>

namespace bellwether {
namespace {

/// The mean of each cluster's seeds, 0 where there are none; or their mean direction.
Matrix means_of(const SeedSums& seeds, bool directions) {
  Matrix means = seeds.sums;
  for (Index k = 0; k < means.rows(); ++k) {
    if (seeds.counts[k] == 0) continue;
    means.row(k) /= seeds.counts[k];
    if (!directions) continue;
    const double length = means.row(k).norm();
    require(length > 1e-12, "the seeds of cluster {} point in opposite directions: correct them", k);
    means.row(k) /= length;
  }
  return means;
}

}  // namespace

void merge(SeedSums& into, const SeedSums& from) {
  into.sums += from.sums;
  into.counts += from.counts;
}

SeedSums SeedStep::accumulate(const Shard& shard) const {
  SeedSums found{Matrix::Zero(model_.clusters, shard.rows.columns()), Vector::Zero(model_.clusters)};
  const auto seeds = part_.seeds();
  if (seeds.empty()) return found;
  shard.rows.visit([&](const auto& rows) {
    for (Index i = 0; i < rows.rows; ++i) {
      const int label = seeds[shard.begin + i];
      if (label == unlabelled) continue;
      const Index item = part_.begin() + shard.begin + i;
      require(label > unlabelled && label < model_.clusters,
              "item {} is seeded with cluster {}, but clusters are 0 to {}: ask for more, or renumber", item,
              label, model_.clusters - 1);
      const double scale =
          model_.directions ? inverse_lengths(rows.slice(i, 1), {.threads = 1}, item)[0] : 1.0;
      add_row(found.sums, label, rows.row(i), scale);
      found.counts[label] += 1;
    }
  });
  return found;
}

Frame frame_of(const Holder& holder) {
  const Extent extent = holder.source() ? extent_of(*holder.run().held) : holder.sum<ExtentStep>({});
  const auto frame = frame_from(extent, holder.rows(), holder.columns(), holder.sparse());
  if (!frame) {
    if (holder.source()) require_finite(*holder.source());
    require_finite(holder.items());
    throw_too_large();
  }
  return *frame;
}

void require_clusterable(const Holder& holder, int clusters) {
  if (holder.here())
    require_clusterable(holder.items(), clusters);
  else
    cover::require_clusterable(holder, clusters);
}

void require_seeds_fit(const Holder& holder, int clusters) {
  require_seeds_fit(holder.rows(), holder.seeds(), clusters);
}

int restarts_worth_making(const Holder& holder, int clusters, int restarts) {
  if (!holder.seeded()) return restarts;
  if (!holder.workers()) return restarts_worth_making(Seeds{holder.seeds()}, clusters, restarts);
  return holder.sum<SeedStep>({clusters, false}).counts.minCoeff() > 0 ? 1 : restarts;
}

Matrix first_means(Start start, const Holder& holder, int clusters, const Random& random) {
  if (!holder.here()) return cover::start_of(holder, start, clusters, false, random);
  if (holder.seeded())
    return seeded_start(holder.items(), holder.seeds(), clusters, start, random, holder.run());
  return start_means(start, holder.items(), clusters, random, holder.run());
}

Matrix first_directions(Start start, const Holder& holder, int clusters, const Random& random) {
  if (!holder.here()) return cover::start_of(holder, start, clusters, true, random);
  const std::vector<double> inverse = inverse_lengths(holder.items(), holder.run());
  return start_directions(start, holder.items(), inverse, clusters, random, holder.run(), {holder.seeds()});
}

Matrix around_seeds(const SeedSums& seeds, Start start, bool directions,
                    const std::function<void(Matrix& centres, int given)>& add,
                    const std::function<Matrix(int count)>& draw) {
  Matrix means = means_of(seeds, directions);
  const auto clusters = static_cast<int>(means.rows());
  const auto given = static_cast<int>((seeds.counts.array() > 0).count());
  if (given == clusters) return means;

  // The seeded ones first, so that the others can be chosen after them; then each to its place.
  std::vector<int> place;
  for (const bool wanted : {true, false})
    for (int k = 0; k < clusters; ++k)
      if ((seeds.counts[k] > 0) == wanted) place.push_back(k);
  Matrix centres(clusters, means.cols());
  for (int k = 0; k < given; ++k) centres.row(k) = means.row(place[k]);
  if (start == Start::plus_plus) {
    add(centres, given);
  } else {
    centres.bottomRows(clusters - given) = draw(clusters - given);
    for (int k = given; directions && k < clusters; ++k) centres.row(k).normalize();
  }
  for (int k = 0; k < clusters; ++k) means.row(place[k]) = centres.row(k);
  return means;
}

}  // namespace bellwether
