#pragma once
// The library names settings; here they become what a person types.

#include <string>
#include <string_view>
#include <vector>

#include <bellwether/data/error.h>

namespace bellwether::cli {

/// `--missing mean`, `-k 3`; `--set hold-seeds=false` for an option of a method that has no flag of its own;
/// `--seeds FILE` where that is the remedy.
std::string as_typed(const Setting& setting);

/// A text of the library (a message, a note, a reason) with its settings as they are typed.
std::string with_flags(std::string_view text);
std::vector<std::string> with_flags(std::vector<std::string> texts);

/// What an error says, whoever raised it.
std::string with_flags(const std::exception& error);

}  // namespace bellwether::cli
