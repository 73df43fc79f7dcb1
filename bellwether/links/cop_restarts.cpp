#include <bellwether/links/cop_restarts.h>

#include <algorithm>
#include <limits>

#include <bellwether/data/error.h>
#include <bellwether/engine/restarts.h>
#include <bellwether/links/guided_search.h>
#include <bellwether/links/starting_seeds.h>

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
    attempt.failure = error.text();
    attempt.objective.value = std::numeric_limits<double>::infinity();
  }
  return attempt;
}

CopKMeansResult succeeded(Attempt best) {
  if (!best.failure.empty()) throw InvalidInput(best.failure);
  return best;
}

/// The order of the points matters to none where there is nothing to keep apart: then only the start is
/// chance.
int worthwhile_restarts(const CopProblem& problem) {
  const auto& o = problem.options;
  if (problem.groups.any_apart() || o.must_links == MustLinks::one_by_one) return o.restarts;
  return restarts_worth_making({problem.knowledge.seeds, o.hold_seeds}, o.clusters, o.restarts);
}

}  // namespace

void check_cop_options(const Rows& items, const CopKMeansOptions& o, std::string_view name) {
  check_options(o, name);
  require_clusterable(items, o.clusters);
  const bool bounds = o.min_size > 0 || o.max_size > 0;
  require<InvalidOption>(o.max_size == 0 || o.min_size <= o.max_size,
                         "clusters of at least {} and at most {} items were asked for ({}, {})", o.min_size,
                         o.max_size, setting("min_size"), setting("max_size"));
  require<InvalidOption>(!bounds || o.on_conflict == OnConflict::search,
                         "bounds on sizes ({}, {}) go with {} only", setting("min_size"), setting("max_size"),
                         remedy("on_conflict", "search"));
  require<InvalidOption>(o.must_links == MustLinks::together || o.on_conflict != OnConflict::search,
                         "{} is the paper's pass over the items: it goes with {} or relax, the search takes "
                         "them together",
                         setting("must_links", "one-by-one"), remedy("on_conflict", "fail"));
}

std::vector<int> known_starts(const CopProblem& problem) {
  const bool published = problem.options.on_conflict != OnConflict::search;
  auto seeds = published ? problem.knowledge.seeds
                         : starting_seeds(problem.knowledge, problem.groups, problem.options.clusters);
  const bool any = std::ranges::any_of(seeds, [](int seed) { return seed != unlabelled; });
  return any ? std::move(seeds) : std::vector<int>{};
}

CopKMeansResult best_from(const std::function<Matrix(const Random&, const Run&)>& first_centres,
                          const CopProblem& problem, const Run& run) {
  const auto once = [&](const Random& random, const Run& inner) {
    return attempt(problem, first_centres(random, inner), random, inner);
  };
  return succeeded(
      best_of_restarts(worthwhile_restarts(problem), problem.options.random_seed, problem.points, once, run));
}

CopKMeansResult best_from(const Matrix& first_centres, const CopProblem& problem, const Run& run) {
  const auto once = [&](const Random& random, const Run& inner) {
    return attempt(problem, first_centres, random, inner);
  };
  return succeeded(best_of_restarts(1, problem.options.random_seed, problem.points, once, run));
}

}  // namespace bellwether
