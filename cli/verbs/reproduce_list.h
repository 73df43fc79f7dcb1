#pragma once
// What there is to reproduce, for people and as JSON.

#include <bellwether/portraits/json_text.h>

#include <string>

namespace bellwether::cli {

/// A line for each experiment; with the name of a paper, its experiments in full: how each is measured, which
/// data it needs, where they are published, and what is done without them.
void print_experiments(const std::string& paper);

Json experiments_as_json(const std::string& paper);

}  // namespace bellwether::cli
