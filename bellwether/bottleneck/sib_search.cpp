#include <bellwether/bottleneck/sib_search.h>

#include <algorithm>
#include <numeric>

#include <bellwether/bottleneck/item_costs.h>
#include <bellwether/bottleneck/move_rules.h>
#include <bellwether/data/error.h>

namespace bellwether::bottleneck {
namespace {

constexpr int most_assignments = 10;  ///< of all groups at once within bounds, before they move one by one

/// Passes over the groups, each in an order of its own.
class Passes {
 public:
  Passes(const SibProblem& problem, const SizeBounds& bounds, std::vector<int> labels,
         std::vector<Index> base, Random random)
      : problem_(problem),
        table_(problem.items, problem.clusters),
        costs_(table_),
        rules_(problem.groups, bounds, problem.clusters),
        labels_(std::move(labels)),
        base_(std::move(base)),
        random_(random) {
    if (problem.items.tilted())
      tilts_.assign(static_cast<std::size_t>(problem.items.size() * table_.width()), 0);
    table_.fill(labels_, base_);
  }

  /// Returns how many items moved. Sums are added up afresh afterwards: moves leave rounding in them.
  double pass(const Run& run) {
    auto order = base_;
    random_.shuffle(order);
    double moved = 0;
    for (std::size_t k = 0; k < order.size(); ++k) {
      if (k % 1024 == 0 && run.stop.stop_requested()) break;
      moved += visit(order[k]) ? problem_.items.weight(order[k]) : 0;
    }
    if (moved > 0) table_.fill(labels_, base_);
    return moved;
  }

  /// What each group costs in each cluster, the others where they are.
  Matrix all_costs() {
    Matrix costs(problem_.items.size(), problem_.clusters);
    for (Index i = 0; i < costs.rows(); ++i) {
      // Csiszar's has no tilt against nothing, where nothing is lost.
      const bool alone = problem_.items.tilted() && table_.sizes()[labels_[i]] <= problem_.items.weight(i);
      std::ranges::copy(costs_.all(i, alone ? ItemCosts::none : labels_[i]), costs.row(i).begin());
      if (alone) costs(i, labels_[i]) = 0;
    }
    return costs;
  }

  void begin_from(std::vector<int> labels) {
    labels_ = std::move(labels);
    table_.fill(labels_, base_);
  }

  double information() { return table_.information(cluster_tilts_); }
  const std::vector<int>& labels() const { return labels_; }

 private:
  bool visit(Index i) {
    const int own = labels_[i];
    if (!rules_.may_leave(i, table_.sizes()[own])) return false;  // the last costs nothing where it is
    const auto width = tilts_.empty() ? 0 : static_cast<std::size_t>(table_.width());
    const int best =
        costs_.cheapest(i, own, std::span(tilts_).subspan(static_cast<std::size_t>(i) * width, width),
                        rules_.closed_to(i, labels_, table_.sizes()));
    if (best == own) return false;
    table_.move(i, own, best);
    labels_[i] = best;
    return true;
  }

