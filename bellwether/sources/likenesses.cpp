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
    SecondLook look;
    if (const auto* text = std::get_if<TextVectorizer>(&vectorizer.extractor)) {
      look = beginnings(source, text->options, shown, characters);
      seen.texts = std::move(look.found);
    } else if (std::holds_alternative<ImageVectorizer>(vectorizer.extractor)) {
      look = thumbnails(source, named, pixels);
      for (const auto& [id, jpeg] : look.found)
        seen.pictures.emplace(id, "data:image/jpeg;base64," + base64(jpeg));
    }
    seen.failure = std::move(look.failure);
    return seen;
  };
}

}  // namespace bellwether
