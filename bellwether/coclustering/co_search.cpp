#include <bellwether/coclustering/co_search.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <utility>

#include <bellwether/data/error.h>
#include <bellwether/engine/restarts.h>

namespace bellwether::coclustering {
namespace {

/// Up to this many values every start is followed to its end.
constexpr Index few_counts = 300'000;

/// What each random stream of one start is for.
enum Stream : std::uint64_t { item_start, item_order, feature_start, feature_order, others };

/// Few enough movers to go on with the next stage. Rare features move to and fro for long, and the rounds
/// that follow go on with them.
Enough few_items(Index items) {
  return {.moved = items / 100};
}
Enough few_features(Index features) {
  return {.moved = features / 20};
}

/// Clusters of one collection's items by single features, from chance: what sequential information bottleneck
/// finds, with items weighted by p(x).
struct ItemStart {
  std::vector<int> labels = {};
  double information = 0;
  int restart = 0;
};

/// Sweeps on; returns the information that is kept.
double settle_start(const Problem& problem, std::size_t collection, std::vector<int>& labels,
                    const Random& random, const SearchOptions& options, const Run& run) {
  const View view = problem.items_by(collection, {});
  const Index count = view.lines->size();
  const auto order = shuffled(count, random.split(item_order));
  const auto report = [&](int sweep) {
    if (run.on_progress)
      run.on_progress(
          {.stage = "first clusters of items", .iteration = sweep, .iterations = options.iterations});
  };
  return settle({&view, 1}, labels, problem.clusters[collection], order, few_items(count), options, run,
                report)
      .information;
}

ItemStart start_items(const Problem& problem, std::size_t collection, const Random& random,
                      const SearchOptions& options, const Run& run) {
  const View view = problem.items_by(collection, {});
  ItemStart start{balanced_start({&view, 1}, problem.clusters[collection], random.split(item_start))};
  start.information = settle_start(problem, collection, start.labels, random, options, run);
  return start;
}

/// The cluster of items in which a feature is most over-represented: argmax_r p(r|z) / p(r), in the first
/// collection that has the feature.
struct Home {
  int cluster = -1;   ///< -1: no collection has the feature
  double excess = 0;  ///< that ratio
};

std::vector<Home> homes_of_features(const Problem& problem, std::span<const std::vector<int>> items) {
  std::vector<Home> homes(static_cast<std::size_t>(problem.features()));
  const auto views = problem.features_by(items);
  for (std::size_t a = 0; a < views.size(); ++a) {
    const Joint& joint = problem.collections[a];
    std::vector<double> sums(static_cast<std::size_t>(problem.clusters[a]), 0);
    for (Index i = 0; i < joint.items.size(); ++i) sums[items[a][i]] += joint.items.masses[i];
    Profiles profiles(views[a]);
    for (Index z = 0; z < problem.features(); ++z) {
      if (homes[z].cluster >= 0) continue;
      const Line profile = profiles.of(z);
      for (std::size_t k = 0; k < profile.counts.size(); ++k) {
        const double excess =
            profile.counts[k] / joint.features.masses[z] * (joint.total / sums[profile.places[k]]);
        if (excess > homes[z].excess) homes[z] = {profile.places[k], excess};
      }
    }
  }
  return homes;
}

/// Features start where the items that use them most are: far better than by chance, which the sweeps do not
/// always mend. Clusters of features beyond those of items share the features that are nowhere at home.
std::vector<int> start_features_by_homes(const Problem& problem, std::span<const std::vector<int>> items,
                                         Random random) {
  const int clusters = problem.feature_clusters, spare = std::max(0, clusters - problem.clusters[0]);
  std::vector<int> labels = balanced_start(problem.features_by(items), clusters, random.split(0));
  const auto homes = homes_of_features(problem, items);
  auto by_excess = shuffled(problem.features(), random.split(1));
  std::erase_if(by_excess, [&](Index z) { return homes[z].cluster < 0; });
  std::ranges::stable_sort(by_excess, {}, [&](Index z) { return homes[z].excess; });
  const auto homeless =
      by_excess.size() * static_cast<std::size_t>(spare) / static_cast<std::size_t>(clusters);
  for (std::size_t k = 0; k < by_excess.size(); ++k) {
    const Index z = by_excess[k];
    labels[z] = k < homeless ? clusters - 1 - static_cast<int>(k * static_cast<std::size_t>(spare) / homeless)
                             : homes[z].cluster % clusters;
  }
  return labels;
}

/// The features by single items, or by clusters of items if there are some.
std::vector<int> start_features(const Problem& problem, std::span<const std::vector<int>> items,
                                const Random& random, const SearchOptions& options, const Run& run) {
  const auto views = problem.features_by(items);
  const Random stream = random.split(feature_start);
  std::vector<int> labels = items.empty() ? balanced_start(views, problem.feature_clusters, stream)
                                          : start_features_by_homes(problem, items, stream);
  const auto order = shuffled(problem.features(), random.split(feature_order));
  settle(views, labels, problem.feature_clusters, order, few_features(problem.features()), options, run);
  return labels;
}

Random stream_of(const Random& random, std::size_t collection) {
  return collection == 0 ? random : random.split(others + collection);
}

CoClustering finish(const Problem& problem, Labels labels, std::vector<Index> first_order,
                    const Random& random, const SearchOptions& options, const Run& run) {
  std::vector<std::vector<Index>> orders{std::move(first_order)};
  for (std::size_t a = 1; a < problem.collections.size(); ++a)
    orders.push_back(shuffled(problem.collections[a].items.size(), stream_of(random, a).split(item_order)));
  const auto order = shuffled(problem.features(), random.split(feature_order));
  Rounds done = rounds(problem, labels, orders, order, options, run);
  return to_result(problem, std::move(labels), std::move(done));
}

/// The other collections' items by themselves, the features given all items, then all together.
CoClustering from_items(const Problem& problem, std::vector<int> first, std::vector<Index> first_order,
                        const Random& random, const SearchOptions& options, const Run& run) {
  Labels labels;
  labels.items.push_back(std::move(first));
  for (std::size_t a = 1; a < problem.collections.size(); ++a)
    labels.items.push_back(start_items(problem, a, stream_of(random, a), options, run).labels);
  labels.features = start_features(problem, labels.items, random, options, run);
  return finish(problem, std::move(labels), std::move(first_order), random, options, run);
}

/// The features by single items, the items given the features, then all together.
CoClustering from_features(const Problem& problem, std::vector<Index> first_order, const Random& random,
                           const SearchOptions& options, const Run& run) {
  Labels labels;
  labels.features = start_features(problem, {}, random, options, run);
  for (std::size_t a = 0; a < problem.collections.size(); ++a) {
    const View view = problem.items_by(a, labels.features);
    const Random stream = stream_of(random, a);
    labels.items.push_back(balanced_start({&view, 1}, problem.clusters[a], stream.split(item_start)));
    const auto order = shuffled(view.lines->size(), stream.split(item_order));
    settle({&view, 1}, labels.items.back(), problem.clusters[a], order, few_items(view.lines->size()),
           options, run);
  }
  return finish(problem, std::move(labels), std::move(first_order), random, options, run);
}

/// Everything from chance: where the papers' iteration starts.
CoClustering from_chance(const Problem& problem, const Random& random, const SearchOptions& options,
                         const Run& run) {
  Labels labels;
  for (std::size_t a = 0; a < problem.collections.size(); ++a) {
    const View view = problem.items_by(a, {});
    labels.items.push_back(
        balanced_start({&view, 1}, problem.clusters[a], stream_of(random, a).split(item_start)));
  }
  labels.features =
      balanced_start(problem.features_by({}), problem.feature_clusters, random.split(feature_start));
  return finish(problem, std::move(labels), {}, random, options, run);
}

/// The starts that keep most of I(X;Z), the best first; equal ones in the order of their numbers.
class BestStarts {
 public:
  explicit BestStarts(std::size_t count) : count_(count) {}

