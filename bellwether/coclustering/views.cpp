#include <bellwether/coclustering/views.h>

namespace bellwether::coclustering {

Profiles::Profiles(const View& view) : view_(view) {
  if (view.other.empty()) return;
  sums_.assign(static_cast<std::size_t>(view.parts), 0);
  places_.resize(sums_.size());
  counts_.resize(sums_.size());
}

Line Profiles::of(Index element) {
  const Line line = view_.lines->line(element);
  if (view_.other.empty()) return line;
  for (std::size_t k = 0; k < line.counts.size(); ++k) sums_[view_.other[line.places[k]]] += line.counts[k];
  std::size_t found = 0;
  // Whether a part has counts is as good as random: written without a branch on it.
  for (std::size_t s = 0; s < sums_.size(); ++s) {
    places_[found] = static_cast<std::int32_t>(s);
    counts_[found] = sums_[s];
    found += sums_[s] > 0 ? 1 : 0;
    sums_[s] = 0;
  }
  return {{places_.data(), found}, {counts_.data(), found}};
}

}  // namespace bellwether::coclustering
