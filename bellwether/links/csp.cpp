#include <bellwether/links/csp.h>

#include <algorithm>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/engine/best.h>
#include <bellwether/links/csp_problem.h>
#include <bellwether/links/neighbour_graph.h>
#include <bellwether/mixtures/kmeans.h>
#include <bellwether/mixtures/nearest.h>
#include <bellwether/scores/matching.h>

namespace bellwether {
namespace {

using namespace csp_parts;

constexpr double highest_share = 0.999;  ///< of the limit, at which no solution is left

void check(const Rows& items, const Knowledge& knowledge, const CspOptions& options, const Run& run) {
  check_options(options, "csp");
  require_clusterable(items, options.clusters);
  require_possible(knowledge, items.rows(), options.clusters);
  require(
      items.rows() <= most_csp_items,
      "csp solves an eigenproblem of all items, possible up to {}, but there are {}: take a sample, or use "
      "pcc or cop-kmeans",
      most_csp_items, items.rows());
  on_threads(run.threads, [&] { frame_of(items, run); });  // all values are finite
}

void report(const char* stage, const Run& run) {
  if (run.on_progress) run.on_progress({.stage = stage});
}

/// The cheapest `wanted` cuts into the result.
void choose_cuts(const SpectralProblem& problem, const Knowledge& knowledge, const CspOptions& options,
                 CspResult& result) {
  const Index wanted = std::min<Index>(options.clusters - 1, problem.degrees().size() - 1);
  const Index candidates = std::max<Index>(2 * wanted, wanted + 8);
  const Constraints constraints(knowledge, problem.degrees().size(), options.clusters);
  std::vector<Cut> cuts;
  if (constraints.any()) {
    result.beta =
        std::min(options.beta * constraints.absolute(), highest_share * problem.beta_limit(constraints));
    // Exactly there the trivial cut would be a solution of every kind; so near to it, rounding decides.
    if (!clearly_better(Goal::minimise, result.beta, constraints.sum()) &&
        !clearly_better(Goal::maximise, result.beta, constraints.sum()))
      result.beta = constraints.sum() * (1 - 1e-6);
    cuts = problem.constrained_cuts(constraints, result.beta, candidates, Solver::lanczos);
    if (std::ssize(cuts) > wanted) cuts.resize(static_cast<std::size_t>(wanted));
  }
  result.constrained_cuts = static_cast<int>(cuts.size());
  if (std::ssize(cuts) < wanted) {
    const auto plain = problem.plain_cuts(wanted, Solver::lanczos);
    const auto missing = std::min<Index>(wanted - std::ssize(cuts), std::ssize(plain));
    cuts.insert(cuts.end(), plain.begin(), plain.begin() + missing);
  }
  result.cuts.resize(problem.degrees().size(), std::ssize(cuts));
  result.costs.resize(std::ssize(cuts));
  for (std::size_t k = 0; k < cuts.size(); ++k) {
    result.cuts.col(static_cast<Index>(k)) = cuts[k].v;
    result.costs[static_cast<Index>(k)] = cuts[k].cost;
  }
}

/// Clusters numbered as the seeds in them say, as far as they agree.
void renumber(const std::vector<int>& seeds, int clusters, std::vector<int>& labels) {
  std::vector<int> found, known;
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    if (seeds[i] == unlabelled) continue;
    found.push_back(labels[i]);
    known.push_back(seeds[i]);
  }
  if (known.empty()) return;
  for (int h = 0; h < clusters; ++h) {  // so that clusters and classes are numbered as they are
    found.push_back(h);
    known.push_back(h);
  }
  auto number = best_matching(cross_tabulate(found, known));
  for (int& mine : number)
    for (int h = 0; mine == unmatched; ++h)
      if (std::find(number.begin(), number.end(), h) == number.end()) mine = h;
  for (int& label : labels) label = number[label];
}

}  // namespace

CspResult csp(const Rows& items, const Knowledge& knowledge, const CspOptions& options, const Run& run) {
  check(items, knowledge, options, run);
  CspResult result;
  result.clusters = options.clusters;
  result.random_seed = options.random_seed;
  result.labels.assign(static_cast<std::size_t>(items.rows()), 0);
  result.converged = true;
  result.cuts.resize(items.rows(), 0);
  result.places.resize(items.rows(), 0);
  if (options.clusters > 1) {
    report("finding neighbours", run);
    const SpectralProblem problem(neighbour_graph(items, options.neighbours, run));
    report("solving for the cut", run);
    choose_cuts(problem, knowledge, options, result);
    result.places = problem.degrees().cwiseSqrt().cwiseInverse().asDiagonal() * result.cuts *
                    (1 - result.costs.array()).cwiseMax(0).matrix().asDiagonal();
    const KMeansOptions search{.clusters = options.clusters,
                               .start = options.start,
                               .restarts = options.restarts,
                               .iterations = options.iterations,
                               .tolerance = options.tolerance,
                               .random_seed = options.random_seed};
    // Cuts may tell fewer items apart than there are clusters; then the items themselves have to.
    const bool apart = has_distinct_rows(result.places, options.clusters);
    result.labels = kmeans(apart ? Rows(result.places) : items, search, run).labels;
    renumber(knowledge.seeds, options.clusters, result.labels);
  }
  const double cost = result.costs.sum();
  result.objective = {"cost of the cut", Goal::minimise, cost, {cost}};
  result.stopped = run.stop.stop_requested();
  result.links = report_links(knowledge, result.labels);
  return result;
}

}  // namespace bellwether
