#include <bellwether/links/cop_kmeans.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include <bellwether/data/error.h>
#include <bellwether/engine/iterate.h>
#include <bellwether/engine/restarts.h>
#include <bellwether/links/guided_search.h>
#include <bellwether/links/joined.h>
#include <bellwether/links/size_bounds.h>
#include <bellwether/mixtures/nearest.h>
#include <bellwether/mixtures/row_sums.h>

namespace bellwether {
namespace {

/// What all restarts share.
struct Problem {
  Problem(const Rows& all_items, const Knowledge& known, const CopKMeansOptions& asked, const Run& run)
      : knowledge(known),
        options(asked),
        groups(close_links(known, all_items.rows(), asked.clusters)),
        frame(frame_of(all_items, run)) {
    require(
        groups.count >= options.clusters,
        "{} clusters were asked for, but must-links join the items to only {}: ask for fewer clusters, or "
        "take out links",
        options.clusters, groups.count == 1 ? "1 group" : fmt::format("{} groups", groups.count));
    if (!options.hold_seeds) std::ranges::fill(groups.cluster, unlabelled);
    group_of = groups.of;
    points = all_items;
    if (options.must_links == MustLinks::together) {
      joined.emplace(all_items, groups);
      points = joined->points();
      group_of.resize(static_cast<std::size_t>(groups.count));
      std::iota(group_of.begin(), group_of.end(), 0);
    }
    if (options.min_size > 0) bounds.least = options.min_size;
    if (options.max_size > 0) bounds.most = options.max_size;
    if (options.on_conflict == OnConflict::search && !bounds.any()) subgraphs = subgraphs_of(groups);
  }

  double weight(Index point) const { return joined ? joined->weight(point) : 1.0; }
  bool weighted() const { return joined && !joined->weights().empty(); }
  double scatter() const { return joined ? joined->scatter() : 0.0; }
  int held_in(Index point) const { return groups.cluster[group_of[point]]; }

  const Knowledge& knowledge;
  const CopKMeansOptions& options;
  Groups groups;
  Frame frame;
  std::optional<JoinedItems> joined = {};
  Rows points = {};
  std::vector<int> group_of = {};  ///< the group of each point
  SizeBounds bounds = {};
  std::vector<Subgraph> subgraphs = {};
};

template <class RowsKind>
struct Model {
  Matrix means;
  CentresFor<RowsKind> centres;
  int refills = 0;
};

struct Statistics {
  Matrix sums;
  Vector counts;
  double objective = 0;
  double worst = 0;        ///< the most that a free point costs
  Index worst_point = -1;  ///< which it is

  bool refill() const { return worst_point >= 0 && counts.minCoeff() == 0; }
  bool unsettled() const { return refill(); }
};

void merge(Statistics& into, const Statistics& from) {
  into.sums += from.sums;
  into.counts += from.counts;
  into.objective += from.objective;
  if (from.worst > into.worst) {
    into.worst = from.worst;
    into.worst_point = from.worst_point;
  }
}

/// Calls `visit(block, first)` for blocks of rows that fit in the first-level cache.
template <class RowsKind>
void for_each_block_of(const RowsKind& rows, const auto& visit) {
  const Index size = std::clamp<Index>(4096 / std::max<Index>(rows.columns, 1) / 6 * 6, 24, 240);
  for (Index first = 0; first < rows.rows; first += size)
    visit(rows.slice(first, std::min(size, rows.rows - first)), first);
}

/// One restart. Without `on_conflict`, cannot-links count only for held points.
template <class RowsKind>
class Search {
 public:
  Search(const Problem& problem, std::optional<OnConflict> on_conflict, const RowsKind& points,
         const Random& random)
      : problem_(problem), points_(points), labels_(static_cast<std::size_t>(points.rows), unlabelled) {
    const auto order = placing_order(static_cast<int>(points.rows), random.split(1));
    if (problem.bounds.any() || !on_conflict) return;
    if (on_conflict == OnConflict::search)
      guided_.emplace(problem.knowledge, problem.groups, problem.subgraphs, order,
                      problem.options.search_limit);
    else
      greedy_.emplace(problem.knowledge, problem.groups, problem.group_of, order,
                      on_conflict == OnConflict::relax);
  }

