#pragma once
// Settings of a method from the words of a command line: its own flags, and --set name=value.

#include <string>
#include <vector>

#include <bellwether/methods/method.h>

namespace bellwether::cli {

/// A flag that sets an option of the method: --restarts sets "restarts".
struct SettingFlag {
  std::string flag;
  std::string option;
  std::string value;  ///< as typed; empty: not given
};

/// Throws InvalidOption if one option is set twice, or if a word of `assignments` is not name=value.
Settings settings_from(const std::vector<SettingFlag>& flags, const std::vector<std::string>& assignments);

/// Parted by blanks or plus signs.
std::vector<std::string> list_of(std::string_view words);

}  // namespace bellwether::cli
