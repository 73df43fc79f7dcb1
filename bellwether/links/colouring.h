#pragma once
// Is there any way to give every group of a subgraph a cluster so that no link is broken? Which is: can a
// graph be coloured with K colours. The answer does not depend on distances; which way is found does.
//   D. Brelaz. New methods to color the vertices of a graph. Comm. ACM 22, 1979 (the order: DSATUR).

#include <stop_token>
#include <vector>

#include <bellwether/data/matrix.h>
#include <bellwether/links/apart_graph.h>

namespace bellwether {

enum class Colourable { yes, no, limit_reached };

struct Colouring {
  Colourable colourable = Colourable::no;
  std::vector<int> clusters = {};  ///< of each group of the subgraph, if there is a way
};

/// Groups with fewer neighbours than there are clusters can wait: whatever the others do, one is left for
/// them. The rest is searched depth-first, the group with the fewest clusters left first, its cheapest
/// cluster first. The limit is reached when the search has taken back `limit` choices more than there are
/// groups (one for each is what a long chain without a choice costs), or is asked to stop. Clusters that no
/// group uses yet and that are closed to none are alike, so one of them is tried for all. `costs` is groups x
/// clusters.
Colouring colour(const Subgraph& subgraph, const Matrix& costs, int limit, const std::stop_token& stop = {});

/// Groups that must all be apart from each other and are more than the clusters open to them: a proof that
/// there is no way. Empty if none is found where one is easily found (greedily, from each of a thousand
/// groups).
struct Crowd {
  std::vector<int> members = {};  ///< numbers inside the subgraph
  int open = 0;                   ///< clusters that are open to at least one of them
};
Crowd find_crowd(const Subgraph& subgraph, int clusters);

}  // namespace bellwether
