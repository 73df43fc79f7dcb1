#include <cli/terminal/flags.h>
#include <cli/terminal/words.h>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include <bellwether/data/formula.h>

namespace bellwether::cli {
namespace {

bool set_in_environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

constexpr std::string_view bold_on = "\033[1m", bold_off = "\033[0m";
constexpr std::array<std::string_view, 2> colours{"\033[31m", "\033[33m"};

bool shows_styles(std::FILE* out) {
  return is_terminal(out) && !set_in_environment("NO_COLOR");
}

/// C0 and C1 controls, and the marks that turn the direction of writing or end a line unseen.
bool commands(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x61C || c == 0x200E || c == 0x200F ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

/// How many bytes of well-formed UTF-8 the character at the front has; 0: they are none.
std::size_t character_size(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t size = lead < 0x80   ? 1
                           : lead < 0xC2 ? 0
                           : lead < 0xE0 ? 2
                           : lead < 0xF0 ? 3
                           : lead < 0xF5 ? 4
                                         : 0;
  if (size == 0 || size > text.size()) return 0;
  constexpr std::string_view replacement = "\xEF\xBF\xBD";  // what to_utf32() gives for all that is malformed
  const std::u32string character = to_utf32(text.substr(0, size));
  const bool whole = character.size() == 1 && (character[0] != U'\uFFFD' || text.starts_with(replacement));
  return whole ? size : 0;
}

}  // namespace

std::string for_terminal(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    const std::size_t styled = text.starts_with(bold_on)    ? bold_on.size()
                               : text.starts_with(bold_off) ? bold_off.size()
                                                            : 0;
    const std::size_t size = styled > 0 ? styled : character_size(text);
    const std::string_view piece = text.substr(0, std::max<std::size_t>(size, 1));
    const char32_t character = size > 0 && styled == 0 ? to_utf32(piece)[0] : U' ';
    if (size == 0)
      safe += fmt::format("\\x{:02x}", static_cast<unsigned char>(piece.front()));
    else if (commands(character) && character != U'\n')
      safe += character < 0x80 ? fmt::format("\\x{:02x}", static_cast<std::uint32_t>(character))
                               : fmt::format("\\u{:04x}", static_cast<std::uint32_t>(character));
    else
      safe += piece;
    text.remove_prefix(piece.size());
  }
  return safe;
}

void put_out(std::FILE* out, std::string_view text) {
  const bool seen = out == stderr || isatty(fileno(out)) == 1;
  const std::string safe = seen ? for_terminal(text) : std::string();
  const std::string_view written = seen ? std::string_view(safe) : text;
  std::fwrite(written.data(), 1, written.size(),
              out);  // main asks the stream at the end whether all went well
}

bool is_terminal(std::FILE* out) {
  const char* kind = std::getenv("TERM");
  return isatty(fileno(out)) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
}

int width_of(std::FILE* out) {
  winsize size{};
  if (ioctl(fileno(out), TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return std::clamp<int>(size.ws_col, 20, 120);
}

std::string bold(std::FILE* out, std::string_view text) {
  if (!shows_styles(out)) return std::string(text);
  return fmt::format("{}{}{}", bold_on, text, bold_off);
}

void tell_in_colour(std::FILE* out, Colour colour, std::string_view word) {
  const std::string_view on = colours[static_cast<std::size_t>(colour)];
  if (!shows_styles(out)) return put_out(out, word);
  const std::string text = fmt::format("{}{}{}", on, for_terminal(word), bold_off);
  std::fwrite(text.data(), 1, text.size(), out);
}

std::string duration(double seconds) {
  if (seconds < 0.001) return "less than a millisecond";
  if (seconds < 0.1) return fmt::format("{:.2g} ms", 1000 * seconds);
  if (seconds < 10) return fmt::format("{:.2g} s", seconds);
  if (seconds < 60) return fmt::format("{:.0f} s", seconds);
  const auto whole = static_cast<std::int64_t>(seconds);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

std::string wrapped(std::string_view text, int width, int indent) {
  std::string lines;
  std::size_t column = 0;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    if (column > 0 && column + 1 + word.size() > static_cast<std::size_t>(width)) {
      lines += fmt::format("\n{:{}}", "", indent);
      column = static_cast<std::size_t>(indent);
    } else if (column > 0) {
      lines += ' ';
      ++column;
    } else {
      column = static_cast<std::size_t>(indent);
    }
    lines += word;
    column += word.size();
  }
  return lines;
}

std::string printable(std::string_view name, std::size_t most) {
  std::vector<std::string_view> characters;
  for (std::string_view rest = name; !rest.empty(); rest.remove_prefix(characters.back().size()))
    characters.push_back(rest.substr(0, std::max<std::size_t>(1, character_size(rest))));
  const bool whole = characters.size() <= most;
  const std::string_view mark = whole || most < 6 ? "" : "..";
  if (!whole) characters.resize(most - mark.size());
  std::string text;
  for (const std::string_view character : characters) {
    const bool plain = character_size(character) > 0 && !commands(to_utf32(character)[0]);
    text += plain ? character : "?";
  }
  return text.append(mark);
}

std::string shell_word(std::string_view word) {
  const auto plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("-_./:=,+@%").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), plain)) return std::string(word);
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string csv_cell(std::string_view text) {
  return quoted_cell(guarded(text));
}

std::string quoted_cell(std::string_view text) {
  const bool padded = !text.empty() && (text.front() == ' ' || text.back() == ' ');
  if (!padded && text.find_first_of(",\"\r\n\t;") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

void print_note(std::FILE* out, std::string_view text) {
  constexpr std::size_t head = std::string_view("note:").size();
  const std::string lines = wrapped(fmt::format("note: {}", with_flags(text)), width_of(out), 6);
  tell_in_colour(out, Colour::yellow, "note:");
  tell(out, "{}\n", lines.substr(head));
}

}  // namespace bellwether::cli
