#include <bellwether/sources/likenesses.h>

#include <bellwether/sources/excerpts.h>

namespace bellwether {
namespace {

constexpr std::size_t characters = 240;
constexpr int pixels = 96;

}  // namespace

LookAgain look_again_at(const ItemsArguments& source, const Vectorizer& vectorizer) {
  return [=](const std::set<std::string>& shown, const std::set<std::string>& named) {
    Likenesses seen;
    if (const auto* text = std::get_if<TextVectorizer>(&vectorizer.extractor))
      seen.texts = beginnings(source, text->options, shown, characters);
    if (std::holds_alternative<ImageVectorizer>(vectorizer.extractor))
      for (const auto& [id, jpeg] : thumbnails(source, named, pixels))
        seen.pictures.emplace(id, "data:image/jpeg;base64," + base64(jpeg));
    return seen;
  };
}

}  // namespace bellwether
