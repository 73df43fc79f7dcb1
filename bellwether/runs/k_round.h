#pragma once
// Round groups of one width that overlap: no border between them is empty enough to be seen, but a mixture
// that knows their shape tells them apart by its BIC. Believed only where the items look like that.

#include <bellwether/runs/choose_k.h>
#include <bellwether/runs/k_curve.h>

namespace bellwether {

/// Somewhat more clusters than `choice` has, if the groups are round, of one width and normally distributed:
/// no mixture with other shapes has a smaller BIC, and what is left within clusters has the kurtosis of a
/// normal distribution. Otherwise the choice stays.
void look_for_round_groups(const Matrix& items, const KCurve& curve, KChoice& choice, const Run& run);

}  // namespace bellwether
