#pragma once
// What people answer: single keys on a terminal, lines from anything else.

#include <cstdio>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

namespace bellwether::cli {

class Keys {
 public:
  /// What is typed is shown on `out`.
  Keys(std::stop_token stop, std::FILE* out) : stop_(std::move(stop)), out_(out) {}

  bool terminal() const;  ///< single keys

  /// A key or, where `words` are wanted, a word: on a terminal one that begins with no digit and none of the
  /// keys in `alone` goes on until Enter. Nothing at the end of the input, or when a stop is asked for.
  std::optional<std::string> next(bool words, std::string_view alone);

 private:
  std::optional<std::string> line();
  std::optional<std::string> typed(bool words, std::string_view alone);
  std::optional<char> byte();

  std::stop_token stop_;
  std::FILE* out_;
};

}  // namespace bellwether::cli
