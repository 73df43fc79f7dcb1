#pragma once
// The table and the figures of the aPLSA paper.
//   Q. Yang, Y. Chen, G.-R. Xue, W. Dai, Y. Yu. Heterogeneous transfer learning for image clustering via the
//   social Web. ACL-IJCNLP 2009.

#include <experiments/experiment.h>

namespace bellwether::experiments {

Experiment aplsa_table2();  ///< every method on every task
Experiment aplsa_fig4a();   ///< against the number of items a class
Experiment aplsa_fig4b();   ///< against lambda, on development tasks
Experiment aplsa_fig4c();   ///< against the number of iterations, on development tasks

}  // namespace bellwether::experiments
