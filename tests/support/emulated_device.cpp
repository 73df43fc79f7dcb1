// A device that is emulated on the processor behind the plug-in's interface: it shows what the library does
// with a device, and nothing about kernels. Plain loops, apart from distances and products, whose order of
// additions is the library's. EMULATED_DEVICE says what goes wrong: absent, memory, memory-late, lost,
// version, none.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include <bellwether/mixtures/kernels.h>
#include <tests/support/emulated_cover.h>
#include <tests/support/emulated_device.h>

namespace bellwether::emulated {
namespace {

struct Held : Cover {
  std::int64_t rows = 0, columns = 0;
  std::vector<double> values = {}, inverse = {};

  // A search.
  BellwetherDeviceSearch search = {};
  std::vector<double> means = {}, trace = {};
  std::vector<std::int32_t> stays = {}, labels = {};
  BellwetherDeviceProgress progress = {};

  // EM.
  std::int32_t clusters = 0;
  std::vector<double> shift = {}, probabilities = {};

  const double* row(std::int64_t i) const { return values.data() + i * columns; }
  double measured(std::int64_t i, const double* centre) const {
    if (inverse.empty()) return kernels::squared_distance(row(i), centre, columns);
    return kernels::dot(row(i), centre, columns);
  }
  double distance(std::int64_t i, const double* centre) const {
    return inverse.empty() ? measured(i, centre) : std::max(0.0, 2 - 2 * (inverse[i] * measured(i, centre)));
  }
};

struct Sums {
  std::vector<double> features = {}, counts = {};
  double objective = 0, worst = 0;
  std::int64_t misfit = -1;
};

bool worse(const Held& held, double value, double than) {
  return held.inverse.empty() ? value > than : value < than;
}

Sums sum_of_shard(Held& held, std::int64_t begin, std::int64_t end) {
  const std::int64_t clusters = held.search.clusters, columns = held.columns;
  Sums s{std::vector<double>(static_cast<std::size_t>(clusters * columns), 0.0),
         std::vector<double>(static_cast<std::size_t>(clusters), 0.0), 0, held.inverse.empty() ? -1.0 : 2.0};
  for (std::int64_t i = begin; i < end; ++i) {
    const bool stays = !held.stays.empty() && held.stays[i] >= 0;
    std::int32_t best = stays ? held.stays[i] : 0;
    double value = held.measured(i, &held.means[static_cast<std::size_t>(best * columns)]);
    for (std::int32_t k = 1; !stays && k < clusters; ++k) {
      const double other = held.measured(i, &held.means[static_cast<std::size_t>(k * columns)]);
      if (!worse(held, value, other)) continue;
      value = other;
      best = k;
    }
    const double scale = held.inverse.empty() ? 1.0 : held.inverse[i];
    held.labels[i] = best;
    value *= scale;
    for (std::int64_t p = 0; p < columns; ++p) s.features[best * columns + p] += scale * held.row(i)[p];
    s.counts[best] += 1;
    s.objective += value;
    if (stays || !worse(held, value, s.worst)) continue;
    s.worst = value;
    s.misfit = i;
  }
  return s;
}

Sums sum_of_shards(Held& held, std::int64_t first, std::int64_t last) {
  const std::int64_t size = held.search.shard_rows;
  if (last - first == 1) return sum_of_shard(held, first * size, std::min(held.rows, (first + 1) * size));
  const std::int64_t middle = first + (last - first) / 2;
  Sums left = sum_of_shards(held, first, middle);
  const Sums right = sum_of_shards(held, middle, last);
  for (std::size_t v = 0; v < left.features.size(); ++v) left.features[v] += right.features[v];
  for (std::size_t k = 0; k < left.counts.size(); ++k) left.counts[k] += right.counts[k];
  left.objective += right.objective;
  if (right.misfit >= 0 && worse(held, right.worst, left.worst)) {
    left.worst = right.worst;
    left.misfit = right.misfit;
  }
  return left;
}

Sums sum_of_all(Held& held) {
  return sum_of_shards(
      held, 0, std::max<std::int64_t>(1, (held.rows + held.search.shard_rows - 1) / held.search.shard_rows));
}

void round(Held& held, bool last) {
  BellwetherDeviceProgress& p = held.progress;
  if (p.ended != 0) return;
  if (goes_wrong("lost") && p.iterations == 2) throw Failure(bellwether_device_lost, "it fell off the bus");
  const Sums s = sum_of_all(held);
  held.trace.push_back(s.objective);
  p.objective = s.objective;
  const auto empty = std::ranges::find(s.counts, 0.0);
  const bool refill = empty != s.counts.end() && s.misfit >= 0;
  if (p.iterations > 0 && !refill)
    p.converged = std::abs(s.objective - held.trace[held.trace.size() - 2]) <=
                  held.search.tolerance * std::abs(s.objective);
  if (p.converged != 0 || p.iterations >= held.search.iterations || last) {
    p.ended = 1;
    return;
  }
  for (std::int64_t k = 0; k < held.search.clusters; ++k)
    for (std::int64_t c = 0; c < held.columns; ++c) {
      double& mean = held.means[static_cast<std::size_t>(k * held.columns + c)];
      if (s.counts[k] > 0)
        mean = s.features[static_cast<std::size_t>(k * held.columns + c)] / s.counts[k];
      else if (refill && k == empty - s.counts.begin())
        mean = held.row(s.misfit)[c];
    }
  p.refills += refill ? 1 : 0;
  ++p.iterations;
}

Held& of(void* held) {
  return *static_cast<Held*>(held);
}

int count(std::int32_t* devices, char* message) {
  return guarded(message, [&] {
    if (goes_wrong("absent")) throw Failure(bellwether_device_absent, "no NVIDIA driver was found");
    *devices = goes_wrong("none") ? 0 : 1;
  });
}

int facts(std::int32_t, BellwetherDeviceFacts* facts, char*) {
  *facts = {};
  std::snprintf(facts->name, sizeof facts->name, "emulated");
  facts->memory = facts->free = std::uint64_t{1} << 30;
  facts->processors = 1;
  facts->major = 9;
  return bellwether_device_done;
}

int hold(std::int32_t, const BellwetherDeviceItems* items, void** held, char* message) {
  return guarded(message, [&] {
    if (goes_wrong("memory"))
      throw Failure(bellwether_device_memory, "900 MiB are wanted at least, and 12 MiB are free");
    if (items->memory > 0 && items->memory < static_cast<std::uint64_t>(items->rows * items->columns) * 8)
      throw Failure(bellwether_device_memory, "less is allowed than the emulated device needs");
    auto rows = std::make_unique<Held>();
    rows->rows = items->rows;
    rows->columns = items->columns;
    rows->values.resize(static_cast<std::size_t>(items->rows * items->columns));
    // In pieces, as a real device takes them.
    constexpr std::int64_t piece = 1000;
    const std::int64_t values = items->rows * items->columns;
    if (items->resident != nullptr) {  // of a device that is the processor, in this process's memory
      if (items->value_bytes == 4)
        std::copy_n(static_cast<const float*>(items->resident), values, rows->values.begin());
      else
        std::copy_n(static_cast<const double*>(items->resident), values, rows->values.begin());
      *held = rows.release();
      return;
    }
    std::vector<float> single(static_cast<std::size_t>(piece * items->columns));
    for (std::int64_t first = 0; first < items->rows; first += piece) {
      const std::int64_t rows_here = std::min(piece, items->rows - first);
      double* to = rows->values.data() + first * items->columns;
      void* into = items->value_bytes == 4 ? static_cast<void*>(single.data()) : to;
      if (items->fill(items->context, first, rows_here, into) != 0)
        throw Failure(bellwether_device_refused, "the rows could not be given");
      if (items->value_bytes == 4) std::copy_n(single.begin(), rows_here * items->columns, to);
    }
    *held = rows.release();
  });
}

void let_go(void* held) {
  delete static_cast<Held*>(held);
}

int extent(void* held, const BellwetherDeviceExtent* extent, char*) {
  const Held& rows = of(held);
  for (std::int64_t i = 0; i < rows.rows; ++i)
    for (std::int64_t p = 0; p < rows.columns; ++p) {
      const std::int64_t at = i / extent->shard_rows * rows.columns + p;
      const double value = rows.row(i)[p];
      double &least = extent->least[at], &most = extent->most[at];
      if (i % extent->shard_rows == 0) {
        least = most = value;
        extent->sums[at] = 0;
      }
      extent->sums[at] += value;
      least = std::isnan(least) || value > least ? least : value;
      most = std::isnan(most) || value < most ? most : value;
    }
  return bellwether_device_done;
}

int squares(void* held, double* squares, char*) {
  const Held& rows = of(held);
  for (std::int64_t i = 0; i < rows.rows; ++i)
    squares[i] = bellwether::kernels::dot(rows.row(i), rows.row(i), rows.columns);
  return bellwether_device_done;
}

int copy_out(const void* resident, std::uint64_t bytes, void* into, char*) {
  std::memcpy(into, resident, bytes);
  return bellwether_device_done;
}

int frame(void* held, const double* shift, double, const double* inverse_lengths, char*) {
  Held& rows = of(held);
  rows.shift.assign(shift, shift + rows.columns);
  rows.inverse.clear();
  if (inverse_lengths != nullptr) rows.inverse.assign(inverse_lengths, inverse_lengths + rows.rows);
  return bellwether_device_done;
}

int begin(void* held, const BellwetherDeviceSearch* search, char* message) {
  return guarded(message, [&] {
    if (goes_wrong("memory-late")) throw Failure(bellwether_device_memory, "out of memory");
    Held& rows = of(held);
    rows.search = *search;
    rows.means.assign(search->centres, search->centres + search->clusters * rows.columns);
    rows.stays.clear();
    if (search->held != nullptr) rows.stays.assign(search->held, search->held + rows.rows);
    rows.labels.assign(static_cast<std::size_t>(rows.rows), 0);
    rows.trace.clear();
    rows.progress = {};
  });
}

int go_on(void* held, std::int32_t rounds, std::int32_t last, BellwetherDeviceProgress* progress,
          char* message) {
  return guarded(message, [&] {
    for (std::int32_t r = 0; r < rounds; ++r) round(of(held), last != 0);
    *progress = of(held).progress;
  });
}

int finish(void* held, double* means, double* trace, std::int32_t* labels, char*) {
  const Held& rows = of(held);
  std::ranges::copy(rows.means, means);
  std::ranges::copy(rows.trace, trace);
  std::ranges::copy(rows.labels, labels);
  return bellwether_device_done;
}

int sum(void* held, const double* centres, BellwetherDeviceSums* sums, char*) {
  Held& rows = of(held);
  std::copy_n(centres, rows.means.size(), rows.means.begin());
  const Sums s = sum_of_all(rows);
  std::ranges::copy(s.features, sums->sums);
  std::ranges::copy(s.counts, sums->counts);
  sums->objective = s.objective;
  sums->worst = s.worst;
  sums->misfit = s.misfit;
  return bellwether_device_done;
}

int labels(void* held, std::int32_t* into, char*) {
  std::ranges::copy(of(held).labels, into);
  return bellwether_device_done;
}

int expect_begin(void* held, std::int32_t clusters, const std::int32_t* stays, char* message) {
  return guarded(message, [&] {
    if (goes_wrong("memory-late")) throw Failure(bellwether_device_memory, "out of memory");
    Held& rows = of(held);
    rows.clusters = clusters;
    rows.stays.clear();
    if (stays != nullptr) rows.stays.assign(stays, stays + rows.rows);
    rows.labels.assign(static_cast<std::size_t>(rows.rows), 0);
    rows.probabilities.assign(rows.labels.size(), 0.0);
    rows.progress = {};
  });
}

/// One item at a time, in plain loops.
void expect_item(Held& rows, std::int64_t i, BellwetherDeviceExpectation& e) {
  const std::int64_t columns = rows.columns;
  const bool points = rows.inverse.empty();
  std::vector<double> item(static_cast<std::size_t>(columns)), d, s;
  for (std::int64_t p = 0; p < columns; ++p)
    item[p] = points ? rows.row(i)[p] - rows.shift[p] : rows.row(i)[p] * rows.inverse[i];
  for (std::int32_t k = 0; k < rows.clusters; ++k) {
    double sum = 0;
    for (std::int64_t p = 0; p < columns; ++p) {
      const double c = e.centres[k * columns + p];
      sum += points ? (item[p] - c) * (item[p] - c) : item[p] * c;
    }
    d.push_back(sum);
    s.push_back(e.offsets[k] + e.factors[k] * sum);
  }
  const bool stays = !rows.stays.empty() && rows.stays[i] >= 0;
  const auto best =
      stays ? rows.stays[i] : static_cast<std::int32_t>(std::ranges::max_element(s) - s.begin());
  const double most = s[best];
  double sum = 0;
  for (std::int32_t k = 0; k < rows.clusters; ++k) sum += s[k] = stays ? k == best : std::exp(s[k] - most);
  for (std::int32_t k = 0; k < rows.clusters; ++k) {
    const double r = s[k] / sum;
    e.counts[k] += r;
    e.scatter += r * d[k];
    for (std::int64_t p = 0; p < columns; ++p) e.sums[k * columns + p] += r * item[p];
  }
  e.sizes[best] += 1;
  e.objective += most + std::log(sum);
  rows.labels[i] = best;
  rows.probabilities[i] = s[best] / sum;
}

int expect(void* held, BellwetherDeviceExpectation* expectation, char* message) {
  return guarded(message, [&] {
    Held& rows = of(held);
    if (goes_wrong("lost") && rows.progress.iterations++ == 2)
      throw Failure(bellwether_device_lost, "it fell off the bus");
    std::fill_n(expectation->sums, rows.clusters * rows.columns, 0.0);
    std::fill_n(expectation->counts, rows.clusters, 0.0);
    std::fill_n(expectation->sizes, rows.clusters, std::int64_t{0});
    expectation->scatter = expectation->objective = 0;
    for (std::int64_t i = 0; i < rows.rows; ++i) expect_item(rows, i, *expectation);
  });
}

int expected(void* held, std::int32_t* labels, double* probabilities, char*) {
  std::ranges::copy(of(held).labels, labels);
  std::ranges::copy(of(held).probabilities, probabilities);
  return bellwether_device_done;
}

}  // namespace
}  // namespace bellwether::emulated

extern "C" const BellwetherDeviceFunctions* bellwether_device_functions() {
  using namespace bellwether::emulated;
  static BellwetherDeviceFunctions functions{
      .interface_version = BELLWETHER_DEVICE_INTERFACE,
      .version = "emulated",
      .platform = "emulated on the processor",
      .count = count,
      .facts = facts,
      .hold = hold,
      .let_go = let_go,
      .extent = extent,
      .squares = squares,
      .copy_out = copy_out,
      .frame = frame,
      .begin = begin,
      .go_on = go_on,
      .finish = finish,
      .sum = sum,
      .labels = labels,
      .expect_begin = expect_begin,
      .expect = expect,
      .expected = expected,
      .cover_first = CoverOf<Held>::first,
      .cover_look = CoverOf<Held>::look,
      .cover_keep = CoverOf<Held>::keep,
      .cover_nearest = CoverOf<Held>::nearest,
      .cover_drawn = CoverOf<Held>::drawn,
  };
  add_sparse(functions);
  add_topics(functions);
  functions.interface_version =
      goes_wrong("version") ? BELLWETHER_DEVICE_INTERFACE + 1 : BELLWETHER_DEVICE_INTERFACE;
  return &functions;
}
