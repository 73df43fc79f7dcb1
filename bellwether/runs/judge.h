#pragma once
// Judges: what one kind of evidence is worth, given those that were accepted before it.

#include <optional>

#include <bellwether/runs/finding.h>
#include <bellwether/runs/usual.h>

namespace bellwether {

/// How far a run has come.
struct SoFar {
  Job job;
  Usual usual = {};             ///< how items are clustered if nothing is known
  std::optional<Way> way = {};  ///< how what is known of the items guides, if it was accepted
  Wishes for_maps = {};         ///< what is asked for where known clusters are used
  std::vector<int> plain = {};  ///< the clusters of the default
  EvidenceKinds accepted = {};
  Attempt current = {};                        ///< with all that was accepted
  std::optional<RepresentationPlan> map = {};  ///< that known clusters chose, if they were accepted
  std::string auxiliary_by = {};               ///< what represents by auxiliary data, if a check chose
};

struct Judged {
  Verdict verdict = {};
  Attempt with = {};                             ///< the evidence used; empty if that was not possible
  std::optional<Way> way = {};                   ///< in which seeds or links guided
  std::optional<RepresentationPlan> map = {};    ///< what known clusters chose
  std::optional<RepresentationMade> tried = {};  ///< the same, if it was left out
  std::string auxiliary_by = {};                 ///< what auxiliary data were chosen to represent by
};

/// What is asked for where these kinds are used: where nothing was left open, the wishes; for what is known
/// of the items alone the usual way, in which the default is found.
Job job_for(const SoFar& so_far, EvidenceKinds uses);

/// The plan for these kinds carried out, in the way that was accepted if there is one. `material` may be
/// another than the run's: a part of its values.
Attempt attempt_by(const SoFar& so_far, const Material& material, const AttemptOptions& options,
                   const Run& run);

/// What is measured on seeds, or links, that are held back.
std::string measure_of(EvidenceKind kind);

/// Parts of the seeds, or of the links, guide in each of the ways; those held back say which is best, and
/// whether it is better than the default.
Judged judge_seeds_or_links(const SoFar& so_far, EvidenceKind kind, const Run& run);

/// Whether a weaker kind, accepted by its own check, makes clusters agree clearly less with seeds or links
/// that are held back than they did; `reason` then says so. `stronger` is the verdict on those.
bool loses(const SoFar& so_far, const Verdict& stronger, const Attempt& with, std::string& reason,
           const Run& run);

/// Maps are tried on known classes held out.
Judged judge_known(const SoFar& so_far, const Run& run);

/// Clusters are found from a part of the items' values and asked how much they tell about the rest.
Judged judge_other_data(const SoFar& so_far, EvidenceKind kind, const Run& run);

/// The same, with vectors of words: what they tell must also be clearly more than what vectors of shuffled
/// words tell.
Judged judge_vectors(const SoFar& so_far, const Run& run);

/// Each solved collection is left out in turn.
Judged judge_solved(const SoFar& so_far, const Run& run);

}  // namespace bellwether
