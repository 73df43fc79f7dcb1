#pragma once
// Shelf: the items as people know them: texts, pictures, rows of tables, by number. It is filled in the
// background.

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <bellwether/engine/run.h>
#include <bellwether/portraits/json_text.h>
#include <bellwether/runs/material.h>
#include <bellwether/sources/items.h>

namespace bellwether::studio {

class Shelf {
 public:
  Shelf(const Material& material, ItemsArguments source);

  /// Reads the texts or pictures a second time; until then there are ids and rows alone.
  void fill();

  bool has_pictures() const { return pictures_; }
  /// id, text, row: of one item.
  Json describe(Index item) const;
  /// The small picture of an item, as JPEG; empty if there is none.
  std::string picture(Index item) const;
  /// Items in whose text or id each of the words occurs, whatever its case; rising.
  std::vector<Index> search(std::string_view words) const;
  /// The beginning of the text; empty if it has none.
  std::string text(Index item) const;

 private:
  const Material& material_;
  ItemsArguments source_;
  bool texts_ = false, pictures_ = false;
  mutable std::mutex mutex_ = {};
  std::vector<std::string> content_ = {};  ///< texts, or pictures
};

}  // namespace bellwether::studio
