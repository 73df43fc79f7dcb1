#pragma once
// Wishes: what a user asks for, in the library's own types. Whatever is left out is chosen.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <bellwether/features/wished_steps.h>
#include <bellwether/runs/trust.h>
#include <bellwether/tuning/least_squares.h>
#include <bellwether/tuning/strapping.h>

namespace bellwether {

enum class TuneBy { strapping, least_squares };

/// How solved collections choose an option.
struct TuneWishes {
  std::string strap =
      {};  ///< "alpha=0.1:1.0:0.1"; empty: the option that the plan's search or map is known for
  TuneBy by = TuneBy::strapping;
  StrappingOptions strapping = {};
  LeastSquaresOptions least_squares = {};
  std::optional<int> draws =
      {};  ///< collections drawn from the solved ones; 0: as they are; none: 5 of a single one
};

/// The numbers of clusters to choose from; 0: as the items and the knowledge allow (k_range.h).
struct KRange {
  int least = 0, most = 0;

  friend bool operator==(const KRange&, const KRange&) = default;
};

struct Wishes {
  int clusters = 2;
  std::optional<KRange> choose_k = {};  ///< choose the number of clusters: `clusters` is only a first guess
  std::uint64_t random_seed = 0;
  std::string method = "auto";              ///< a search, or what learns a representation
  std::vector<std::string> represent = {};  ///< a chain, each with its options: "stc", "whiten:shrinkage=0.3"
  Settings settings = {};                   ///< of the search: restarts, iterations, tolerance
  Settings options = {};                    ///< of whichever of the chain and the search knows them
  StepWishes steps = {};
  bool chosen = false;  ///< method and steps were chosen, not asked for: options that the method does not
                        ///< know are for another
  std::string auxiliary_by = {};  ///< what represents by auxiliary data unless `represent` says; empty:
                                  ///< word-vectors or stc, as a check finds
  std::vector<std::string> candidates =
      {};                              ///< maps that known clusters choose from; empty: the standard list
  std::optional<double> caution = {};  ///< of that choice
  TuneWishes tune = {};
  std::vector<int> start =
      {};                    ///< begin from these clusters, one for each item; empty: the search's own start
  bool combine = false;      ///< cluster the items and the other data as one collection
  bool plain_alone = false;  ///< a method or a map that is given nothing to learn from is left out, instead
                             ///< of being an error
  Trust trust = Trust::checked;
};

}  // namespace bellwether
