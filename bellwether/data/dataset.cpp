#include <bellwether/data/dataset.h>

#include <unordered_map>

namespace bellwether {

CodedLabels encode(const std::vector<std::string>& labels) {
  CodedLabels coded;
  std::unordered_map<std::string, int> code_of;
  coded.codes.reserve(labels.size());
  for (const auto& label : labels) {
    const auto [at, fresh] = code_of.emplace(label, static_cast<int>(coded.names.size()));
    if (fresh) coded.names.push_back(label);
    coded.codes.push_back(at->second);
  }
  return coded;
}

}  // namespace bellwether
