#include <bellwether/data/item_ids.h>

namespace bellwether {
namespace {

constexpr auto several = static_cast<std::size_t>(-1);

}  // namespace

ItemIds::ItemIds(const Dataset& items) {
  for (Index i = 0; i < items.items(); ++i) add(items.id(i), static_cast<std::size_t>(i));
}

ItemIds::ItemIds(const std::vector<std::string>& ids) {
  for (std::size_t i = 0; i < ids.size(); ++i) add(ids[i], i);
}

void ItemIds::add(const std::string& id, std::size_t row) {
  by_id_.emplace(id, row);
  const std::size_t slash = id.rfind('/');
  if (slash == std::string::npos) return;
  const auto [at, is_new] = by_name_.emplace(id.substr(slash + 1), row);
  if (!is_new) at->second = several;
}

std::optional<std::size_t> ItemIds::find(const std::string& id) const {
  if (const auto at = by_id_.find(id); at != by_id_.end()) return at->second;
  if (const auto at = by_name_.find(id); at != by_name_.end() && at->second != several) return at->second;
  return std::nullopt;
}

}  // namespace bellwether
