#pragma once
// Session: items and what is known of them, kept between runs, so that one more seed or link costs one search
// from where the last one ended instead of everything again.

#include <functional>
#include <memory>

#include <bellwether/runs/finding.h>

namespace bellwether {

/// What one answer, or one correction, adds to what is known.
struct Addition {
  std::vector<std::pair<Index, int>> seeds = {};  ///< items and their clusters
  std::vector<Link> must_link = {}, cannot_link = {};
  std::string label = {};          ///< a new one, which gets the next number; empty: none
  std::vector<Index> passed = {};  ///< nobody could say: they are not asked about again

  bool empty() const { return seeds.empty() && must_link.empty() && cannot_link.empty(); }
};

class Session {
 public:
  /// Nothing is computed yet.
  Session(Material material, Evidence evidence, Wishes wishes);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Carries out the plan for all that is known, with every check.
  const Finding& carry_out(const Run& run = {});

  /// Clusters are by the numbers of labels(). Throws InvalidInput if there is no such item or cluster, or if
  /// it goes against what is known. It is used in the next update().
  void add_seed(Index item, int cluster);
  void add_must_link(Index first, Index second);
  void add_cannot_link(Index first, Index second);

  /// All of it, or none if it throws. A kind that the last check left out stays out until the next check.
  void add(const Addition& addition);
  /// Undoes what was added last, and returns it; nothing, if nothing was added.
  std::optional<Addition> take_back();
  /// All that was added, in order.
  const std::vector<Addition>& additions() const { return additions_; }

  /// In place of all that is known. What was added so far can no longer be taken back.
  void set_evidence(Evidence evidence);

  /// What is known now, from the clusters of the last finding and in its space, without a check; what a check
  /// left out stays out. Clusters keep their numbers. There must be a finding.
  const Finding& update(const Run& run = {});

  /// What a search on a copy of what was known has found.
  struct Found {
    Finding finding = {};
    bool checked = false;
    std::size_t additions = 0;  ///< that were known then
  };
  using Task = std::function<Found(const Run&)>;
  /// carry_out() and update() as tasks for another thread, of what is known now; adopt() takes what they
  /// find, whatever was added or taken back since.
  Task carrying_out() const;
  Task updating() const;
  void adopt(Found found);

  const Finding& finding() const { return finding_; }
  bool has_finding() const { return finding_.space != nullptr; }
  const Evidence& evidence() const { return evidence_; }
  const Material& material() const { return *material_; }
  std::shared_ptr<const Material> shared_material() const { return material_; }  ///< for tasks
  const Wishes& wishes() const { return wishes_; }
  int clusters() const { return wishes_.clusters; }

  /// The cluster of each item in the last finding, by the numbers that seeds have: where a check left the
  /// seeds out, a cluster has that of the seeds it matches; a new label gets the cluster of its item.
  const std::vector<int>& labels() const { return labels_; }
  /// A name for each of these numbers; those that have no label yet are called by their number.
  std::vector<std::string> names() const;

 private:
  void require_possible_now() const;
  /// The cluster of a new label's item gets its number, unless another label has that cluster.
  void give_number(const Addition& addition, int number);

  std::shared_ptr<const Material> material_;
  Evidence evidence_;
  Wishes wishes_;
  Finding finding_ = {};
  EvidenceKinds accepted_ = {};  ///< by checks, or added since
  std::vector<int> labels_ = {};
  struct Step {
    std::vector<int> seeds_before = {};   ///< of the addition's items
    std::vector<int> labels_before = {};  ///< if clusters got other numbers
  };
  std::vector<Addition> additions_ = {};
  std::vector<Step> steps_ = {};
};

}  // namespace bellwether
