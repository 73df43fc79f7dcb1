#pragma once
// Words of a text, found by Unicode's rules (UAX #29, as ICU applies them) and folded (NFKC, without case).
// Plain ASCII takes a short way that finds the same words. A rule of underscores, which Unicode calls a word,
// is none here.

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace bellwether {

enum class WordRule {
  boundaries,  ///< Unicode's word boundaries: "don't" and "3.14" are one word each, Thai and Japanese are
               ///< parted
  runs,        ///< runs of letters, digits and underscores, the default of scikit-learn
};

enum class WordKind {
  letters,  ///< has a letter
  number,   ///< digits and their marks alone
  script,   ///< kana or ideographs: one character may be a word
};

/// A reader of words. It keeps ICU's state between calls, so each thread needs its own.
class WordReader {
 public:
  explicit WordReader(WordRule rule);
  ~WordReader();
  WordReader(WordReader&&) noexcept;
  WordReader& operator=(WordReader&&) noexcept;

  /// Calls `visit(word, kind)` for every word of `text`, which is UTF-8, in its order. The word is folded,
  /// and valid during the call.
  using Visit = std::function<void(std::string_view, WordKind)>;
  template <class F>
  void read(std::string_view text, F&& visit);

 private:
  struct Icu;
  /// The words of a piece without ASCII blanks that is not all ASCII.
  void read_unicode(std::string_view piece, const Visit& visit);

  WordRule rule_;
  std::unique_ptr<Icu> icu_;
  std::string folded_;  ///< the text without the case of ASCII letters
};

namespace detail {

enum : unsigned char {
  other = 0,
  letter = 1,
  digit = 2,
  low_line = 4,
  at_sign = 8,
  blank = 16,
  beyond_ascii = 32
};

/// For every byte its class.
struct ByteKinds {
  unsigned char kind[256] = {};

  constexpr ByteKinds() {
    for (int c = 0; c < 256; ++c) {
      if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) kind[c] = letter;
      if (c >= '0' && c <= '9') kind[c] = digit;
      if (c == '_') kind[c] = low_line;
      if (c == '@') kind[c] = at_sign;
      if (c == ' ' || (c >= '\t' && c <= '\r')) kind[c] = blank;
      if (c >= 128) kind[c] = beyond_ascii;
    }
  }
};
inline constexpr ByteKinds byte_kinds{};

inline unsigned char kind_of(char c) {
  return byte_kinds.kind[static_cast<unsigned char>(c)];
}

/// Whether `mark` between two ASCII characters of these kinds joins them into one word: rules WB6, WB7
/// (can't, e.g), WB11 and WB12 (3.14, 1,000) of UAX #29. CLDR counts @ among the letters.
inline bool joins(unsigned char before, char mark, unsigned char after) {
  constexpr unsigned char letters = letter | at_sign;
  const bool digits = before == digit && after == digit;
  if (mark == '\'' || mark == '.') return digits || ((before & letters) != 0 && (after & letters) != 0);
  if (mark == ',' || mark == ';') return digits;
  return false;
}

/// ASCII letters without case; the rest as it is. Compilers make it a few instructions for 32 bytes.
inline void fold_ascii(std::string_view text, std::string& folded) {
  folded.assign(text);
  for (char& c : folded) c = static_cast<char>(c + (c >= 'A' && c <= 'Z' ? 'a' - 'A' : 0));
}

}  // namespace detail

template <class F>
void WordReader::read(std::string_view text, F&& visit) {
  using namespace detail;
  fold_ascii(text, folded_);
  const bool boundaries = rule_ == WordRule::boundaries;
  const auto inside = static_cast<unsigned char>(letter | digit | low_line | (boundaries ? at_sign : 0));
  const char* at = folded_.data();
  const char* const end = at + folded_.size();
  while (true) {
    while (at < end && (kind_of(*at) & (inside | beyond_ascii)) == 0) ++at;
    if (at == end) return;

    const char* const begin = at;
    unsigned char seen = 0;
    for (unsigned char before = 0; at < end; ++at) {
      const unsigned char kind = kind_of(*at);
      if ((kind & inside) == 0) {
        const bool join = boundaries && at + 1 < end && joins(before, *at, kind_of(at[1]));
        if (!join) break;
      }
      seen = static_cast<unsigned char>(seen | kind);
      before = kind;
    }
    // An ASCII word, unless what is not ASCII touches it. Then the whole piece up to the next blank goes to
    // ICU: blanks always part words, whatever stands around them.
    const bool touched =
        at < end && (kind_of(*at) == beyond_ascii ||
                     (at + 1 < end && kind_of(*at) != blank && kind_of(at[1]) == beyond_ascii));
    if (touched) {
      while (at < end && kind_of(*at) != blank) ++at;
      read_unicode({begin, static_cast<std::size_t>(at - begin)},
                   [&](std::string_view word, WordKind kind) { visit(word, kind); });
      continue;
    }
    const bool is_word = !boundaries || (seen & (letter | digit)) != 0;
    if (is_word)
      visit(std::string_view(begin, static_cast<std::size_t>(at - begin)),
            (seen & letter) != 0 ? WordKind::letters : WordKind::number);
  }
}

}  // namespace bellwether
