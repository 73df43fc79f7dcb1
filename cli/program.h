#pragma once
// The whole program but for what a process begins with. Only here is an error caught, printed and turned into
// an exit status: 0 done, 1 a problem with the data or the run, 2 a problem with the command, 130 interrupted
// (what was found until then is written).

#include <cli/command.h>

namespace bellwether::cli {

/// The program, to be told of and not run.
Program described();

/// As main() has them, the program's name first.
int run_program(int count, const char* const* words);

}  // namespace bellwether::cli
