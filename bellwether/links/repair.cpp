#include <bellwether/links/repair.h>

#include <algorithm>
#include <limits>
#include <utility>

#include <bellwether/engine/random.h>

namespace bellwether {
namespace {

class Repairer {
 public:
  Repairer(const Subgraph& subgraph, const Matrix& costs, std::vector<int> clusters)
      : s_(subgraph),
        costs_(costs),
        z_(std::move(clusters)),
        met_(z_.size() * costs.cols(), 0),
        back_after_(z_.size() * costs.cols(), 0),
        place_(z_.size(), nowhere) {
    for (int v = 0; v < s_.size(); ++v)
      for (const int u : s_.neighbours_of(v)) ++met(v, z_[u]);
    for (int v = 0; v < s_.size(); ++v) {
      broken_ += met(v, z_[v]);
      list(v);
    }
    broken_ /= 2;
    fewest_ = broken_;
  }

  std::vector<int> run(int moves, const std::stop_token& stop) {
    Random random(0);  // the same for all: only how long a group stays away is drawn
    for (int now = 1; broken_ > 0; ++now) {
      if (now > moves || (now % 256 == 0 && stop.stop_requested())) return {};
      const Move move = best_move(now);
      if (move.group < 0) continue;  // none may move yet
      back_after_[slot(move.group, z_[move.group])] =
          now + static_cast<int>(std::ssize(meeting_) * 6 / 10 + random.below(10));
      take(move);
    }
    return std::move(z_);
  }

 private:
  static constexpr int nowhere = -1;

  struct Move {
    int group = nowhere, cluster = 0;
    int change = std::numeric_limits<int>::max();  ///< in the number of broken links
    double cost = 0;
  };

  Move best_move(int now) {
    Move best;
    for (const int v : meeting_)
      for (int k = 0; k < costs_.cols(); ++k) {
        const int change = met(v, k) - met(v, z_[v]);
        if (k == z_[v] || change > best.change || std::ranges::binary_search(s_.closed_to(v), k)) continue;
        if (back_after_[slot(v, k)] >= now && broken_ + change >= fewest_) continue;
        const double cost = costs_(v, k) - costs_(v, z_[v]);
        if (change < best.change || cost < best.cost) best = {v, k, change, cost};
      }
    return best;
  }

  void take(const Move& move) {
    const int v = move.group, from = std::exchange(z_[v], move.cluster);
    broken_ += move.change;
    fewest_ = std::min(fewest_, broken_);
    for (const int u : s_.neighbours_of(v)) {
      --met(u, from);
      ++met(u, move.cluster);
      list(u);
    }
    list(v);
  }

  /// Keeps the list of groups that meet one they must be apart from.
  void list(int v) {
    const bool meets = met(v, z_[v]) > 0;
    if (meets == (place_[v] != nowhere)) return;
    if (meets) {
      place_[v] = static_cast<int>(meeting_.size());
      meeting_.push_back(v);
    } else {
      const int last = meeting_.back();
      place_[last] = place_[v];
      meeting_[place_[v]] = last;
      meeting_.pop_back();
      place_[v] = nowhere;
    }
  }

  std::size_t slot(int v, int k) const { return static_cast<std::size_t>(v) * costs_.cols() + k; }
  int& met(int v, int k) { return met_[slot(v, k)]; }

  const Subgraph& s_;
  const Matrix& costs_;
  std::vector<int> z_;
  std::vector<int> met_;         ///< for each group and cluster: neighbours of the group that are there
  std::vector<int> back_after_;  ///< for each group and cluster: the move until which it stays away
  std::vector<int> meeting_;     ///< groups in broken links
  std::vector<int> place_;       ///< of each group in that list
  int broken_ = 0;
  int fewest_ = 0;
};

}  // namespace

std::vector<int> repair(const Subgraph& subgraph, const Matrix& costs, std::vector<int> clusters, int moves,
                        const std::stop_token& stop) {
  return Repairer(subgraph, costs, std::move(clusters)).run(moves, stop);
}

}  // namespace bellwether
