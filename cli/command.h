#pragma once
// A verb of the command line as plain data: what it is called, what may stand after it, and what it does.
// parse.h turns the words of a command line into one of them.

#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace bellwether::cli {

/// Called with the word as typed. A type of its own, because the variants of libstdc++ 12 take a
/// std::function for what can always be copied, and destroy what was never made when there is no memory for
/// it.
struct TakesWord {
  template <class Take>
  requires std::invocable<Take&, const std::string&> TakesWord(Take take)
      : call(std::move(take)) {}  // implicit: an option's target is written as a lambda

  std::function<void(const std::string&)> call;
};

/// Where a value goes. A bool is a flag without a value, a list takes several values.
using Target = std::variant<bool*, int*, double*, std::uint64_t*, std::optional<int>*, std::string*,
                            std::vector<std::string>*, TakesWord>;

struct Range {
  double least = 0, most = 0;  ///< both allowed
};

struct Option {
  std::string flags = {};  ///< "-k,--clusters"; without a dash it is a positional argument
  Target into = {};
  std::string help = {};
  std::string type = {};                  ///< what the help shows as its value: FILE, N, yes|no
  std::string group = "Options";          ///< the heading of the help that it stands under
  std::vector<std::string> choices = {};  ///< the only words allowed; empty: any
  std::optional<Range> range = {};        ///< of a number
  char delimiter = '\0';                  ///< between the values of a list, if they may stand in one word
  bool one_each = false;                  ///< of a list: each time it is given, it takes one value
  bool required = false;
  bool writes = false;  ///< it names what the command writes; other files and folders are read
  bool hidden = false;  ///< understood, but not shown by --help

  bool positional() const { return !flags.starts_with('-'); }
  /// The last of its names: "--clusters", "ITEMS".
  std::string name() const { return flags.substr(flags.rfind(',') + 1); }
};

using Options = std::vector<Option>;

/// An option and the words that were typed for it.
struct GivenOption {
  const Option* option = nullptr;
  std::vector<std::string> words = {};
};
using Given = std::vector<GivenOption>;

struct Command {
  std::string name = {}, summary = {};
  Options options = {};  ///< in the order of the help
  std::string footer = {};
  std::function<void(const Given&)> run = {};  ///< called when every value is where it belongs
};

struct Program {
  std::string name = {}, summary = {}, version = {}, footer = {};
  std::vector<Command> commands = {};
  std::vector<std::string> rare = {};  ///< options that --help-all shows and --help does not
};

/// Puts more options after those that are there.
void add(Options& options, Options more);

/// The same options under this heading of the help.
Options under(const std::string& heading, Options options);

Option required(Option option);

/// The option of this name, which there must be.
Option& find_option(Options& options, std::string_view name);

}  // namespace bellwether::cli
