#pragma once
// The bellwether program, started as a user would start it, in a folder of its own.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <tests/support/temporary_folder.h>

namespace bellwether::testing_support {

using Words = std::vector<std::string>;

struct Finished {
  int status = -1;  ///< as a shell has it: 128 + the signal if one ended it
  std::string out = {};
  std::string err = {};
};

/// Runs from its construction on; ended with the object if it has not ended before. Its stderr is a terminal
/// if asked for, 80 characters wide.
class RunningTool {
 public:
  enum class Stderr { pipe, terminal };
  enum class Stdout { pipe, terminal, full };  ///< full: /dev/full, which takes nothing
  RunningTool(const Words& arguments, const std::filesystem::path& folder, Stderr kind = Stderr::pipe,
              Stdout out_kind = Stdout::pipe);
  ~RunningTool();
  RunningTool(const RunningTool&) = delete;
  RunningTool& operator=(const RunningTool&) = delete;

  void send(int signal) const;
  /// Reads until stderr contains `text`, or the program has closed it; says which.
  bool wait_for_stderr(const std::string& text);
  Finished finish();

 private:
  bool read_some(int& descriptor, std::string& into) const;

  int process_ = -1;
  int out_ = -1, err_ = -1;
  Finished finished_ = {};
};

/// A test that runs the tool in a fresh folder, so that files have the names that a user would give them.
class ToolTest : public testing::Test {
 protected:
  Finished run(const Words& arguments) const { return RunningTool(arguments, folder.path()).finish(); }

  /// Runs what must succeed and print one JSON object.
  nlohmann::json run_json(Words arguments) const;

  std::string read(const std::string& name) const;
  nlohmann::json read_json(const std::string& name) const { return nlohmann::json::parse(read(name)); }
  bool exists(const std::string& name) const { return std::filesystem::exists(folder / name); }

  TemporaryFolder folder;
};

/// Expects the exit status, one sentence on stderr that begins "bellwether: " and contains `words`, and
/// silence on stdout.
void expect_refused(const Finished& finished, int status, const std::string& words);

/// The lines of a text, without the line ends.
Words lines_of(const std::string& text);

}  // namespace bellwether::testing_support
