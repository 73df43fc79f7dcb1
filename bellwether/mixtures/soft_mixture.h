#pragma once
// Soft mixtures by EM: the search, from the items or from given centres, and the placing of new items, which
// are the same for all of them, and the same whoever holds the items (engine/holder.h). A family of densities
// brings what is its own:
//
//   struct Family {
//     using Options, Result, Model;        // Model: all that a pass needs, can be visited
//     (engine/numbers.h),
//                                          // and has `weights`; Result derives from Clustering
//     static constexpr const char* name;   // of its options
//     static constexpr const char* step;   // of its rounds, among workers
//     const char* objective;               // its name; static, unless options change it
//     explicit Family(const Holder&);                      // checks the items; what a pass needs to know
//     void prepare(const Options&, const Holder&);         // if there is more that a search needs
//     Matrix first_centres(const Options&, const Random&, const Holder&) const;
//     Matrix given_centres(const Matrix&) const;           // as first_centres() would give them
//     Model begin(const Matrix& centres, const Holder&) const;
//     static void remember(const Part&, SoftMemory&);      // of items, what passes ask for again and again
//     static Pass pass(const Model&, const SoftMemory&);   // one shard's E step, block by block:
//       Matrix& scores(rows, Index first);            //   log w_k f(x_i | k); become responsibilities
//       void add(rows, Index first, SoftStatistics&); //   what they make of this block
//     /// Of the objective, for all of some rows, and once for all items (`first`: the rows begin with item
//     0). static double constant(const Model&, const Rows& rows, bool first); Model update(Model, const
//     SoftStatistics&, const Options&) const;  // the M step void keep(const Model&, const Options&, Result&)
//     const;  // model and figures; the rest is there already
//     // Where a device can do it:
//     void lay(const DeviceItems&, const Holder&) const;   // before anything else
//     static Scoring scoring(const Model&);                // soft_device.h
//   };
//
// gm.cpp is the pattern.

#include <algorithm>
#include <optional>
#include <utility>

#include <bellwether/engine/holder.h>
#include <bellwether/engine/restarts.h>
#include <bellwether/mixtures/first_centres.h>
#include <bellwether/mixtures/placement.h>
#include <bellwether/mixtures/soft.h>
#include <bellwether/mixtures/soft_device.h>

namespace bellwether {

/// The E step of a shard, whose item `shard.begin` is the first of its place in memory. `noted` has room for
/// all items in memory, or for one block of them.
template <class Family>
SoftStatistics expect(const typename Family::Model& model, const Shard& shard, bool first,
                      const SoftMemory& memory, const SoftLabels& noted) {
  const Index clusters = model.weights.size();
  SoftStatistics s{Matrix::Zero(shard.rows.columns(), clusters), Vector::Zero(clusters),
                   Vector::Zero(clusters)};
  auto pass = Family::pass(model, memory);
  std::vector<int> labels;
  std::vector<double> probabilities;
  shard.rows.visit([&](const auto& rows) {
    for (Index at = 0; at < rows.rows; at += soft_block) {
      const auto block = rows.slice(at, std::min(soft_block, rows.rows - at));
      const Index item = shard.begin + at;
      const SoftLabels here = noted.slice(item, block.rows, labels, probabilities);
      Matrix& scores = pass.scores(block, item);
      s.objective += responsibilities(scores, here);
      s.counts += scores.colwise().sum().transpose();
      for (const int label : here.labels) s.sizes[label] += 1;
      pass.add(block, item, s);
    }
  });
  s.objective += Family::constant(model, shard.rows, first);
  return s;
}

/// A round of EM: the E step over a part. With `hold` its seeds have their clusters given.
template <class Family>
class ExpectStep {
 public:
  static constexpr const char* name = Family::step;
  struct Model {
    typename Family::Model mixture = {};
    bool hold = false;
  };
  using Statistics = SoftStatistics;
  using Memory = SoftMemory;
  static Index clusters(const Model& model) { return model.mixture.weights.size(); }

