#pragma once
// K-means over items that workers hold: the labels, means and trace of kmeans(), to the last bit.

#include <optional>

#include <bellwether/engine/part.h>
#include <bellwether/engine/workers.h>
#include <bellwether/mixtures/kmeans.h>
#include <bellwether/mixtures/kmeans_pass.h>
#include <bellwether/mixtures/nearest.h>

namespace bellwether {

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

/// A round of k-means. Labels and bounds stay with the part; a part that another worker has taken over, or
/// that has missed a round, searches all its items again.
class KMeansStep {
 public:
  static constexpr const char* name = "kmeans";
  struct Model {
    kmeans_pass::Model plain = {};
    Frame frame = {};
    std::int64_t search = 0;  ///< tells the searches of a run apart
    bool bounded = true;      ///< false: no bounds are kept (lloyd)
  };
  using Statistics = kmeans_pass::Statistics;
  struct Memory {
    kmeans_pass::Memory items = {};
    std::int64_t search = -1;
    int round = -1;  ///< that the bounds are of
  };
  static Index clusters(const Model& model) { return model.plain.means.rows(); }

  KMeansStep(const Model& model, const Part& part, Memory& memory);
  Statistics accumulate(const Shard& shard);
  void finish();

 private:
  const Model& model_;
  Memory& memory_;
  std::optional<DenseCentres> dense_ = {};
  std::optional<SparseCentres> sparse_ = {};
};
void visit(KMeansStep::Model& model, auto&& numbers) {
  numbers(model.plain), numbers(model.frame), numbers(model.search), numbers(model.bounded);
}

/// As frame_of().
Frame frame_of(Workers& workers);

/// What a search over workers finds. Labels stay where the items are: place_by_means() gives a part's.
struct KMeansFound : KMeansResult {
  std::vector<double> sizes = {};  ///< items of each cluster
};

KMeansFound kmeans(Workers& workers, const KMeansOptions& options, const Run& run);

}  // namespace bellwether
