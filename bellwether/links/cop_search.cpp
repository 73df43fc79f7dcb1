#include <bellwether/links/cop_search.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include <bellwether/data/error.h>
#include <bellwether/engine/iterate.h>
#include <bellwether/links/guided_search.h>
#include <bellwether/mixtures/row_sums.h>

namespace bellwether {
namespace {

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

/// One restart.
template <class RowsKind>
class CopSearch {
 public:
  CopSearch(const CopProblem& problem, std::optional<OnConflict> on_conflict, const RowsKind& points,
            const Random& random)
      : problem_(problem), points_(points), labels_(static_cast<std::size_t>(points.rows), unlabelled) {
    if (!on_conflict) return;
    bounded_ = problem.bounds.any();
    const bool linked = problem.groups.any_apart() || problem.options.must_links == MustLinks::one_by_one;
    if (bounded_ || !linked) return;
    const auto order = placing_order(static_cast<int>(points.rows), random.split(1));
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
    else if (bounded_)
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
      const auto visit_block = [&](const RowsKind& block, Index first) {
        const auto own = std::span(labels).subspan(shard.begin + first, block.rows);
        chosen.clear();
        for (Index i = 0; i < block.rows; ++i) {
          own[i] = problem_.held_in(shard.begin + first + i);
          if (own[i] == unlabelled) chosen.push_back(static_cast<int>(i));
        }
        found.resize(chosen.size());
        model.centres.nearest(block, chosen, block.slice(0, 0), workspace, found.data());
        for (std::size_t c = 0; c < chosen.size(); ++c) own[chosen[c]] = found[c].centre;
      };
      for_each_block_of(points_.slice(shard.begin, shard.rows.rows()), visit_block);
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

  /// Nobody is in an empty cluster, so every free point may go there, if it is not too large, and if it need
  /// not follow others there.
  bool may_refill(Index point) const {
    return problem_.held_in(point) == unlabelled &&
           (problem_.joined || problem_.groups.sizes[problem_.group_of[point]] == 1) &&
           problem_.weight(point) <= static_cast<double>(problem_.bounds.most);
  }

  /// The best centre of each cluster. The first empty one is given the point that costs most: J can only
  /// fall.
  Model<RowsKind> update(Model<RowsKind> model, const Statistics& s) const {
    const auto centre = [&](int k, const Vector& sum, double count) {
      model.means.row(k) = problem_.centre_of(sum, count, model.means.row(k)).transpose();
    };
    bool refill = s.refill();
    model.refills += refill ? 1 : 0;
    for (int k = 0; k < model.means.rows(); ++k) {
      if (s.counts[k] > 0)
        centre(k, s.sums.row(k), s.counts[k]);
      else if (std::exchange(refill, false))
        centre(k, dense_row(points_, s.worst_point), 1);
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
    if (!found && first)
      throw LimitReached(
          "no clustering that keeps all links was found within the sizes that clusters may have: ask for "
          "wider "
          "bounds (min-size, max-size), more restarts, or take out links");
    labels = found ? found->clusters : labels_;
  }

  const CopProblem& problem_;
  RowsKind points_;
  std::vector<int> labels_;  ///< of the points
  bool bounded_ = false;
  std::optional<GreedyPass> greedy_;
  std::optional<GuidedSearch> guided_;
};

}  // namespace

Vector mean_centre(const Vector& sum, double count, const Vector&) {
  return sum / count;
}

Vector unit_centre(const Vector& sum, double, const Vector& before) {
  const double length = sum.norm();
  return length > 1e-12 ? Vector(sum / length) : before;
}

CopProblem::CopProblem(const Rows& all_items, const Knowledge& known, const CopKMeansOptions& asked,
                       CentreOf centre, const Run& run)
    : knowledge(known),
      options(asked),
      centre_of(centre),
      groups(close_links(known, all_items.rows(), asked.clusters)),
      frame(frame_of(all_items, run)) {
  require_squares(frame);
  require(groups.count >= options.clusters,
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
  bounds.least = options.min_size;
  if (options.max_size > 0)
    bounds.most = options.max_size;
  else if (options.min_size > 0)
    bounds.most = all_items.rows();
  if (options.on_conflict == OnConflict::search && !bounds.any()) subgraphs = subgraphs_of(groups);
}

CopKMeansResult search_from(const CopProblem& problem, std::optional<OnConflict> on_conflict,
                            const Matrix& start, const Random& random, const Run& run) {
  return problem.points.visit([&]<class RowsKind>(const RowsKind& points) {
    return CopSearch<RowsKind>(problem, on_conflict, points, random).run(start, run);
  });
}

}  // namespace bellwether
