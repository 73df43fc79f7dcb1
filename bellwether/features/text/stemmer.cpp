#include <bellwether/features/text/stemmer.h>

#include <fmt/ranges.h>
#include <libstemmer.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/data/text.h>
#include <bellwether/engine/options.h>

namespace bellwether {

std::vector<std::string> stemmer_languages() {
  std::vector<std::string> names;
  for (const char** name = sb_stemmer_list(); *name != nullptr; ++name) names.emplace_back(*name);
  std::sort(names.begin(), names.end());
  return names;
}

/// Snowball also knows short names (en, de), for which there would be no stop words.
void require_language(const std::string& language) {
  const auto languages = stemmer_languages();
  if (std::ranges::binary_search(languages, language)) return;
  const std::string near = nearest_name(language, languages);
  throw InvalidOption(fmt::format(
      "there is no stemmer for the language {}{}; there are: none, {}", shown(language),
      near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near), fmt::join(languages, ", ")));
}

Stemmer::Stemmer(const std::string& language) {
  require_language(language);
  stemmer_.reset(sb_stemmer_new(language.c_str(), "UTF_8"));
  if (stemmer_ == nullptr) throw std::bad_alloc();
}

void Stemmer::Free::operator()(sb_stemmer* stemmer) const {
  sb_stemmer_delete(stemmer);
}

std::string_view Stemmer::stem(std::string_view word) {
  const auto* found = sb_stemmer_stem(stemmer_.get(), reinterpret_cast<const sb_symbol*>(word.data()),
                                      static_cast<int>(word.size()));
  if (found == nullptr) throw std::bad_alloc();
  return {reinterpret_cast<const char*>(found), static_cast<std::size_t>(sb_stemmer_length(stemmer_.get()))};
}

}  // namespace bellwether
