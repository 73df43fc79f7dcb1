#include <bellwether/features/tags.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <span>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/data/input.h>
#include <bellwether/data/item_ids.h>
#include <bellwether/data/table.h>
#include <bellwether/data/text.h>
#include <bellwether/engine/options.h>

namespace bellwether {
namespace {

using Json = nlohmann::json;

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Tags in the order in which they come, made into Tags at the end.
class Collector {
 public:
  void add(const std::string& id, std::string_view tag) {
    tag = trim(tag);
    if (!tag.empty()) ++counts_[id][std::string(tag)];
  }

  Tags finish() const {
    std::map<std::string_view, std::int32_t> place;
    for (const auto& [id, tags] : counts_)
      for (const auto& [tag, count] : tags) place.emplace(tag, 0);
    Tags result;
    for (auto& [word, at] : place) {
      at = static_cast<std::int32_t>(result.words.size());
      result.words.emplace_back(word);
    }
    for (const auto& [id, tags] : counts_) {
      TaggedItem& item = result.items.emplace_back(TaggedItem{id, {}});
      for (const auto& [tag, count] : tags) item.tags.push_back({place.at(tag), count});
    }
    return result;
  }

 private:
  std::map<std::string, std::map<std::string, int>> counts_;
};

Input open(const std::filesystem::path& path, std::uint64_t limit) {
  const auto name = path.string();
  Input input(unpacked(file_source(path, limit), name, limit), name);
  if (input.ahead().starts_with(byte_order_mark)) input.take(byte_order_mark.size());
  return input;
}

/// The first byte that is not blank; 0 if there is none in what the input first shows.
char first_mark(const Input& input) {
  const auto at = input.ahead().find_first_not_of(" \t\r\n");
  return at == std::string_view::npos ? '\0' : input.ahead()[at];
}

const Json& field_of(const Json& object, const std::string& field, const Input& input) {
  const auto found = object.find(field);
  require(found != object.end(),
          "{}: the object has no field {} (name the fields that have the id and the tags)", input.place(),
          shown(field));
  return *found;
}

std::string id_of(const Json& object, const std::string& field, const Input& input) {
  const Json& id = field_of(object, field, input);
  require(id.is_string() || id.is_number_integer(),
          "{}: the id is {}, where a text or a whole number is needed", input.place(),
          shown(id.dump(-1, ' ', false, Json::error_handler_t::replace)));
  return id.is_string() ? id.get<std::string>() : id.dump();
}

void add_list(std::string_view text, const std::string& id, Collector& into) {
  const std::string_view between = text.find(',') != std::string_view::npos ? "," : " \t\r\n";
  while (!text.empty()) {
    const auto size = std::min(text.find_first_of(between), text.size());
    into.add(id, text.substr(0, size));
    text.remove_prefix(std::min(size + 1, text.size()));
  }
}

void add_line(std::string_view line, const TagFields& fields, const Input& input, Collector& into) {
  const Json object = Json::parse(line, nullptr, false);
  require(object.is_object(),
          "{}: {} is not a JSON object in one line, such as {{\"{}\": \"7.jpg\", \"{}\": [\"sea\"]}}",
          input.place(), shown(line), fields.id, fields.tags);
  const std::string id = id_of(object, fields.id, input);
  const Json& tags = field_of(object, fields.tags, input);
  require(tags.is_string() || tags.is_array(), "{}: field {} of {} is neither a text nor a list of texts",
          input.place(), shown(fields.tags), shown(id));
  if (tags.is_string()) return add_list(tags.get_ref<const std::string&>(), id, into);
  for (const Json& tag : tags) {
    require(tag.is_string(), "{}: a tag of {} is {}, not a text: write it in quotes", input.place(),
            shown(id), shown(tag.dump(-1, ' ', false, Json::error_handler_t::replace)));
    into.add(id, tag.get_ref<const std::string&>());
  }
}

/// "7.jpg#3" is of 7.jpg.
std::string_view item_of(std::string_view id) {
  const auto mark = id.rfind('#');
  if (mark == std::string_view::npos || mark == 0 || mark + 1 == id.size()) return id;
  const bool numbered = id.find_first_not_of("0123456789", mark + 1) == std::string_view::npos;
  return numbered ? id.substr(0, mark) : id;
}

/// T', a row for each tag: where its items are among F's rows, and T[i, w].
struct Use {
  Index row;
  double weight;
};
using Uses = std::vector<std::vector<Use>>;

/// Items come by id, so that sums do not depend on the order of the rows.
Uses uses_of(const Dataset& items, const Tags& tags, bool counts, std::size_t& matched) {
  const ItemIds row_of(items);
  Uses uses(tags.words.size());
  for (const TaggedItem& item : tags.items) {
    const auto found = row_of.find(item.id);
    if (!found) continue;
    ++matched;
    for (const auto& [tag, count] : item.tags)
      uses[static_cast<std::size_t>(tag)].push_back(
          {static_cast<Index>(*found), counts ? static_cast<double>(count) : 1.0});
  }
  return uses;
}

Matrix products(const DenseRows& items, const Uses& uses) {
  Matrix sums = Matrix::Zero(static_cast<Index>(uses.size()), items.columns);
  for (std::size_t w = 0; w < uses.size(); ++w)
    for (const auto& [row, weight] : uses[w])
      sums.row(static_cast<Index>(w)) += weight * items.matrix().row(row);
  return sums;
}

/// One dense row is enough to add up in; only what was touched is read and cleared.
SparseMatrix products(const SparseRows& items, const Uses& uses) {
  SparseMatrix sums;
  sums.columns = items.columns;
  std::vector<double> row_sums(static_cast<std::size_t>(items.columns), 0.0);
  std::vector<bool> seen(row_sums.size(), false);
  std::vector<std::int32_t> touched;
  for (const auto& of_tag : uses) {
    for (const auto& [row, weight] : of_tag) {
      const SparseRow item = items.row(row);
      for (std::size_t j = 0; j < item.columns.size(); ++j) {
        const auto column = static_cast<std::size_t>(item.columns[j]);
        if (!seen[column]) touched.push_back(item.columns[j]);
        seen[column] = true;
        row_sums[column] += weight * item.values[j];
      }
    }
    std::ranges::sort(touched);
    for (const std::int32_t column : touched) {
      const double sum = std::exchange(row_sums[static_cast<std::size_t>(column)], 0.0);
      seen[static_cast<std::size_t>(column)] = false;
      if (sum == 0) continue;
      sums.column_of.push_back(column);
      sums.values.push_back(sum);
    }
    touched.clear();
    sums.starts.push_back(static_cast<std::int64_t>(sums.values.size()));
  }
  return sums;
}

/// The notes about what did not match; an error if nothing did.
std::vector<std::string> compare_ids(const Dataset& items, const Tags& tags, std::size_t matched) {
  require(!tags.items.empty(), "there are no tags: no item has any");
  require(items.items() > 0, "there are no items to look for the tags of");
  require(matched > 0,
          "no item has tags: the items have ids such as {}, the tags are of ids such as {} (they must be the "
          "same)",
          shown(items.id(0)), shown(tags.items.front().id));
  std::vector<std::string> notes;
  const auto untagged = static_cast<std::size_t>(items.items()) - matched;
  if (untagged > 0) notes.push_back(fmt::format("{} of {} items have no tags", untagged, items.items()));
  const auto strangers = tags.items.size() - matched;
  if (strangers > 0)
    notes.push_back(fmt::format("{} of {} tagged ids are not among the items", strangers, tags.items.size()));
  return notes;
}

}  // namespace

Tags read_tags(const std::filesystem::path& path, const TagFields& fields, std::uint64_t limit) {
  Input input = open(path, limit);
  const char first = first_mark(input);
  require(first != '[', "{}: is one JSON list: write its objects as lines, one in each", path.string());
  Collector collector;
  if (first != '{') {
    for (const NamedPair& pair : read_pairs(path, fields.id, fields.tags, {.limit = limit}))
      collector.add(pair.first, pair.second);
  } else {
    for (std::string_view line; input.next_line(line);)
      if (!trim(line).empty()) add_line(line, fields, input, collector);
  }
  return collector.finish();
}

Captions read_captions(const std::filesystem::path& path, std::uint64_t limit) {
  Input input = open(path, limit);
  Captions captions;
  for (std::string_view line; input.next_line(line);) {
    if (trim(line).empty()) continue;
    const auto tab = line.find('\t');
    require(tab != std::string_view::npos, "{}: {} has no tab, where an id, a tab and a text are needed",
            input.place(), shown(line));
    const auto id = item_of(trim(line.substr(0, tab)));
    require(!id.empty(), "{}: there is no id before the tab", input.place());
    captions.emplace_back(id, trim(line.substr(tab + 1)));
  }
  return captions;
}

Tags tags_from_captions(const Captions& captions,
                        const std::function<std::vector<std::string>(std::string_view)>& words_of) {
  Collector collector;
  for (const auto& [id, text] : captions)
    for (const std::string& word : words_of(text)) collector.add(id, word);
  return collector.finish();
}

Dataset tag_features(const Dataset& items, const Tags& tags, const TagOptions& options) {
  check_options(options, "tags");
  require_ids_unique(items);
  std::size_t matched = 0;
  const Uses all = uses_of(items, tags, options.counts, matched);
  Dataset result;
  result.notes = compare_ids(items, tags, matched);
  result.features = items.features;

  Uses kept;
  std::size_t rare = 0;
  for (std::size_t w = 0; w < all.size(); ++w) {
    if (std::ssize(all[w]) >= options.min_items) {
      result.ids.push_back(tags.words[w]);
      kept.push_back(all[w]);
    } else if (!all[w].empty()) {
      ++rare;
    }
  }
  require<InvalidOption>(!kept.empty(), "no tag has {} items or more: ask for a smaller min_items",
                         options.min_items);
  if (rare > 0)
    result.notes.push_back(fmt::format("{} of {} tags are left out: fewer than {} items have them", rare,
                                       rare + kept.size(), options.min_items));
  items.rows().visit([&](const auto& rows) { result.values = products(rows, kept); });
  return result;
}

}  // namespace bellwether
