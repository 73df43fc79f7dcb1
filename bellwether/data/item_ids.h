#pragma once
// Finds items by id. A file may also be called by the last part of its name, as 7.jpg for photos/7.jpg, if no
// other item has that name.

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <bellwether/data/dataset.h>

namespace bellwether {

class ItemIds {
 public:
  explicit ItemIds(const Dataset& items);
  explicit ItemIds(const std::vector<std::string>& ids);

  /// The item's row, or nothing.
  std::optional<std::size_t> find(const std::string& id) const;

 private:
  void add(const std::string& id, std::size_t row);

  std::unordered_map<std::string, std::size_t> by_id_ = {};
  std::unordered_map<std::string, std::size_t> by_name_ =
      {};  ///< last part of the id; `several` if not unique
};

}  // namespace bellwether
