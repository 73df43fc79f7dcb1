#pragma once
// Words for people: counts, times, bars; bold where a terminal shows it, plain where a program reads.

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include <bellwether/data/text.h>

namespace bellwether::cli {

/// A terminal that understands more than plain lines.
bool is_terminal(std::FILE* out);

/// How many characters fit on a line; 80 where nobody knows.
int width_of(std::FILE* out);

/// Bold on a terminal, unless NO_COLOR is set.
std::string bold(std::FILE* out, std::string_view text);

/// "0.02 s", "3 min 20 s".
std::string duration(double seconds);

/// Words filled into lines that end before `width`; every line but the first begins with `indent` blanks.
std::string wrapped(std::string_view text, int width, int indent);

/// A name from a file, safe to print: no control bytes, and cut to `most` characters.
std::string printable(std::string_view name, std::size_t most = 40);

/// As a shell must have it to read it as one word.
std::string shell_word(std::string_view word);

/// One cell of a CSV file, in quotes where it needs them.
std::string csv_cell(std::string_view text);

/// A line for each cluster with its size and a bar; of many clusters only the first. No names: numbers.
void print_sizes(std::FILE* out, const std::vector<std::int64_t>& sizes,
                 const std::vector<std::string>& names = {});

/// "note: ...", filled into lines.
void print_note(std::FILE* out, std::string_view text);

}  // namespace bellwether::cli
