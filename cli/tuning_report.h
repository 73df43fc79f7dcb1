#pragma once
// What solved collections chose, in words and in JSON.

#include <cstdio>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include <cli/result.h>

namespace bellwether::cli {

void print_tuning(std::FILE* out, const Tuning& tuning);

nlohmann::ordered_json tuning_json(const Tuning& tuning);

/// How each lesson left out did: "tuned, the collections left out have errors of 8.1 %, untuned 9.4 %".
std::string in_words(const StrappingCheck& check);
nlohmann::ordered_json check_json(const StrappingCheck& check);

}  // namespace bellwether::cli
