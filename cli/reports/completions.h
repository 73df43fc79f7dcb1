#pragma once
// What a shell needs to complete a command line: scripts drawn from the tables of verbs and options.

#include <cli/command.h>

#include <string>

namespace bellwether::cli {

/// `shell` is bash, zsh or fish.
std::string completions(const Program& program, const std::string& shell);

/// The page of `man` about the program, or about one of its verbs, in roff.
std::string manual(const Program& program, const Command* verb);

}  // namespace bellwether::cli
