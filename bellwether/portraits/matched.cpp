#include <bellwether/portraits/matched.h>

#include <bellwether/scores/matching.h>

namespace bellwether {

std::vector<int> matched(const std::vector<int>& before, const std::vector<int>& after) {
  if (before.size() != after.size() || before.empty()) return {};
  const Contingency table = cross_tabulate(before, after);
  const std::vector<int> matching = best_matching(table);
  std::vector<int> number(static_cast<std::size_t>(table.cluster_labels.back()) + 1, unmatched);
  std::vector<bool> used;
  const auto use = [&](int label) {
    if (static_cast<std::size_t>(label) >= used.size()) used.resize(static_cast<std::size_t>(label) + 1);
    used[static_cast<std::size_t>(label)] = true;
    return label;
  };
  for (std::size_t c = 0; c < matching.size(); ++c)
    if (matching[c] != unmatched)
      number[static_cast<std::size_t>(table.cluster_labels[c])] =
          use(table.class_labels[static_cast<std::size_t>(matching[c])]);
  int free = 0;
  for (const int label : table.cluster_labels) {
    int& to = number[static_cast<std::size_t>(label)];
    if (to != unmatched) continue;
    while (static_cast<std::size_t>(free) < used.size() && used[static_cast<std::size_t>(free)]) ++free;
    to = use(free);
  }
  std::vector<int> made;
  for (const int label : before) made.push_back(number[static_cast<std::size_t>(label)]);
  return made;
}

}  // namespace bellwether
