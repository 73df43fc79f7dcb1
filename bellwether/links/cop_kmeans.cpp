#include <bellwether/links/cop_kmeans.h>

#include <algorithm>
#include <limits>
#include <optional>

#include <bellwether/data/error.h>
#include <bellwether/engine/restarts.h>
#include <bellwether/links/cop_search.h>
#include <bellwether/links/guided_search.h>

namespace bellwether {
namespace {

/// A restart may find nothing; that is an error only if none does.
struct Attempt : CopKMeansResult {
  std::string failure = {};
};

/// Where the search for a way ends without an answer, it is made again from means that k-means finds without
/// the cannot-links (and sizes): if the links make sense, most groups are then nearest to where they keep
/// theirs.
CopKMeansResult search_twice(const CopProblem& problem, const Matrix& start, const Random& random,
                             const Run& run) {
  const OnConflict on_conflict = problem.options.on_conflict;
  try {
    return search_from(problem, on_conflict, start, random, run);
  } catch (const LimitReached&) {
    const Matrix means = search_from(problem, {}, start, random, run).means;
    return search_from(problem, on_conflict, means, random, run);
  }
}

Attempt attempt(const CopProblem& problem, const Matrix& start, const Random& random, const Run& run) {
  Attempt attempt;
  try {
    attempt = {search_twice(problem, start, random, run), {}};
  } catch (const InvalidInput& error) {
    attempt.failure = error.what();
    attempt.objective.value = std::numeric_limits<double>::infinity();
  }
  return attempt;
}

CopKMeansResult succeeded(Attempt best) {
  if (!best.failure.empty()) throw InvalidInput(best.failure);
  return best;
}

void check(const Rows& items, const CopKMeansOptions& o) {
  check_options(o, "cop-kmeans");
  require_clusterable(items, o.clusters);
  const bool bounds = o.min_size > 0 || o.max_size > 0;
  require<InvalidOption>(o.max_size == 0 || o.min_size <= o.max_size,
                         "clusters of at least {} and at most {} items were asked for (min-size, max-size)",
                         o.min_size, o.max_size);
  require<InvalidOption>(!bounds || o.on_conflict == OnConflict::search,
                         "bounds on sizes (min-size, max-size) go with on-conflict=search only");
  require<InvalidOption>(o.must_links == MustLinks::together || o.on_conflict != OnConflict::search,
                         "must-links=one-by-one is the paper's pass over the items: it goes with "
                         "on-conflict=fail or relax, the search takes them together");
}

bool any_seed(const Knowledge& knowledge) {
  return std::ranges::any_of(knowledge.seeds, [](int seed) { return seed != unlabelled; });
}

/// The order of the points matters to none where there is nothing to keep apart: then only the start is
/// chance.
int worthwhile_restarts(const CopProblem& problem) {
  const auto& o = problem.options;
  if (problem.groups.any_apart() || o.must_links == MustLinks::one_by_one) return o.restarts;
  return restarts_worth_making({problem.knowledge.seeds, o.hold_seeds}, o.clusters, o.restarts);
}

}  // namespace

CopKMeansResult cop_kmeans(const Rows& items, const Knowledge& knowledge, const CopKMeansOptions& options,
                           const Run& run) {
  check(items, options);
  std::optional<CopProblem> problem;
  on_threads(run.threads, [&] { problem.emplace(items, knowledge, options, run); });
  const auto once = [&](const Random& random, const Run& inner) {
    const Matrix start =
        any_seed(knowledge)
            ? seeded_start(items, knowledge.seeds, options.clusters, options.start, random, inner)
            : start_means(options.start, items, options.clusters, random, inner);
    return attempt(*problem, start, random, inner);
  };
  return succeeded(best_of_restarts(worthwhile_restarts(*problem), options.random_seed, items, once, run));
}

CopKMeansResult cop_kmeans_from(const Rows& items, const Knowledge& knowledge, const Matrix& means,
                                const CopKMeansOptions& options, const Run& run) {
  check(items, options);
  require_start_shape(items, means, options.clusters);
  std::optional<CopProblem> problem;
  on_threads(run.threads, [&] { problem.emplace(items, knowledge, options, run); });
  const auto once = [&](const Random& random, const Run& inner) {
    return attempt(*problem, means, random, inner);
  };
  return succeeded(best_of_restarts(1, options.random_seed, items, once, run));
}

}  // namespace bellwether
