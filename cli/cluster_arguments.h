#pragma once
// What `bellwether cluster` was asked, and what that means for the methods.

#include <cli/features.h>
#include <cli/interrupt.h>
#include <cli/items.h>
#include <cli/knowledge.h>
#include <cli/known.h>
#include <cli/other_data.h>
#include <cli/progress_bar.h>
#include <cli/solved.h>
#include <cli/words.h>

#include <fmt/format.h>

#include <optional>
#include <stop_token>
#include <utility>

#include <bellwether/methods/method.h>

namespace bellwether::cli {

struct ClusterArguments {
  ItemsArguments items = {};
  FeatureArguments features = {};
  KnowledgeArguments knowledge = {};
  KnownArguments known = {};
  OtherDataArguments others = {};
  SolvedArguments solved = {};
  std::string transform = {};  ///< a file of `learn`
  std::string method = "auto";
  std::string clusters = {};  ///< this and the other settings as typed: the method knows their types
  std::string restarts = {}, iterations = {}, tolerance = {}, random_seed = {};
  std::string min_size = {}, max_size = {};
  std::string init = {};
  std::string trust = "checked";
  int threads = 0;
  std::optional<std::stop_token> stop = {};  ///< of who listens for Ctrl-C; none: every search does so itself
  std::vector<std::string> set = {};
  std::string output = {};
  bool json = false, quiet = false, force = false;
};

/// Declares all of them but for --method and -o, whose words differ from verb to verb.
void add_run_options(CLI::App& command, ClusterArguments& args);

/// How many clusters, as typed; empty if nobody said.
std::string clusters_asked(const Settings& settings);

/// What learns from known clusters, or represents items by what it finds in them and in other data; empty:
/// nothing does.
std::string representation_of(const ClusterArguments& args);

/// The search that --method names, or auto if it names what learns.
std::string search_asked(const ClusterArguments& args);

/// Settings of what learns from known clusters, and of the search.
struct RunSettings {
  Settings learner = {};
  Settings search = {};
};

/// Throws InvalidOption if what was asked does not go together, before anything is read.
RunSettings settings_of(const ClusterArguments& args);

/// Calls `work` with a run that shows progress and that Ctrl-C stops.
template <class Work>
auto interruptible(const ClusterArguments& args, ProgressBar& bar, const Work& work) {
  const auto work_until = [&](std::stop_token stop) {
    bar.say("clustering");
    return work(bellwether::Run{.threads = args.threads,
                                .on_progress = [&](const Progress& progress) { bar.show(progress); },
                                .stop = std::move(stop)});
  };
  if (args.stop) return work_until(*args.stop);
  const Interrupt interrupt([&] { say_stopping(args.quiet, " with the best so far"); });
  return work_until(interrupt.token());
}

/// Runs the method. Raw items may show nothing at all; rows of a table must have a direction where the method
/// needs one.
Outcome fit(const Method& method, Dataset& items, bool raw, std::span<const int> start,
            const Knowledge& knowledge, const Settings& settings, const bellwether::Run& run);

}  // namespace bellwether::cli
