#pragma once
// How a finding is put together of attempts; for the sources of this room.

#include <bellwether/runs/finding.h>

namespace bellwether {

/// What the knowledge changed.
void compare_with_plain(const Job& job, Finding& finding);

/// The attempt is what was found. The steps of its space come after those that the material had.
void take_result(Attempt current, const Material& material, Finding& finding);

}  // namespace bellwether
