#pragma once
// How a finding is put together of attempts; for the sources of this room.

#include <bellwether/runs/finding.h>

namespace bellwether {

/// What the knowledge changed.
void compare_with_plain(const Job& job, Finding& finding);

/// The attempt is what was found. The steps of its space come after those that the material had.
void take_result(Attempt current, const Material& material, Finding& finding);

/// The kinds of `uses` by one search from `start`, in the space of the finding, without a check.
Finding clustered_again(const Material& material, const Evidence& evidence, Finding finding,
                        EvidenceKinds uses, const std::vector<int>& start, const Run& run);

/// Clusters get the numbers of the seeds that they match best, one to one; others keep theirs where it is
/// free.
void number_by_seeds(std::vector<int>& labels, const std::vector<int>& seeds, int clusters);

}  // namespace bellwether
