#include <bellwether/projects/told.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include <bellwether/data/error.h>
#include <bellwether/data/json_number.h>
#include <bellwether/data/text.h>
#include <bellwether/projects/history.h>

namespace bellwether {
namespace {

using Json = nlohmann::ordered_json;

Json pairs_json(const std::vector<Link>& links, const Dataset& items) {
  Json list = Json::array();
  for (const Link& link : links) list.push_back({items.id(link.first), items.id(link.second)});
  return list;
}

/// More than anybody looks at; a file may say what it likes, and memory is taken for it.
constexpr Index most_items = 100'000'000;

/// The ids in these lists, each once, in their order.
class Ids {
 public:
  std::vector<std::string> all = {};

  Index number(const Json& id) {
    require(id.is_string(),
            "it speaks of items whose ids are no UTF-8: take its seeds and links from the studio instead");
    const auto [place, is_new] = numbers_.emplace(id.get<std::string>(), static_cast<Index>(all.size()));
    if (is_new) all.push_back(place->first);
    return place->second;
  }
  void take(const Json& json, const char* key) {
    if (const auto list = json.find(key); list != json.end() && list->is_array())
      for (const Json& id : *list) number(id);
  }

 private:
  std::unordered_map<std::string, Index> numbers_ = {};
};

std::vector<Link> links_at(const Json& start, const char* key, Ids& ids) {
  std::vector<Link> links;
  for (const Json& link : start.at(key)) links.emplace_back(ids.number(link.at(0)), ids.number(link.at(1)));
  return links;
}

}  // namespace

void keep_start(ProjectFile& file, const Board& first, const Dataset& items) {
  Json groups = Json::array(), seeds = Json::array();
  for (const Group& group : first.groups) groups.push_back({group.name, group.named});
  for (Index i = 0; i < first.items(); ++i)
    if (first.seeds[at(i)] != unlabelled) seeds.push_back({items.id(i), first.seeds[at(i)]});
  const Json start{{"items", first.items()},
                   {"groups", groups},
                   {"seeds", seeds},
                   {"must_link", pairs_json(first.must_link, items)},
                   {"cannot_link", pairs_json(first.cannot_link, items)},
                   {"min_size", first.min_size},
                   {"max_size", first.max_size},
                   {"method", first.method}};
  file.keep("start", start.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Told told_in(const ProjectFile& file) {
  const auto kept = file.kept("start");
  require(kept.has_value(), "the project does not say what it is about: open it with the studio first");
  try {
    const Json start = Json::parse(*kept);
    Ids ids;
    Told told;
    Board& board = told.board;
    std::vector<std::pair<Index, int>> seeds;
    for (const Json& seed : start.at("seeds"))
      seeds.emplace_back(ids.number(seed.at(0)), whole_number<int>(seed.at(1)));
    board.must_link = links_at(start, "must_link", ids);
    board.cannot_link = links_at(start, "cannot_link", ids);
    const std::vector<Event> events = file.events();
    for (const Event& event : events) {
      const Json said = Json::parse(event.said);
      ids.take(said, "items");
      ids.take(said, "others");
    }
    for (const Json& group : start.at("groups")) {
      board.becomes.push_back(static_cast<int>(board.groups.size()));
      board.groups.push_back({.name = group.at(0).get<std::string>(), .named = group.at(1).get<bool>()});
    }
    const auto items = whole_number<Index>(start.at("items"));
    require(items >= 0 && items <= most_items, "the project file is damaged: it is about {} items", items);
    const auto count = static_cast<std::size_t>(std::max<Index>(items, std::ssize(ids.all)));
    board.seeds.assign(count, unlabelled);
    board.dropped.assign(count, false);
    for (const auto& [item, group] : seeds) {
      require(group >= unlabelled && group < std::ssize(board.groups),
              "the project file is damaged: it begins with {} groups, and a seed in group {}",
              board.groups.size(), group);
      board.seeds[at(item)] = group;
    }
    board.min_size = whole_number<Index>(start.at("min_size"));
    board.max_size = whole_number<Index>(start.at("max_size"));
    board.method = start.at("method").get<std::string>();
    const History history = history_in(events, ItemIds(ids.all), board);
    for (const Correction& correction : history.standing()) board = after(std::move(board), correction);
    told.ids = std::move(ids.all);
    return told;
  } catch (const Json::exception&) {
    refuse("the project file is damaged: what it says of its start or an event is no JSON of ours");
  }
}

void add_told(const Told& told, const std::string& source, const Dataset& items, Evidence& evidence) {
  const ItemIds ids(items);
  std::vector<Index> row_of(told.ids.size(), -1);
  const auto row = [&](Index item) {
    Index& found = row_of[at(item)];
    if (found >= 0) return found;
    const auto there = ids.find(told.ids[at(item)]);
    require(there.has_value(), "{}: no item has the id {}", source, shown(told.ids[at(item)]));
    return found = static_cast<Index>(*there);
  };
  evidence.seeds.resize(at(items.items()), unlabelled);
  for (std::size_t i = 0; i < told.ids.size(); ++i) {
    const int group = told.board.seeds[i];
    if (group == unlabelled) continue;
    const std::string& name = told.board.groups[static_cast<std::size_t>(group)].name;
    auto label = std::ranges::find(evidence.labels, name);
    if (label == evidence.labels.end()) label = evidence.labels.insert(label, name);
    int& seed = evidence.seeds[at(row(static_cast<Index>(i)))];
    const auto cluster = static_cast<int>(label - evidence.labels.begin());
    require(seed == unlabelled || seed == cluster, "{}: {} belongs to {}, but is said to be {} elsewhere",
            source, shown(told.ids[i]), shown(name),
            shown(evidence.labels[static_cast<std::size_t>(std::max(seed, 0))]));
    seed = cluster;
  }
  if (evidence.labels.empty()) evidence.seeds.clear();
  if (evidence.seeds_source.empty() && !evidence.labels.empty()) evidence.seeds_source = source;
  const auto add = [&](const std::vector<Link>& links, std::vector<Link>& into,
                       std::vector<double>& weights) {
    for (const Link& link : links) into.emplace_back(row(link.first), row(link.second));
    if (!weights.empty()) weights.resize(into.size(), 1.0);
  };
  add(told.board.must_link, evidence.must_link, evidence.must_weights);
  add(told.board.cannot_link, evidence.cannot_link, evidence.cannot_weights);
  if (evidence.min_size == 0) evidence.min_size = told.board.min_size;
  if (evidence.max_size == 0) evidence.max_size = told.board.max_size;
}

}  // namespace bellwether
