#pragma once
// Attempt: a plan carried out once, without asking whether it helps.

#include <memory>

#include <bellwether/runs/space.h>
#include <bellwether/runs/tuning.h>

namespace bellwether {

/// What all attempts of a run have in common. Everything must outlive them.
struct Job {
  const Material& material;
  const Evidence& evidence;
  const Wishes& wishes;
};

/// How one attempt differs from the plan that the evidence asks for.
struct AttemptOptions {
  EvidenceKinds uses = {};
  bool for_check = false;                      ///< less thorough: a check runs it several times
  std::optional<RepresentationPlan> map = {};  ///< of known clusters, already chosen
  std::string auxiliary_by = {};               ///< what represents by auxiliary data, already chosen
};

/// What solved collections chose, and how.
struct TuningMade {
  TuningPlan plan = {};
  std::vector<std::string> collections = {};      ///< their names
  std::vector<std::pair<Index, int>> sizes = {};  ///< their items and classes; empty: they were seen before
  std::string drawn_from = {};
  bool indifferent = false;  ///< every value did equally well on them: there was nothing to learn
  Tuned tuned = {};
  Strapping strapping = {};
  StrappingCheck check = {};
  LeastSquaresTuning least_squares = {};
};

struct Attempt {
  Plan plan = {};
  std::shared_ptr<const Space> space = {};
  Outcome outcome = {};
  std::optional<TuningMade> tuning = {};
  std::vector<std::string> notes = {};

  const std::vector<int>& labels() const { return outcome.clustering.labels; }
};

/// The plan with these differences.
Plan plan_of(const Job& job, const AttemptOptions& options);

/// The space of the plan; that of `before`, if it is the same.
std::shared_ptr<const Space> space_of(const Job& job, const Plan& plan, const Attempt* before,
                                      const Run& run);

/// Clusters the space's items with what is known of them.
/// `start` are clusters to begin from; empty: those that were wished for.
Outcome search(const Job& job, const Plan& plan, const Space& space, const Knowledge& knowledge,
               std::vector<std::string>& notes, const Run& run, std::span<const int> start = {});

/// `before` lends its space if that is the same.
Attempt attempt(const Job& job, const AttemptOptions& options, const Attempt* before, const Run& run);

/// The same run, whose progress says what it is for.
Run with_stage(const Run& run, const char* stage);

}  // namespace bellwether
