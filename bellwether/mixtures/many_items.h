#pragma once
// First centres of many items: k-means||, a few rounds that draw many items each instead of one round for
// each centre.
//   B. Bahmani, B. Moseley, A. Vattani, R. Kumar, S. Vassilvitskii. Scalable k-means++. VLDB 2012.
//
// A round draws every item by itself with probability min(1, l D(x)^2 / sum D^2), where D is the distance to
// the nearest of those drawn so far and l = 2 clusters. Of all that were drawn, each weighted by the items
// nearest to it, greedy k-means++ and a few rounds of k-means make the centres. How many rounds there are,
// and what is drawn, depends on the items alone, not on who holds them: each shard draws from a stream of its
// own.

#include <bellwether/engine/holder.h>
#include <bellwether/engine/random.h>
#include <bellwether/mixtures/plus_plus_parts.h>

namespace bellwether {

/// Whether k-means++ is replaced. The number is where the rounds become quicker than a pass for each centre,
/// measured on rows in memory (docs/scaling.md).
inline constexpr Index many_items = 2'000'000;
inline bool is_many(Index items) {
  return items > many_items;
}

/// `clusters` centres, of which the `given` ones, perhaps none, come first. With `directions` the items count
/// as scaled to length 1, and so do the rows returned.
Matrix rounds_of_many(const Holder& holder, const Matrix& given, int clusters, bool directions,
                      Random random);

namespace cover {

/// What a part remembers: of each item the nearest of those drawn so far. 8 bytes.
struct ManyCover {
  std::int64_t search = -1;
  int covered = 0;                   ///< of those drawn
  std::vector<float> nearest = {};   ///< squared distances times the square of the scale
  std::vector<int> owner = {};       ///< which of them is nearest
  std::vector<double> inverse = {};  ///< 1 / ||x_i||, if directions are compared
};

/// All that were drawn so far.
struct Drawing {
  Chosen chosen = {};
  double scale = 1;  ///< a power of two that brings distances to about 1
};
void visit(Drawing& d, auto&& numbers) {
  numbers(d.chosen), numbers(d.scale);
}

/// sum_x D(x)^2, in units of the scale.
struct Spread {
  double sum = 0;
};
void visit(Spread& s, auto&& numbers) {
  numbers(s.sum);
}
void merge(Spread& into, const Spread& from);

/// How far the items are from what was drawn; notes it on the way.
class CoverStep {
 public:
  static constexpr const char* name = "many";
  using Model = Drawing;
  using Statistics = Spread;
  using Memory = ManyCover;
  static Index clusters(const Model&) { return 1; }

  CoverStep(const Model& model, const Part& part, Memory& memory);
  Spread accumulate(const Shard& shard);
  void finish();
  /// Whether all that were drawn have been measured.
  bool knows_all() const { return memory_.covered == model_.chosen.centres.rows(); }

 private:
  template <class RowsKind>
  void cover(const RowsKind& rows, Index first, const std::vector<CandidatesFor<RowsKind>>& batches);

  const Model& model_;
  Memory& memory_;
  Metric metric_;
  std::vector<DenseCandidates> dense_ = {};
  std::vector<SparseCandidates> sparse_ = {};
};

/// Draws items of the part, in their order.
struct SampleQuestion {
  static constexpr const char* name = "sample";
  static constexpr const char* memory_name = "many";
  using Memory = ManyCover;
  using Answer = std::vector<Drawn>;
  Drawing drawing = {};
  double share = 0;  ///< l / sum D^2
  std::uint64_t random_seed = 0;
  Answer answer(const Part& part, Memory& memory, const Run& run) const;
};
void visit(SampleQuestion& q, auto&& numbers) {
  numbers(q.drawing), numbers(q.share), numbers(q.random_seed);
}

/// How many items of the part are nearest to each of those drawn?
struct OwnersQuestion {
  static constexpr const char* name = "owners";
  static constexpr const char* memory_name = "many";
  using Memory = ManyCover;
  using Answer = Vector;
  Drawing drawing = {};
  Answer answer(const Part& part, Memory& memory, const Run& run) const;
};
void visit(OwnersQuestion& q, auto&& numbers) {
  numbers(q.drawing);
}

}  // namespace cover
}  // namespace bellwether
