#pragma once
// Words for people: counts, times, bars; bold where a terminal shows it, plain where a program reads.

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bellwether/data/text.h>

namespace bellwether::cli {

/// Text that a terminal shows as it is: control bytes but line ends, bytes that are no UTF-8, and characters
/// that control a terminal or turn the direction of writing are written out, as \x1b or \u202e. Bold, as
/// bold() makes it, is left.
std::string for_terminal(std::string_view text);

/// Writes text out: exactly to a file or a pipe; for_terminal() to stderr and to any terminal. All that the
/// tool says goes through here, so that no name or id from a file can reach a terminal as a command.
void put_out(std::FILE* out, std::string_view text);

template <class... Args>
void tell(std::FILE* out, fmt::format_string<Args...> text, Args&&... args) {
  put_out(out, fmt::format(text, std::forward<Args>(args)...));
}
template <class... Args>
void tell(fmt::format_string<Args...> text, Args&&... args) {
  put_out(stdout, fmt::format(text, std::forward<Args>(args)...));
}

/// A terminal that understands more than plain lines.
bool is_terminal(std::FILE* out);

/// How many characters fit on a line; 80 where nobody knows.
int width_of(std::FILE* out);

/// Bold on a terminal, unless NO_COLOR is set.
std::string bold(std::FILE* out, std::string_view text);

enum class Colour { red, yellow };

/// A word of ours in a colour, under the same conditions. It is written by itself, because a colour within
/// other text could come from a file.
void tell_in_colour(std::FILE* out, Colour colour, std::string_view word);

/// "0.02 s", "3 min 20 s".
std::string duration(double seconds);

/// Words filled into lines that end before `width`; every line but the first begins with `indent` blanks.
std::string wrapped(std::string_view text, int width, int indent);

/// A name from a file, safe to print: without characters that for_terminal() writes out (a ? for each), and
/// cut to `most` characters.
std::string printable(std::string_view name, std::size_t most = 40);

/// As a shell must have it to read it as one word.
std::string shell_word(std::string_view word);

/// One cell of a CSV file, in quotes where it needs them, and no formula of a spreadsheet (data/formula.h).
std::string csv_cell(std::string_view text);

/// The same for a program that takes the text as it is.
std::string quoted_cell(std::string_view text);

/// A line for each cluster with its size and a bar; of many clusters only the first. No names: numbers.
void print_sizes(std::FILE* out, const std::vector<std::int64_t>& sizes,
                 const std::vector<std::string>& names = {});

/// "note: ...", filled into lines; settings as they are typed.
void print_note(std::FILE* out, std::string_view text);

}  // namespace bellwether::cli
