// Spherical k-means of sparse rows on the emulated device, column by column as the kernels add
// (cuda/column_sums.cuh): what lies in the columns of a shard is all that a sum needs, and sums that wait are
// merged as the tree of shards says.

#include <algorithm>
#include <cmath>
#include <utility>

#include <tests/support/emulated_device.h>
#include <tests/support/emulated_sparse.h>

namespace bellwether::emulated {
namespace {

SparseHeld& of(void* held) {
  return *static_cast<SparseHeld*>(held);
}

double product(const SparseHeld& held, std::int64_t item, std::int32_t cluster) {
  return held.product(item, held.directions.data() + cluster * held.columns);
}

/// The sum of shards first .. last - 1 by halves.
double merged(const std::vector<double>& shards, std::int64_t first, std::int64_t last) {
  if (last - first == 1) return shards[static_cast<std::size_t>(first)];
  const std::int64_t middle = first + (last - first) / 2;
  const double left = merged(shards, first, middle);
  return left + merged(shards, middle, last);
}

std::int64_t shards_of(const SparseHeld& held) {
  return (held.rows + held.shard_rows - 1) / held.shard_rows;
}

int begin(void* held, const BellwetherDeviceDirections* search, char* message) {
  return guarded(message, [&] {
    if (goes_wrong("memory-late")) throw Failure(bellwether_device_memory, "out of memory");
    SparseHeld& rows = of(held);
    rows.clusters = search->clusters;
    rows.shard_rows = search->shard_rows;
    rows.directions.assign(search->directions, search->directions + search->clusters * rows.columns);
    rows.stays.assign(static_cast<std::size_t>(rows.rows), -1);
    if (search->held != nullptr) std::copy_n(search->held, rows.rows, rows.stays.begin());
    rows.labels.assign(rows.stays.size(), 0);
    rows.rounds = 0;
  });
}

int round(void* held, BellwetherDeviceCosines* found, char* message) {
  return guarded(message, [&] {
    SparseHeld& rows = of(held);
    if (goes_wrong("lost") && rows.rounds++ == 2)
      throw Failure(bellwether_device_lost, "it fell off the bus");
    std::fill_n(found->counts, rows.clusters, 0.0);
    found->worst = 2;
    found->misfit = -1;
    std::vector<double> objectives(static_cast<std::size_t>(shards_of(rows)), 0.0);
    for (std::int64_t i = 0; i < rows.rows; ++i) {
      const bool stays = rows.stays[i] >= 0;
      std::int32_t best = stays ? rows.stays[i] : 0;
      double most = product(rows, i, best);
      for (std::int32_t k = 1; !stays && k < rows.clusters; ++k)
        if (const double other = product(rows, i, k); other > most) best = k, most = other;
      const double cosine = rows.inverse[i] * most;
      rows.labels[i] = best;
      found->counts[best] += 1;
      objectives[static_cast<std::size_t>(i / rows.shard_rows)] += cosine;
      if (stays || !(cosine < found->worst)) continue;
      found->worst = cosine;
      found->misfit = i;
    }
    found->objective = merged(objectives, 0, shards_of(rows));
  });
}

/// How many halvings of all shards leave s < t together.
int halvings_together(std::int64_t shards, std::int64_t s, std::int64_t t) {
  std::int64_t first = 0, last = shards;
  for (int halvings = 0;; ++halvings) {
    const std::int64_t middle = first + (last - first) / 2;
    if (t < middle)
      last = middle;
    else if (s >= middle)
      first = middle;
    else
      return halvings;
  }
}

/// The sum of one cluster in one column: of each shard that has any, which it is and what its items add up
/// to.
double sum_of_cell(std::int64_t shards, const std::vector<std::pair<std::int64_t, double>>& of_shards) {
  std::vector<std::pair<int, double>> waiting;  // halvings that leave it together with the one before it
  const auto merge = [&] {
    const double right = waiting.back().second;
    waiting.pop_back();
    waiting.back().second += right;
  };
  for (std::size_t n = 0; n < of_shards.size(); ++n) {
    const int halvings = n == 0 ? 0 : halvings_together(shards, of_shards[n - 1].first, of_shards[n].first);
    while (waiting.size() > 1 && waiting.back().first > halvings) merge();
    waiting.emplace_back(halvings, of_shards[n].second);
  }
  while (waiting.size() > 1) merge();
  return waiting.empty() ? 0 : waiting[0].second;
}

/// clusters x columns.
std::vector<double> sums_of_items(const SparseHeld& rows) {
  std::vector<std::vector<std::pair<std::int64_t, double>>> cells(rows.directions.size());
  for (std::int64_t i = 0; i < rows.rows; ++i)
    for (std::int64_t j = rows.starts[i]; j < rows.starts[i + 1]; ++j) {
      auto& cell = cells[static_cast<std::size_t>(rows.labels[i] * rows.columns + rows.column_of[j])];
      if (cell.empty() || cell.back().first != i / rows.shard_rows)
        cell.emplace_back(i / rows.shard_rows, 0.0);
      cell.back().second += rows.inverse[i] * rows.values[j];
    }
  std::vector<double> sums;
  for (const auto& cell : cells) sums.push_back(sum_of_cell(shards_of(rows), cell));
  return sums;
}

/// In the order of sum_length() (mixtures/directions.h).
double length(const double* sum, std::int64_t count) {
  const std::int64_t whole = count / 4 * 4;
  double lanes[4] = {};
  for (std::int64_t p = 0; p < whole; ++p) lanes[p % 4] += sum[p] * sum[p];
  double even = lanes[0] + lanes[2], odd = lanes[1] + lanes[3];
  if (count - whole >= 2) even += sum[whole] * sum[whole], odd += sum[whole + 1] * sum[whole + 1];
  double squares = even + odd;
  if (count % 2 == 1) squares += sum[count - 1] * sum[count - 1];
  return std::sqrt(squares);
}

int turn(void* held, std::int32_t refilled, const double* direction, char*) {
  SparseHeld& rows = of(held);
  const std::vector<double> sums = sums_of_items(rows);
  for (std::int32_t k = 0; k < rows.clusters; ++k) {
    double* into = rows.directions.data() + k * rows.columns;
    const double* sum = sums.data() + k * rows.columns;
    const double norm = length(sum, rows.columns);
    if (k == refilled)
      std::copy_n(direction, rows.columns, into);
    else if (norm > 1e-12)  // of no items it is 0
      for (std::int64_t p = 0; p < rows.columns; ++p) into[p] = sum[p] / norm;
  }
  return bellwether_device_done;
}

int end(void* held, double* directions, std::int32_t* labels, char*) {
  std::ranges::copy(of(held).directions, directions);
  std::ranges::copy(of(held).labels, labels);
  return bellwether_device_done;
}

}  // namespace

void add_directions(BellwetherDeviceFunctions& functions) {
  functions.directions_begin = begin;
  functions.directions_round = round;
  functions.directions_turn = turn;
  functions.directions_end = end;
}

}  // namespace bellwether::emulated
