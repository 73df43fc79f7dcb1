#include <bellwether/mixtures/plus_plus_parts.h>

#include <bit>
#include <cmath>
#include <unordered_set>

#include <bellwether/mixtures/directions.h>

namespace bellwether::cover {
namespace {

/// Calls `visit(rows, first)` for every shard of the part, cut for one cluster; `first` counts from the
/// part's first item.
template <class Visit>
void each_shard(const Part& part, const Run& run, const Visit& visit) {
  const Cut cut = cut_of(part, 1);
  const auto one = [&](int number) {
    const Index first = number * cut.size;
    part.look_at(first, std::min(cut.size, part.rows() - first), [&](const Shard& shard) {
      shard.rows.visit([&](const auto& rows) { visit(rows, first, static_cast<std::size_t>(number)); });
    });
  };
  const auto count = static_cast<int>(cut.last - cut.first);
  if (run.threads == 1) {
    for (int number = 0; number < count; ++number) one(number);
  } else {
    for_each_parallel(count, one);
  }
}

Metric metric_in(const Chosen& chosen, const PartCover& memory) {
  return {memory.inverse, chosen.absolute_error, chosen.relative_error};
}

void begin(const Part& part, const Chosen& chosen, PartCover& memory) {
  if (memory.search == chosen.search && memory.covered <= chosen.centres.rows()) return;
  memory.search = -1;  // until all of it is there
  if (chosen.directions && (memory.inverse.empty() || !memory.directions))
    memory.inverse = inverse_lengths(part);
  if (!chosen.directions) memory.inverse.clear();
  memory.directions = chosen.directions;
  memory.items = ItemCover(part.rows());
  memory.covered = 0;
  memory.looked = -1;
  memory.search = chosen.search;
}

/// An item changes hands only if the new centre is truly nearer. Where the candidates were looked at, those
/// of which the winner is nearer are known.
void cover_centre(const Part& part, const Chosen& chosen, const Run& run, PartCover& memory) {
  const int k = memory.covered;
  const bool known = memory.looked == k && k + 1 == chosen.centres.rows();
  const Metric metric = metric_in(chosen, memory);
  const Frame frame{chosen.centres.row(0).transpose(), 1};
  each_shard(part, run, [&](const auto& rows, Index first, std::size_t) {
    const CandidatesFor<std::decay_t<decltype(rows)>> centre(chosen.centres.middleRows(k, 1), metric, frame);
    for (Index i = 0; i < rows.rows; ++i) {
      if (known && (memory.items.nearer[first + i] >> chosen.winner & 1) == 0) continue;
      const double distance = centre.distance(rows.row(i), first + i, 0);
      if (!(distance < memory.items.nearest[first + i])) continue;
      memory.items.nearest[first + i] = distance;
      memory.items.owner[first + i] = k;
    }
  });
  std::fill(memory.items.nearer.begin(), memory.items.nearer.end(), std::uint16_t{0});
  memory.looked = -1;
  ++memory.covered;
}

void bring_up(const Part& part, const Chosen& chosen, const Run& run, PartCover& memory) {
  begin(part, chosen, memory);
  while (memory.covered < chosen.centres.rows()) cover_centre(part, chosen, run, memory);
}

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15ull;
  return hash ^ (hash >> 29);
}

/// Of what is not zero, so that a zero and a minus zero are equal.
template <class RowsKind>
std::uint64_t hash_of(const RowsKind& rows, Index i) {
  std::uint64_t hash = 0x243F6A8885A308D3ull;
  const auto take = [&](std::uint64_t column, double value) {
    if (value != 0) hash = mixed(mixed(hash, column), std::bit_cast<std::uint64_t>(value));
  };
  const auto row = rows.row(i);
  if constexpr (requires { row.columns; }) {
    for (std::size_t j = 0; j < row.values.size(); ++j)
      take(static_cast<std::uint64_t>(row.columns[j]), row.values[j]);
  } else {
    for (std::size_t j = 0; j < row.size(); ++j) take(j, row[j]);
  }
  return hash;
}

}  // namespace

