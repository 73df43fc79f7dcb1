#pragma once
// How often the right number of clusters is chosen, and how far off it is, beside other rules.

#include <experiments/experiment.h>
#include <experiments/k_problems.h>
#include <experiments/study.h>

namespace bellwether::experiments {

/// Whether the number is right, how far off it is, and the processor time. `method` is one of the
/// experiment's.
std::vector<double> score_k(const KProblem& problem, const std::string& method, const Searches& searches);

std::vector<OwnTable> k_tables(const Outcome& outcome);

Experiment k_table();

}  // namespace bellwether::experiments
