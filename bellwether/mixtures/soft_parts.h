#pragma once
// The steps of soft mixtures, for the table that workers look them up in; each family has its own source.

#include <vector>

#include <bellwether/engine/part.h>

namespace bellwether {

PartStep gm_step();
std::vector<PartStep> shaped_gm_steps();
PartStep vm_step();
PartStep multinomial_step();

}  // namespace bellwether
