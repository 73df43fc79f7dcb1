#include <bellwether/portraits/sample.h>

#include <algorithm>
#include <numeric>

#include <bellwether/engine/random.h>

namespace bellwether {
namespace {

constexpr std::uint64_t stream_of_samples = 2;

/// As many of each cluster as fit its share, but at least `least`: those that would get less are given their
/// least first, and the others share the rest.
std::vector<std::int64_t> quotas(const std::vector<std::int64_t>& sizes,
                                 const std::vector<std::int64_t>& least, std::int64_t most) {
  std::vector<std::int64_t> quota(sizes.size(), -1);
  double room = static_cast<double>(most);
  auto items = static_cast<double>(std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0}));
  const auto share = [&](std::size_t k) {
    return items > 0 ? room * static_cast<double>(sizes[k]) / items : 0.0;
  };
  for (bool lifted = true; lifted;) {
    lifted = false;
    for (std::size_t k = 0; k < sizes.size(); ++k) {
      if (quota[k] >= 0 || share(k) >= static_cast<double>(least[k])) continue;
      quota[k] = least[k];
      room -= static_cast<double>(least[k]);
      items -= static_cast<double>(sizes[k]);
      lifted = true;
    }
  }
  for (std::size_t k = 0; k < sizes.size(); ++k)
    if (quota[k] < 0) quota[k] = std::min(sizes[k], static_cast<std::int64_t>(share(k)));
  return quota;
}

}  // namespace

std::vector<Index> sample_of(const Clustering& found, const std::vector<Index>& named,
                             const SampleSize& size) {
  const std::size_t items = found.labels.size();
  std::vector<Index> chosen;
  if (static_cast<std::int64_t>(items) <= size.most) {
    chosen.resize(items);
    std::iota(chosen.begin(), chosen.end(), Index{0});
    return chosen;
  }
  std::vector<bool> taken(items, false);
  for (const Index item : named) taken[static_cast<std::size_t>(item)] = true;
  std::vector<std::vector<Index>> free(static_cast<std::size_t>(found.clusters));
  std::vector<std::int64_t> given(free.size(), 0);
  for (std::size_t i = 0; i < items; ++i) {
    const auto k = static_cast<std::size_t>(found.labels[i]);
    if (taken[i])
      ++given[k], chosen.push_back(static_cast<Index>(i));
    else
      free[k].push_back(static_cast<Index>(i));
  }
  const std::vector<std::int64_t> sizes = cluster_sizes(found.labels, found.clusters);
  std::vector<std::int64_t> least = given;
  for (std::size_t k = 0; k < least.size(); ++k)
    least[k] = std::max(given[k], std::min(sizes[k], size.of_each));
  const std::vector<std::int64_t> quota = quotas(sizes, least, size.most);
  const Random random = Random(found.random_seed).split(stream_of_samples);
  for (std::size_t k = 0; k < free.size(); ++k) {
    Random draws = random.split(k);
    auto& others = free[k];
    const auto count = std::min<std::int64_t>(quota[k] - given[k], std::ssize(others));
    for (std::int64_t i = 0; i < count; ++i) {
      std::swap(others[static_cast<std::size_t>(i)],
                others[static_cast<std::size_t>(i + draws.below(std::ssize(others) - i))]);
      chosen.push_back(others[static_cast<std::size_t>(i)]);
    }
  }
  std::ranges::sort(chosen);
  return chosen;
}

}  // namespace bellwether
