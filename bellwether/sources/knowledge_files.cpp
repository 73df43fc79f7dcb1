// Files of seeds, links, starts and tags: ids become items.

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/data/item_ids.h>
#include <bellwether/data/table.h>
#include <bellwether/data/text.h>
#include <bellwether/sources/run_sources.h>

namespace bellwether {
namespace {

Index find_item(const ItemIds& ids, const std::string& id, const std::string& file, Index line) {
  const auto at = ids.find(id);
  require(at.has_value(), "{}:{}: no item has the id {}", file, line, shown(id));
  return static_cast<Index>(*at);
}

void require_some(const Pairs& pairs, const std::string& file, const std::string& second) {
  require(!pairs.empty(), "{}: there is nothing in it (it should have lines of id,{})", file, second);
}

/// Clusters are numbered as the file shows their labels.
void read_seeds(const std::string& file, const Dataset& items, const ItemIds& ids, const Reading& how,
                Evidence& evidence) {
  const Pairs pairs = read_pairs(file, "id", "label", how);
  require_some(pairs, file, "label");
  auto& seeds = evidence.seeds;
  auto& labels = evidence.labels;
  evidence.seeds_source = file;
  seeds.assign(static_cast<std::size_t>(items.items()), unlabelled);
  for (const NamedPair& pair : pairs) {
    const auto item = static_cast<std::size_t>(find_item(ids, pair.first, file, pair.line));
    auto at = std::ranges::find(labels, pair.second);
    if (at == labels.end()) at = labels.insert(at, pair.second);
    const auto cluster = static_cast<int>(at - labels.begin());
    require(seeds[item] == unlabelled || seeds[item] == cluster,
            "{}:{}: the id {} has two labels, {} and {} (keep one)", file, pair.line, shown(pair.first),
            shown(labels[static_cast<std::size_t>(std::max(seeds[item], 0))]), shown(pair.second));
    seeds[item] = cluster;
  }
}

void read_links(const std::string& file, const ItemIds& ids, const Reading& how, bool apart,
                std::vector<Link>& links, std::vector<double>& weights) {
  if (file.empty()) return;
  const Pairs pairs = read_weighted_pairs(file, "id", "id", how);
  require_some(pairs, file, "id");
  for (const NamedPair& pair : pairs) {
    links.emplace_back(find_item(ids, pair.first, file, pair.line),
                       find_item(ids, pair.second, file, pair.line));
    weights.push_back(pair.weight);
    require(!apart || links.back().first != links.back().second, "{}:{}: {} cannot be apart from itself",
            file, pair.line, shown(pair.first));
  }
  if (std::ranges::all_of(weights, [](double weight) { return weight == 1; })) weights.clear();
}

}  // namespace

void read_knowledge(const KnowledgeFiles& files, const Dataset& items, std::uint64_t limit,
                    Evidence& evidence) {
  evidence.min_size = files.min_size;
  evidence.max_size = files.max_size;
  if (!files.any()) return;
  const ItemIds ids(items);
  const Reading how{.limit = limit};
  if (!files.seeds.empty()) read_seeds(files.seeds, items, ids, how, evidence);
  read_links(files.must_link, ids, how, false, evidence.must_link, evidence.must_weights);
  read_links(files.cannot_link, ids, how, true, evidence.cannot_link, evidence.cannot_weights);
}

Dataset rows_of_tags(const TagSource& source, const FeatureArguments& features, const Dataset& items,
                     std::uint64_t limit) {
  if (!source.tags.empty()) return tag_features(items, read_tags(source.tags, {}, limit), source.options);
  TextOptions words;
  const auto fields = fields_of(words);
  for (const auto& [name, typed] : features.words) set_option(fields, "words", name, typed);
  return tag_features(items,
                      tags_from_captions(read_captions(source.captions, limit),
                                         [&](std::string_view text) { return words_of_text(text, words); }),
                      source.options);
}

}  // namespace bellwether
