#pragma once
// Parts of the tool that lie beside it as libraries and are loaded when they are needed.

#include <string>

namespace bellwether::cli {

/// The table of functions of bellwether-NAME.so, which lies beside the program, or where it is installed.
/// Throws InvalidOption, beginning with `otherwise`, if it is not there or of another version; InvalidInput
/// if it cannot be loaded.
const void* functions_of_part(const std::string& name, const std::string& otherwise);

}  // namespace bellwether::cli