  CopKMeansResult run(const Matrix& start, const Run& run) {
    const auto& o = problem_.options;
    const auto assess = [&](const Model<RowsKind>& model) { return this->assess(model, run); };
    const auto step = [&](Model<RowsKind> model, const Statistics& s) { return update(std::move(model), s); };
    auto fit = alternate(Model<RowsKind>{start, {start, problem_.frame}}, assess, step,
                         {o.iterations, o.tolerance}, run);
    CopKMeansResult result;
    result.clusters = o.clusters;
    record(fit, "sum of squared distances", Goal::minimise, result);
    result.refills = fit.model.refills;
    result.means = std::move(fit.model.means);
    if (problem_.joined)
      for (const int group : problem_.groups.of) result.labels.push_back(labels_[group]);
    else
      result.labels = std::move(labels_);
    if (o.on_conflict == OnConflict::relax)
      result.relaxed = std::ssize(report_links(problem_.knowledge, result.labels).cannot_broken);
    return result;
  }

 private:
  Statistics assess(const Model<RowsKind>& model, const Run& run) {
    std::vector<int> labels = nearest_labels(model, run);
    const auto costs_of = [&](int point, std::span<double> costs) {
      const auto row = points_.row(point);
      for (std::size_t k = 0; k < costs.size(); ++k)
        costs[k] = problem_.weight(point) * model.centres.squared_distance(row, static_cast<int>(k));
    };
    const int clusters = problem_.options.clusters;
    if (guided_)
      guided_->place(labels, costs_of, clusters, run);
    else if (greedy_)
      greedy_->place(labels, costs_of, clusters);
    else if (problem_.bounds.any())
      place_within_bounds(labels, costs_of, run);
    labels_ = std::move(labels);
    const auto count = [&](const Shard& shard) {
      return count_points(model, points_.slice(shard.begin, shard.rows.rows()), shard.begin);
    };
    Statistics s = sum_over_shards(points_, count, run);
    s.objective += problem_.scatter();
    return s;
  }

  /// A held point is where it is held.
  std::vector<int> nearest_labels(const Model<RowsKind>& model, const Run& run) const {
    std::vector<int> labels(labels_.size());
    const auto visit_shard = [&](const Shard& shard) {
      typename CentresFor<RowsKind>::Workspace workspace;
      std::vector<int> chosen;
      std::vector<Nearest> found;
      for_each_block_of(points_.slice(shard.begin, shard.rows.rows()),
                        [&](const RowsKind& block, Index first) {
                          chosen.clear();
                          for (Index i = 0; i < block.rows; ++i) {
                            const int held = problem_.held_in(shard.begin + first + i);
                            if (held == unlabelled) chosen.push_back(static_cast<int>(i));
                            labels[shard.begin + first + i] = held;
                          }
                          found.resize(chosen.size());
                          model.centres.nearest(block, chosen, block.slice(0, 0), workspace, found.data());
                          for (std::size_t c = 0; c < chosen.size(); ++c)
                            labels[shard.begin + first + chosen[c]] = found[c].centre;
                        });
    };
    for_each_shard(points_, visit_shard, run);
    return labels;
  }

  Statistics count_points(const Model<RowsKind>& model, const RowsKind& rows, Index begin) const {
    Statistics s{Matrix::Zero(model.means.rows(), model.means.cols()), Vector::Zero(model.means.rows())};
    std::vector<double> distances;
    for_each_block_of(rows, [&](const RowsKind& block, Index first) {
      const auto labels = std::span(labels_).subspan(begin + first, block.rows);
      distances.resize(static_cast<std::size_t>(block.rows));
      model.centres.squared_distances(block, labels, distances.data());
      if (!problem_.weighted()) add_rows(s.sums, block, labels);
      for (Index i = 0; i < block.rows; ++i) {
        const Index point = begin + first + i;
        const double weight = problem_.weight(point), cost = weight * distances[i];
        if (problem_.weighted()) add_row(s.sums, labels[i], block.row(i), weight);
        s.counts[labels[i]] += weight;
        s.objective += cost;
        if (cost > s.worst && may_refill(point)) {
          s.worst = cost;
          s.worst_point = point;
        }
      }
    });
    return s;
  }

  /// Nobody is in an empty cluster, so every free point may go there, if it is not too large.
  bool may_refill(Index point) const {
    return problem_.held_in(point) == unlabelled &&
           problem_.weight(point) <= static_cast<double>(problem_.bounds.most);
  }

