#include <bellwether/projects/match_groups.h>

#include <algorithm>
#include <cstdint>

namespace bellwether {

std::vector<int> match_groups(const std::vector<int>& clusters, int count, std::vector<int> fixed,
                              const std::vector<int>& groups, const std::vector<int>& alive) {
  fixed.resize(static_cast<std::size_t>(count), -1);
  std::vector<std::vector<std::int64_t>> shared(
      static_cast<std::size_t>(count),
      std::vector<std::int64_t>(static_cast<std::size_t>(alive.back()) + 1, 0));
  for (std::size_t i = 0; i < clusters.size(); ++i)
    if (groups[i] >= 0 && groups[i] <= alive.back())
      ++shared[static_cast<std::size_t>(clusters[i])][static_cast<std::size_t>(groups[i])];
  std::vector<bool> taken(static_cast<std::size_t>(alive.back()) + 1, false);
  for (const int group : fixed)
    if (group >= 0) taken[static_cast<std::size_t>(group)] = true;
  for (int left = static_cast<int>(std::ranges::count(fixed, -1)); left > 0; --left) {
    std::int64_t most = -1;
    std::size_t cluster = 0;
    int group = -1;
    for (std::size_t c = 0; c < fixed.size(); ++c)
      for (const int g : alive)
        if (fixed[c] < 0 && !taken[static_cast<std::size_t>(g)] &&
            shared[c][static_cast<std::size_t>(g)] > most) {
          most = shared[c][static_cast<std::size_t>(g)];
          cluster = c;
          group = g;
        }
    fixed[cluster] = group;
    taken[static_cast<std::size_t>(group)] = true;
  }
  return fixed;
}

}  // namespace bellwether
