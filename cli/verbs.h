#pragma once
// The verbs of the command line. Each declares its options and what happens when it is called.

#include <string>

namespace CLI {
class App;
}

namespace bellwether::cli {

/// `as_typed` is the whole command: `cluster` makes its advice on what to try next from it, and both keep it
/// with their results.
void add_cluster(CLI::App& app, const std::string& as_typed);
void add_compare(CLI::App& app, const std::string& as_typed);
void add_assign(CLI::App& app);
void add_learn(CLI::App& app);
void add_tune(CLI::App& app);
void add_evaluate(CLI::App& app);
void add_vectorize(CLI::App& app);
void add_methods(CLI::App& app);
void add_data(CLI::App& app);
void add_report(CLI::App& app);
void add_reproduce(CLI::App& app);

}  // namespace bellwether::cli
