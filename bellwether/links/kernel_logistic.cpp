#include <bellwether/links/kernel_logistic.h>

#include <algorithm>
#include <cmath>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/engine/shards.h>
#include <bellwether/links/seeds_and_means.h>
#include <bellwether/mixtures/nearest.h>
#include <bellwether/mixtures/soft.h>

namespace bellwether {
namespace {

/// Items that can be examples: seeds first, then others.
struct Pool {
  std::vector<Index> items = {};
  std::vector<int> classes = {};
  std::size_t seeds = 0;
};

/// At most `most` items of each cluster beside the seeds, evenly in their order; without any seed all.
Pool pool_of(const SeededClusters& known, const std::vector<int>& found, Index most) {
  Pool pool;
  const auto add = [&](std::size_t i, int cluster) {
    pool.items.push_back(static_cast<Index>(i));
    pool.classes.push_back(cluster);
  };
  const auto seeded = [&](std::size_t i) { return known.any() && known.seeds[i] != unlabelled; };
  std::vector<Index> in_all(known.counts.size(), 0), seen(in_all);
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (seeded(i))
      add(i, known.seeds[i]);
    else
      ++in_all[found[i]];
  }
  pool.seeds = pool.items.size();
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (seeded(i)) continue;
    const Index all = in_all[found[i]], some = known.any() ? std::min(all, most) : all;
    const Index number = seen[found[i]]++;
    if (number * some / all != (number + 1) * some / all) add(i, found[i]);
  }
  return pool;
}

/// Evenly, most of them seeds where there are many.
std::vector<Index> landmarks_from(const Pool& pool, Index most) {
  const auto all = static_cast<Index>(pool.items.size()), seeds = static_cast<Index>(pool.seeds);
  const Index of_seeds = std::min(seeds, std::max(3 * most / 4, most - (all - seeds)));
  std::vector<Index> chosen;
  const auto take = [&](Index begin, Index count, Index some) {
    for (Index i = 0; i < count; ++i)
      if (i * some / count != (i + 1) * some / count)
        chosen.push_back(pool.items[static_cast<std::size_t>(begin + i)]);
  };
  take(0, seeds, of_seeds);
  take(seeds, all - seeds, std::min(all - seeds, most - of_seeds));
  return chosen;
}

/// phi of the pool's items.
Matrix features_of(const Rows& items, const Pool& pool, const Kernel& kernel, const Matrix& root) {
  const KernelPass pass(kernel);
  const std::vector<int> no_classes(static_cast<std::size_t>(items.rows()));
  const std::vector<double> no_weights(no_classes.size());
  const ExampleSet copied = examples_at({items, no_classes, no_weights}, pool.items);
  const Rows rows = copied.view().rows;
  Matrix features(rows.rows(), root.cols());
  for (Index at = 0; at < rows.rows(); at += soft_block) {
    const Index count = std::min<Index>(soft_block, rows.rows() - at);
    features.middleRows(at, count).noalias() = pass(rows.slice(at, count)) * root;
  }
  return features;
}

/// Which of the pool are learned from, and how much each weighs.
std::vector<double> weights_of(const Pool& pool, const std::vector<bool>& believed, double others) {
  std::vector<double> weights(pool.items.size(), 1.0);
  for (std::size_t i = pool.seeds; i < weights.size(); ++i) weights[i] = believed[i] ? others : 0.0;
  return weights;
}

LogisticFit learn(const Matrix& features, const Pool& pool, const std::vector<double>& weights,
                  LogisticModel start, const KernelLogisticOptions& options, const Run& run) {
  std::vector<Index> chosen;
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (weights[i] > 0) chosen.push_back(static_cast<Index>(i));
  const ExampleSet examples = examples_at({features, pool.classes, weights}, chosen);
  return logistic_regression(examples.view(), std::move(start), {options.iterations, options.tolerance}, run);
}

