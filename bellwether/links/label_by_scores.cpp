#include <bellwether/links/label_by_scores.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace bellwether {

void label_by_scores(Index items, const std::function<void(const VisitScores&)>& for_each,
                     std::span<const int> held, Clustering& result) {
  result.labels.resize(static_cast<std::size_t>(items));
  result.probabilities.resize(result.labels.size());
  for_each([&](Index first, const Matrix& scores) {
    for (Index i = 0; i < scores.rows(); ++i) {
      Index best = 0;
      const double largest = scores.row(i).maxCoeff(&best);
      const bool stays = !held.empty() && held[first + i] != unlabelled;
      const Index own = stays ? held[first + i] : best;
      const double sum = (scores.row(i).array() - largest).exp().sum();
      result.labels[first + i] = static_cast<int>(own);
      result.probabilities[first + i] =
          std::max(std::exp(scores(i, own) - largest) / sum, std::numeric_limits<double>::min());
    }
  });
}

void be_sure_of(std::span<const int> seeds, Clustering& result) {
  for (std::size_t i = 0; i < seeds.size(); ++i)
    if (seeds[i] != unlabelled) result.probabilities[i] = 1;
}

}  // namespace bellwether
