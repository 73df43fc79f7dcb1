#pragma once
// What stands beside the items when their file is written again: the cluster of each, by its id.

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include <bellwether/data/dataset.h>
#include <bellwether/data/error.h>
#include <bellwether/data/text.h>

namespace bellwether {

/// What stands beside the items, by their ids.
class ClustersById {
 public:
  ClustersById(const Dataset& items, const std::vector<std::string>& cluster_of) {
    for (Index i = 0; i < items.items(); ++i) of_[items.id(i)] = &cluster_of[static_cast<std::size_t>(i)];
  }

  /// Null: the row is no item.
  const std::string* of(const std::string& id) {
    const auto at = of_.find(id);
    if (at == of_.end()) return nullptr;
    ++found_;
    return at->second;
  }

  /// Every item stands in a row, or the rows are not those that were read.
  void require_all_found(const std::string& file) const {
    require(found_ == of_.size(), "{}: {} of {} found their rows again; did the file change meanwhile?", file,
            found_, counted(std::ssize(of_), "item"));
  }

  /// What the items' clusters are called, each once.
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& [id, cluster] : of_) names.push_back(*cluster);
    std::ranges::sort(names, [](const std::string& a, const std::string& b) {
      const auto x = to_count(a), y = to_count(b);
      return x && y ? *x < *y : a < b;
    });
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
  }

 private:
  std::unordered_map<std::string, const std::string*> of_;
  std::size_t found_ = 0;
};

/// `cluster`, or with a number what no column is called.
std::string free_name(const auto& taken) {
  std::string name = "cluster";
  for (int number = 2; taken(name); ++number) name = fmt::format("cluster_{}", number);
  return name;
}

}  // namespace bellwether
