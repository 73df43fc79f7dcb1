#pragma once
// A result in plain sentences, for readers who have never heard of the methods. All that is returned is HTML.

#include <string>
#include <vector>

#include <page/shown.h>

namespace bellwether::page {

/// "612 texts in 6 groups".
std::string title_of(const ShownResult& result);

/// What was done and how well it came out, a sentence each.
std::vector<std::string> summary_of(const ShownResult& result);

/// "seeds; not used: links".
std::string used_in_words(const std::vector<ShownEvidence>& evidence);

/// What a score says, in one sentence; empty if there is nothing to say.
std::string meaning_of(const std::string& score);

/// The scores that a page explains; the others are listed.
const std::vector<std::string>& main_scores();

/// "5 seconds", "2 minutes".
std::string duration_of(double seconds);

/// "4 ms", "1.2 s", "3 min".
std::string short_duration(double seconds);

}  // namespace bellwether::page
