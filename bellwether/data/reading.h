#pragma once
// How a file is read where its first lines do not tell, and how much of it at most.

#include <cstdint>
#include <string>

namespace bellwether {

enum class Header { automatic, yes, no };

struct Reading {
  Header header = Header::automatic;  ///< whether the first row of a table names its columns
  char delimiter = '\0';              ///< between the cells of a table; '\0': whichever fits the first lines
  std::uint64_t limit = 0;            ///< in bytes, as for file_source() and unpacked(); 0: their defaults
};

/// "yes", "no", "auto". Throws InvalidOption for any other word.
Header header_by_name(const std::string& name);

/// A character, or tab, comma, semicolon, space (any run of blanks); an empty word or "auto" gives '\0'.
char delimiter_by_name(const std::string& name);

/// "8GB", "512 MiB", "4096": B, kB, MB, GB, TB and KiB, MiB, GiB, TiB; an empty word gives 0.
std::uint64_t bytes_by_name(const std::string& name);

/// "1 GiB", "256 MiB", "1000 bytes": the largest unit that divides it.
std::string bytes_in_words(std::uint64_t bytes);

}  // namespace bellwether
