#pragma once
// The first means of items that workers hold: the same draws, the same candidates and the same winners as
// plus_plus_start() and random_start() find with the items at hand.
//
// The client draws and decides; a part knows its items' distances to the nearest centre chosen so far. That
// is a memory only: every question names all centres, so a part that another worker has taken over is covered
// again from the beginning.

#include <bellwether/engine/holder.h>
#include <bellwether/engine/random.h>
#include <bellwether/mixtures/cover.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether::cover {

/// What a part remembers of a search for centres.
struct PartCover {
  std::int64_t search = -1;
  bool directions = false;
  int covered = 0;  ///< centres that have been looked at
  int looked = -1;  ///< how many there were when `nearer` was noted
  ItemCover items = ItemCover();
  std::vector<double> inverse = {};  ///< of the part's items, if directions are compared
};

/// All centres so far; `winner` is the place of the last one among the candidates that were looked at for it.
struct Chosen {
  std::int64_t search = 0;
  bool directions = false;
  double absolute_error = 0, relative_error = 0;
  Matrix centres = {};
  int winner = 0;
};
void visit(Chosen& c, auto&& numbers) {
  numbers(c.search), numbers(c.directions), numbers(c.absolute_error), numbers(c.relative_error);
  numbers(c.centres), numbers(c.winner);
}

/// An item by its number; or, in a shard, with probability proportional to its squared distance.
struct Draw {
  Index item = -1;
  Index shard = -1;
  double at = 0;
};
void visit(Draw& d, auto&& numbers) {
  numbers(d.item), numbers(d.shard), numbers(d.at);
}

struct Drawn {
  int number = 0;  ///< of the draw
  Index item = 0;
  double inverse = 1;
  Vector row = {};
};
void visit(Drawn& d, auto&& numbers) {
  numbers(d.number), numbers(d.item), numbers(d.inverse), numbers(d.row);
}

/// Items by their numbers; only the parts that have them answer. `inverse` is found for directions alone.
struct RowsQuestion {
  static constexpr const char* name = "rows";
  static constexpr const char* memory_name = "rows";
  struct Memory {};
  using Answer = std::vector<Drawn>;
  std::vector<Index> items = {};
  bool directions = false;
  Answer answer(const Part& part, Memory& memory, const Run& run) const;
};
void visit(RowsQuestion& q, auto&& numbers) {
  numbers(q.items), numbers(q.directions);
}

/// Which items are drawn? Only the parts that have them answer.
struct DrawQuestion {
  static constexpr const char* name = "draw";
  static constexpr const char* memory_name = "cover";
  using Memory = PartCover;
  using Answer = std::vector<Drawn>;
  Chosen chosen = {};
  std::vector<Draw> draws = {};
  Answer answer(const Part& part, Memory& memory, const Run& run) const;
};
void visit(DrawQuestion& q, auto&& numbers) {
  numbers(q.chosen), numbers(q.draws);
}

/// How far are the items from the first centre? Of each shard the sum and the largest of the squares.
struct FirstQuestion {
  static constexpr const char* name = "first";
  static constexpr const char* memory_name = "cover";
  using Memory = PartCover;
  using Answer = std::vector<std::array<double, 2>>;
  Chosen chosen = {};
  Answer answer(const Part& part, Memory& memory, const Run& run) const;
};
void visit(FirstQuestion& q, auto&& numbers) {
  numbers(q.chosen);
}

/// What would the sums of squares be with each of these candidates?
struct LookQuestion {
  static constexpr const char* name = "look";
  static constexpr const char* memory_name = "cover";
  using Memory = PartCover;
  using Answer = std::vector<PerCandidate>;
  Chosen chosen = {};
  Matrix candidates = {};
  std::vector<double> limits = {};
  double scale = 1;  ///< of the frame around the first centre
  Answer answer(const Part& part, Memory& memory, const Run& run) const;
};
void visit(LookQuestion& q, auto&& numbers) {
  numbers(q.chosen), numbers(q.candidates), numbers(q.limits), numbers(q.scale);
}

/// The largest squared length of a sparse item; and up to `wanted` hashes of different items.
struct ItemsQuestion {
  static constexpr const char* name = "items";
  static constexpr const char* memory_name = "items";
  struct Memory {};
  struct Answer {
    double reach = 0;
    std::vector<std::uint64_t> hashes = {};
  };
  Index wanted = 0;
  Answer answer(const Part& part, Memory& memory, const Run& run) const;
};
void visit(ItemsQuestion& q, auto&& numbers) {
  numbers(q.wanted);
}
void visit(ItemsQuestion::Answer& a, auto&& numbers) {
  numbers(a.reach), numbers(a.hashes);
}

/// The items of these numbers, in the order of the numbers.
std::vector<Drawn> rows_of(const Holder& holder, const RowsQuestion& question);

/// The largest squared length of a sparse item; 0 of dense ones.
double reach_of(const Holder& holder);

/// Throws as require_clusterable(items, clusters) does.
void require_clusterable(const Holder& holder, int clusters);

/// As start_means() or seeded_start(), or with `directions` start_directions(), for items that are not in
/// this process.
Matrix start_of(const Holder& holder, Start start, int clusters, bool directions, Random random);

}  // namespace bellwether::cover