  ExpectStep(const Model& model, const Part& part, Memory& memory)
      : model_(model), part_(part), memory_(memory) {
    Family::remember(part, memory);
    const auto count = static_cast<std::size_t>(part.rows());
    if (!memory.keeps || memory.noted.labels.size() == count) return;
    memory.noted.labels.resize(count);
    memory.noted.probabilities.resize(count);
  }
  SoftStatistics accumulate(const Shard& shard) {
    const SoftLabels noted{memory_.noted.labels, memory_.noted.probabilities,
                           model_.hold ? part_.seeds() : std::span<const int>()};
    return expect<Family>(model_.mixture, shard, part_.begin() + shard.begin == 0, memory_, noted);
  }
  void finish() {}
  static void keep(Memory& memory) { memory.keeps = true; }
  static Noted noted(const Memory& memory) { return memory.noted; }

 private:
  const Model& model_;
  const Part& part_;
  Memory& memory_;
};
void visit(auto& model, auto&& numbers) requires requires {
  model.mixture;
  model.hold;
}
{ numbers(model.mixture), numbers(model.hold); }

/// Whether a device can do the rounds of a family, which then says how a model scores items.
template <class Family>
concept runs_on_device = requires(const typename Family::Model& model) {
  Family::scoring(model);
};

/// Holder::iterate() where a device holds the items.
template <class Family, class Update>
Fit<typename ExpectStep<Family>::Model> iterate_on_device(const Holder& holder,
                                                          typename ExpectStep<Family>::Model start,
                                                          const Update& update, const Limits& limits,
                                                          Clustering& result) {
  const DeviceItems& there = *holder.run().held;
  begin_expectations(there, start.mixture.weights.size(),
                     start.hold ? holder.seeds() : std::span<const int>());
  const Rows shape = DenseRows{nullptr, there.rows(), there.columns()};
  const auto assess = [&](const auto& model) {
    SoftStatistics s = expect_on_device(there, Family::scoring(model.mixture));
    s.objective += Family::constant(model.mixture, shape, true);
    return s;
  };
  auto fit = alternate(std::move(start), assess, update, limits, holder.run());
  Noted noted = expected_on_device(there);
  result.labels = std::move(noted.labels);
  result.probabilities = std::move(noted.probabilities);
  return fit;
}

/// Rounds of EM from a first model. With `hold` the items that are seeds have their clusters given.
template <class Family>
typename Family::Result search_mixture(const Family& family, const Holder& holder,
                                       typename Family::Model start, bool hold,
                                       const typename Family::Options& options) {
  using Step = ExpectStep<Family>;
  using Model = typename Step::Model;
  typename Family::Result result;
  result.clusters = static_cast<int>(start.weights.size());
  const auto next = [&](Model model, const SoftStatistics& s) {
    model.mixture = family.update(std::move(model.mixture), s, options);
    return model;
  };
  const Limits limits{options.iterations, options.tolerance};
  auto fit = [&] {
    if constexpr (runs_on_device<Family>)
      if (holder.run().held != nullptr)
        return iterate_on_device<Family>(holder, Model{std::move(start), hold}, next, limits, result);
    return holder.iterate<Step>(Model{std::move(start), hold}, next, limits, result);
  }();
  record(fit, family.objective, Goal::maximise, result);
  family.keep(fit.model.mixture, options, result);
  return result;
}

/// What searches share, once the items and what is asked for have been checked.
template <class Family>
Family prepared_family(const Holder& holder, const typename Family::Options& options) {
  check_options(options, Family::name);
  require_clusterable(holder, options.clusters);
  require_seeds_fit(holder, options.clusters);
  std::optional<Family> family;
  on_threads(holder.run().threads, [&] {
    family.emplace(holder);
    if constexpr (runs_on_device<Family>)
      if (holder.run().held != nullptr) family->lay(*holder.run().held, holder);
    if constexpr (requires { family->prepare(options, holder); }) family->prepare(options, holder);
  });
  return std::move(*family);
}

/// Calls fit(run) where a device holds the items, if the family and the run have one; as it is otherwise.
template <class Family, class Fit>
typename Family::Result on_device_or_here(const Rows& items, Index clusters, const Run& run, const Fit& fit) {
  if constexpr (runs_on_device<Family>)
    if (run.workers == nullptr && run.source == nullptr) return where_wanted(items, clusters, run, fit);
  return fit(run);
}

template <class Family>
typename Family::Result fit_mixture_there(const Rows& items, const typename Family::Options& options,
                                          const Run& run, const Seeds& seeds) {
  const Holder all(items, seeds.labels, run);
  const Family family = prepared_family<Family>(all, options);
  const auto once = [&](const Random& random, const Run& inner) {
    const Holder holder(items, seeds.labels, inner);
    const Matrix centres = family.first_centres(options, random, holder);
    return search_mixture(family, holder, family.begin(centres, holder), seeds.hold, options);
  };
  const int restarts = restarts_worth_making(all, options.clusters, options.restarts);
  return best_of_restarts(restarts, options.random_seed, items, once, run);
}

template <class Family>
typename Family::Result fit_mixture(const Rows& items, const typename Family::Options& options,
                                    const Run& run, const Seeds& seeds) {
  return on_device_or_here<Family>(items, options.clusters, run, [&](const Run& there) {
    return fit_mixture_there<Family>(items, options, there, seeds);
  });
}

/// From given first centres (clusters x features), once.
template <class Family>
typename Family::Result fit_mixture_from_there(const Rows& items, const Matrix& centres,
                                               const typename Family::Options& options, const Run& run,
                                               const Seeds& seeds) {
  const Holder all(items, seeds.labels, run);
  const Family family = prepared_family<Family>(all, options);
  require_start_shape(items, centres, options.clusters);
  const auto once = [&](const Random&, const Run& inner) {
    const Holder holder(items, seeds.labels, inner);
    return search_mixture(family, holder, family.begin(family.given_centres(centres), holder), seeds.hold,
                          options);
  };
  return best_of_restarts(1, options.random_seed, items, once, run);
}

template <class Family>
typename Family::Result fit_mixture_from(const Rows& items, const Matrix& centres,
                                         const typename Family::Options& options, const Run& run,
                                         const Seeds& seeds) {
  return on_device_or_here<Family>(items, options.clusters, run, [&](const Run& there) {
    return fit_mixture_from_there<Family>(items, centres, options, there, seeds);
  });
}

/// One pass without an update; `restore(family)` gives the model as the family wants it.
template <class Family, class Restore>
Placement place_by_mixture(const Rows& items, const Restore& restore, const Run& run) {
  typename Family::Options options;
  options.iterations = 0;
  typename Family::Result placed;
  on_threads(run.threads, [&] {
    const Holder holder(items, {}, {.threads = run.threads});
    const Family family(holder);
    placed = search_mixture(family, holder, restore(family), false, options);
  });
  return {std::move(placed.labels), std::move(placed.probabilities), placed.objective.value};
}

/// r_ik = P(cluster k | x_i): items x clusters.
template <class Family>
Matrix memberships_by(const Rows& items, const typename Family::Model& model) {
  Matrix memberships(items.rows(), model.weights.size());
  std::vector<int> labels(soft_block);
  std::vector<double> probabilities(soft_block);
  const SoftMemory nothing;
  auto pass = Family::pass(model, nothing);
  items.visit([&](const auto& rows) {
    for (Index first = 0; first < rows.rows; first += soft_block) {
      const auto block = rows.slice(first, std::min(soft_block, rows.rows - first));
      Matrix& scores = pass.scores(block, first);
      responsibilities(scores, {labels, probabilities});
      memberships.middleRows(first, block.rows) = scores;
    }
  });
  return memberships;
}

}  // namespace bellwether
