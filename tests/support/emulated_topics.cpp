// Topics on the emulated device: the additions of cuda/topic_rows.cu and topic_sums.cu in their order, one
// number at a time.

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <memory>
#include <vector>

#include <tests/support/emulated_device.h>
#include <tests/support/emulated_sparse.h>

namespace bellwether::emulated {
namespace {

constexpr double least_probability = 1e-290;

/// Sums by every fourth number, as lanes have them.
using Fours = std::array<double, 4>;

double across(const Fours& v) {
  return (v[0] + v[2]) + (v[1] + v[3]);
}

double flushed(double value) {
  return value < std::numeric_limits<double>::min() ? 0 : value;
}

/// theta . phi: panels of up to six fours, about equally wide.
double product(const double* theta, const double* phi, int width) {
  const int fours = width / 4, panels = (fours + 5) / 6;
  double p = 0;
  for (int panel = 0, at = 0; panel < panels; ++panel) {
    Fours sum{};
    const int count = fours / panels + (panel < fours % panels ? 1 : 0);
    for (int l = 0; l < 4; ++l) sum[l] = theta[at + l] * phi[at + l];
    for (int v = 1; v < count; ++v)
      for (int l = 0; l < 4; ++l) sum[l] += theta[at + 4 * v + l] * phi[at + 4 * v + l];
    p += across(sum);
    at += 4 * count;
  }
  return p;
}

double log_of(double x) {
  constexpr std::uint64_t root_half = 0x3fe6a09e667f3bcd, one = 0x3ff0000000000000;
  const std::uint64_t offset = std::bit_cast<std::uint64_t>(x) - root_half + one;
  const auto e = static_cast<double>(static_cast<std::int64_t>(offset >> 52) - 1023);
  const auto m = std::bit_cast<double>((offset & 0x000fffffffffffff) + root_half);
  const double s = (m - 1) / (m + 1), square = s * s;
  double series = 1.0 / 21;
  for (int k = 19; k >= 3; k -= 2) series = series * square + 1.0 / k;
  const double rest = s * (square * series);
  return e * 0x1.62e42fefa3800p-1 + (2 * s + (2 * rest + e * 0x1.ef35793c76730p-45));
}

struct Part {
  const SparseHeld* counts = nullptr;
  std::int64_t shard_rows = 1;
  double weight = 1;
  std::vector<double> scales = {}, now = {}, next = {}, ratios = {}, objectives = {};

  std::int64_t shards() const { return (counts->rows + shard_rows - 1) / shard_rows; }
};

/// What a branch of shards has; `of_shard` is called for each of them.
template <class OfShard>
double in_the_tree(std::int64_t first, std::int64_t last, const OfShard& of_shard) {
  if (last - first == 1) return of_shard(first);
  const std::int64_t middle = first + (last - first) / 2;
  const double left = in_the_tree(first, middle, of_shard);
  return left + in_the_tree(middle, last, of_shard);
}

struct Search {
  int width = 0, rounds = 0;
  std::int64_t columns = 0;
  std::vector<Part> parts = {};
  std::vector<double> table = {};

  void pass_row(Part& part, std::int64_t row) {
    const auto begin = part.counts->starts[row], end = part.counts->starts[row + 1];
    const double* theta = &part.now[row * width];
    double *gains = &part.next[row * width], scale = part.scales[row];
    part.objectives[row] = 0;
    if (scale == 0) {
      std::copy_n(theta, width, gains);
      std::fill(part.ratios.begin() + begin, part.ratios.begin() + end, 0.0);
      return;
    }
    std::fill_n(gains, width, 0.0);
    Fours running{};
    for (auto j = begin; j < end; ++j) {
      if (j > begin && (j - begin) % 128 == 0) part.objectives[row] += across(running), running = {};
      const double* phi = &table[part.counts->column_of[j] * width];
      const double found = product(theta, phi, width), share = part.counts->values[j] * scale;
      const bool known = found >= least_probability;
      running[(j - begin) % 4] += share * log_of(known ? found : least_probability);
      part.ratios[j] = known ? share / found : 0;
      for (int z = 0; z < width; ++z) gains[z] += part.ratios[j] * phi[z];
    }
    part.objectives[row] += across(running);
    double total = 0;
    for (int z = 0; z < width; ++z) total += gains[z] = flushed(gains[z] * theta[z]);
    for (int z = 0; z < width; ++z) gains[z] = total > 0 ? gains[z] / total : theta[z];
  }

