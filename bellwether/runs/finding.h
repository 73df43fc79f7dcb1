#pragma once
// Finding: what came of a run: the clusters, what each kind of evidence was worth, and what would have been
// found without any.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <bellwether/runs/attempt.h>
#include <bellwether/runs/choose_k.h>
#include <bellwether/runs/usual.h>

namespace bellwether {

/// Whether one kind of evidence helps, as a part of it shows that was held back.
struct Verdict {
  EvidenceKind kind = EvidenceKind::seeds;
  bool asked = false;     ///< a check was wanted
  bool possible = false;  ///< and there was enough to hold some back
  bool used = false;
  double with = 0, without = 0;  ///< what was measured on the part held back
  double error = 0;              ///< the standard error of their difference, or what chance gives
  std::string measure = {};      ///< what that is, in words, with what is better
  std::string reason = {};       ///< why it was used or left out, in words
};

struct Finding {
  Plan plan = {};
  std::optional<KChoice> k_choice = {};  ///< how the number of clusters was chosen; none: it was given
  Outcome outcome = {};
  std::shared_ptr<const Space> space = {};  ///< the items as they were clustered, and what represents them
  Vectorizer vectorizer = {};               ///< all that was done to the items
  std::vector<std::string> columns = {};    ///< names of the features before any step
  std::vector<Verdict> verdicts = {};       ///< one for each kind that was given, strongest first
  std::optional<TuningMade> tuning = {};
  std::vector<RepresentationMade> tried = {};  ///< maps of known clusters that were tried and left out
  std::vector<Usual::Tried> usual = {};  ///< ways to cluster without knowledge that were tried; empty: one
  Clustering plain = {};                 ///< what is found without any evidence
  std::string plain_method = {};
  Index moved = 0;                 ///< items that are elsewhere than in `plain`, clusters matched
  Index moved_uncovered = 0;       ///< those of them that no seed or link names
  std::vector<bool> covered = {};  ///< items that a seed or a link names
  LinkReport links = {};
  std::vector<std::string> names = {};  ///< of the clusters; empty: their numbers
  std::vector<std::string> notes = {};

  const Dataset& items() const { return space->items; }
  const std::vector<int>& labels() const { return outcome.clustering.labels; }
  bool guided() const { return !verdicts.empty(); }
  const Verdict* verdict(EvidenceKind kind) const;  ///< null: it was not given
  bool used(EvidenceKind kind) const;
  /// What represents the items by evidence of this kind; null: nothing does.
  const RepresentationMade* made_from(EvidenceKind kind) const;
  bool converged() const { return outcome.clustering.converged && !outcome.clustering.stopped; }
};

/// Clusters of features that the search found, or the first representation; none: 0 clusters.
const FeatureClusters& features_in(const Finding& finding);

/// How many items two clusterings put into different clusters, when clusters are matched as well as can be.
Index count_moved(const std::vector<int>& before, const std::vector<int>& after,
                  const std::vector<bool>& left_out = {});

/// A name for each cluster: the labels of seeds, then numbers; empty if there are no labels.
std::vector<std::string> cluster_names(const std::vector<std::string>& labels, int clusters);

/// Carries out the plan for all evidence: the default without any, then each kind by its check, given those
/// accepted before it. A kind that does not help is left out; if all are, the finding is the default, bit by
/// bit. A check that cannot be made never fails the run. Asked to stop, the best so far is returned.
Finding carry_out(const Material& material, const Evidence& evidence, const Plan& plan, const Run& run = {});

}  // namespace bellwether
