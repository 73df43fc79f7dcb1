#pragma once
// --config and --save-config: the options of a run in a file.

#include <cli/parse.h>

namespace bellwether::cli {

struct SettingsFileArguments {
  std::string config = {}, save = {};
};

/// Gives the options to every command that has many.
void add_settings_file(Program& program, SettingsFileArguments& arguments);

/// The words of a command line, and behind them what the file of its --config says that they do not.
std::vector<std::string> with_settings_file(const Program& program, std::vector<std::string> words);

/// Writes what was given to a file, if that was asked for.
void save_settings(const SettingsFileArguments& arguments, const Call& call);

}  // namespace bellwether::cli
