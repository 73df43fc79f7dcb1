#pragma once
// A lesson: what known classes, or what is known of items, teach about distances, kept for other items.

#include <bellwether/runs/finding.h>
#include <bellwether/runs/learn_check.h>
#include <bellwether/runs/space.h>
#include <bellwether/runs/transfer.h>

namespace bellwether {

/// What learns from known classes or links, how it did on what was held back, and the steps that lead there.
struct MapLesson {
  std::string method = {};
  Vectorizer vectorizer = {};             ///< up to what was learned
  std::vector<std::string> columns = {};  ///< before any step
  Dataset items = {};                     ///< all that was learned from, after those steps
  Learned learned = {};
  bool from_classes = false;
  Representation check = {};  ///< from classes: on classes held out
  LearnCheck order = {};      ///< from links: of pairs held back

  bool used() const { return from_classes ? check.used() : order.used; }
};

/// Throws InvalidOption if what is to learn cannot learn from these kinds, or does not know its options.
void require_can_learn(const Wishes& wishes, EvidenceKinds given);

/// From the known clusters of the evidence, or else from its seeds and links. Of the wishes count the method
/// ("auto": the best of the candidates, which there must be), its options, the steps, candidates, caution and
/// trust. What does not help is in the lesson all the same, and `used()` says so.
MapLesson learn_lesson(const Material& material, const Evidence& evidence, const Wishes& wishes,
                       const Run& run);

/// Whether what was learned from seeds or links helps, on pairs of them that were held back.
Verdict verdict_on(const LearnCheck& check, EvidenceKind kind);

}  // namespace bellwether
