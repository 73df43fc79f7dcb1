#include <bellwether/mixtures/kmeans_parts.h>

#include <limits>
#include <utility>

#include <bellwether/engine/holder.h>
#include <bellwether/engine/restarts.h>
#include <bellwether/mixtures/first_centres.h>
#include <bellwether/mixtures/kmeans_device.h>

namespace bellwether {

using kmeans_pass::Pass;

KMeansResult search_means(const Holder& holder, const Frame& frame, const Matrix& start, std::int64_t number,
                          bool hold, const KMeansOptions& options) {
  if (const DeviceItems* there = holder.run().held)
    return kmeans_on_device(*there, start, hold ? holder.seeds() : std::span<const int>(), options,
                            holder.run());
  KMeansStep::Model first;
  first.plain.means = start;
  first.frame = frame;
  first.search = number;
  first.bounded = options.search == KMeansSearch::bounded;
  first.hold = hold;
  const auto update = [&](KMeansStep::Model model, const KMeansStep::Statistics& s) {
    model.plain = kmeans_pass::update(std::move(model.plain), s, frame.scale);
    return model;
  };
  KMeansResult result;
  result.clusters = options.clusters;
  auto fit =
      holder.iterate<KMeansStep>(std::move(first), update, {options.iterations, options.tolerance}, result);
  record(fit, "sum of squared distances", Goal::minimise, result);
  result.refills = fit.model.plain.refills;
  result.means = std::move(fit.model.plain.means);
  return result;
}

KMeansStep::KMeansStep(const Model& model, const Part& part, Memory& memory)
    : model_(model), memory_(memory) {
  if (part.sparse())
    sparse_.emplace(model.plain.means, model.frame);
  else
    dense_.emplace(model.plain.means, model.frame);
  const bool goes_on = memory.search == model.search && memory.round + 1 == model.plain.round &&
                       memory.items.next.empty() != model.bounded;
  memory.round = -1;  // until the whole part has been visited
  if (goes_on) return;
  const auto count = static_cast<std::size_t>(part.rows());
  memory.search = model.search;
  memory.items.held = model.hold ? part.seeds() : std::span<const int>();
  memory.items.labels.assign(count, unlabelled);
  memory.items.next.assign(model.bounded ? count : 0, 0);
  if (memory.items.held.empty()) return;
  memory.items.labels.assign(memory.items.held.begin(), memory.items.held.end());
  for (std::size_t i = 0; i < memory.items.next.size(); ++i)
    if (memory.items.holds(static_cast<Index>(i)))
      memory.items.next[i] = std::numeric_limits<float>::infinity();
}

KMeansStep::Statistics KMeansStep::accumulate(const Shard& shard) {
  return shard.rows.visit([&](const auto& rows) {
    using RowsKind = std::decay_t<decltype(rows)>;
    const auto pass = [&](const CentresFor<RowsKind>& centres) {
      return Pass<RowsKind>(model_.plain, centres, model_.frame.scale, rows, shard.begin, memory_.items)
          .run();
    };
    if constexpr (std::is_same_v<RowsKind, DenseRows>)
      return pass(*dense_);
    else
      return pass(*sparse_);
  });
}

void KMeansStep::finish() {
  memory_.round = model_.plain.round;
}

KMeansResult kmeans_elsewhere(const KMeansOptions& options, const Run& run, const Seeds& seeds) {
  check_options(options, "kmeans");
  const Holder all({}, seeds.labels, run);
  require_clusterable(all, options.clusters);
  require_seeds_fit(all, options.clusters);
  const Frame frame = frame_of(all);
  require_squares(frame);
  if (run.held) lay(*run.held, frame);
  std::int64_t number = 0;
  const auto once = [&](const Random& random, const Run& inner) {
    const Holder holder({}, seeds.labels, inner);
    const Matrix start = first_means(options.start, holder, options.clusters, random);
    return search_means(holder, frame, start, number++, seeds.hold, options);
  };
  const int restarts = restarts_worth_making(all, options.clusters, options.restarts);
  return best_of_restarts(restarts, options.random_seed, {}, once, run);
}

}  // namespace bellwether
