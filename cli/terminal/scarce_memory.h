#pragma once
// Words for a lack of memory: how much was wanted, for what, and how much there may be.

#include <string_view>

namespace bellwether::cli {

/// What the program is doing from now on, as it stands after "for": "reading items.csv".
void now_doing(std::string_view what);

/// "there is not enough memory: 381 MiB more were wanted for reading items.csv, with 120 MiB in use of 200
/// MiB allowed (ulimit -v); ..." Takes no memory. What no allocation told of (a library's own, say) is left
/// out.
std::string_view scarce_memory();

/// Whether an allocation of the program's failed.
bool memory_was_scarce();

}  // namespace bellwether::cli
