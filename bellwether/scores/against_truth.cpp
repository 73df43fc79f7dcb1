#include <bellwether/scores/against_truth.h>

#include <bellwether/scores/all_scores.h>

namespace bellwether {

Scores score(const std::vector<int>& labels, const Dataset& items, const std::vector<bool>& left_out) {
  std::vector<int> scored;
  std::vector<std::string> truth;
  for (std::size_t i = 0; i < items.labels.size(); ++i) {
    if (items.labels[i].empty() || (!left_out.empty() && left_out[i])) continue;
    scored.push_back(labels[i]);
    truth.push_back(items.labels[i]);
  }
  if (truth.empty()) return {};
  return all_scores(scored, encode(truth).codes);
}

}  // namespace bellwether
