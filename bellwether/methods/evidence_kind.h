#pragma once
// What a user may know beside the items, by kind, and the set of kinds that a method takes.
//
//   method.takes = {EvidenceKind::seeds, EvidenceKind::links};
//   for (const EvidenceKind kind : method.takes) ...  // in the order of the table

#include <bit>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string_view>

namespace bellwether {

enum class EvidenceKind { seeds, links, sizes, known, auxiliary, annotated, solved, vectors };

struct EvidenceInfo {
  EvidenceKind kind;
  std::string_view name;   ///< flags and keywords are derived from it
  std::string_view help;   ///< what the user knows, in one line
  std::string_view needs;  ///< what has to be given
  std::string_view check;  ///< how it is checked on a part that is held back
};

/// One row for each kind, in the order of the enum.
std::span<const EvidenceInfo> evidence_kinds();

const EvidenceInfo& about(EvidenceKind kind);
std::string_view name_of(EvidenceKind kind);

/// A set of kinds.
class EvidenceKinds {
 public:
  constexpr EvidenceKinds() = default;
  constexpr EvidenceKinds(std::initializer_list<EvidenceKind> kinds) {
    for (const EvidenceKind kind : kinds) insert(kind);
  }

  constexpr bool contains(EvidenceKind kind) const { return (bits_ & bit(kind)) != 0; }
  constexpr bool intersects(EvidenceKinds others) const { return (bits_ & others.bits_) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr void insert(EvidenceKind kind) { bits_ |= bit(kind); }
  constexpr void erase(EvidenceKind kind) { bits_ &= ~bit(kind); }

  friend constexpr EvidenceKinds operator|(EvidenceKinds a, EvidenceKinds b) {
    a.bits_ |= b.bits_;
    return a;
  }
  friend constexpr bool operator==(EvidenceKinds, EvidenceKinds) = default;

  /// Kinds in the order of the table.
  class Iterator {
   public:
    using value_type = EvidenceKind;
    using difference_type = std::ptrdiff_t;

    constexpr Iterator() = default;
    constexpr explicit Iterator(unsigned left) : left_(left) {}
    constexpr EvidenceKind operator*() const { return static_cast<EvidenceKind>(std::countr_zero(left_)); }
    constexpr Iterator& operator++() {
      left_ &= left_ - 1;  // without its lowest bit
      return *this;
    }
    constexpr Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    unsigned left_ = 0;
  };
  constexpr Iterator begin() const { return Iterator(bits_); }
  constexpr Iterator end() const { return Iterator(0); }

 private:
  static constexpr unsigned bit(EvidenceKind kind) { return 1U << static_cast<unsigned>(kind); }
  unsigned bits_ = 0;
};

}  // namespace bellwether
