#pragma once
// Items as people know them: the beginnings of their texts, their pictures.

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

namespace bellwether {

struct Likenesses {
  std::unordered_map<std::string, std::string> texts = {};     ///< by id, how they begin
  std::unordered_map<std::string, std::string> pictures = {};  ///< by id, as `data:image/jpeg;base64,...`
  std::string failure = {};  ///< why there is neither, though there should be

  /// Adds `id` and, where they are there, `text` and `picture` to `json`.
  void describe(nlohmann::ordered_json& json, const std::string& id) const;
};

/// Looks at the items a second time: of documents at the texts of all `shown` items, of pictures at those of
/// the `named` ones alone, because they take room and time.
using LookAgain =
    std::function<Likenesses(const std::set<std::string>& shown, const std::set<std::string>& named)>;

/// As web pages have bytes: letters, digits, + and /, filled up with =.
std::string base64(std::string_view bytes);

}  // namespace bellwether
