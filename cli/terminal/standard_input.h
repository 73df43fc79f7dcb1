#pragma once
// Items from a pipe. They are looked at before they are read, and --append reads them again, so a pipe is
// kept whole.

#include <cli/command.h>

namespace bellwether::cli {

/// If ITEMS is `-` and standard input a pipe, what it gives takes its place as a file in memory: /dev/stdin
/// can then be opened as often as need be. Throws if it gives more than --limit.
void keep_piped_items(const Given& given);

}  // namespace bellwether::cli
