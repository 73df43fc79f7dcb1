#include <bellwether/mixtures/many_items.h>

#include <bit>
#include <limits>
#include <numeric>

#include <bellwether/mixtures/cover.h>
#include <bellwether/mixtures/directions.h>

namespace bellwether::cover {
namespace {

/// Those drawn from `first` on, as many at a time as can be looked at together.
template <class Candidates>
std::vector<Candidates> batches_of(const Matrix& centres, Index first, const Metric& metric, double scale) {
  std::vector<Candidates> batches;
  for (Index at = first; at < centres.rows();) {
    // The very first has no other to be compared with, and is measured by itself.
    const Index most = at == 0 ? 1 : kernels::most_candidates;
    const Index count = std::min<Index>(most, centres.rows() - at);
    batches.emplace_back(centres.middleRows(at, count), metric, Frame{centres.row(0).transpose(), scale});
    at += count;
  }
  return batches;
}

void bring_up(const Drawing& drawing, const Part& part, ManyCover& memory, const Run& run) {
  if (memory.search == drawing.chosen.search && memory.covered == drawing.chosen.centres.rows()) return;
  visit_part<CoverStep>(part, memory, drawing, run);
}

}  // namespace

void merge(Spread& into, const Spread& from) {
  into.sum += from.sum;
}

CoverStep::CoverStep(const Model& model, const Part& part, Memory& memory) : model_(model), memory_(memory) {
  const Chosen& chosen = model.chosen;
  if (memory.search != chosen.search || memory.covered > chosen.centres.rows()) {
    memory.search = chosen.search;
    memory.covered = 0;
    memory.nearest.assign(static_cast<std::size_t>(part.rows()), std::numeric_limits<float>::infinity());
    memory.owner.assign(memory.nearest.size(), 0);
    memory.inverse = chosen.directions ? inverse_lengths(part) : std::vector<double>();
  }
  metric_ = {memory.inverse, chosen.absolute_error, chosen.relative_error};
  if (part.sparse())
    sparse_ = batches_of<SparseCandidates>(chosen.centres, memory.covered, metric_, model.scale);
  else
    dense_ = batches_of<DenseCandidates>(chosen.centres, memory.covered, metric_, model.scale);
}

Spread CoverStep::accumulate(const Shard& shard) {
  if (!knows_all())
    shard.rows.visit([&](const auto& rows) {
      if constexpr (std::is_same_v<std::decay_t<decltype(rows)>, DenseRows>)
        cover(rows, shard.begin, dense_);
      else
        cover(rows, shard.begin, sparse_);
    });
  const float* nearest = memory_.nearest.data() + shard.begin;
  return {std::accumulate(nearest, nearest + shard.rows.rows(), 0.0)};
}

/// In the order in which they were drawn, one after the other: an item changes hands only if the new one is
/// truly nearer, as its distance is kept. So it does not matter how many are looked at together.
template <class RowsKind>
void CoverStep::cover(const RowsKind& rows, Index first,
                      const std::vector<CandidatesFor<RowsKind>>& batches) {
  const double unit = model_.scale * model_.scale;
  const NarrowItems none;
  typename CandidatesFor<RowsKind>::Workspace workspace;
  std::vector<int> all(static_cast<std::size_t>(block_rows(rows.columns)));
  std::iota(all.begin(), all.end(), 0);
  std::vector<double> nearest(all.size());
  PerCandidate values;
  for (Index at = 0; at < rows.rows; at += std::ssize(all)) {
    const RowsKind block = rows.slice(at, std::min(std::ssize(all), rows.rows - at));
    const std::span<const int> chosen(all.data(), static_cast<std::size_t>(block.rows));
    const Index item = first + at;
    float* kept = memory_.nearest.data() + item;
    int number = memory_.covered;
    for (const auto& batch : batches) {
      if (number == 0) {
        for (Index i = 0; i < block.rows; ++i)
          kept[i] = static_cast<float>(batch.distance(block.row(i), item + i, 0) * unit);
      } else {
        for (Index i = 0; i < block.rows; ++i) nearest[i] = static_cast<double>(kept[i]) / unit;
        batch.look(block, item, chosen, nearest, none, workspace);
        for (std::size_t i = 0; i < chosen.size(); ++i) {
          unsigned nearer = batch.measure(block, item, chosen, i, nearest[i], workspace, values);
          for (; nearer != 0; nearer &= nearer - 1) {
            const int c = std::countr_zero(nearer);
            const auto distance = static_cast<float>(values[c] * unit);
            if (!(distance < kept[i])) continue;
            kept[i] = distance;
            memory_.owner[item + static_cast<Index>(i)] = number + c;
          }
        }
      }
      number += static_cast<int>(batch.centres().rows());
    }
  }
}

void CoverStep::finish() {
  memory_.covered = static_cast<int>(model_.chosen.centres.rows());
}

std::vector<Drawn> SampleQuestion::answer(const Part& part, Memory& memory, const Run& run) const {
  bring_up(drawing, part, memory, run);
  const Cut cut = cut_of(part, 1);
  std::vector<std::vector<Drawn>> of_shard(static_cast<std::size_t>(cut.last - cut.first));
  const auto draw = [&](int number) {
    const Index shard = cut.first + number;
    Random random = Random(random_seed).split(static_cast<std::uint64_t>(shard));
    const Index begin = shard * cut.size - part.begin(), end = std::min(begin + cut.size, part.rows());
    for (Index i = begin; i < end; ++i) {
      if (!(random.uniform() < share * static_cast<double>(memory.nearest[i]))) continue;
      const double inverse = memory.inverse.empty() ? 1.0 : memory.inverse[i];
      Vector row = part.look_at(i, 1, [](const Shard& one) { return dense_row(one.rows, 0); });
      of_shard[static_cast<std::size_t>(number)].push_back({0, part.begin() + i, inverse, std::move(row)});
    }
  };
  const auto shards = static_cast<int>(cut.last - cut.first);
  if (run.threads == 1) {
    for (int number = 0; number < shards; ++number) draw(number);
  } else {
    for_each_parallel(shards, draw);
  }
  std::vector<Drawn> drawn;
  for (auto& some : of_shard) std::ranges::move(some, std::back_inserter(drawn));
  return drawn;
}

Vector OwnersQuestion::answer(const Part& part, Memory& memory, const Run& run) const {
  bring_up(drawing, part, memory, run);
  Vector counts = Vector::Zero(drawing.chosen.centres.rows());
  for (const int owner : memory.owner) counts[owner] += 1;
  return counts;
}

}  // namespace bellwether::cover
