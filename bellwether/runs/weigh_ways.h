#pragma once
// Which of the ways in which seeds or links can guide is taken, and whether any is, by how facts that were
// held back are met and by what experience leads to expect.

#include <vector>

#include <bellwether/runs/facts.h>
#include <bellwether/runs/ways.h>

namespace bellwether {

/// How facts that were held back are met: by every way, and by the default, which saw none of them.
struct Met {
  std::vector<Tally> ways = {};
  Tally plain = {};
};

struct Weighed {
  std::size_t best = 0;        ///< of the ways
  double gain = 0;             ///< that is expected of it
  double least_gain = 0;       ///< less is not worth moving clusters for
  bool beyond_chance = false;  ///< facts are met better than nonsense would be
  double doubt = 0;            ///< the share of seeds that seem to be wrong, beyond what right ones show

  bool promises() const { return beyond_chance && gain > least_gain; }
};

Weighed weigh(const std::vector<Way>& ways, EvidenceKind kind, const Met& found);

}  // namespace bellwether
