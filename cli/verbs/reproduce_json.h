#pragma once
// An experiment's outcome as JSON.

#include <bellwether/portraits/json_text.h>

#include <experiments/experiment.h>

namespace bellwether::cli {

Json outcome_as_json(const experiments::Experiment& experiment, const experiments::Request& request,
                     const experiments::Outcome& outcome, const std::string& command);

}  // namespace bellwether::cli
