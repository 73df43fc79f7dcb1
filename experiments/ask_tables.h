#pragma once
// The tables of `ask curves`: means with standard errors, and beside them what peers reach.

#include <experiments/experiment.h>

namespace bellwether::experiments {

std::vector<OwnTable> ask_tables(const Outcome& outcome);

}  // namespace bellwether::experiments
