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

/// OpenBLAS needs 128 MiB of addresses for every thread that multiplies, and where it finds none it tries for
/// ever. Where addresses are limited (ulimit -v) it is given its buffers before anything else takes the room,
/// for as many threads as cores; if there is room for fewer, the program may run on so many only. Throws
/// std::bad_alloc if there is none.
void reserve_room_for_products();

}  // namespace bellwether::cli
