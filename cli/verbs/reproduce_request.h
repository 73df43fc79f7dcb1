#pragma once
// What `reproduce` was asked for, and what that means for an experiment.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <cli/command.h>

#include <experiments/experiment.h>

namespace bellwether::cli {

struct ReproduceArguments {
  std::string paper = {}, table = {};
  std::string data = "data";
  experiments::Request request = {};
  std::string features = {};
  std::optional<int> splits = {}, restarts = {};
  std::vector<std::string> settings = {};
  std::vector<std::string> outputs = {};
  int threads = 0;
  bool quick = false, json = false, quiet = false, force = false;
};

/// All of them but for what says where the figures go.
Options reproduce_options(ReproduceArguments& args);

/// What is finished is kept beside the first page, under its name.
std::filesystem::path cells_beside(const std::vector<std::string>& outputs);

/// What was asked for, the short form of the experiment, or its usual form, in this order.
experiments::Request request_of(const ReproduceArguments& args, const experiments::Experiment& experiment);

/// What gives the same figures on another machine: all that they depend on, and nothing else.
std::string command_of(const ReproduceArguments& args, const experiments::Experiment& experiment,
                       const experiments::Request& request);

}  // namespace bellwether::cli
