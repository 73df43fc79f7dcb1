// Nothing: precompiled.h needs a target of its own to be compiled for.
