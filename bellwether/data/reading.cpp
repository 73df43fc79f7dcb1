#include <bellwether/data/error.h>
#include <bellwether/data/reading.h>
#include <bellwether/data/text.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <utility>

#include <bellwether/data/number.h>

namespace bellwether {
namespace {

constexpr std::array<std::pair<const char*, double>, 13> units{{{"", 1.0},
                                                                {"b", 1.0},
                                                                {"k", 1e3},
                                                                {"kb", 1e3},
                                                                {"mb", 1e6},
                                                                {"gb", 1e9},
                                                                {"tb", 1e12},
                                                                {"kib", 1024.0},
                                                                {"mib", 1024.0 * 1024},
                                                                {"gib", 1024.0 * 1024 * 1024},
                                                                {"tib", 1024.0 * 1024 * 1024 * 1024},
                                                                {"m", 1e6},
                                                                {"g", 1e9}}};

}  // namespace

Header header_by_name(const std::string& name) {
  if (name == "auto") return Header::automatic;
  if (name == "yes") return Header::yes;
  require<InvalidOption>(name == "no", "{} is {}, but must be one of yes, no, auto", setting("header"),
                         shown(name));
  return Header::no;
}

char delimiter_by_name(const std::string& name) {
  constexpr std::array<std::pair<const char*, char>, 6> words{
      {{"auto", '\0'}, {"tab", '\t'}, {"\\t", '\t'}, {"comma", ','}, {"semicolon", ';'}, {"space", ' '}}};
  if (name.empty()) return '\0';
  for (const auto& [word, character] : words)
    if (name == word) return character;
  const bool one = name.size() == 1 && static_cast<unsigned char>(name[0]) < 0x80;
  require<InvalidOption>(one && name[0] != '"' && name[0] != '\n' && name[0] != '\r',
                         "{} is {}, but must be one character, or tab, comma, semicolon or space",
                         setting("delimiter"), shown(name));
  return name[0];
}

std::uint64_t bytes_by_name(const std::string& name) {
  if (name.empty()) return 0;
  const std::size_t end = name.find_first_not_of("0123456789.");
  const auto number = to_number(name.substr(0, end));
  const std::string unit = end == std::string::npos ? "" : lower(trim(name.substr(end)));
  for (const auto& [word, size] : units) {
    if (!number || unit != word) continue;
    const double bytes = std::floor(*number * size);
    require<InvalidOption>(bytes >= 1 && bytes < 9e18, "{} is {}, but must be from 1 byte to 9 EB",
                           setting("limit"), shown(name));
    return static_cast<std::uint64_t>(bytes);
  }
  refuse<InvalidOption>("{} is {}, but must be a size such as 500MB, 8GB or 2GiB", setting("limit"),
                        shown(name));
}

std::string bytes_in_words(std::uint64_t bytes) {
  constexpr std::array<std::pair<const char*, std::uint64_t>, 6> sizes{{{"GiB", std::uint64_t{1} << 30},
                                                                        {"GB", 1'000'000'000},
                                                                        {"MiB", std::uint64_t{1} << 20},
                                                                        {"MB", 1'000'000},
                                                                        {"KiB", std::uint64_t{1} << 10},
                                                                        {"kB", 1000}}};
  for (const auto& [unit, size] : sizes)
    if (bytes >= size && bytes % size == 0) return fmt::format("{} {}", bytes / size, unit);
  if (bytes >= sizes[2].second) return fmt::format("{} MiB", bytes / sizes[2].second);
  return fmt::format("{} bytes", bytes);
}

}  // namespace bellwether
