#pragma once
// The words that stand for a cluster of texts.

#include <cstdio>
#include <string>
#include <vector>

#include <cli/result.h>

namespace bellwether::cli {

/// For each cluster the words that weigh most in its centre, the first of them first; empty if the items are
/// no texts or the method has no centres. Centres in the space of an SVD are led back to the words.
std::vector<std::vector<std::string>> top_words(const Result& result, std::size_t most = 8);

void print_top_words(std::FILE* out, const std::vector<std::vector<std::string>>& words,
                     const std::vector<std::string>& names = {});

}  // namespace bellwether::cli
