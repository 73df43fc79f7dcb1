// The start of a search over rows that a device holds: k-means++ and k-means||.

#include "held.cuh"
#include "to_host.cuh"

namespace bellwether::cuda {

void Held::cover_first(std::int64_t shard_rows, const double* centre, double* shard_sums) {
  cover_shard_rows_ = shard_rows;
  const std::int64_t shards = (layout_.rows + shard_rows - 1) / shard_rows;
  nearest_.make(layout_.rows);
  owner_.make(layout_.rows);
  nearer_.make(layout_.rows);
  candidates_.make(static_cast<std::int64_t>(most_candidates) * layout_.columns);
  potentials_.make(shards * most_candidates);
  shard_sums_.make(shards);
  check(cudaMemcpyAsync(candidates_.get(), centre, static_cast<std::size_t>(layout_.columns) * sizeof(double),
                        cudaMemcpyHostToDevice, work_));
  each_chunk(shard_rows, false, [&](const Chunk& chunk) {
    cover_by_first(layout_, chunk, candidates_.get(), cover(), work_);
    sum_shards(chunk, shard_rows, nearest_.get() + chunk.first, shard_sums_.get(), work_);
  });
  shard_sums_.copy_to(shard_sums, work_);
  work_.wait();
  chosen_ = 1;
}

void Held::cover_look(const BellwetherDeviceLook& look) {
  check(cudaMemcpyAsync(candidates_.get(), look.centres,
                        static_cast<std::size_t>(look.candidates) * layout_.columns * sizeof(double),
                        cudaMemcpyHostToDevice, work_));
  if (limits_.size() < look.chosen) limits_.make(look.chosen + std::int64_t{256});
  check(cudaMemcpyAsync(limits_.get(), look.limits, static_cast<std::size_t>(look.chosen) * sizeof(double),
                        cudaMemcpyHostToDevice, work_));
  const Candidates candidates{look.candidates, look.block_rows, candidates_.get(), limits_.get(), look.slack};
  each_chunk(cover_shard_rows_, false, [&](const Chunk& chunk) {
    look_at(layout_, chunk, cover_shard_rows_, candidates, cover(), potentials_.get(), work_);
  });
  potentials_.copy_to(look.potentials, work_);
  work_.wait();
}

void Held::cover_keep(int winner) {
  const double* centre = candidates_.get() + static_cast<std::int64_t>(winner) * layout_.columns;
  each_chunk(cover_shard_rows_, false,
             [&](const Chunk& chunk) { keep(layout_, chunk, centre, winner, chosen_, cover(), work_); });
  ++chosen_;
}

void Held::cover_nearest(std::int64_t first, std::int64_t count, double* nearest) {
  copy_to_host(nearest, nearest_.get() + first, static_cast<std::size_t>(count) * sizeof(double), work_);
}

void Held::cover_drawn(const BellwetherDeviceDrawn& drawn) {
  drawn_nearest_.make(layout_.rows);
  owner_.make(layout_.rows);
  Buffer<double> centres(static_cast<std::int64_t>(drawn.count) * layout_.columns);
  centres.copy_from(drawn.centres, work_);
  const DrawnItems given{drawn.count, drawn.first, centres.get(), drawn.unit, drawn_nearest_.get(), owner_.get()};
  each_chunk(1, false, [&](const Chunk& chunk) { look_at_drawn(layout_, chunk, given, work_); });
  copy_to_host(drawn.nearest, drawn_nearest_.get(), drawn_nearest_.bytes(), work_);
  copy_to_host(drawn.owner, owner_.get(), owner_.bytes(), work_);
}

}  // namespace bellwether::cuda
