#pragma once
// Items as people know them: the beginnings of their texts, their pictures.

#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>

#include <cli/result.h>

#include <bellwether/sources/excerpts.h>

namespace bellwether::cli {

struct Likenesses {
  TextById texts = {};     ///< by id, the first 240 characters
  TextById pictures = {};  ///< by id, as `data:image/jpeg;base64,...`

  /// Adds `id` and, where they are there, `text` and `picture` to `json`.
  void describe(nlohmann::ordered_json& json, const std::string& id) const;
};

/// Of documents the texts of all `shown` items, of pictures those of the `named` ones alone, because they
/// take room and time. Nothing of tables, and nothing where the source cannot be read again.
Likenesses look_again(const ItemsArguments& source, const Vectorizer& vectorizer,
                      const std::set<std::string>& shown, const std::set<std::string>& named);

/// As web pages have bytes: letters, digits, + and /, filled up with =.
std::string base64(std::string_view bytes);

}  // namespace bellwether::cli