  double round(Part& part) {
    for (std::int64_t row = 0; row < part.counts->rows; ++row) pass_row(part, row);
    if (!(part.weight > 0)) return 0;
    return in_the_tree(0, part.shards(), [&](std::int64_t shard) {
      double sum = 0;
      for (auto row = shard * part.shard_rows;
           row < std::min((shard + 1) * part.shard_rows, part.counts->rows); ++row)
        sum += part.objectives[row];
      return part.weight * sum;
    });
  }

  /// What the rows of a part give to the topics of one feature.
  void add_column(const Part& part, const std::vector<std::pair<std::int64_t, std::int64_t>>& rows_and_places,
                  double* sums) {
    for (int z = 0; z < width; ++z)
      sums[z] += in_the_tree(0, part.shards(), [&](std::int64_t shard) {
        double sum = 0;
        for (const auto& [row, place] : rows_and_places)
          if (row / part.shard_rows == shard)
            sum += part.ratios[place] * (part.now[row * width + z] * part.weight);
        return sum;
      });
  }

  void update() {
    std::vector<double> sums(table.size(), 0.0);
    for (Part& part : parts) {
      std::vector<std::vector<std::pair<std::int64_t, std::int64_t>>> by_column(
          static_cast<std::size_t>(columns));
      for (std::int64_t row = 0; row < part.counts->rows; ++row)
        for (auto j = part.counts->starts[row]; j < part.counts->starts[row + 1]; ++j)
          by_column[part.counts->column_of[j]].emplace_back(row, j);
      for (std::int64_t c = 0; part.weight > 0 && c < columns; ++c)
        add_column(part, by_column[c], &sums[c * width]);
      std::swap(part.now, part.next);
    }
    for (int z = 0; z < width; ++z) {
      double total = 0;
      for (std::int64_t first = 0; first < columns; first += 1024) {
        double of_block = 0;
        for (auto c = first; c < std::min(first + 1024, columns); ++c)
          of_block += sums[c * width + z] = flushed(sums[c * width + z] * table[c * width + z]);
        total += of_block;
      }
      for (std::int64_t c = 0; total > 0 && c < columns; ++c)
        table[c * width + z] = sums[c * width + z] / total;
    }
  }
};

Search& of(void* search) {
  return *static_cast<Search*>(search);
}

int topics_begin(std::int32_t, const BellwetherDeviceTopics* topics, void** into, char* message) {
  return guarded(message, [&] {
    if (goes_wrong("memory-late")) throw Failure(bellwether_device_memory, "out of memory");
    auto search = std::make_unique<Search>();
    search->width = (topics->topics + 3) / 4 * 4;
    for (std::int32_t p = 0; p < topics->parts; ++p) {
      const BellwetherDeviceTopicPart& given = topics->part[p];
      const auto* counts = static_cast<const SparseHeld*>(given.held);
      search->columns = counts->columns;
      Part& part = search->parts.emplace_back();
      part = {.counts = counts, .shard_rows = given.shard_rows, .weight = given.weight};
      part.scales.assign(given.scales, given.scales + counts->rows);
      part.now.assign(given.mixtures, given.mixtures + counts->rows * search->width);
      part.next = part.now;
      part.ratios.resize(counts->values.size());
      part.objectives.resize(part.scales.size());
    }
    search->table.assign(topics->table, topics->table + search->columns * search->width);
    *into = search.release();
  });
}

int topics_round(void* search, double* objectives, char* message) {
  return guarded(message, [&] {
    if (goes_wrong("lost") && of(search).rounds++ == 2)
      throw Failure(bellwether_device_lost, "it fell off the bus");
    for (Part& part : of(search).parts) *objectives++ = of(search).round(part);
  });
}

int topics_update(void* search, char* message) {
  return guarded(message, [&] { of(search).update(); });
}

int topics_found(void* search, double* table, double* const* mixtures, char*) {
  std::ranges::copy(of(search).table, table);
  for (const Part& part : of(search).parts) std::ranges::copy(part.now, *mixtures++);
  return bellwether_device_done;
}

void topics_let_go(void* search) {
  delete static_cast<Search*>(search);
}

}  // namespace

void add_topics(BellwetherDeviceFunctions& functions) {
  functions.topics_begin = topics_begin;
  functions.topics_round = topics_round;
  functions.topics_update = topics_update;
  functions.topics_found = topics_found;
  functions.topics_let_go = topics_let_go;
}

}  // namespace bellwether::emulated
