#pragma once
// What answers are worth: the library asks, an oracle answers, and the agreement with the classes is measured
// after so many answers.

#include <experiments/experiment.h>

namespace bellwether::experiments {

Experiment ask_curves();

}  // namespace bellwether::experiments
