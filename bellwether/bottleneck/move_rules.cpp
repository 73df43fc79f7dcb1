#include <bellwether/bottleneck/move_rules.h>

#include <algorithm>

namespace bellwether::bottleneck {

MoveRules::MoveRules(const Groups& groups, const SizeBounds& bounds, int clusters)
    : groups_(groups),
      least_(static_cast<double>(std::max<std::int64_t>(bounds.least, 1))),
      most_(static_cast<double>(bounds.most)),
      all_open_(!groups.any_apart() && bounds.most == SizeBounds{}.most),
      closed_(static_cast<std::size_t>(clusters)) {}

std::span<const char> MoveRules::closed_to(Index group, const std::vector<int>& labels,
                                           const std::vector<double>& sizes) {
  if (all_open_) return {};
  const auto weight = static_cast<double>(groups_.sizes[group]);
  for (std::size_t k = 0; k < closed_.size(); ++k) closed_[k] = sizes[k] + weight > most_;
  if (groups_.any_apart())
    for (const int other : groups_.apart_from(static_cast<int>(group))) closed_[labels[other]] = true;
  closed_[labels[group]] = false;
  return closed_;
}

}  // namespace bellwether::bottleneck
