#include <bellwether/bottleneck/item_costs.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace bellwether::bottleneck {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

ItemCosts::ItemCosts(const ClusterTable& table)
    : table_(table), alpha_(table.items().alpha()), e_(1 - table.items().alpha()) {
  for (auto* room :
       {&costs_, &low_, &high_, &tilts_, &raised_, &excess_, &first_, &second_, &below_, &above_})
    room->assign(static_cast<std::size_t>(table.width()), 0.0);
}

/// A difference that rounding alone may make.
double ItemCosts::least_gain(int cluster) const {
  return 1e-12 + 1e-15 * table_.sizes()[cluster] / (table_.items().tilted() ? e_ : 1);
}

/// Costs of a single item from its gains.
void ItemCosts::single_costs() {
  const auto& sizes = table_.sizes();
  if (e_ == 0) {
    for (std::size_t c = 0; c < costs_.size(); ++c) costs_[c] = table_.size_costs()[c] - costs_[c];
  } else {
    for (std::size_t c = 0; c < costs_.size(); ++c)
      costs_[c] = -e_ * (table_.psi()[c] + costs_[c]) / (sizes[c] + 1);
    kernels::log_plus_one(costs_.data(), table_.width());
    for (std::size_t c = 0; c < costs_.size(); ++c)
      costs_[c] = table_.log_sizes()[c] + table_.size_costs()[c] + (sizes[c] + 1) * costs_[c] / e_ -
                  table_.masses()[c];
  }
}

/// The same of a group.
void ItemCosts::group_costs() {
  for (int c = 0; c < table_.clusters(); ++c) {
    const double n = table_.sizes()[c], psi = table_.psi()[c];
    costs_[c] = e_ == 0 ? size_cost(n, weight_) - costs_[c]
                        : table_.entropy_mass(n + weight_, psi + costs_[c]) - table_.masses()[c];
  }
}

void ItemCosts::plain_costs(const SparseRow& item, int own) {
  kernels::gains(item, table_.cells(), alpha_, costs_.data());
  if (weight_ == 1)
    single_costs();
  else
    group_costs();
  if (own == none) return;
  table_.take_out(item, own, own_sums_, own_psi_);
  double psi = table_.psi()[own];
  for (std::size_t k = 0; k < item.values.size(); ++k)
    psi += own_psi_[k] - table_.cells().psi(item.columns[k])[own];
  costs_[own] = table_.masses()[own] - table_.entropy_mass(table_.sizes()[own] - weight_, psi);
}

/// Bounds are of items that weigh 1: of a group they are its weight times those of one item of it.
void ItemCosts::bound(const kernels::Bounds& all, Index count) {
  if (weight_ == 1) return kernels::bounds(all, count, alpha_);
  shrunk_.resize(static_cast<std::size_t>(5 * count));
  double *const sizes = shrunk_.data(), *const costs = sizes + count, *const excess = costs + count,
                *const first = excess + count, *const second = first + count;
  for (Index k = 0; k < count; ++k) {
    sizes[k] = all.sizes[k] / weight_;
    costs[k] = size_cost(sizes[k]);
    excess[k] = all.excess[k] / weight_;
    first[k] = all.first[k] / weight_;
    second[k] = all.second[k] / weight_;
  }
  kernels::bounds({sizes, costs, all.tilts, excess, first, second, all.low, all.high}, count, alpha_);
  for (Index k = 0; k < count; ++k) {
    all.low[k] *= weight_;
    all.high[k] *= weight_;
  }
}

/// Bounds from the tilts as they are, which take a step.
void ItemCosts::bound_all(const kernels::TiltedItem& item, int own) {
  const double own_tilt = own == none ? 0 : tilts_[own];
  kernels::exp_minus_one(tilts_.data(), table_.width(), raised_.data());
  kernels::tilted_sums(item, table_.cells(), alpha_, raised_.data(), excess_.data(), first_.data(),
                       second_.data());
  bound({table_.sizes().data(), table_.size_costs().data(), tilts_.data(), excess_.data(), first_.data(),
         second_.data(), low_.data(), high_.data()},
        table_.width());
  if (own == none) return;
  tilts_[own] = own_tilt;
  bound_one(item, own, own);
}

