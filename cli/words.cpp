#include <cli/words.h>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace bellwether::cli {
namespace {

constexpr std::size_t most_listed = 20;

bool set_in_environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

std::size_t digits(std::int64_t number) {
  return std::to_string(number).size();
}

}  // namespace

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
  if (!is_terminal(out) || set_in_environment("NO_COLOR")) return std::string(text);
  return fmt::format("\033[1m{}\033[0m", text);
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
  // The later bytes of a UTF-8 character do not begin one.
  const auto begins = [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; };
  const bool whole = static_cast<std::size_t>(std::count_if(name.begin(), name.end(), begins)) <= most;
  const std::string_view mark = whole || most < 6 ? "" : "..";
  std::string text;
  std::size_t room = most - mark.size();
  for (const char byte : name) {
    if (!whole && begins(byte) && room-- == 0) break;
    const auto code = static_cast<unsigned char>(byte);
    text += code < 32 || code == 127 ? '?' : byte;
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
  const bool padded = !text.empty() && (text.front() == ' ' || text.back() == ' ');
  if (!padded && text.find_first_of(",\"\r\n\t;") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

void print_sizes(std::FILE* out, const std::vector<std::int64_t>& sizes,
                 const std::vector<std::string>& names) {
  const auto name = [&](std::size_t cluster) {
    return names.empty() ? std::to_string(cluster) : printable(names[cluster], 24);
  };
  const std::size_t listed = std::min(sizes.size(), most_listed);
  const std::int64_t largest = std::max<std::int64_t>(1, *std::max_element(sizes.begin(), sizes.end()));
  std::size_t name_width = std::string_view("cluster").size();
  for (std::size_t k = 0; k < listed; ++k) name_width = std::max(name_width, name(k).size());
  const std::size_t size_width = std::max(digits(largest), std::string_view("items").size());
  const auto room =
      static_cast<std::int64_t>(width_of(out)) - static_cast<std::int64_t>(name_width + size_width) - 6;
  const std::int64_t longest = std::clamp<std::int64_t>(room, 0, 40);

  fmt::print(out, "  {}\n",
             bold(out, fmt::format("{:>{}}  {:>{}}", "cluster", name_width, "items", size_width)));
  for (std::size_t k = 0; k < listed; ++k) {
    const auto bar = static_cast<std::size_t>((sizes[k] * longest + largest - 1) / largest);
    fmt::print(out, "  {:>{}}  {:>{}}{}{}\n", name(k), name_width, sizes[k], size_width, bar > 0 ? "  " : "",
               std::string(bar, '#'));
  }
  if (listed == sizes.size()) return;
  const auto [least, most] = std::minmax_element(sizes.begin() + most_listed, sizes.end());
  fmt::print(out, "  and {} more, of {} to {}\n", sizes.size() - listed, *least, counted(*most, "item"));
}

void print_note(std::FILE* out, std::string_view text) {
  fmt::print(out, "{}\n", wrapped(fmt::format("note: {}", text), width_of(out), 6));
}

}  // namespace bellwether::cli
