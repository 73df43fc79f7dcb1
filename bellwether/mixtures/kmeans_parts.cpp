#include <bellwether/mixtures/kmeans_parts.h>

#include <utility>

#include <bellwether/engine/restarts.h>
#include <bellwether/mixtures/plus_plus_parts.h>

namespace bellwether {
namespace {

using kmeans_pass::Pass;

KMeansFound search(Workers& workers, const Frame& frame, const Matrix& start, std::int64_t number,
                   const KMeansOptions& options, const Run& run) {
  KMeansStep::Model first;
  first.plain.means = start;
  first.frame = frame;
  first.search = number;
  first.bounded = options.search == KMeansSearch::bounded;
  Vector counts;
  const auto assess = [&](const KMeansStep::Model& model) {
    auto statistics = sum_over_shards<KMeansStep>(workers, model);
    counts = statistics.counts;
    return statistics;
  };
  const auto update = [&](KMeansStep::Model model, const KMeansStep::Statistics& s) {
    model.plain = kmeans_pass::update(std::move(model.plain), s, frame.scale);
    return model;
  };
  auto fit = alternate(std::move(first), assess, update, {options.iterations, options.tolerance}, run);

  KMeansFound found;
  found.clusters = options.clusters;
  record(fit, "sum of squared distances", Goal::minimise, found);
  found.refills = fit.model.plain.refills;
  found.means = std::move(fit.model.plain.means);
  found.sizes.assign(counts.begin(), counts.end());
  return found;
}

}  // namespace

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
  memory.items.labels.assign(count, unlabelled);
  memory.items.next.assign(model.bounded ? count : 0, 0);
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

Frame frame_of(Workers& workers) {
  const Shape shape = workers.shape();
  const auto frame =
      frame_from(sum_over_shards<ExtentStep>(workers, {}), shape.rows, shape.columns, workers.sparse());
  if (!frame) throw_too_large();
  return *frame;
}

KMeansFound kmeans(Workers& workers, const KMeansOptions& options, const Run& run) {
  check_options(options, "kmeans");
  const double reach = cover::require_clusterable(workers, options.clusters);
  const Frame frame = frame_of(workers);
  require_squares(frame);
  std::int64_t number = 0;
  const auto once = [&](const Random& random, const Run& inner) {
    const Matrix start =
        cover::start_of(workers, options.start, options.clusters, false, reach, number, random, inner);
    return search(workers, frame, start, number++, options, inner);
  };
  Run one_by_one = run;
  one_by_one.threads = 1;
  return best_of_restarts(options.restarts, options.random_seed, Rows(), once, one_by_one);
}

}  // namespace bellwether
