#pragma once
// Snowball's stemmers: "running" and "runs" become "run".
//   M. F. Porter. Snowball: a language for stemming algorithms. 2001.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct sb_stemmer;

namespace bellwether {

/// The languages that have a stemmer, by name.
std::vector<std::string> stemmer_languages();

/// Throws InvalidOption with the list of languages if there is none of this name.
void require_language(const std::string& language);

/// Each thread needs its own.
class Stemmer {
 public:
  /// As require_language().
  explicit Stemmer(const std::string& language);

  /// The stem of a folded word; valid until the next call.
  std::string_view stem(std::string_view word);

 private:
  struct Free {
    void operator()(sb_stemmer* stemmer) const;
  };
  std::unique_ptr<sb_stemmer, Free> stemmer_;
};

}  // namespace bellwether
