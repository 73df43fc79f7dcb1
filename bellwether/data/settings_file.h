#pragma once
// Settings of a run as a file that people read and write: the plain part of TOML.
//
//   clusters = 5                      # words, numbers, true and false
//   seeds = "some labels.csv"
//   ignore = ["name", "note"]
//   [cluster]                         # what follows is for this command alone

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace bellwether {

struct FileSetting {
  std::string section = {};  ///< empty: before the first
  std::string name = {};
  std::vector<std::string> values = {};  ///< one, unless it is a list
  std::int64_t line = 0;
};

/// Throws with file and line at what is no such setting.
std::vector<FileSetting> settings_in_text(std::string_view text, const std::string& file);
std::vector<FileSetting> read_settings_file(const std::filesystem::path& path);

/// One line of such a file. Whole numbers, true and false stand without quotes.
std::string as_setting_line(const std::string& name, const std::vector<std::string>& values, bool list);

}  // namespace bellwether
