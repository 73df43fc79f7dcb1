#pragma once
// One round of spherical k-means over a shard, and the update that follows: what the search (spherical.cpp)
// and workers (spherical_parts.h) have in common.

#include <span>
#include <utility>

#include <bellwether/engine/shards.h>
#include <bellwether/mixtures/kernels.h>

namespace bellwether::spherical_pass {

struct Statistics {
  Matrix sums;  ///< of unit items
  Vector counts;
  double objective = 0;
  double worst = 2;    ///< the smallest cosine of an item that may move with its direction
  Vector misfit = {};  ///< that item, as a unit vector; empty if none may

  bool unsettled() const { return counts.minCoeff() == 0 && misfit.size() > 0; }
};

void visit(Statistics& s, auto&& numbers) {
  numbers(s.sums), numbers(s.counts), numbers(s.objective), numbers(s.worst), numbers(s.misfit);
}
void merge(Statistics& into, const Statistics& from);

struct Model {
  Matrix directions;
  Matrix by_feature;              ///< features x clusters: how sparse rows want them
  kernels::PackedCentres packed;  ///< how dense rows want them
  int refills = 0;

  Model(Matrix unit_directions, bool sparse, int refilled)
      : directions(std::move(unit_directions)), refills(refilled) {
    if (sparse)
      by_feature = directions.transpose();
    else
      packed = kernels::pack(directions, Vector::Zero(directions.rows()));
  }
};

/// `all_inverse` (lengths), `all_held` (may be empty) and `all_labels` are those of all items, which
/// `shard.begin` counts; labels are written.
Statistics accumulate(const Model& model, const Shard& shard, std::span<const double> all_inverse,
                      std::span<const int> all_held, std::span<int> all_labels);

/// The cluster that the misfit refills: the first that is empty; -1: none is, or there is no misfit. Throws
/// if the worst item lies in its direction already.
int refilled_cluster(const Vector& counts, bool misfit, double worst);

/// c_k = S_k / ||S_k||; items that cancel leave it where it was. The first empty cluster is given the
/// worst-fitting item: Q can only rise.
Model update(Model model, const Statistics& s, bool sparse);

}  // namespace bellwether::spherical_pass
