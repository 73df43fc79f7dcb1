#pragma once
// A plan one of whose options solved collections choose: they are clustered with every value, too.

#include <bellwether/runs/attempt.h>

namespace bellwether {

/// The plan has a tuning. What is tuned is an option of the search or of the map that known clusters taught;
/// what is known of the items is obeyed with every value.
Attempt tuned_attempt(const Job& job, Plan plan, const Run& run);

}  // namespace bellwether
