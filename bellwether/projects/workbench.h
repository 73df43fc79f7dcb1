#pragma once
// Workbench: the groups that follow from what a person said. They are a function of the items, of what was
// known at the start and of the corrections that stand, and of nothing else: whoever says the same gets the
// same, bit by bit, and what is undone is as if it had never been said.
//
// A *base* is a whole run with every check: at the start, and whenever everything is to be found afresh. What
// is said after it goes into one search from the base's clusters, in the base's space (the warm search of
// runs/session.h).

#include <functional>
#include <memory>
#include <span>

#include <bellwether/projects/board.h>
#include <bellwether/runs/finding.h>

namespace bellwether {

/// What is found from a board.
struct Stand {
  Board board = {};
  std::vector<int> groups = {};                   ///< the group of each item; -1: it was dropped
  std::vector<Index> rows = {};                   ///< the items that were clustered, rising
  std::vector<int> group_of = {};                 ///< of each cluster of the finding
  std::shared_ptr<const Material> material = {};  ///< those items
  Evidence evidence = {};  ///< what is known of those items, in the numbers of the clusters
  Finding finding = {};
};

/// What a correction would change beside what it names.
struct Preview {
  std::shared_ptr<const Stand> stand = {};  ///< what applying it gives
  std::vector<Index> follow = {};           ///< items that it does not name, and that move
  std::vector<Index> overruled = {};        ///< items that were put elsewhere before
};

/// How far half of a correction's items say where the other half belongs.
struct HeldBack {
  bool possible = false;
  double with = 0,
         without =
             0;  ///< the share of them that is found in the group: with the other half said, and with none
  bool doubtful() const { return possible && with <= without && with < 0.5; }
};

class Workbench {
 public:
  Workbench(Material material, Evidence evidence, Wishes wishes);

  /// What stands after these corrections. `remembered` gives the groups of each item after so many of them
  /// where somebody kept them, which saves finding them again; empty: nobody did.
  using Remembered = std::function<std::vector<int>(std::size_t corrections)>;
  std::shared_ptr<const Stand> stand_after(std::span<const Correction> said, const Run& run = {},
                                           const Remembered& remembered = {});

  /// What one more correction would change. It changes nothing.
  Preview preview(std::span<const Correction> said, const Stand& now, const Correction& correction,
                  const Run& run = {});

  /// Whether the correction at this place is borne out by its own halves, given all others.
  HeldBack held_back(std::span<const Correction> said, std::size_t place, const Run& run = {});

  /// The correction with what only the groups can say: which items stand for a group that is merged, split or
  /// finished, and which groups go on when their number changes. Afterwards it needs no finding to be
  /// repeated.
  Correction completed(Correction correction, const Stand& now, const Run& run = {}) const;

  /// What was said, after the board that it was said to. Throws where it cannot be.
  Board board_after(std::span<const Correction> said) const;

  const Material& material() const { return *material_; }
  const Evidence& evidence() const { return evidence_; }
  const Wishes& wishes() const { return wishes_; }

 private:
  std::shared_ptr<const Stand> base_for(std::span<const Correction> said, const Run& run,
                                        const Remembered& remembered);
  std::shared_ptr<const Stand> make_base(const Board& board, const std::vector<int>& before,
                                         const Run& run) const;
  std::shared_ptr<const Stand> from_base(const Stand& base, const Board& board, const Run& run) const;
  Evidence evidence_on(const Board& board, const std::vector<Index>& rows,
                       const std::vector<int>& cluster_of) const;

  struct Base {
    std::vector<Correction> said = {};
    std::shared_ptr<const Stand> stand = {};
  };
  std::shared_ptr<const Material> material_;
  Evidence evidence_;
  Wishes wishes_;
  std::vector<Base> bases_ = {};  ///< a few, the newest last
};

}  // namespace bellwether
