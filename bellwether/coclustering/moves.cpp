#include <bellwether/coclustering/moves.h>

#include <algorithm>

namespace bellwether::coclustering {

Moves::Moves(std::span<const View> views, std::vector<int>& labels, int clusters)
    : views_(views), labels_(labels), gains_(static_cast<std::size_t>(clusters)), lines_(views.size()) {
  for (const View& view : views) {
    Profiles& profiles = profiles_.emplace_back(view);
    Cells& cells = cells_.emplace_back(view, clusters);
    if (view.table.empty())
      for (Index i = 0; i < view.lines->size(); ++i) cells.put(profiles.of(i), labels[i]);
    cells.ready();
  }
}

bool Moves::visit(Index element) {
  const int old = labels_[element];
  std::ranges::fill(gains_, 0.0);
  double stay = 0, mass = 0;
  for (std::size_t v = 0; v < views_.size(); ++v) {
    const double weight = views_[v].weight, here = views_[v].lines->masses[element];
    if (here == 0) continue;
    lines_[v] = profiles_[v].of(element);
    mass += here;
    cells_[v].add_gains(lines_[v], here, weight, gains_);
    stay += cells_[v].gain_left_out(lines_[v], here, weight, old);
  }
  if (mass == 0) return false;
  gains_[old] = stay;
  const auto best = static_cast<int>(std::ranges::max_element(gains_) - gains_.begin());
  if (!(gains_[best] > stay + least_gain)) return false;
  for (std::size_t v = 0; v < views_.size(); ++v)
    if (const double here = views_[v].lines->masses[element]; here > 0)
      cells_[v].move(lines_[v], here, old, best);
  labels_[element] = best;
  return true;
}

Index Moves::sweep(std::span<const Index> order) {
  Index moved = 0;
  for (const Index element : order) moved += visit(element) ? 1 : 0;
  return moved;
}

double Moves::information() const {
  double sum = 0;
  for (std::size_t v = 0; v < views_.size(); ++v)
    sum += views_[v].weight * views_[v].total * cells_[v].information(views_[v].total);
  return sum;
}

}  // namespace bellwether::coclustering
