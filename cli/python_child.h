#pragma once
// A python3 that does what this program has no code for.

#include <string>
#include <vector>

namespace bellwether::cli {

/// Runs python3 with these words and waits. What it prints is for nobody. Returns its status; 3 if there is
/// no python3.
int run_python(std::vector<std::string> words);

}  // namespace bellwether::cli
