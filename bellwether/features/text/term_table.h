#pragma once
// TermTable: every distinct word once, numbered in the order of arrival. Open addressing over one block of
// characters: the inner loop of reading text is a look-up here.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bellwether {

class TermTable {
 public:
  TermTable() : slots_(1024) {}

  /// The number of the term, which is added if it is new.
  std::int32_t number(std::string_view term);

  std::int32_t size() const { return static_cast<std::int32_t>(ends_.size()); }

  /// Valid until the next term is added.
  std::string_view term(std::int32_t number) const {
    const auto i = static_cast<std::size_t>(number);
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return {characters_.data() + begin, ends_[i] - begin};
  }

 private:
  /// Most words have at most eight characters, and are told apart without a look at `characters_`.
  struct Slot {
    std::uint64_t first = 0;   ///< the first eight characters, zeros behind a shorter term
    std::uint32_t length = 0;  ///< of the term
    std::int32_t number = -1;  ///< -1: free
  };
  void grow();

  std::vector<Slot> slots_;        ///< a power of two of them, at most two thirds of them taken
  std::vector<std::size_t> ends_;  ///< where each term ends in `characters_`
  std::string characters_;
};

}  // namespace bellwether