std::vector<Drawn> DrawQuestion::answer(const Part& part, Memory& memory, const Run& run) const {
  bring_up(part, chosen, run, memory);
  const Cut cut = cut_of(part, 1);
  std::vector<Drawn> found;
  for (std::size_t d = 0; d < draws.size(); ++d) {
    Index item = draws[d].item - part.begin();
    if (draws[d].item < 0) {
      if (draws[d].shard < cut.first || draws[d].shard >= cut.last) continue;
      const Index first = draws[d].shard * cut.size - part.begin();
      const auto count = static_cast<std::size_t>(std::min(cut.size, part.rows() - first));
      item = first + weighted({memory.items.nearest.data() + first, count}, draws[d].at);
    }
    if (item < 0 || item >= part.rows()) continue;
    const double inverse = memory.inverse.empty() ? 1.0 : memory.inverse[item];
    Vector row = part.look_at(item, 1, [](const Shard& shard) { return dense_row(shard.rows, 0); });
    found.push_back({static_cast<int>(d), part.begin() + item, inverse, std::move(row)});
  }
  return found;
}

std::vector<std::array<double, 2>> FirstQuestion::answer(const Part& part, Memory& memory,
                                                         const Run& run) const {
  bring_up(part, chosen, run, memory);
  const Cut cut = cut_of(part, 1);
  std::vector<std::array<double, 2>> shards;
  for (Index first = 0; first < part.rows(); first += cut.size) {
    std::array<double, 2> shard{0, 0};
    for (Index i = first; i < std::min(first + cut.size, part.rows()); ++i) {
      shard[0] += memory.items.nearest[i];
      shard[1] = std::max(shard[1], memory.items.nearest[i]);
    }
    shards.push_back(shard);
  }
  return shards;
}

std::vector<PerCandidate> LookQuestion::answer(const Part& part, Memory& memory, const Run& run) const {
  bring_up(part, chosen, run, memory);
  const Cut cut = cut_of(part, 1);
  const Metric metric = metric_in(chosen, memory);
  const Frame frame{chosen.centres.row(0).transpose(), scale};
  std::vector<PerCandidate> potentials(static_cast<std::size_t>(cut.last - cut.first));
  std::fill(memory.items.nearer.begin(), memory.items.nearer.end(), std::uint16_t{0});
  each_shard(part, run, [&](const auto& rows, Index first, std::size_t number) {
    using RowsKind = std::decay_t<decltype(rows)>;
    const CandidatesFor<RowsKind> looked_at(candidates, metric, frame);
    const NarrowItems none;
    Round<RowsKind> round(looked_at, none, limits, 2 * metric.absolute_error, memory.items);
    potentials[number] = round.run(rows, first);
  });
  memory.looked = static_cast<int>(chosen.centres.rows());
  return potentials;
}

std::vector<Drawn> RowsQuestion::answer(const Part& part, Memory&, const Run&) const {
  std::vector<Drawn> found;
  for (std::size_t d = 0; d < items.size(); ++d) {
    const Index item = items[d] - part.begin();
    if (item < 0 || item >= part.rows()) continue;
    part.look_at(item, 1, [&](const Shard& shard) {
      const double inverse = directions ? inverse_lengths(shard.rows, {.threads = 1}, items[d])[0] : 1.0;
      found.push_back({static_cast<int>(d), items[d], inverse, dense_row(shard.rows, 0)});
    });
  }
  return found;
}

ItemsQuestion::Answer ItemsQuestion::answer(const Part& part, Memory&, const Run&) const {
  constexpr Index block = 1024;
  Answer answer;
  std::unordered_set<std::uint64_t> seen;
  for (Index first = 0; first < part.rows(); first += block) {
    if (!part.sparse() && std::ssize(seen) >= wanted) break;
    part.look_at(first, std::min(block, part.rows() - first), [&](const Shard& shard) {
      answer.reach = std::max(answer.reach, squared_reach(shard.rows));
      shard.rows.visit([&](const auto& rows) {
        for (Index i = 0; i < rows.rows && std::ssize(seen) < wanted; ++i) seen.insert(hash_of(rows, i));
      });
    });
  }
  answer.hashes.assign(seen.begin(), seen.end());
  return answer;
}

}  // namespace bellwether::cover
