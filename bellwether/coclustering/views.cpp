#include <bellwether/coclustering/views.h>

namespace bellwether::coclustering {

Profiles::Profiles(const View& view) : view_(view) {
  if (view.other.empty()) return;
  sums_.assign(2 * static_cast<std::size_t>(view.parts), 0);
  places_.resize(sums_.size() / 2);
  counts_.resize(sums_.size() / 2);
}

Line Profiles::of(Index element) {
  const Line line = view_.lines->line(element);
  if (view_.other.empty()) return line;
  const std::size_t size = line.counts.size(), parts = places_.size();
  // Two sums of each part in turn: neighbours of the same part then need not wait for each other.
  double* const even = sums_.data();
  double* const odd = even + parts;
  for (std::size_t k = 0; k + 1 < size; k += 2) {
    even[view_.other[line.places[k]]] += line.counts[k];
    odd[view_.other[line.places[k + 1]]] += line.counts[k + 1];
  }
  if (size % 2 == 1) even[view_.other[line.places[size - 1]]] += line.counts[size - 1];
  std::size_t found = 0;
  // Whether a part has counts is as good as random: written without a branch on it.
  for (std::size_t s = 0; s < parts; ++s) {
    const double sum = even[s] + odd[s];
    places_[found] = static_cast<std::int32_t>(s);
    counts_[found] = sum;
    found += sum > 0 ? 1 : 0;
    even[s] = odd[s] = 0;
  }
  return {{places_.data(), found}, {counts_.data(), found}};
}

}  // namespace bellwether::coclustering
