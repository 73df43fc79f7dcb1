#include <cli/knowledge.h>
#include <cli/words.h>

#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>

#include <bellwether/data/error.h>
#include <bellwether/data/item_ids.h>
#include <bellwether/data/table.h>
#include <bellwether/data/text.h>

namespace bellwether::cli {
namespace {

Index find_item(const ItemIds& ids, const std::string& id, const std::string& file) {
  const auto at = ids.find(id);
  require(at.has_value(), "{}: no item has the id {}", file, shown(id));
  return static_cast<Index>(*at);
}

Pairs read_some_pairs(const std::string& file, const std::string& second, std::uint64_t limit) {
  Pairs pairs = read_pairs(file, "id", second, {.limit = limit});
  require(!pairs.empty(), "{}: there is nothing in it (it should have lines of id,{})", file, second);
  return pairs;
}

void read_seeds(const KnowledgeArguments& arguments, const Dataset& items, const ItemIds& ids,
                NamedKnowledge& known) {
  const std::string& file = arguments.seeds;
  auto& seeds = known.knowledge.seeds;
  seeds.assign(static_cast<std::size_t>(items.items()), unlabelled);
  for (const auto& [id, label] : read_some_pairs(file, "label", arguments.limit)) {
    const Index item = find_item(ids, id, file);
    auto at = std::ranges::find(known.labels, label);
    if (at == known.labels.end()) at = known.labels.insert(at, label);
    const auto cluster = static_cast<int>(at - known.labels.begin());
    require(seeds[item] == unlabelled || seeds[item] == cluster,
            "{}: the id {} has two labels, {} and {} (keep one)", file, shown(id),
            shown(known.labels[std::max(seeds[item], 0)]), shown(label));
    seeds[item] = cluster;
  }
}

std::vector<Link> read_links(const std::string& file, const ItemIds& ids, std::uint64_t limit) {
  if (file.empty()) return {};
  std::vector<Link> links;
  for (const auto& [first, second] : read_some_pairs(file, "id", limit))
    links.emplace_back(find_item(ids, first, file), find_item(ids, second, file));
  return links;
}

}  // namespace

void add_knowledge_options(CLI::App& command, KnowledgeArguments& arguments) {
  const std::string group = "What you know about the items";
  command
      .add_option("--seeds", arguments.seeds,
                  "labels of some items: a file of id,label; clusters take these names")
      ->type_name("FILE")
      ->group(group);
  command.add_option("--must-link", arguments.must_link, "pairs that belong together: a file of id,id")
      ->type_name("FILE")
      ->group(group);
  command.add_option("--cannot-link", arguments.cannot_link, "pairs that belong apart: a file of id,id")
      ->type_name("FILE")
      ->group(group);
}

NamedKnowledge read_knowledge(const KnowledgeArguments& arguments, const Dataset& items) {
  NamedKnowledge known;
  if (!arguments.any()) return known;
  const ItemIds ids(items);
  if (!arguments.seeds.empty()) read_seeds(arguments, items, ids, known);
  known.knowledge.must_link = read_links(arguments.must_link, ids, arguments.limit);
  known.knowledge.cannot_link = read_links(arguments.cannot_link, ids, arguments.limit);
  known.knowledge.name_item = [&items](Index item) { return shown(items.id(item)); };
  known.knowledge.name_cluster = [labels = known.labels](int cluster) {
    return cluster < static_cast<int>(labels.size()) ? shown(labels[cluster])
                                                     : fmt::format("cluster {}", cluster);
  };
  return known;
}

void require_labels_fit(const NamedKnowledge& known, const std::string& clusters, const std::string& file) {
  const std::size_t labels = known.labels.size();
  const auto asked = std::strtoull(clusters.c_str(), nullptr, 10);  // the method checked that it is a number
  require(labels <= asked,
          "{}: has {} different labels, but -k {} asks for fewer clusters (use -k {}, or take out labels)",
          file, labels, clusters, labels);
}

std::vector<std::string> cluster_names(const std::vector<std::string>& labels, int clusters) {
  if (labels.empty()) return {};
  std::vector<std::string> names = labels;
  for (int k = static_cast<int>(labels.size()); k < clusters; ++k) {
    std::string name = std::to_string(k);
    while (std::ranges::find(labels, name) != labels.end()) name = fmt::format("cluster {}", name);
    names.push_back(name);
  }
  return names;
}

std::string in_words(const NamedKnowledge& known) {
  const Knowledge& k = known.knowledge;
  std::vector<std::string> parts;
  const auto seeds = std::ranges::count_if(k.seeds, [](int seed) { return seed != unlabelled; });
  if (seeds > 0)
    parts.push_back(fmt::format("{} of {}", counted(seeds, "seed"),
                                counted(static_cast<std::int64_t>(known.labels.size()), "label")));
  if (!k.must_link.empty())
    parts.push_back(counted(static_cast<std::int64_t>(k.must_link.size()), "must-link"));
  if (!k.cannot_link.empty())
    parts.push_back(counted(static_cast<std::int64_t>(k.cannot_link.size()), "cannot-link"));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace bellwether::cli