/// The same of one cluster.
void ItemCosts::bound_one(const kernels::TiltedItem& item, int cluster, int own) {
  const double *sums = own_sums_.data(), *psi = own_psi_.data();
  double size = table_.sizes()[cluster], cost = table_.size_costs()[cluster];
  if (cluster == own) {
    size -= weight_;
    cost = size_cost(size);
  } else {
    const std::size_t count = item.row.values.size();
    column_sums_.resize(count);
    column_psi_.resize(count);
    for (std::size_t k = 0; k < count; ++k) {
      column_sums_[k] = table_.cells().sums(item.row.columns[k])[cluster];
      column_psi_[k] = table_.cells().psi(item.row.columns[k])[cluster];
    }
    sums = column_sums_.data();
    psi = column_psi_.data();
  }
  const double before = tilts_[cluster];
  double raised = 0;
  kernels::exp_minus_one(&before, 1, &raised);
  const auto found = kernels::tilted_sums(item, sums, psi, alpha_, raised);
  bound({&size, &cost, &tilts_[cluster], &found.excess, &found.first, &found.second, &low_[cluster],
         &high_[cluster]},
        1);
  // The best tilt lies between those from where steps led up and down: steps that would go to and fro are
  // halved.
  double &below = below_[cluster], &above = above_[cluster], &after = tilts_[cluster];
  (after > before ? below : above) = before;
  if (!(std::abs(after - before) <= (above - below) / 2)) after = below + (above - below) / 2;
}

/// Before the first bounds of an item.
void ItemCosts::begin(const SparseRow& item, int own) {
  if (own != none) table_.take_out(item, own, own_sums_, own_psi_);
  std::ranges::fill(below_, -infinity);
  std::ranges::fill(above_, infinity);
}

/// Those that may be the cheapest take steps, until one is left or all are as near as rounding allows.
void ItemCosts::narrow(const kernels::TiltedItem& item, int own, std::span<const char> closed) {
  for (std::size_t c = 0; c < closed.size(); ++c)
    if (closed[c]) low_[c] = high_[c] = infinity;
  for (int round = 0; round < 100 * table_.clusters(); ++round) {
    const double least = *std::min_element(high_.begin(), high_.begin() + table_.clusters());
    int widest = none, open = 0;
    double width = 0;
    for (int c = 0; c < table_.clusters(); ++c) {
      if (low_[c] > least + least_gain(c)) continue;
      ++open;
      const double more = high_[c] - low_[c] - 0.1 * least_gain(c);
      if (more > width) {
        width = more;
        widest = c;
      }
    }
    if (open == 1 || widest == none) return;
    bound_one(item, widest, own);
  }
}

void ItemCosts::take_middle() {
  for (std::size_t c = 0; c < costs_.size(); ++c) costs_[c] = low_[c] + (high_[c] - low_[c]) / 2;
}

int ItemCosts::cheapest(Index i, int own, std::span<float> tilts, std::span<const char> closed) {
  const auto item = table_.items().item(i);
  weight_ = table_.items().weight(i);
  if (table_.items().tilted()) {
    begin(item.row, own);
    std::ranges::copy(tilts, tilts_.begin());
    if (std::ranges::all_of(tilts, [](float tilt) { return tilt == 0; })) bound_all(item, own);
    bound_all(item, own);
    narrow(item, own, closed);
    take_middle();
    std::ranges::transform(tilts_, tilts.begin(), [](double tilt) { return static_cast<float>(tilt); });
  } else {
    plain_costs(item.row, own);
  }
  int best = own;
  for (int c = 0; c < table_.clusters(); ++c)
    if ((closed.empty() || !closed[c]) && (best == none || costs_[c] < costs_[best])) best = c;
  if (own == none || best == own) return best;
  return costs_[own] - costs_[best] > std::max(least_gain(own), least_gain(best)) ? best : own;
}

std::vector<double> ItemCosts::all(Index i, int own) {
  const auto item = table_.items().item(i);
  weight_ = table_.items().weight(i);
  if (table_.items().tilted()) {
    begin(item.row, own);
    std::ranges::fill(tilts_, 0.0);
    bound_all(item, own);
    for (int c = 0; c < table_.clusters(); ++c)
      for (int round = 0; round < 100 && high_[c] - low_[c] > 0.1 * least_gain(c); ++round)
        bound_one(item, c, own);
    take_middle();
  } else {
    plain_costs(item.row, own);
  }
  return {costs_.begin(), costs_.begin() + table_.clusters()};
}

}  // namespace bellwether::bottleneck
