#pragma once
// What every search asks of its items before the first round, whoever holds them: enough different ones, the
// means of seeds, and first centres.

#include <bellwether/engine/holder.h>
#include <bellwether/engine/random.h>
#include <bellwether/mixtures/nearest.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether {

/// Of each cluster: the sum of its seeds, and how many there are.
struct SeedSums {
  Matrix sums = {};
  Vector counts = {};
};
void merge(SeedSums& into, const SeedSums& from);
void visit(SeedSums& s, auto&& numbers) {
  numbers(s.sums), numbers(s.counts);
}

class SeedStep {
 public:
  static constexpr const char* name = "seeds";
  struct Model {
    int clusters = 1;
    bool directions = false;  ///< items count as scaled to length 1
  };
  using Statistics = SeedSums;
  struct Memory {};
  static Index clusters(const Model& model) { return model.clusters; }

  SeedStep(const Model& model, const Part& part, Memory&) : model_(model), part_(part) {}
  SeedSums accumulate(const Shard& shard) const;
  void finish() {}

 private:
  const Model& model_;
  const Part& part_;
};
void visit(SeedStep::Model& model, auto&& numbers) {
  numbers(model.clusters), numbers(model.directions);
}

/// Where the items lie (nearest.h).
struct ExtentStep {
  static constexpr const char* name = "extent";
  struct Model {};
  using Statistics = Extent;
  struct Memory {};
  static Index clusters(const Model&) { return 1; }
  ExtentStep(const Model&, const Part&, Memory&) {}
  Extent accumulate(const Shard& shard) { return extent_of(shard.rows); }
  void finish() {}
};
void visit(ExtentStep::Model&, auto&&) {}
Frame frame_of(const Holder& holder);

/// Throws as require_clusterable(items, clusters) does.
void require_clusterable(const Holder& holder, int clusters);

/// As require_seeds_fit(items, seeds, clusters), of seeds that are here: workers check theirs when they add
/// them up.
void require_seeds_fit(const Holder& holder, int clusters);

/// Restarts differ only by chance: one is enough if every cluster has a seed.
int restarts_worth_making(const Holder& holder, int clusters, int restarts);

/// First means; or directions, as items scaled to length 1 have them. Clusters with seeds begin at the mean
/// of these.
Matrix first_means(Start start, const Holder& holder, int clusters, const Random& random);
Matrix first_directions(Start start, const Holder& holder, int clusters, const Random& random);

/// Of clusters with seeds the means, of the others what `add(centres, given)` puts behind the `given` first
/// rows, or what `draw(count)` returns.
Matrix around_seeds(const SeedSums& seeds, Start start, bool directions,
                    const std::function<void(Matrix& centres, int given)>& add,
                    const std::function<Matrix(int count)>& draw);

}  // namespace bellwether
