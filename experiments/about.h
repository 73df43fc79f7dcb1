#pragma once
// What each experiment is in words: how it is measured, which data it needs and where they are published,
// what stands in for data that are not to be had, what the paper leaves open, and a short form.

#include <experiments/experiment.h>

namespace bellwether::experiments {

/// Fills in what the experiment itself leaves out.
void describe(Experiment& experiment);

}  // namespace bellwether::experiments
