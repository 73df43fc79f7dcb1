#pragma once
// How methods did over several repeats each, and which of them is best, if that can be told.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <bellwether/methods/evidence_kind.h>

namespace bellwether {

/// A figure over the repeats of a method.
struct Spread {
  std::vector<double> values = {};  ///< one for each repeat

  double mean() const;
  std::optional<double> deviation() const;  ///< of a sample; none of a single value
};

struct Standing {
  std::string method = {};
  EvidenceKinds given = {};                                 ///< the knowledge that it was given
  std::vector<EvidenceKinds> used = {};                     ///< what of it was used, in each repeat
  std::vector<std::pair<std::string, Spread>> scores = {};  ///< empty where the truth is not known
  std::optional<double> agreement = {};                     ///< mean adjusted Rand index of pairs of repeats
  Spread seconds = {};
  bool stopped = false;  ///< before its first repeat was done: what is there is the best so far
  std::vector<std::string> notes = {};

  // By rank().
  bool best = false;  ///< or not told apart from it
  std::optional<double> difference =
      {};                        ///< of its main score to that of the best, over the repeats that both have
  std::optional<double> p = {};  ///< that chance alone gives such a difference; none: no test is possible
  bool same_every_time = false;  ///< the difference is the same in every repeat

  std::size_t repeats() const { return seconds.values.size(); }
  const Spread* score(const std::string& name) const;
};

inline constexpr const char* main_score = "nmi";
inline constexpr double told_apart = 0.01;  ///< below this p

struct Standings {
  std::vector<Standing> methods = {};  ///< the best first, if there is a truth
  bool ranked = false;                 ///< there is
  std::string verdict = {};            ///< in words
};

/// Puts the best first and says what is as good: what is not told apart from it by a paired t-test.
Standings rank(std::vector<Standing> methods);

}  // namespace bellwether
