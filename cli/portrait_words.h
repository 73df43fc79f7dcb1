#pragma once
// What was known, whether it was used and why, and what it changed: sentences, for the summary and for a
// page.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <cli/result.h>

namespace bellwether::cli {

using Sentences = std::vector<std::string>;

/// The most telling few.
inline constexpr std::array<std::string_view, 5> main_scores{"nmi", "adjusted_rand", "accuracy", "purity",
                                                             "completeness"};

double value_in(const Scores& scores, std::string_view name);

/// The scores of another clustering of the same items, and what it is.
struct Comparison {
  Scores scores = {};
  std::string words = {};
};

/// What the scores are put beside: the same search with less knowledge.
std::optional<Comparison> comparison_in(const Result& result);

/// What is known of the items; what known clusters taught; what other data there were: and what each did.
Sentences in_words(const Guidance& guidance, const Dataset& items);
Sentences in_words(const Taught& taught);
Sentences in_words(const Borrowed& borrowed);

/// All of them. None if nothing was known.
Sentences knowledge_in_words(const Result& result, const Dataset& items);

}  // namespace bellwether::cli
