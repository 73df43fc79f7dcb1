#pragma once
// What must hold before shared libraries are initialised, and so before main().
//
// OpenBLAS starts a thread for every core when it is loaded. bellwether has no use for them (see
// engine/run.cpp), and one that finds no memory for its buffer tries for ever, so that the program never
// ends. Libraries that find no memory for what they begin with throw where nobody can catch it.

namespace bellwether::cli {

/// Until this is called, the program may run on one core only, which is how many threads OpenBLAS starts
/// then.
void allow_all_cores();

}  // namespace bellwether::cli
