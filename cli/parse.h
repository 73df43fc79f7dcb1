#pragma once
// The words of a command line become a call of a command.

#include <cli/command.h>

#include <string>
#include <variant>

namespace bellwether::cli {

/// The command to run. Its options have their values.
struct Call {
  const Command* command = nullptr;
  Given given = {};
};

/// What --help and --version ask for.
struct Answer {
  std::string text = {};
};

/// The words are no command.
struct Refusal {
  std::string reason = {};
  std::string help = {};  ///< to show after it; empty: none
};

using Parsed = std::variant<Call, Answer, Refusal>;

/// Parsed points into `program`. `words` are without the program's name.
Parsed parse(const Program& program, const std::vector<std::string>& words);
Parsed parse(const Program& program, int count, const char* const* words);

}  // namespace bellwether::cli
