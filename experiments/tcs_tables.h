#pragma once
// The tables of the TCS paper.
//   S. Gopal, Y. Yang. Transformation-based probabilistic clustering with supervision. UAI 2014.

#include <experiments/experiment.h>

namespace bellwether::experiments {

Experiment tcs_table3();  ///< GM and what learns for it, on items as they are
Experiment tcs_table4();  ///< VM and TCS-VM on text, items of length 1

}  // namespace bellwether::experiments