  /// mu_k = S_k / n_k. The first empty cluster is given the point that costs most: J can only fall.
  Model<RowsKind> update(Model<RowsKind> model, const Statistics& s) const {
    bool refill = s.refill();
    model.refills += refill ? 1 : 0;
    for (int k = 0; k < model.means.rows(); ++k) {
      if (s.counts[k] > 0)
        model.means.row(k) = s.sums.row(k) / s.counts[k];
      else if (std::exchange(refill, false))
        model.means.row(k) = dense_row(points_, s.worst_point).transpose();
    }
    model.centres = CentresFor<RowsKind>(model.means, problem_.frame);
    return model;
  }

  bool fits(const std::vector<int>& labels) const {
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(problem_.options.clusters), 0);
    for (std::size_t g = 0; g < labels.size(); ++g) {
      sizes[labels[g]] += problem_.groups.sizes[g];
      for (const int other : problem_.groups.apart_from(static_cast<int>(g)))
        if (labels[other] == labels[g]) return false;
    }
    return std::ranges::all_of(
        sizes, [&](auto size) { return size >= problem_.bounds.least && size <= problem_.bounds.most; });
  }

  /// Where everything in its nearest cluster is possible, nothing is cheaper.
  void place_within_bounds(std::vector<int>& labels, const CostsOf& costs_of, const Run& run) const {
    if (fits(labels)) return;
    const int clusters = problem_.options.clusters;
    Matrix costs(points_.rows, clusters);
    const auto fill = [&](std::int64_t begin, std::int64_t end) {
      for (auto p = begin; p < end; ++p)
        costs_of(static_cast<int>(p), {costs.row(p).data(), static_cast<std::size_t>(clusters)});
    };
    for_each_block(points_.rows, fill, run);
    const bool first = labels_.empty() || labels_.front() == unlabelled;
    const auto found =
        assign_within(costs, problem_.groups, problem_.bounds, first ? std::vector<int>{} : labels_);
    require(found || !first,
            "no clustering that keeps all links was found within the sizes that clusters may have: ask for "
            "wider bounds (min-size, max-size), more restarts, or take out links");
    labels = found ? found->clusters : labels_;
  }

  const Problem& problem_;
  RowsKind points_;
  std::vector<int> labels_;  ///< of the points
  std::optional<GreedyPass> greedy_;
  std::optional<GuidedSearch> guided_;
};

/// A restart may find nothing; that is an error only if none does.
struct Attempt : CopKMeansResult {
  std::string failure = {};
};

CopKMeansResult search_from(const Problem& problem, std::optional<OnConflict> on_conflict,
                            const Matrix& start, const Random& random, const Run& run) {
  return problem.points.visit([&]<class RowsKind>(const RowsKind& points) {
    return Search<RowsKind>(problem, on_conflict, points, random).run(start, run);
  });
}

/// Where the search for a way ends without an answer, it is made again from means that k-means finds without
/// the cannot-links: if the links make sense, most groups are then nearest to where they keep theirs.
CopKMeansResult search_twice(const Problem& problem, const Matrix& start, const Random& random,
                             const Run& run) {
  const OnConflict on_conflict = problem.options.on_conflict;
  try {
    return search_from(problem, on_conflict, start, random, run);
  } catch (const LimitReached&) {
    const Matrix means = search_from(problem, {}, start, random, run).means;
    return search_from(problem, on_conflict, means, random, run);
  }
}

Attempt attempt(const Problem& problem, const Matrix& start, const Random& random, const Run& run) {
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
int worthwhile_restarts(const Problem& problem) {
  const auto& o = problem.options;
  if (problem.groups.any_apart() || o.must_links == MustLinks::one_by_one) return o.restarts;
  return restarts_worth_making({problem.knowledge.seeds, o.hold_seeds}, o.clusters, o.restarts);
}

}  // namespace

CopKMeansResult cop_kmeans(const Rows& items, const Knowledge& knowledge, const CopKMeansOptions& options,
                           const Run& run) {
  check(items, options);
  std::optional<Problem> problem;
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
  std::optional<Problem> problem;
  on_threads(run.threads, [&] { problem.emplace(items, knowledge, options, run); });
  const auto once = [&](const Random& random, const Run& inner) {
    return attempt(*problem, means, random, inner);
  };
  return succeeded(best_of_restarts(1, options.random_seed, items, once, run));
}

}  // namespace bellwether
