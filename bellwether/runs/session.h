#pragma once
// Session: items and what is known of them, kept between runs, so that one more seed or link costs one search
// from where the last one ended instead of everything again.

#include <bellwether/runs/finding.h>

namespace bellwether {

class Session {
 public:
  /// Nothing is computed yet.
  Session(Material material, Evidence evidence, Wishes wishes);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Carries out the plan for all that is known, with every check.
  const Finding& carry_out(const Run& run = {});

  /// Clusters are those of the last finding, by their numbers. Throws InvalidInput if there is no such item
  /// or cluster, or if it goes against what is known.
  void add_seed(Index item, int cluster);
  void add_must_link(Index first, Index second);
  void add_cannot_link(Index first, Index second);

  /// What is known now, from the clusters of the last finding and in its space, without a check; what a check
  /// left out stays out. Clusters keep their numbers. There must be a finding.
  const Finding& update(const Run& run = {});

  const Finding& finding() const { return finding_; }
  const Evidence& evidence() const { return evidence_; }
  const Material& material() const { return material_; }

 private:
  /// Takes the evidence if it is possible.
  void replace(Evidence evidence, EvidenceKind added);

  Material material_;
  Evidence evidence_;
  Wishes wishes_;
  Finding finding_ = {};
  EvidenceKinds accepted_ = {};  ///< by checks, or added since
};

}  // namespace bellwether
