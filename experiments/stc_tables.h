#pragma once
// The table and the figures of the STC paper.
//   W. Dai, Q. Yang, G.-R. Xue, Y. Yu. Self-taught clustering. ICML 2008.

#include <experiments/experiment.h>

namespace bellwether::experiments {

Experiment stc_table1();   ///< every method on every task
Experiment stc_figure2();  ///< against the number of feature clusters
Experiment stc_figure3();  ///< against lambda
Experiment stc_figure4();  ///< against the number of iterations

}  // namespace bellwether::experiments
