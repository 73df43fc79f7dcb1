#include <bellwether/data/input.h>
#include <bellwether/data/number.h>

#include <algorithm>
#include <cstring>

namespace bellwether {
namespace {

constexpr std::size_t first_block = 1 << 18;  // stays in the second-level cache
constexpr std::size_t after_the_end = 1 + number_padding;

}  // namespace

Input::Input(ByteSource source, std::string name)
    : source_(std::move(source)), name_(std::move(name)), buffer_(first_block + after_the_end) {
  buffer_[0] = '\n';
  read_more();
}

bool Input::read_more() {
  if (ended_) return false;
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  auto room = buffer_.size() - after_the_end - end_;
  if (room < end_) {
    buffer_.resize(2 * buffer_.size());
    room = buffer_.size() - after_the_end - end_;
  }
  const auto count = read_fully(source_, buffer_.data() + end_, room);
  ended_ = count < room;
  end_ += count;
  buffer_[end_] = '\n';
  std::fill_n(buffer_.begin() + static_cast<std::ptrdiff_t>(end_ + 1), number_padding, '\0');
  return count > 0;
}

bool Input::next_line(std::string_view& line) {
  auto at = ahead().find('\n');
  while (at == std::string_view::npos && read_more()) at = ahead().find('\n');
  line = ahead().substr(0, at);
  if (line.empty() && at == std::string_view::npos) return false;
  take(at == std::string_view::npos ? line.size() : at + 1);
  ++line_;
  if (line.ends_with('\r')) line.remove_suffix(1);
  return true;
}

std::size_t Input::take_bytes(char* into, std::size_t size) {
  const auto near = ahead().copy(into, size);
  take(near);
  if (near == size || ended_) return near;
  return near + read_fully(source_, into + near, size - near);
}

std::string_view Input::take_all() {
  while (read_more()) {
  }
  const auto all = ahead();
  take(all.size());
  return all;
}

}  // namespace bellwether
