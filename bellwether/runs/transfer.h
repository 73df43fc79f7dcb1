#pragma once
// What known clusters teach about others: a representation is learned from them, tried on some of them that
// were held out, and used only if it helps there. Knowledge must not hurt.

#include <optional>

#include <bellwether/features/steps.h>
#include <bellwether/methods/learner.h>
#include <bellwether/runs/trust.h>
#include <bellwether/transforms/selection.h>

namespace bellwether {

struct Representation {
  std::string name = {};                ///< of the candidate: "whiten:shrinkage=0.6,weights=mixed"
  std::optional<Learned> learned = {};  ///< none: the items stay as they are
  Chosen check = {};                    ///< what the candidates gained on classes held out
  bool checked = false;                 ///< it was asked for
  std::string reason = {};  ///< what was chosen, by how much it is expected to help, how sure that is

  bool used() const { return learned.has_value(); }
};

/// The closed-form maps that `auto` chooses from, in the form of a learner and its options:
/// "whiten:shrinkage=0.6,weights=mixed".
const std::vector<std::string>& standard_candidates();

/// A learner with settings, as something that can be tried.
Candidate candidate_of(const std::string& spec);

/// The best of the candidates, or none of them. `labels` as in transforms/classes.h, `as_usual` as in
/// transforms/selection.h.
Representation choose_representation(const std::vector<std::string>& candidates, const Rows& items,
                                     std::span<const int> labels, const SelectionOptions& options,
                                     const Run& run, const AsUsual* as_usual = nullptr);

/// What the learner makes of the known classes; with `checked`, only if it helps on classes held out.
Representation learn_representation(const Learner& learner, const Settings& settings, const Rows& items,
                                    std::span<const int> labels, Trust trust, const SelectionOptions& options,
                                    const Run& run, const AsUsual* as_usual = nullptr);

/// The check alone, of something that was learned from all known classes.
Representation check_learned(const Learner& learner, Learned learned, const Settings& settings,
                             const Rows& items, std::span<const int> labels, const SelectionOptions& options,
                             const Run& run, const AsUsual* as_usual = nullptr);

/// The steps that bring items into what was learned: the map, and if it is one for directions, length 1.
std::vector<Step> steps_of(const Learned& learned);

}  // namespace bellwether
