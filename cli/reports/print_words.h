#pragma once
// The words, or other named features, that stand for clusters.

#include <cstdio>

#include <bellwether/portraits/report.h>

namespace bellwether::cli {

/// Those of each cluster, and the largest clusters of features; nothing where features have no names.
void print_words(std::FILE* out, const Report& report);

}  // namespace bellwether::cli
