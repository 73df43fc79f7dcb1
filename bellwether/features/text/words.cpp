#include <bellwether/features/text/words.h>

#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>

#include <algorithm>

#include <bellwether/data/error.h>

namespace bellwether {

/// ICU works on UTF-16, so a piece is converted first.
struct WordReader::Icu {
  UBreakIterator* breaks = nullptr;
  const UNormalizer2* fold = nullptr;
  std::u16string wide = {}, folded = {};
  std::string narrow = {};

  Icu() {
    UErrorCode error = U_ZERO_ERROR;
    breaks = ubrk_open(UBRK_WORD, "root", nullptr, 0, &error);
    fold = unorm2_getNFKCCasefoldInstance(&error);
    require(U_SUCCESS(error), "ICU cannot find its word boundaries: {}", u_errorName(error));
  }
  ~Icu() { ubrk_close(breaks); }
  Icu(const Icu&) = delete;
  Icu& operator=(const Icu&) = delete;

  void set(std::string_view piece) {
    UErrorCode error = U_ZERO_ERROR;
    wide.resize(piece.size() + 1);
    std::int32_t length = 0;
    u_strFromUTF8WithSub(wide.data(), static_cast<std::int32_t>(wide.size()), &length, piece.data(),
                         static_cast<std::int32_t>(piece.size()), 0xFFFD, nullptr, &error);
    require(U_SUCCESS(error), "a piece of text cannot be read: {}", u_errorName(error));
    wide.resize(static_cast<std::size_t>(length));
  }

  /// The part of `wide` without case and in its compatibility form, as UTF-8.
  std::string_view folded_part(std::int32_t begin, std::int32_t end) {
    UErrorCode error = U_ZERO_ERROR;
    folded.resize(static_cast<std::size_t>(18 * (end - begin) + 1));  // 18: the most that NFKC expands
    const auto length = unorm2_normalize(fold, wide.data() + begin, end - begin, folded.data(),
                                         static_cast<std::int32_t>(folded.size()), &error);
    // don’t is don't, whichever apostrophe the typesetter took.
    std::replace(folded.begin(), folded.begin() + std::max(length, 0), u'\u2019', u'\'');
    narrow.resize(static_cast<std::size_t>(3 * length + 1));
    std::int32_t size = 0;
    u_strToUTF8WithSub(narrow.data(), static_cast<std::int32_t>(narrow.size()), &size, folded.data(), length,
                       0xFFFD, nullptr, &error);
    require(U_SUCCESS(error), "a word cannot be folded: {}", u_errorName(error));
    return std::string_view(narrow).substr(0, static_cast<std::size_t>(size));
  }

  void read_boundaries(const Visit& visit) {
    UErrorCode error = U_ZERO_ERROR;
    ubrk_setText(breaks, wide.data(), static_cast<std::int32_t>(wide.size()), &error);
    require(U_SUCCESS(error), "a piece of text cannot be read: {}", u_errorName(error));
    std::int32_t begin = ubrk_first(breaks);
    for (std::int32_t end = ubrk_next(breaks); end != UBRK_DONE; begin = end, end = ubrk_next(breaks)) {
      const std::int32_t status = ubrk_getRuleStatus(breaks);
      if (status < UBRK_WORD_NONE_LIMIT) continue;
      const WordKind kind = status < UBRK_WORD_NUMBER_LIMIT   ? WordKind::number
                            : status < UBRK_WORD_LETTER_LIMIT ? WordKind::letters
                                                              : WordKind::script;
      const std::string_view word = folded_part(begin, end);
      if (word.find_first_not_of("_@.'") != std::string_view::npos) visit(word, kind);
    }
  }

  void read_runs(const Visit& visit) {
    const auto size = static_cast<std::int32_t>(wide.size());
    for (std::int32_t at = 0; at < size;) {
      const std::int32_t begin = at;
      std::int32_t end = at;
      bool has_letter = false;
      while (at < size) {
        UChar32 c = 0;
        U16_NEXT(wide.data(), at, size, c);
        const auto type = U_MASK(u_charType(c));
        if ((type & (U_GC_L_MASK | U_GC_N_MASK)) == 0 && c != u'_') break;
        has_letter = has_letter || (type & U_GC_L_MASK) != 0;
        end = at;
      }
      if (end > begin) visit(folded_part(begin, end), has_letter ? WordKind::letters : WordKind::number);
    }
  }
};

WordReader::WordReader(WordRule rule) : rule_(rule) {}
WordReader::~WordReader() = default;
WordReader::WordReader(WordReader&&) noexcept = default;
WordReader& WordReader::operator=(WordReader&&) noexcept = default;

void WordReader::read_unicode(std::string_view piece, const Visit& visit) {
  if (!icu_) icu_ = std::make_unique<Icu>();
  icu_->set(piece);
  if (rule_ == WordRule::boundaries)
    icu_->read_boundaries(visit);
  else
    icu_->read_runs(visit);
}

}  // namespace bellwether
