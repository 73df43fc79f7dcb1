#pragma once
// What methods that learn borders from seeds have in common: k-means with held seeds, which they begin with,
// and how they report.

#include <bellwether/links/label_by_scores.h>
#include <bellwether/links/logistic_examples.h>
#include <bellwether/links/logistic_regression.h>
#include <bellwether/mixtures/kmeans.h>

namespace bellwether {

/// All clusters as k-means sees them: those with seeds around them, the others among the items that are left.
template <class Options>
KMeansResult clusters_by_means(const Rows& items, const SeededClusters& known, const Options& o,
                               const Run& run) {
  KMeansOptions options;
  options.clusters = o.clusters;
  options.start = o.start;
  options.restarts = o.restarts;
  options.random_seed = o.random_seed;
  return kmeans(items, options, run, known.any() ? Seeds{known.seeds, true} : Seeds{});
}

/// How the last fit went, and where k-means began.
inline void report_fit(LogisticFit& fit, const char* objective, const SeededClusters& known,
                       const KMeansResult& found, const Run& run, Clustering& result) {
  result.objective = {objective, Goal::maximise, fit.trace.back(), std::move(fit.trace)};
  result.iterations = fit.iterations;
  result.converged = fit.converged;
  if (known.any()) be_sure_of(known.seeds, result);
  result.clusters = found.clusters;
  result.random_seed = found.random_seed;
  result.restart = found.restart;
  result.stopped = run.stop.stop_requested();
}

}  // namespace bellwether
