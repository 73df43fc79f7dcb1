#pragma once
#include <cstdio>

#include <bellwether/runs/choose_k.h>

namespace bellwether::cli {

/// On a terminal, a line and a bar for each number of clusters that was tried; elsewhere nothing.
void print_k_curve(std::FILE* out, const KChoice& choice);

}  // namespace bellwether::cli
