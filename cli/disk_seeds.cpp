#include <cli/disk_seeds.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <unordered_map>

#include <bellwether/data/error.h>
#include <bellwether/data/table.h>
#include <bellwether/data/text.h>
#include <bellwether/engine/clustering.h>

namespace bellwether::cli {
namespace {

struct Seed {
  int cluster = unlabelled;
  Index line = 0;
  bool met = false;
};
using SeedsById = std::unordered_map<std::string, Seed>;

SeedsById read_seeds_by_id(const std::string& file, std::vector<std::string>& labels) {
  const Pairs pairs = read_pairs(file, "id", "label", {});
  require(!pairs.empty(), "{}: there is nothing in it (it should have lines of id,label)", file);
  SeedsById seeds;
  for (const NamedPair& pair : pairs) {
    auto at = std::ranges::find(labels, pair.second);
    if (at == labels.end()) at = labels.insert(at, pair.second);
    const auto cluster = static_cast<int>(at - labels.begin());
    const auto [seed, added] = seeds.try_emplace(pair.first, Seed{cluster, pair.line});
    require(added || seed->second.cluster == cluster, "{}:{}: the id {} has two labels, {} and {} (keep one)",
            file, pair.line, shown(pair.first), shown(labels[static_cast<std::size_t>(seed->second.cluster)]),
            shown(pair.second));
  }
  return seeds;
}

/// The row that a number names, or -1.
Index row_of(const std::string& id, Index rows) {
  Index row = -1;
  const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), row);
  return error == std::errc() && end == id.data() + id.size() && row < rows ? row : -1;
}

}  // namespace

DiskSeeds disk_seeds(const std::string& file, const DiskItems& items, Index rows) {
  DiskSeeds found;
  SeedsById by_id = read_seeds_by_id(file, found.labels);
  std::vector<int>& seeds = found.of_rows;
  seeds.assign(static_cast<std::size_t>(rows), unlabelled);
  if (items.ids.empty()) {
    for (auto& [id, seed] : by_id) {
      const Index row = row_of(id, rows);
      seed.met = row >= 0;
      if (seed.met) seeds[static_cast<std::size_t>(row)] = seed.cluster;
    }
  } else {
    std::ifstream ids(items.ids);
    std::string id;
    for (int& of_row : seeds) {
      if (!std::getline(ids, id)) break;
      const auto seed = by_id.find(id);
      if (seed == by_id.end()) continue;
      require(!seed->second.met, "{}:{}: two items have the id {}", file, seed->second.line, shown(id));
      seed->second.met = true;
      of_row = seed->second.cluster;
    }
  }
  const Seed* lost = nullptr;  // the first in the file
  std::string name;
  for (const auto& [id, seed] : by_id)
    if (!seed.met && (lost == nullptr || seed.line < lost->line)) lost = &seed, name = id;
  if (lost != nullptr)
    throw InvalidInput(fmt::format("{}:{}: no item has the id {}", file, lost->line, shown(name)));
  return found;
}

}  // namespace bellwether::cli