/// Whether the model puts the pool's items where k-means does.
std::vector<bool> agreeing(const LogisticModel& model, const Matrix& features, const Pool& pool) {
  const Matrix scores = (features * model.coefficients.transpose()).rowwise() + model.intercepts.transpose();
  std::vector<bool> agree(pool.items.size());
  for (Index i = 0; i < scores.rows(); ++i) {
    Index best = 0;
    scores.row(i).maxCoeff(&best);
    agree[static_cast<std::size_t>(i)] = static_cast<int>(best) == pool.classes[static_cast<std::size_t>(i)];
  }
  return agree;
}

/// From the seeds, then again from what the last model and k-means agree on.
LogisticFit learn_in_rounds(const Matrix& features, const Pool& pool, const SeededClusters& known,
                            const KernelLogisticOptions& options, const Run& run) {
  std::vector<bool> believed(pool.items.size());
  for (std::size_t i = 0; i < believed.size(); ++i)
    believed[i] = !known.any() || known.counts[pool.classes[i]] == 0;
  const double weight = known.any() ? options.others : 1.0;
  const LogisticModel blank =
      blank_model(options.clusters, Vector::Zero(features.cols()), 1, options.penalty);
  LogisticFit fit = learn(features, pool, weights_of(pool, believed, weight), blank, options, run);
  for (int round = 0; known.any() && round < options.rounds && !run.stop.stop_requested(); ++round) {
    believed = agreeing(fit.model, features, pool);
    fit = learn(features, pool, weights_of(pool, believed, weight), blank, options, run);
  }
  return fit;
}

void label(const KernelLogisticModel& model, const Rows& items, std::span<const int> held, Clustering& result,
           const Run& run) {
  const KernelPass pass(model.kernel);
  const auto for_each = [&](const VisitScores& visit) {
    for_each_shard(
        items,
        [&](const Shard& shard) {
          for (Index at = 0; at < shard.rows.rows(); at += soft_block) {
            const Rows block = shard.rows.slice(at, std::min<Index>(soft_block, shard.rows.rows() - at));
            const Matrix scores =
                (pass(block) * model.coefficients.transpose()).rowwise() + model.intercepts.transpose();
            visit(shard.begin + at, scores);
          }
        },
        run);
  };
  label_by_scores(items.rows(), for_each, held, result);
}

/// lambda / 2 sum_k a_k K a_k'
double penalty_of(const KernelLogisticModel& model) {
  const Matrix between = KernelPass(model.kernel)(model.kernel.landmarks);
  return model.penalty / 2 * (model.coefficients * between).cwiseProduct(model.coefficients).sum();
}

void check(const Rows& items, std::span<const int> seeds, const KernelLogisticOptions& options) {
  check_options(options, "kernel-logistic");
  require_clusterable(items, options.clusters);
  require_seeds_fit(items, seeds, options.clusters);
}

}  // namespace

KernelLogisticResult kernel_logistic(const Rows& items, std::span<const int> seeds,
                                     const KernelLogisticOptions& options, const Run& run) {
  check(items, seeds, options);
  const SeededClusters known(seeds, options.clusters);
  const KMeansResult found = clusters_by_means(items, known, options, run);

  KernelLogisticResult result;
  on_threads(run.threads, [&] {
    require_squares(frame_of(items, run));
    const Pool pool = pool_of(known, found.labels, options.examples);
    Kernel kernel = kernel_at(items, landmarks_from(pool, options.landmarks), options.width);
    const Matrix root = kernel_root(kernel);
    LogisticFit fit = learn_in_rounds(features_of(items, pool, kernel, root), pool, known, options, run);
    result.model = {std::move(kernel), fit.model.coefficients * root.transpose(), fit.model.intercepts,
                    options.penalty};
    label(result.model, items, known.any() ? seeds : std::span<const int>(found.labels), result, run);
    report_fit(fit, "kernel log-likelihood", known, found, run, result);
  });
  return result;
}

Placement place_by_kernel_logistic(const Rows& items, const KernelLogisticModel& model, const Run& run) {
  Clustering placed;
  on_threads(run.threads, [&] { label(model, items, {}, placed, run); });
  double objective = -penalty_of(model);
  for (const double p : placed.probabilities) objective += std::log(p);
  return {std::move(placed.labels), std::move(placed.probabilities), objective};
}

}  // namespace bellwether
