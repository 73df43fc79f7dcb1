#pragma once
// What auxiliary data are best used for, if for anything: the candidates for a representation are compared
// with the items alone on values that are held back.

#include <memory>

#include <bellwether/runs/judge.h>
#include <bellwether/runs/other_data.h>

namespace bellwether {

struct OtherDataChoice {
  std::string name = {};   ///< of the representation; empty: none helps
  CountsCheck check = {};  ///< of it, or of the first candidate
  std::string reason = {};
};

/// The first of `candidates` whose clusters tell clearly more about values held back than those without the
/// auxiliary data (by two standard errors), more than those of the items' own SVD, and clearly more than its
/// own with other data whose features are shuffled (by three), which can teach nothing.
OtherDataChoice choose_other_data(const SoFar& so_far, const std::vector<std::string>& candidates,
                                  const Run& run);

/// Clusters of some values of the items, by the same plan; with other evidence, if there is some.
Labelling labelling(const SoFar& so_far, AttemptOptions options,
                    std::shared_ptr<const Evidence> evidence = nullptr);

/// Each vector at another of the words that have one.
PretrainedVectors with_shuffled_words(PretrainedVectors given, std::uint64_t random_seed);

/// The same items with each feature's values under another one, the same for all sources.
std::vector<OtherItems> with_shuffled_features(std::vector<OtherItems> others, std::uint64_t random_seed);

/// At most so many rows of all sources together, evenly spaced.
std::vector<OtherItems> thinned(std::vector<OtherItems> others, Index most);

}  // namespace bellwether
