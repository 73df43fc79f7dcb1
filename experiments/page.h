#pragma once
// An outcome as a page of Markdown.

#include <string>

#include <experiments/report.h>

namespace bellwether::experiments {

/// `command` is what gave it, as it was typed.
std::string page_of(const Experiment& experiment, const Request& request, const Outcome& outcome,
                    const std::string& command);

/// One line for each data set: method by method, ours beside the paper's. Markdown that reads well as it is.
std::string figures_table(const Outcome& outcome);

}  // namespace bellwether::experiments
