#include <bellwether/features/text/term_table.h>

#include <algorithm>
#include <cstring>

#include <bellwether/data/error.h>

namespace bellwether {
namespace {

constexpr std::uint64_t factor = 0x9E3779B97F4A7C15U;  // 2^64 / golden ratio

/// Up to eight characters as one number. Loads that overlap instead of a loop, whose end nobody can predict.
std::uint64_t eight_of(const char* characters, std::size_t count) {
  std::uint64_t word = 0;
  if (count >= 8) {
    std::memcpy(&word, characters, 8);
  } else if (count >= 4) {
    std::uint32_t low, high;
    std::memcpy(&low, characters, 4);
    std::memcpy(&high, characters + count - 4, 4);
    word = low | static_cast<std::uint64_t>(high) << (8 * (count - 4));
  } else if (count > 0) {
    const auto byte = [&](std::size_t i) {
      return static_cast<std::uint64_t>(static_cast<unsigned char>(characters[i])) << (8 * i);
    };
    word = byte(0) | byte(count / 2) | byte(count - 1);
  }
  return word;
}

/// Eight characters at a time, each mixed in by a multiplication whose high half comes back.
std::uint64_t hash_of(std::string_view term, std::uint64_t first) {
  std::uint64_t hash = term.size();
  const auto mix = [&](std::uint64_t word) {
    hash = (hash ^ word) * factor;
    hash ^= hash >> 32;
  };
  mix(first);
  for (std::size_t at = 8; at < term.size(); at += 8) mix(eight_of(term.data() + at, term.size() - at));
  return hash;
}

}  // namespace

std::int32_t TermTable::number(std::string_view term) {
  const std::uint64_t first = eight_of(term.data(), term.size());
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash_of(term, first) & mask;
  for (; slots_[at].number >= 0; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.first == first && slot.length == term.size() &&
        (term.size() <= 8 || this->term(slot.number).substr(8) == term.substr(8)))
      return slot.number;
  }
  require(ends_.size() < 1'000'000'000 && term.size() < 1'000'000'000,
          "too many different words: that is no text");
  slots_[at] = {first, static_cast<std::uint32_t>(term.size()), size()};
  characters_ += term;
  ends_.push_back(characters_.size());
  if (3 * ends_.size() > 2 * slots_.size()) grow();
  return size() - 1;
}

void TermTable::grow() {
  std::vector<Slot> old(2 * slots_.size());
  old.swap(slots_);
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.number < 0) continue;
    std::size_t at = hash_of(term(slot.number), slot.first) & mask;
    while (slots_[at].number >= 0) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

}  // namespace bellwether
