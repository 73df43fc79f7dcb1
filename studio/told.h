#pragma once
// What the page is told of groups, in JSON.

#include <studio/desk.h>

namespace bellwether::studio {

/// Fills in the names, sizes and telling words of the groups, how sure the items are, the plan, and the
/// verdicts.
void tell_groups(Shown& shown);

/// Everything but the columns, which go as numbers.
Json state_json(const Shown& shown, const Desk& desk);

/// The next questions; `shown` has groups.
Json questions_json(const Shown& shown, const Desk& desk, int count);

}  // namespace bellwether::studio
