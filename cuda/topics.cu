#include "topics.cuh"

#include <algorithm>

#include "sums.cuh"

namespace bellwether::cuda {
namespace {

int made_current(int device) {
  check(cudaSetDevice(device));
  return device;
}

/// Of neighbouring shards, by halves, as engine/shards.h adds them up.
double in_the_tree(const double* values, int first, int last) {
  if (last - first == 1) return values[first];
  const int middle = first + (last - first) / 2;
  const double left = in_the_tree(values, first, middle);
  return left + in_the_tree(values, middle, last);
}

}  // namespace

Topics::Topics(int device, const BellwetherDeviceTopics& topics, const std::vector<SparseItems*>& items)
    : device_(made_current(device)), width_((topics.topics + 3) / 4 * 4) {
  check(cudaDeviceGetAttribute(&machine_.processors, cudaDevAttrMultiProcessorCount, device));
  check(cudaDeviceGetAttribute(&machine_.shared_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  machine_.shared_bytes -= 8 * 1024;
  if (width_ > widest_table(machine_))
    throw Failure(bellwether_device_unsupported, std::to_string(widest_table(machine_)) + " topics are the most");
  columns_ = items[0]->layout().columns;
  room_ = items[0]->room();
  const std::int64_t numbers = columns_ * width_;
  const std::int64_t totals = (blocks_for(columns_, feature_block) + std::int64_t{1}) * width_;
  spend(2 * numbers + totals);
  table_.make(numbers);
  sums_.make(numbers);
  totals_.make(totals);
  table_.copy_from(topics.table, stream_);
  stream_.wait();
  for (std::size_t p = 0; p < items.size(); ++p) take(topics.part[p], *items[p]);
  make_room_for_cells();
}

void Topics::spend(std::int64_t numbers, std::size_t bytes) {
  spent_ += static_cast<std::uint64_t>(numbers) * bytes;
  require_bytes(spent_, room_);
}

void Topics::take(const BellwetherDeviceTopicPart& given, SparseItems& items) {
  auto part = std::make_unique<Part>();
  part->items = &items;
  const SparseLayout& counts = items.layout();
  part->shard_rows = std::clamp<std::int64_t>(given.shard_rows, 1, std::max<std::int64_t>(counts.rows, 1));
  part->shards = blocks_for(counts.rows, static_cast<int>(part->shard_rows));
  part->weight = given.weight;
  const std::int64_t numbers = counts.rows * width_;
  spend(2 * numbers + 2 * counts.rows + counts.stored + part->shards);
  part->scales.make(counts.rows);
  part->now.make(numbers);
  part->next.make(numbers);
  part->ratios.make(counts.stored);
  part->objectives.make(counts.rows);
  part->of_shards.make(part->shards);
  part->scales.copy_from(given.scales, stream_);
  part->now.copy_from(given.mixtures, stream_);
  stream_.wait();
  if (part->weight > 0) {
    part->values = items.by_column();
    // While cells are made: where a value begins one, then of each cell its start (twice), shard, number, and both in order.
    const std::uint64_t before = spent_;
    spend(counts.stored, 1 + 6 * sizeof(unsigned));
    part->cells = cells_of(counts, part->values, part->shard_rows, stream_);
    spent_ = before;
    spend(part->cells.count, 2 * sizeof(unsigned) + 1);
    spend(columns_ + 1);
  }
  parts_.push_back(std::move(part));
}

/// As many topics at once as there is room for the sums of cells.
void Topics::make_room_for_cells() {
  std::int64_t cells = 1;
  for (const auto& part : parts_) cells = std::max(cells, part->cells.count);
  const auto fit = static_cast<std::int64_t>((room_ - spent_) / sizeof(double)) / cells / 4 * 4;
  at_once_ = static_cast<int>(std::clamp<std::int64_t>(fit, 4, std::min(width_, TopicSums::most_at_once)));
  spend(cells * at_once_);
  of_cells_.make(cells * at_once_);
}

TopicRows Topics::rows_of(Part& part) const {
  return {part.items->layout(), width_,           part.scales.get(), table_.get(),
          part.now.get(),       part.next.get(), part.ratios.get(), part.objectives.get()};
}

void Topics::round(double* objectives) {
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    Part& part = *parts_[p];
    pass_rows(rows_of(part), machine_, stream_);
    objectives[p] = 0;
    if (!(part.weight > 0)) continue;
    sum_shards({0, part.items->layout().rows}, part.shard_rows, part.objectives.get(), part.of_shards.get(), stream_);
    std::vector<double> of_shards(static_cast<std::size_t>(part.shards));
    part.of_shards.copy_to(of_shards.data(), stream_);
    stream_.wait();
    for (double& of_shard : of_shards) of_shard *= part.weight;
    objectives[p] = in_the_tree(of_shards.data(), 0, part.shards);
  }
  stream_.wait();
}

void Topics::update() {
  bool more = false;
  for (const auto& part : parts_) {
    if (part->weight > 0) {
      for (int first = 0; first < width_; first += at_once_)
        sum_columns({width_, first, std::min(at_once_, width_ - first), part->weight, part->ratios.get(), part->now.get(),
                     of_cells_.get(), sums_.get(), more},
                    part->cells, part->values, columns_, stream_);
      more = true;
    }
    std::swap(part->now, part->next);
  }
  if (!more) sums_.clear(stream_);
  next_table(columns_, width_, sums_.get(), totals_.get(), table_.get(), stream_);
  stream_.wait();
}

void Topics::found(double* table, double* const* mixtures) {
  table_.copy_to(table, stream_);
  for (std::size_t p = 0; p < parts_.size(); ++p) parts_[p]->now.copy_to(mixtures[p], stream_);
  stream_.wait();
}

}  // namespace bellwether::cuda
