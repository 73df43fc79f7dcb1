#pragma once
// An outcome as one self-contained page for a browser: no script, nothing from elsewhere, light and dark as
// the reader's system has it, readable on a telephone and on paper.

#include <string>

#include <experiments/report.h>

namespace bellwether::experiments {

/// `command` is what gives it again. Everything that comes from data or names is escaped.
std::string html_page_of(const Experiment& experiment, const Request& request, const Outcome& outcome,
                         const std::string& command);

}  // namespace bellwether::experiments
