#pragma once
// The table and the figures of the STC paper.
//   W. Dai, Q. Yang, G.-R. Xue, Y. Yu. Self-taught clustering. ICML 2008.

#include <experiments/experiment.h>

namespace bellwether::experiments {

Experiment stc_table1();  ///< every method on every task
Experiment stc_fig2();    ///< against the number of feature clusters
Experiment stc_fig3();    ///< against lambda
Experiment stc_fig4();    ///< against the number of iterations

}  // namespace bellwether::experiments
