#pragma once
// Options that several verbs have. Each is declared here alone.

#include <cli/command.h>

namespace bellwether::cli {

/// Options that few people need: --help-all shows them.
std::vector<std::string> rare_options();

/// -o
Option output_option(Target into, std::string type, std::string help);
/// --force: -o may replace what is there.
Option force_flag(bool& into);

Option threads_option(int& into);
Option device_option(std::string& into);
Option random_seed_option(Target into, std::string type = "S",
                          std::string help = "where the random draws start");

/// --set NAME=VALUE
Option settings_option(std::vector<std::string>& into, std::string help);

/// --trust checked|always
Option trust_option(std::string& into, std::string help);

Option json_flag(bool& into);
Option quiet_flag(bool& into, std::string help = "print nothing but errors");

}  // namespace bellwether::cli
