#include <bellwether/projects/halves.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/data/take.h>
#include <bellwether/portraits/centres.h>

namespace bellwether {
namespace {

constexpr std::size_t most_typical = 5;

std::vector<Index> rows_in(const Finding& finding, const std::vector<int>& group_of, int group) {
  std::vector<Index> rows;
  for (std::size_t r = 0; r < finding.labels().size(); ++r)
    if (group_of[static_cast<std::size_t>(finding.labels()[r])] == group)
      rows.push_back(static_cast<Index>(r));
  return rows;
}

/// For each cluster of some of the rows.
std::vector<std::vector<Index>> typical(const Finding& finding, const std::vector<Index>& rows,
                                        const Clustering& found) {
  const Dataset some = take_items(finding.items(), rows);
  const auto centres = centres_of(some.rows(), found, find_method(finding.plan.search.method).by_direction);
  std::vector<std::vector<Index>> typical(static_cast<std::size_t>(found.clusters));
  if (centres) {
    typical = representatives(*centres, some.rows(), found.labels, most_typical);
  } else {  // too many values to look for the middle: any will do
    for (std::size_t r = 0; r < rows.size(); ++r)
      if (auto& list = typical[static_cast<std::size_t>(found.labels[r])]; list.size() < most_typical)
        list.push_back(static_cast<Index>(r));
  }
  for (auto& list : typical)
    for (Index& row : list) row = rows[static_cast<std::size_t>(row)];
  return typical;
}

}  // namespace

std::vector<Index> typical_of(const Finding& finding, const std::vector<int>& group_of, int group) {
  const std::vector<Index> rows = rows_in(finding, group_of, group);
  if (rows.empty()) return {};
  return typical(finding, rows, {.clusters = 1, .labels = std::vector<int>(rows.size(), 0)})[0];
}

std::pair<std::vector<Index>, std::vector<Index>> typical_halves(const Finding& finding,
                                                                 const std::vector<int>& group_of, int group,
                                                                 const Run& run) {
  const std::vector<Index> rows = rows_in(finding, group_of, group);
  require(rows.size() > 1, "a group of {} cannot be split", rows.size() == 1 ? "one item" : "no items");
  const Dataset some = take_items(finding.items(), rows);
  const Method& method = find_method("kmeans");
  const Outcome halves = method.cluster({.items = some.rows()}, {{"clusters", std::int64_t{2}}}, run);
  auto found = typical(finding, rows, halves.clustering);
  require(!found[0].empty() && !found[1].empty(),
          "the items of this group are all alike: select those that are to leave it");
  return {std::move(found[0]), std::move(found[1])};
}

std::pair<std::vector<Index>, std::vector<Index>> dealt_out(const std::vector<Index>& items) {
  std::pair<std::vector<Index>, std::vector<Index>> halves;
  for (std::size_t i = 0; i < items.size(); ++i)
    (i % 2 == 0 ? halves.first : halves.second).push_back(items[i]);
  return halves;
}

}  // namespace bellwether
