#pragma once
// How much each kind of knowledge helps: the library's one pipeline, as every front end runs it, on public
// sets whose classes are known and told in part.

#include <experiments/experiment.h>
#include <experiments/guided_data.h>
#include <experiments/study.h>

namespace bellwether::experiments {

/// The score with knowledge, without it, whether it was used, and the processor time of the run: see the
/// notes of the experiment. `method` is one of its methods.
std::vector<double> score_guided(const GuidedSet& set, const std::string& method, const Searches& searches);

Experiment guided_table();

}  // namespace bellwether::experiments
