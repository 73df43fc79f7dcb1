#include <cli/asking/keys.h>
#include <cli/terminal/words.h>

#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>

#include <bellwether/data/error.h>
#include <bellwether/data/text.h>

namespace bellwether::cli {
namespace {

/// Keys come one by one and are not shown, while it lives. Ctrl-C stays what it is.
class SingleKeys {
 public:
  SingleKeys() {
    tcgetattr(STDIN_FILENO, &before_);
    termios single = before_;
    single.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    tcsetattr(STDIN_FILENO, TCSANOW, &single);
  }
  ~SingleKeys() { tcsetattr(STDIN_FILENO, TCSANOW, &before_); }
  SingleKeys(const SingleKeys&) = delete;
  SingleKeys& operator=(const SingleKeys&) = delete;

 private:
  termios before_ = {};
};

constexpr char backspace = 127, other_backspace = 8, end_of_input = 4;

/// Its last character, with all its bytes.
void remove_last(std::string& word) {
  while (!word.empty() && (static_cast<unsigned char>(word.back()) & 0xc0U) == 0x80U) word.pop_back();
  if (!word.empty()) word.pop_back();
}

}  // namespace

bool Keys::terminal() const {
  return isatty(STDIN_FILENO) == 1;
}

std::optional<char> Keys::byte() {
  constexpr int milliseconds = 50;  // between two looks at the stop
  while (!stop_.stop_requested()) {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    const int ready = poll(&input, 1, milliseconds);
    if (ready < 0 && errno != EINTR) return std::nullopt;
    if (ready <= 0) continue;
    char byte = 0;
    const ssize_t got = read(STDIN_FILENO, &byte, 1);
    if (got == 1) return byte;
    if (got == 0) return std::nullopt;
    // A terminal that was hung up says so by an error, and nobody is there to be told.
    require(errno == EINTR || errno == EAGAIN || terminal(), "the answers cannot be read: {}",
            std::generic_category().message(errno));
    if (errno == EIO) return std::nullopt;
  }
  return std::nullopt;
}

std::optional<std::string> Keys::line() {
  std::string line;
  while (const auto next = byte()) {
    if (*next == '\n') return std::string(trim(line));
    line += *next;
  }
  return line.empty() ? std::nullopt : std::optional(std::string(trim(line)));
}

std::optional<std::string> Keys::typed(bool words, std::string_view alone) {
  const SingleKeys single;
  std::string word;
  while (const auto next = byte()) {
    if (*next == end_of_input) return std::nullopt;
    if (*next == '\n' || *next == '\r') {
      tell(out_, "\n");
      return std::string(trim(word));
    }
    if (*next == backspace || *next == other_backspace) {
      remove_last(word);
    } else if (static_cast<unsigned char>(*next) >= ' ') {
      const bool digit = std::isdigit(static_cast<unsigned char>(*next)) != 0;
      if (word.empty() && (!words || digit || alone.find(*next) != std::string_view::npos)) {
        tell(out_, "{}\n", *next);
        return std::string(1, *next);
      }
      word += *next;
    }
    fmt::print(out_, "\r\033[K> {}", printable(word, 60));
    std::fflush(out_);
  }
  return std::nullopt;
}

std::optional<std::string> Keys::next(bool words, std::string_view alone) {
  return terminal() ? typed(words, alone) : line();
}

}  // namespace bellwether::cli
