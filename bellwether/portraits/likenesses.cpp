#include <bellwether/portraits/json_text.h>
#include <bellwether/portraits/likenesses.h>

#include <cstdint>

namespace bellwether {
std::string base64(std::string_view bytes) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::string_view three = bytes.substr(at, 3);
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 3; ++i)
      bits = bits << 8 | (i < three.size() ? static_cast<unsigned char>(three[i]) : 0U);
    for (std::size_t i = 0; i < 4; ++i) text += i <= three.size() ? letters[bits >> (18 - 6 * i) & 63U] : '=';
  }
  return text;
}

void Likenesses::describe(Json& json, const std::string& id) const {
  json["id"] = id;
  if (const auto text = texts.find(id); text != texts.end()) json["text"] = text->second;
  if (const auto picture = pictures.find(id); picture != pictures.end()) json["picture"] = picture->second;
}

}  // namespace bellwether
