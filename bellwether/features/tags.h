#pragma once
// Tags as features: words that people gave to items, measured by what those items look like. With T items x
// tags (1 where an item has the tag, or how often) and F items x features, a tag is described by
//
//   B = T' F        B[w, f] = sum_i T[i, w] F[i, f]
//
// the matrix that annotation-based PLSA learns from beside the items themselves.
//   Q. Yang, Y. Chen, G. Xue, W. Dai, Y. Yu. Heterogeneous transfer learning for image clustering via the
//   social web. ACL 2009.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bellwether/data/dataset.h>

namespace bellwether {

struct TagCount {
  std::int32_t tag = 0;  ///< its place among the words
  int count = 0;         ///< how often the item has it, at least 1

  friend bool operator==(const TagCount&, const TagCount&) = default;
};

struct TaggedItem {
  std::string id = {};
  std::vector<TagCount> tags = {};  ///< by tag; never empty
};

struct Tags {
  std::vector<std::string> words = {};  ///< sorted by bytes, no two alike; each belongs to some item
  std::vector<TaggedItem> items = {};   ///< sorted by id, no two alike
};

struct TagFields {
  std::string id = "id";
  std::string tags = "tags";
};

void describe(TagFields& o, auto&& option) {
  option("id", o.id, "the field or column that has the id of an item");
  option("tags", o.tags, "the field or column that has its tags");
}

/// A file that begins with '{' has one JSON object in each line, {"id": "7.jpg", "tags": ["sea", "polar
/// bear"]}; tags in one string are parted by commas if it has any, else by blanks. Any other file is a table
/// of id,tag with a line for each pair. Lines about one item add up, in any order. Tags are taken as they are
/// written, without the blanks around them. May be packed by gzip or zstd.
/// `limit` as for file_source() and unpacked().
Tags read_tags(const std::filesystem::path& path, const TagFields& fields = {}, std::uint64_t limit = 0);

using Captions = std::vector<std::pair<std::string, std::string>>;  ///< id and text

/// Lines of an id, a tab and a text; an id "7.jpg#3", as in Flickr8k, is caption 3 of the item 7.jpg.
Captions read_captions(const std::filesystem::path& path, std::uint64_t limit = 0);

/// The words of an item's captions, all together, as its tags.
Tags tags_from_captions(const Captions& captions,
                        const std::function<std::vector<std::string>(std::string_view)>& words_of);

struct TagOptions {
  bool counts = false;
  int min_items = 1;
};

void describe(TagOptions& o, auto&& option) {
  option("counts", o.counts, "count how often an item has a tag, instead of whether it has it");
  option("min_items", o.min_items, "leave out tags that fewer items have", 1);
}

/// B, with a row for each tag that items have: ids are the tags, features those of the items. Sparse for
/// sparse items. Tags are matched to items by id; the notes tell what did not match. The order of the items
/// does not show, and that of the tags never did.
Dataset tag_features(const Dataset& items, const Tags& tags, const TagOptions& options = {});

}  // namespace bellwether
