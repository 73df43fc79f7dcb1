#include <bellwether/tuning/candidates.h>

#include <bellwether/data/error.h>
#include <bellwether/scores/matching.h>

namespace bellwether {

std::vector<double> errors_of(const Candidates& candidates, std::span<const int> truth) {
  require(candidates.values.size() == candidates.labels.size(),
          "{} values of the option came with {} clusterings: there must be one for each",
          candidates.values.size(), candidates.labels.size());
  std::vector<double> errors;
  for (const std::vector<int>& labels : candidates.labels)
    errors.push_back(1 - accuracy(cross_tabulate(labels, truth)));
  return errors;
}

}  // namespace bellwether
