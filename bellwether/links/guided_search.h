#pragma once
// The assignment step under hard links: every group in the cluster where it costs least, as far as links let
// it.
//
// Groups that links do not connect do not touch each other, so each connected subgraph is solved by itself:
//   - all in their nearest clusters, if that breaks no link: nothing can be cheaper;
//   - else the last round's clusters, made cheaper by moves; in the first round those of a greedy pass in
//     random order, repaired where it broke links, or, if that fails, of a search through all ways;
//   - proved, or made cheapest, by branch and bound, if the subgraph has at most 64 groups and the limit
//     lasts (two clusters: always).
// So an assignment is found if there is one (unless the limit is reached, which the error says), no link is
// ever broken, and a round's assignment never costs more than the last round's would.

#include <vector>

#include <bellwether/data/error.h>
#include <bellwether/engine/run.h>
#include <bellwether/links/apart_graph.h>
#include <bellwether/links/greedy.h>

namespace bellwether {

/// Whether there is a way is not known.
struct LimitReached : InvalidInput {
  using InvalidInput::InvalidInput;
};

class GuidedSearch {
 public:
  /// `limit`: how often colour() may turn back in a subgraph, and how many branches the branch and bound may
  /// look at in a subgraph in all rounds together.
  GuidedSearch(const Knowledge& knowledge, const Groups& groups, const std::vector<Subgraph>& subgraphs,
               const std::vector<int>& order, int limit);

  /// `labels` holds the nearest cluster of each group, or the one it is held in, and becomes where they are
  /// placed. Throws InvalidInput if there is no way, with what proves it, LimitReached if none was found.
  void place(std::vector<int>& labels, const CostsOf& costs_of, int clusters, const Run& run);

 private:
  /// What is remembered of a subgraph from one round to the next.
  struct Memory {
    std::vector<int> order = {};  ///< in which the greedy pass takes its groups
    std::vector<int> last = {};   ///< the last round's clusters
    int budget = 0;               ///< branches left
    bool impossible = false;      ///< it was proved that there is no way
  };

  std::vector<int> first_way(const Subgraph& subgraph, const Matrix& costs, Memory& memory,
                             const Run& run) const;
  void solve(const Subgraph& subgraph, const Matrix& costs, Memory& memory, const Run& run) const;
  [[noreturn]] void fail(const Subgraph& subgraph, const Memory& memory, int clusters) const;

  const Knowledge& knowledge_;
  const Groups& groups_;
  const std::vector<Subgraph>& subgraphs_;
  std::vector<Memory> memories_;
  int limit_;
};

}  // namespace bellwether
