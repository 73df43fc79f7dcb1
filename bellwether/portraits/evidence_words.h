#pragma once
// What was known, whether it was used and why, and what it changed: sentences, for a summary and for a page.
// Settings in them are marked (data/error.h); a front end spells them.

#include <optional>
#include <string>
#include <vector>

#include <bellwether/portraits/report.h>

namespace bellwether {

using Sentences = std::vector<std::string>;

/// What each kind of evidence was, and what it did; none if nothing was known.
Sentences evidence_in_words(const Report& report);

/// What the scores in brackets are; none if there is nothing to compare with.
std::optional<std::string> comparison_in_words(const Report& report);

/// Whether labels that choose words help; `file` is where they are from.
std::string in_words(const DirectionCheck& check, const std::string& file);

/// "checked on each solved collection ...": of a tuner by itself.
std::string in_words(const StrappingCheck& check);

}  // namespace bellwether
