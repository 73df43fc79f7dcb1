#pragma once
// What a mixture's own criterion says about the number of clusters.
//   G. Schwarz. Estimating the dimension of a model. Annals of Statistics 6, 1978.

#include <optional>
#include <vector>

#include <bellwether/runs/choose_k.h>
#include <bellwether/runs/k_curve.h>
#include <bellwether/runs/k_sample.h>

namespace bellwether {

/// Whether the method that is asked for tells its BIC.
bool has_bic(const Wishes& wishes);

struct KBic {
  std::vector<std::optional<double>> values = {};  ///< of 1, 2, 3, ... clusters; empty: not the method's

  std::optional<double> of(int clusters) const;
};

/// The mixture from the curve's clusters, for one number after another, until it clearly gets no better.
KBic bic_along(const KSample& sample, const Wishes& wishes, const KCurve& curve, const KRange& range,
               const Run& run);

/// The smallest; `sure` is its share of the weights exp(-BIC / 2), the posterior if all numbers were equally
/// likely before.
void choose_by_bic(const KBic& bic, KChoice& choice);

}  // namespace bellwether
