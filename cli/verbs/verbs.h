#pragma once
// The verbs of the command line: what each takes, and what happens when it is called.

#include <cli/command.h>

namespace bellwether::cli {

/// `as_typed` is the whole command: `cluster` makes its advice on what to try next from it, and both keep it
/// with their results.
Command cluster_command(const std::string& as_typed);
Command ask_command(const std::string& as_typed);
Command compare_command(const std::string& as_typed);
Command assign_command();
Command learn_command();
Command tune_command();
Command evaluate_command();
Command vectorize_command();
Command methods_command();
Command data_command();
Command devices_command();
Command report_command();
Command reproduce_command();
Command studio_command();

/// All that the tool has, for verbs that describe it.
using ProgramMaker = std::function<Program()>;
Command completions_command(ProgramMaker program);
Command manual_command(ProgramMaker program);

}  // namespace bellwether::cli
