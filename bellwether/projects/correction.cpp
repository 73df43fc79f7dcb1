#include <bellwether/projects/correction.h>

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include <bellwether/data/error.h>
#include <bellwether/data/text.h>

namespace bellwether {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::pair<Said, std::string_view>, 13> words{{{Said::belong, "belong"},
                                                                   {Said::new_group, "new group"},
                                                                   {Said::together, "together"},
                                                                   {Said::apart, "apart"},
                                                                   {Said::rename, "rename"},
                                                                   {Said::merge, "merge"},
                                                                   {Said::split, "split"},
                                                                   {Said::finish, "finish"},
                                                                   {Said::sizes, "sizes"},
                                                                   {Said::drop, "drop"},
                                                                   {Said::clusters, "clusters"},
                                                                   {Said::method, "method"},
                                                                   {Said::check, "check"}}};
constexpr std::size_t longest_name = 200;

Json ids_of(const std::vector<Index>& numbers, const Dataset& items) {
  Json ids = Json::array();
  for (const Index item : numbers) {
    const std::string id = items.id(item);
    // JSON is UTF-8: an item whose id is not is called by its number.
    if (to_utf32(id).find(U'\uFFFD') == std::u32string::npos)
      ids.push_back(id);
    else
      ids.push_back(item);
  }
  return ids;
}

/// The value at a key, or `missing`; of another type than asked for, it is refused.
template <class Value>
Value value_at(const Json& json, const char* key, Value missing, std::string_view where) {
  const auto at = json.find(key);
  if (at == json.end()) return missing;
  const bool fits = std::is_same_v<Value, std::string> ? at->is_string() : at->is_number_integer();
  require(fits, "{}: '{}' is not of the type that it must be", where, key);
  try {
    return at->template get<Value>();
  } catch (const Json::exception&) {
    refuse("{}: '{}' is out of range", where, key);
  }
}

std::vector<Index> items_at(const Json& json, const char* key, const ItemIds& ids, std::string_view where) {
  std::vector<Index> items;
  const auto at = json.find(key);
  if (at == json.end()) return items;
  require(at->is_array(), "{}: '{}' is not a list of ids", where, key);
  for (const Json& id : *at) {
    if (id.is_number_unsigned() && id <= std::numeric_limits<std::int32_t>::max()) {
      items.push_back(id.get<Index>());
      continue;
    }
    require(id.is_string(), "{}: '{}' has something in it that is no id", where, key);
    const auto found = ids.find(id.get<std::string>());
    require(found.has_value(), "{}: there is no item {}", where, shown(id.get<std::string>()));
    items.push_back(static_cast<Index>(*found));
  }
  return items;
}

std::vector<int> numbers_at(const Json& json, const char* key, std::string_view where) {
  std::vector<int> numbers;
  const auto at = json.find(key);
  if (at == json.end()) return numbers;
  require(at->is_array(), "{}: '{}' is not a list of numbers", where, key);
  for (const Json& number : *at) {
    require(number.is_number_integer() && number >= 0 && number <= 1'000'000,
            "{}: '{}' has something in it that is no group", where, key);
    numbers.push_back(number.get<int>());
  }
  return numbers;
}

}  // namespace

Correction tidy(Correction correction) {
  for (auto* list : {&correction.items, &correction.others}) {
    std::ranges::sort(*list);
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  return correction;
}

std::string_view word_for(Said said) {
  return std::ranges::find(words, said, &decltype(words)::value_type::first)->second;
}

Json to_json(const Correction& c, const Dataset& items) {
  Json json{{"said", word_for(c.said)}};
  if (!c.items.empty()) json["items"] = ids_of(c.items, items);
  if (!c.others.empty()) json["others"] = ids_of(c.others, items);
  if (c.group >= 0) json["group"] = c.group;
  if (c.other >= 0) json["other"] = c.other;
  if (!c.name.empty()) json["name"] = c.name;
  if (c.least > 0) json["least"] = c.least;
  if (c.most > 0) json["most"] = c.most;
  if (!c.kept.empty()) json["kept"] = c.kept;
  return json;
}

Correction correction_from(const Json& json, const ItemIds& ids, std::string_view where) {
  require(json.is_object(), "{}: is no correction", where);
  const auto said = value_at<std::string>(json, "said", {}, where);
  const auto word = std::ranges::find(words, said, &decltype(words)::value_type::second);
  require(word != words.end(), "{}: nobody can say {} of groups", where, shown(said));
  Correction c{.said = word->first};
  c.items = items_at(json, "items", ids, where);
  c.others = items_at(json, "others", ids, where);
  c.group = value_at<int>(json, "group", -1, where);
  c.other = value_at<int>(json, "other", -1, where);
  c.name = value_at<std::string>(json, "name", {}, where);
  require(c.name.size() <= longest_name, "{}: a name has at most {} bytes", where, longest_name);
  c.least = value_at<Index>(json, "least", 0, where);
  c.most = value_at<Index>(json, "most", 0, where);
  c.kept = numbers_at(json, "kept", where);
  return tidy(std::move(c));
}

}  // namespace bellwether
