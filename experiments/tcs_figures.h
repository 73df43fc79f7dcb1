#pragma once
// The first table and the figures of the TCS paper.
//   S. Gopal, Y. Yang. Transformation-based probabilistic clustering with supervision. UAI 2014.

#include <experiments/experiment.h>
#include <experiments/tcs_protocol.h>

namespace bellwether::experiments {

Experiment
tcs_table1();           ///< the likelihood that EM reaches from the true classes, beside that of the classes
Experiment tcs_fig1();  ///< three of six stretched clusters, with the other three known
Experiment tcs_fig2();  ///< what TCS-GM gains over GM, against the number of training classes

/// The division with the first `classes` of its training classes alone.
Division with_few_training_classes(const Division& division, int classes);

/// `most` of the classes, at random; the others are dropped.
PreparedData with_few_classes(const PreparedData& data, int most, std::uint64_t random_seed);

}  // namespace bellwether::experiments
