#include <cli/options/outputs.h>
#include <cli/options/spared_folders.h>
#include <cli/terminal/words.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include <bellwether/data/atomic_file.h>
#include <bellwether/data/error.h>
#include <bellwether/data/manifest.h>
#include <bellwether/data/text.h>

namespace bellwether::cli {
namespace {

namespace fs = std::filesystem;

/// Whether the words of an option are names of files or folders that are read.
bool names_inputs(const Option& option) {
  const auto says = [&](const char* word) { return option.type.find(word) != std::string::npos; };
  return !option.writes && (option.positional() || says("FILE") || says("DIR") || says("ITEMS"));
}

/// What the command reads, as far as it is there; the others are collections, columns, or mistakes.
std::vector<fs::path> inputs_of(const Given& given) {
  std::vector<fs::path> inputs;
  std::error_code ignored;
  for (const auto& [option, words] : given)
    if (names_inputs(*option))
      for (const std::string& word : words)
        if (fs::exists(word, ignored)) inputs.emplace_back(word);
  return inputs;
}

bool same_file(const fs::path& a, const fs::path& b) {
  std::error_code different;
  return fs::equivalent(a, b, different);
}

/// The name of a file in a folder or below it; empty if it is elsewhere.
std::string name_below(const fs::path& folder, const fs::path& file) {
  std::error_code error;
  const fs::path name =
      fs::weakly_canonical(file, error).lexically_relative(fs::weakly_canonical(folder, error));
  return error || name.empty() || name == "." || *name.begin() == ".." ? std::string()
                                                                       : name.generic_string();
}

/// Files that results have; those of other items are numbered.
bool is_name_of_result(const std::string& name) {
  static constexpr std::array<std::string_view, 8> names{
      "assignments.csv", "result.json",     "model.bellwether", "features.csv",
      "portrait.json",   "comparison.json", "auxiliary.csv",    manifest_name};
  return std::ranges::find(names, name) != names.end() || name.starts_with("auxiliary-");
}

/// Whether to write `output` would change what `input` names. A folder of items is all that is in it; a
/// result is the files of its manifest, and a page about it may lie among them.
bool would_change(const fs::path& output, const fs::path& input) {
  if (same_file(output, input)) return true;
  std::error_code ignored;
  if (!fs::is_directory(input, ignored)) return false;
  const std::string name = name_below(input, output);
  if (name.empty()) return false;
  const auto manifest = read_manifest(input);
  return !manifest || manifest->find(name) != nullptr || name == manifest_name;
}

std::string shown(const fs::path& path) {
  return printable(path.string(), 200);
}

void require_no_part_of_a_result(const std::string& output, const char* flag) {
  const fs::path folder = fs::absolute(output).parent_path();
  const auto manifest = read_manifest(folder);
  const std::string name = fs::path(output).filename().string();
  require<InvalidOption>(
      !manifest || (manifest->find(name) == nullptr && name != manifest_name),
      "{} {}: is a file of the result in {}, which would no longer be whole; choose another "
      "name",
      flag, shown(output), shown(folder));
}

/// A file in the folder that a result would replace and that no run of ours wrote; empty if there is none.
std::string stranger_in(const fs::path& folder) {
  const auto manifest = read_manifest(folder);
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at.depth() >= 1) at.disable_recursion_pending();
    const std::string name = name_below(folder, at->path());
    const bool ours = manifest && (name == manifest_name || manifest->find(name) != nullptr);
    if (!ours && !at->is_directory(error) && is_name_of_result(at->path().filename().string())) return name;
  }
  return {};
}

/// Names in a folder that no run of ours wrote, hidden ones left out. What `ask` keeps there may be alone
/// until it has a result.
std::vector<std::string> strangers_in(const fs::path& folder) {
  static constexpr std::array<std::string_view, 4> answers{"asked.csv", "seeds.csv", "must-link.csv",
                                                           "cannot-link.csv"};
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (!name.starts_with('.') && std::ranges::find(answers, name) == answers.end()) names.push_back(name);
  }
  std::ranges::sort(names);
  return names;
}

void require_place_for_results(const std::string& output) {
  const std::string what = why_spared(output, own_homes());
  require<InvalidOption>(
      what.empty(), "-o {}: is {}, where no result belongs; choose a folder of its own, such as ./result",
      shown(output), what);
}

}  // namespace

void require_spares(const Given& given, const std::string& output, bool force, const char* flag) {
  std::error_code ignored;
  if (output.empty() || is_written_in_place(output) || !fs::exists(fs::symlink_status(output, ignored)))
    return;
  for (const fs::path& input : inputs_of(given))
    require<InvalidOption>(!would_change(output, input),
                           "{} {}: the command reads {}, which this would replace; choose another name", flag,
                           shown(output), shown(input));
  if (fs::is_directory(output, ignored)) return;  // whoever needs a file says so
  require_no_part_of_a_result(output, flag);
  require<InvalidOption>(force, "{} {}: is there already; choose another name, or replace it with --force",
                         flag, shown(output));
}

void require_spares_folder(const Given& given, const std::string& output, const std::string& kind,
                           bool force) {
  std::error_code ignored;
  if (output.empty()) return;
  require_place_for_results(output);
  if (!fs::is_directory(output, ignored)) return;
  const auto manifest = read_manifest(output);
  for (const fs::path& input : inputs_of(given)) {
    const std::string name = name_below(output, input);
    const bool replaced = (manifest && manifest->find(name) != nullptr) ||
                          is_name_of_result(fs::path(name).filename().string());
    const bool around = fs::is_directory(input, ignored) && (!name.empty() || same_file(output, input));
    require<InvalidOption>(!around && (name.empty() || !replaced),
                           "-o {}: the command reads {}, which this would replace; choose another folder",
                           shown(output), shown(input));
  }
  require<InvalidOption>(
      force || !manifest || manifest->kind == kind,
      "-o {}: holds {} (see its {}), and this would be {}; choose another folder, or replace "
      "it with --force",
      shown(output), manifest ? manifest->kind : "", manifest_name, kind);
  const std::string stranger = stranger_in(output);
  require<InvalidOption>(
      force || stranger.empty(),
      "-o {}: holds a file {} that no {} there names as bellwether's; choose another folder, "
      "or replace it with --force",
      shown(output), printable(stranger, 200), manifest_name);
  if (force || manifest) return;
  const std::vector<std::string> others = strangers_in(output);
  require<InvalidOption>(
      others.empty(),
      "-o {}: is a folder of other files ({}), and holds no result; choose another, such as {}, or put the "
      "result among them with --force",
      shown(output), first_few(others), shown(fs::path(output) / "result"));
}

void require_writable(const std::string& file, const char* flag) {
  const auto folder = fs::absolute(file).parent_path();
  std::error_code ignored;
  require(fs::is_directory(folder, ignored), "{} {}: there is no folder {}; make it first", flag, file,
          folder.string());
  require(!fs::is_directory(file, ignored), "{} {}: is a folder; name a file in it", flag, file);
}

}  // namespace bellwether::cli