  void offer(ItemStart start) {
    const std::lock_guard lock(mutex_);
    const auto before = [](const ItemStart& a, const ItemStart& b) {
      return a.information != b.information ? a.information > b.information : a.restart < b.restart;
    };
    starts_.insert(std::ranges::upper_bound(starts_, start, before), std::move(start));
    if (starts_.size() > count_) starts_.pop_back();
  }

  std::vector<ItemStart>& found() { return starts_; }

 private:
  std::size_t count_;
  std::mutex mutex_;
  std::vector<ItemStart> starts_;
};

/// Calls work(number, run) for each, several at once; progress is passed on from the caller's thread alone.
void side_by_side(int count, const std::function<void(int, const Run&)>& work, const Run& run) {
  const auto caller = std::this_thread::get_id();
  std::atomic<int> done = 0;
  Run inner{.threads = 1, .stop = run.stop};
  if (run.on_progress)
    inner.on_progress = [&](Progress progress) {
      if (std::this_thread::get_id() != caller) return;
      progress.restarts_done = done;
      progress.restarts = count;
      run.on_progress(progress);
    };
  const auto one = [&](int number) {
    work(number, inner);
    ++done;
  };
  on_threads(run.threads, [&] { take_turns(count, thread_count(run), run.stop, one); });
}

/// Items with many counts: all starts race for so many sweeps.
constexpr int race = 2;

/// Every start clusters the items by single features first. With few counts each is then followed to its end,
/// and as many others begin with the features. With many counts the two that keep most after the race are,
/// and no other: there the features by themselves, most of them rare, are a poor beginning.
CoClustering search_by_moves(const Problem& problem, const SearchOptions& options, const Run& run) {
  const Random random(options.random_seed);
  const auto stream_for = [&](int restart) { return random.split(static_cast<std::uint64_t>(restart)); };
  const bool every = problem.stored() <= few_counts;
  const bool raced = static_cast<Index>(problem.collections[0].items.counts.size()) > few_counts;
  SearchOptions first = options;
  if (raced) first.iterations = std::min(race, options.iterations);
  BestStarts best(every ? static_cast<std::size_t>(options.restarts) : 2);
  const auto start_one = [&](int restart, const Run& inner) {
    ItemStart start = start_items(problem, 0, stream_for(restart), first, inner);
    start.restart = restart;
    best.offer(std::move(start));
  };
  side_by_side(options.restarts, start_one, run);

  std::vector<ItemStart>& starts = best.found();
  const auto count = static_cast<int>(starts.size());
  const auto follow = [&](int number, const Run& inner) {
    const int restart = number < count ? starts[number].restart : number - count;
    const Random stream = stream_for(restart);
    auto order = shuffled(problem.collections[0].items.size(), stream.split(item_order));
    CoClustering result;
    if (number < count) {
      std::vector<int>& labels = starts[number].labels;
      if (raced) settle_start(problem, 0, labels, stream, options, inner);
      result = from_items(problem, std::move(labels), std::move(order), stream, options, inner);
    } else {
      result = from_features(problem, std::move(order), stream, options, inner);
    }
    result.restart = restart;
    return result;
  };
  return best_of(every ? 2 * count : count, follow, run);
}

}  // namespace

CoClustering to_result(const Problem& problem, Labels labels, Rounds rounds) {
  CoClustering result;
  result.clusters = problem.clusters[0];
  result.feature_clusters = problem.feature_clusters;
  result.table = table_of(problem.collections[0], labels.items[0], result.clusters, labels.features,
                          result.feature_clusters);
  result.labels = std::move(labels.items[0]);
  result.features = std::move(labels.features);
  result.auxiliary.assign(std::make_move_iterator(labels.items.begin() + 1),
                          std::make_move_iterator(labels.items.end()));
  result.iterations = static_cast<int>(rounds.trace.size()) - 1;
  result.converged = rounds.converged;
  result.refills = rounds.refills;
  result.objective = {loss_name, Goal::minimise, rounds.trace.back(), std::move(rounds.trace)};
  return result;
}

CoClustering best_of(int count, const SearchOnce& search, const Run& run) {
  FirstBest<CoClustering> best;
  std::mutex mutex;
  const auto keep = [&](int number, const Run& inner) {
    CoClustering result = search(number, inner);
    const std::lock_guard lock(mutex);
    const double value = result.objective.value;
    best.offer(number, value, std::move(result));
  };
  side_by_side(count, keep, run);
  CoClustering result = best.take();
  result.stopped = run.stop.stop_requested();
  return result;
}

void require_start_fits(const Joint& joint, std::span<const int> start, int clusters) {
  require(static_cast<Index>(start.size()) == joint.items.size(),
          "the start has {} labels, but there are {} items", start.size(), joint.items.size());
  std::vector<bool> used(static_cast<std::size_t>(clusters), false);
  for (std::size_t i = 0; i < start.size(); ++i) {
    require(start[i] >= 0 && start[i] < clusters,
            "item {} starts in cluster {}, but clusters are 0 to {}: ask for more, or renumber", i, start[i],
            clusters - 1);
    if (joint.items.masses[i] > 0) used[start[i]] = true;
  }
  for (int c = 0; c < clusters; ++c)
    require(used[c],
            "cluster {} of the start has no item with counts: give it one, or ask for fewer clusters", c);
}

CoClustering co_search(const Problem& problem, const SearchOptions& options, const Run& run) {
  CoClustering result;
  if (options.search == CoSearch::moves) {
    result = search_by_moves(problem, options, run);
  } else {
    const auto once = [&](int restart, const Run& inner) {
      auto found = from_chance(
          problem, Random(options.random_seed).split(static_cast<std::uint64_t>(restart)), options, inner);
      found.restart = restart;
      return found;
    };
    result = best_of(options.restarts, once, run);
  }
  result.random_seed = options.random_seed;
  return result;
}

CoClustering co_search_from(const Problem& problem, std::span<const int> start, const SearchOptions& options,
                            const Run& run) {
  require_start_fits(problem.collections[0], start, problem.clusters[0]);
  const Random random = Random(options.random_seed).split(0);
  const auto once = [&](int, const Run& inner) {
    auto order = shuffled(ordered_by_content(problem.collections[0].items, start), random.split(item_order));
    return from_items(problem, {start.begin(), start.end()}, std::move(order), random, options, inner);
  };
  CoClustering result = best_of(1, once, run);
  result.random_seed = options.random_seed;
  return result;
}

}  // namespace bellwether::coclustering
