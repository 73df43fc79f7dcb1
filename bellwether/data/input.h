#pragma once
// Input: a window that moves over a stream of bytes, for parsers that work in place.

#include <string>
#include <string_view>
#include <vector>

#include <bellwether/data/byte_source.h>
#include <bellwether/data/error.h>
#include <bellwether/data/matrix.h>

namespace bellwether {

class Input {
 public:
  /// `name` is what errors call the stream.
  Input(ByteSource source, std::string name);

  const std::string& name() const { return name_; }

  /// What is read and not yet taken. A line end and `number_padding` more bytes follow it, so that a scan
  /// for the end of a line needs no other bound. Valid until the next read_more(), next_line() or take_all().
  std::string_view ahead() const { return {buffer_.data() + begin_, end_ - begin_}; }

  /// Lengthens ahead(), at least twofold when it fills the buffer; false at the end of the stream.
  bool read_more();

  /// Nothing will follow ahead().
  bool ended() const { return ended_; }

  void take(std::size_t count) { begin_ += count; }

  /// Takes a line, without its end, and counts it; false when there is none left.
  bool next_line(std::string_view& line);
  Index line() const { return line_; }  ///< of the line last taken, from 1
  void count_lines(Index lines) { line_ += lines; }

  /// Takes bytes to `into`, past the window; returns how many there were.
  std::size_t take_bytes(char* into, std::size_t size);

  /// Takes everything that is left.
  std::string_view take_all();

  /// For errors about the line last taken.
  Where place() const { return place(line_); }
  Where place(Index line) const { return {.file = name_, .row = line}; }

 private:
  ByteSource source_;
  std::string name_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool ended_ = false;
  Index line_ = 0;
};

}  // namespace bellwether
