#pragma once
// gamma and tau of tcs_gm.h, where they are left to the method: tried on classes held out (tuning.h).
//
// gamma is tried in decades around gamma_reference(), along one path from large to small. tau is tried at
// 0.1, 0.3 and 1 in units of P / tr(Sw), so that it does not depend on the unit of the items: these are the
// anchors of items whose variance within classes is 1 on average.

#include <bellwether/transforms/tcs/problem.h>
#include <bellwether/transforms/tcs_gm.h>
#include <bellwether/transforms/tuning.h>

namespace bellwether {

struct TcsTuned {
  double gamma = 1;
  double tau = 1;
  TuningCurve curve =
      {};  ///< of gamma in units of the reference, and tau as it was given or in the units above
};

/// Where nothing can be held out (fewer than 4 classes, or more than 500 features): the reference gamma,
/// which changes distances little and can do little harm, and tau = 0.3 in the units above.
TcsTuned tune_tcs_gm(const TcsProblem& problem, const Rows& items, std::span<const int> labels,
                     const TcsGmOptions& options, const Run& run);

}  // namespace bellwether
