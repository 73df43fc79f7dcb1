#pragma once
// K-means over items that workers hold: the labels, means and trace of one process, to the last bit.

#include <optional>

#include <bellwether/engine/holder.h>
#include <bellwether/mixtures/kmeans.h>
#include <bellwether/mixtures/kmeans_pass.h>
#include <bellwether/mixtures/nearest.h>

namespace bellwether {

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
    bool hold = false;        ///< seeds stay in their clusters
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
  static void keep(Memory&) {}
  static Noted noted(const Memory& memory) { return {memory.items.labels, {}}; }

 private:
  const Model& model_;
  Memory& memory_;
  std::optional<DenseCentres> dense_ = {};
  std::optional<SparseCentres> sparse_ = {};
};
void visit(KMeansStep::Model& model, auto&& numbers) {
  numbers(model.plain), numbers(model.frame), numbers(model.search), numbers(model.bounded);
  numbers(model.hold);
}

/// Rounds from some means. `number` tells the searches of a run apart; with `hold` seeds stay in their
/// clusters.
KMeansResult search_means(const Holder& holder, const Frame& frame, const Matrix& start, std::int64_t number,
                          bool hold, const KMeansOptions& options);

/// What kmeans() does where the items are not in this process. Over workers (run.workers) labels stay where
/// the items are, and so do the seeds, of which the run says only whether they are held. Rows that lie on a
/// device (run.source, run.held) are searched there.
KMeansResult kmeans_elsewhere(const KMeansOptions& options, const Run& run, const Seeds& seeds);

}  // namespace bellwether