  const SibProblem& problem_;
  ClusterTable table_;
  ItemCosts costs_;
  MoveRules rules_;
  std::vector<int> labels_;
  std::vector<Index> base_;
  Random random_;
  std::vector<float> tilts_;           ///< of each group against each cluster, for Csiszar's information
  std::vector<double> cluster_tilts_;  ///< of the clusters against each other
};

bool within(const SibProblem& problem, const std::vector<int>& labels) {
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(problem.clusters), 0);
  for (std::size_t g = 0; g < labels.size(); ++g) sizes[labels[g]] += problem.groups.sizes[g];
  return std::ranges::all_of(
      sizes, [&](auto size) { return size >= problem.bounds.least && size <= problem.bounds.most; });
}

std::vector<int> assigned_within(const SibProblem& problem, const Matrix& costs,
                                 const std::vector<int>& hint) {
  const auto found = assign_within(costs, problem.groups, problem.bounds, hint);
  require(found.has_value(),
          "no clusters were found that keep all links and the bounds on sizes; there may be some: use wider "
          "bounds, more restarts, or fewer links");
  return found->clusters;
}

/// Single moves lead nowhere where all clusters are full. So the groups first move without the bounds, then
/// all go at once where they cost least within them, as long as that keeps more information.
std::vector<int> start_within_bounds(const SibProblem& problem, std::vector<int> start,
                                     const std::vector<Index>& base, const SibOptions& options, Random random,
                                     const Run& run) {
  const std::vector<int> possible = within(problem, start) ? start : std::vector<int>{};
  Passes passes(problem, {.least = 1}, std::move(start), base, random);
  const double few = options.tolerance * static_cast<double>(problem.groups.of.size());
  int left = options.iterations;
  while (left-- > 0 && !run.stop.stop_requested() && passes.pass(run) > few) continue;
  if (within(problem, passes.labels())) return passes.labels();
  std::vector<int> best = assigned_within(problem, passes.all_costs(), possible);
  passes.begin_from(best);
  double kept = passes.information();
  for (int k = 0; k < most_assignments && !run.stop.stop_requested(); ++k) {
    const auto next = assigned_within(problem, passes.all_costs(), best);
    if (next == best) break;
    passes.begin_from(next);
    const double after = passes.information();
    if (after <= kept) break;
    kept = after;
    best = next;
  }
  return best;
}

/// The labels of the items, and what follows from them.
void report(const SibProblem& problem, const std::vector<int>& labels, SibClustering& result) {
  const SibItems& items = problem.items;
  ClusterTable table(items, problem.clusters);
  std::vector<Index> order(labels.size());
  std::iota(order.begin(), order.end(), Index{0});
  table.fill(labels, order);
  const auto sums = table.sums();
  result.sums.resize(problem.clusters, sums.features);
  for (int c = 0; c < problem.clusters; ++c)
    for (Index x = 0; x < sums.features; ++x) result.sums(c, x) = sums.values[x * sums.stride + c];
  for (const int group : problem.groups.of) result.labels.push_back(labels[group]);
  // What each pass was worth has rounding in it that is the same for all: they go along with the last.
  auto& objective = result.objective;
  objective.value = information_of(items.kind(), sums, items.alpha());
  const double more = objective.value - objective.trace.back();
  for (double& value : objective.trace) value += more;
  objective.trace.back() = objective.value;
}

}  // namespace

SibClustering search_from(const SibProblem& problem, std::vector<int> start, std::vector<Index> base,
                          const SibOptions& options, Random random, const Run& run) {
  if (problem.bounds.any())
    start = start_within_bounds(problem, std::move(start), base, options, random.split(0), run);
  Passes passes(problem, problem.bounds, std::move(start), std::move(base), random);
  SibClustering result;
  result.clusters = problem.clusters;
  result.objective = {.name = "information kept (nats)", .goal = Goal::maximise};
  auto& trace = result.objective.trace;
  trace.push_back(passes.information());
  std::vector<int> best = passes.labels();
  std::size_t best_pass = 0;
  const auto ask = [&] {
    if (run.on_progress)
      run.on_progress({.iteration = static_cast<int>(trace.size()) - 1,
                       .iterations = options.iterations,
                       .objective = trace.back()});
    return run.stop.stop_requested();
  };
  const double few = options.tolerance * static_cast<double>(problem.groups.of.size());
  for (bool stop = ask(); !stop && !result.converged && std::ssize(trace) <= options.iterations;
       stop = ask()) {
    const double moved = passes.pass(run);
    result.converged = !run.stop.stop_requested() && moved <= few;
    trace.push_back(moved > 0 ? passes.information() : trace.back());
    // Only Csiszar's may fall.
    if (!problem.items.tilted() || trace.back() >= trace[best_pass]) {
      best = passes.labels();
      best_pass = trace.size() - 1;
    }
  }
  trace.resize(best_pass + 1);
  result.iterations = static_cast<int>(best_pass);
  report(problem, best, result);
  return result;
}

}  // namespace bellwether::bottleneck
