#include <bellwether/topics/topic_step.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <bellwether/data/error.h>
#include <bellwether/topics/counts.h>
#include <bellwether/topics/kernels.h>

namespace bellwether {
namespace {

/// (8) and (9). They need no normaliser unless the topics do not know some of the counts; if they know none,
/// the mixture stays.
void settle(const topic_kernels::RowStep& step, const double* before) {
  double total = 0;
  for (Index z = 0; z < step.width; ++z) {
    step.gains[z] = flushed(step.gains[z] * step.mixture[z]);
    total += step.gains[z];
  }
  if (total > 0) {
    for (Index z = 0; z < step.width; ++z) step.gains[z] /= total;
  } else {
    std::copy_n(before, step.width, step.gains);
  }
}

std::vector<double> scales_of(const Part& part) {
  std::vector<double> scales;
  constexpr Index block = 4096;
  for (Index first = 0; first < part.rows(); first += block)
    part.look_at(first, std::min(block, part.rows() - first), [&](const Shard& shard) {
      const std::string what = fmt::format("items from number {} on", part.begin() + first);
      const std::vector<double> some = row_scales(shard.rows, what.c_str());
      scales.insert(scales.end(), some.begin(), some.end());
    });
  return scales;
}

const double* likeliest(const double* mixture, Index topics) {
  return std::max_element(mixture, mixture + topics);
}

}  // namespace

void merge(TopicSums& into, const TopicSums& from) {
  double* sums = into.sums.data();
  const double* more = from.sums.data();
  const Index count = into.sums.rows() * into.sums.width();
  for (Index at = 0; at < count; ++at) sums[at] += more[at];
  into.shares += from.shares;
  into.sizes += from.sizes;
  into.objective += from.objective;
  into.lost = into.lost || from.lost;
}

TopicTable random_mixtures(Index first, Index count, int clusters, Random random) {
  random.skip(static_cast<std::uint64_t>(first) * static_cast<std::uint64_t>(clusters));
  TopicTable table(count, clusters);
  for (Index i = 0; i < count; ++i) {
    double total = 0;
    for (int z = 0; z < clusters; ++z) total += table.row(i)[z] = -std::log1p(-random.uniform());
    for (int z = 0; z < clusters; ++z) table.row(i)[z] = total > 0 ? table.row(i)[z] / total : 1.0 / clusters;
  }
  return table;
}

TopicStep::TopicStep(const Model& model, const Part& part, Memory& memory) : model_(model), memory_(memory) {
  if (std::ssize(memory.scales) != part.rows()) memory.scales = scales_of(part);
  const Index topics = model.topics.topics();
  if (memory.search == model.search && memory.round + 1 == model.round) {
    std::swap(memory.now, memory.next);
  } else if (memory.search != model.search && model.round == 0) {
    memory.now = random_mixtures(part.begin(), part.rows(), static_cast<int>(topics), model.random);
  } else if (memory.search != model.search || memory.round != model.round) {
    lost_ = true;
    memory.search = -1;
    memory.now = TopicTable();  // so that nobody takes old labels for those of this search
    return;
  }
  memory.search = model.search;
  memory.round = model.round;
  if (memory.next.rows() != part.rows() || memory.next.topics() != topics)
    memory.next = TopicTable(part.rows(), topics);
}

TopicSums TopicStep::accumulate(const Shard& shard) {
  const Index topics = model_.topics.topics();
  TopicSums found{TopicTable(model_.weight > 0 ? model_.topics.rows() : 0, topics), Vector::Zero(topics),
                  Vector::Zero(topics), 0, lost_};
  if (lost_) return found;
  std::vector<std::int32_t> columns;
  std::vector<double> values;
  TopicTable powers(1, topics);
  topic_kernels::RowStep step;
  step.topics = model_.topics.data();
  step.width = model_.topics.width();
  step.sums = model_.weight > 0 ? found.sums.data() : nullptr;
  step.weight = model_.weight;
  double objective = 0;
  for (Index i = 0; i < shard.rows.rows(); ++i) {
    const Index item = shard.begin + i;
    const double* mixture = memory_.now.row(item);
    found.shares += Eigen::Map<const Vector>(mixture, topics);
    found.sizes[likeliest(mixture, topics) - mixture] += 1;
    step.mixture = mixture;
    step.gains = memory_.next.row(item);
    step.scale = memory_.scales[static_cast<std::size_t>(item)];
    if (step.scale == 0) {
      std::copy_n(mixture, step.width, step.gains);
      continue;
    }
    if (model_.power != 1) {
      for (Index z = 0; z < topics; ++z) powers.row(0)[z] = std::pow(mixture[z], model_.power);
      step.mixture = powers.row(0);
    }
    with_counts(shard.rows, i, columns, values, [&](const SparseRow& row) {
      step.columns = row.columns.data();
      step.values = row.values.data();
      step.count = std::ssize(row.values);
      objective += topic_kernels::em_row(step);
    });
    settle(step, mixture);
  }
  if (model_.weight > 0) found.objective = model_.weight * (objective / model_.power);  // 0 log 0 = 0
  return found;
}

void TopicStep::finish() {}

Noted TopicStep::noted(const Memory& memory) {
  require(memory.now.rows() == std::ssize(memory.scales),
          "a worker that knew the topics of some items is gone: fit again");
  Noted noted;
  for (Index i = 0; i < memory.now.rows(); ++i) {
    const double* mixture = memory.now.row(i);
    const double* most = likeliest(mixture, memory.now.topics());
    noted.labels.push_back(static_cast<int>(most - mixture));
    noted.probabilities.push_back(*most);
  }
  return noted;
}

}  // namespace bellwether
