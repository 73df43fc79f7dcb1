#pragma once
// The tables of what knowledge is worth, from the figures of all sets: a line for each set, and one for the
// sets that the library was developed on, the others, and all.

#include <vector>

#include <experiments/experiment.h>

namespace bellwether::experiments {

std::vector<OwnTable> guided_tables(const Outcome& outcome);

}  // namespace bellwether::experiments
