#pragma once
// What solved collections chose, in words and in JSON.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include <cli/result.h>

namespace bellwether::cli {

/// What was learned from, how it did there, what it chose: a sentence each.
std::vector<std::string> in_words(const Tuning& tuning);

nlohmann::ordered_json tuning_json(const Tuning& tuning);

/// How each lesson left out did: "tuned, the collections left out have errors of 8.1 %, untuned 9.4 %".
std::string in_words(const StrappingCheck& check);
nlohmann::ordered_json check_json(const StrappingCheck& check);

}  // namespace bellwether::cli
