#pragma once
// Soft mixtures by EM: the search, from the items or from given centres, and the placing of new items, which
// are the same for all of them. A family of densities brings what is its own:
//
//   struct Family {
//     using Options, Result, Model;                   // Model has `weights`; Result derives from Clustering
//     static constexpr const char* name;
//     const char* objective;                          // its name; static, unless options change it
//     Family(const Rows& items, const Run&);          // checks the items; what a pass needs to know of them
//     void prepare(const Options&, const Run&);       // if there is more that a search needs
//     Matrix first_centres(const Options&, const Seeds&, const Random&, const Run&) const;
//     Matrix given_centres(const Matrix&) const;      // as first_centres() would give them
//     Model begin(const Matrix& centres, const Run&) const;
//     Pass pass(const Model&) const;                  // one shard's E step, block by block:
//       Matrix& scores(rows, Index first);            //   log w_k f(x_i | k); become responsibilities
//       void add(rows, Index first, SoftStatistics&); //   what they make of this block
//     double constant(const Model&, const Shard&) const;  // of the objective, for all of a shard's items
//     Model update(Model, const SoftStatistics&, const Options&) const;  // the M step
//     void keep(const Model&, const Options&, Result&) const;  // model and figures; the rest is there
//     already
//   };
//
// gm.cpp is the pattern.

#include <algorithm>
#include <optional>
#include <utility>

#include <bellwether/engine/iterate.h>
#include <bellwether/engine/restarts.h>
#include <bellwether/mixtures/placement.h>
#include <bellwether/mixtures/soft.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether {

/// The E step of one shard.
template <class Family>
SoftStatistics expect(const Family& family, const typename Family::Model& model, const Shard& shard,
                      const SoftLabels& all_noted) {
  SoftStatistics s{Matrix::Zero(shard.rows.columns(), model.weights.size()),
                   Vector::Zero(model.weights.size())};
  auto pass = family.pass(model);
  shard.rows.visit([&](const auto& rows) {
    for (Index at = 0; at < rows.rows; at += soft_block) {
      const auto block = rows.slice(at, std::min(soft_block, rows.rows - at));
      const Index first = shard.begin + at;
      Matrix& scores = pass.scores(block, first);
      s.objective += responsibilities(scores, all_noted.slice(first, block.rows));
      s.counts += scores.colwise().sum().transpose();
      pass.add(block, first, s);
    }
  });
  s.objective += family.constant(model, shard);
  return s;
}

/// Rounds of EM from a first model. An item in `held` has its cluster given.
template <class Family>
typename Family::Result search_mixture(const Family& family, const Rows& items, typename Family::Model start,
                                       std::span<const int> held, const typename Family::Options& options,
                                       const Run& run) {
  using Model = typename Family::Model;
  typename Family::Result result;
  result.clusters = static_cast<int>(start.weights.size());
  result.labels.resize(static_cast<std::size_t>(items.rows()));
  result.probabilities.resize(static_cast<std::size_t>(items.rows()));
  const SoftLabels noted{result.labels, result.probabilities, held};
  const auto step = [&](const Model& model, const Shard& shard) {
    return expect(family, model, shard, noted);
  };
  const auto next = [&](Model model, const SoftStatistics& s) {
    return family.update(std::move(model), s, options);
  };
  auto fit = iterate(items, std::move(start), step, next, {options.iterations, options.tolerance}, run,
                     result.clusters);
  record(fit, family.objective, Goal::maximise, result);
  family.keep(fit.model, options, result);
  return result;
}

/// What searches share, once the items and what is asked for have been checked.
template <class Family>
Family prepared_family(const Rows& items, const typename Family::Options& options, const Seeds& seeds,
                       const Run& run) {
  check_options(options, Family::name);
  require_clusterable(items, options.clusters);
  require_seeds_fit(items, seeds.labels, options.clusters);
  std::optional<Family> family;
  on_threads(run.threads, [&] {
    family.emplace(items, run);
    if constexpr (requires { family->prepare(options, run); }) family->prepare(options, run);
  });
  return std::move(*family);
}

template <class Family>
typename Family::Result fit_mixture(const Rows& items, const typename Family::Options& options,
                                    const Run& run, const Seeds& seeds) {
  const Family family = prepared_family<Family>(items, options, seeds, run);
  const auto once = [&](const Random& random, const Run& inner) {
    const Matrix centres = family.first_centres(options, seeds, random, inner);
    return search_mixture(family, items, family.begin(centres, inner), seeds.held(), options, inner);
  };
  const int restarts = restarts_worth_making(seeds, options.clusters, options.restarts);
  return best_of_restarts(restarts, options.random_seed, items, once, run);
}

/// From given first centres (clusters x features), once.
template <class Family>
typename Family::Result fit_mixture_from(const Rows& items, const Matrix& centres,
                                         const typename Family::Options& options, const Run& run,
                                         const Seeds& seeds) {
  const Family family = prepared_family<Family>(items, options, seeds, run);
  require_start_shape(items, centres, options.clusters);
  const auto once = [&](const Random&, const Run& inner) {
    return search_mixture(family, items, family.begin(family.given_centres(centres), inner), seeds.held(),
                          options, inner);
  };
  return best_of_restarts(1, options.random_seed, items, once, run);
}

/// One pass without an update; `restore(family)` gives the model as the family wants it.
template <class Family, class Restore>
Placement place_by_mixture(const Rows& items, const Restore& restore, const Run& run) {
  typename Family::Options options;
  options.iterations = 0;
  typename Family::Result placed;
  const Run pass{.threads = run.threads};
  on_threads(run.threads, [&] {
    const Family family(items, pass);
    placed = search_mixture(family, items, restore(family), {}, options, pass);
  });
  return {std::move(placed.labels), std::move(placed.probabilities), placed.objective.value};
}

/// r_ik = P(cluster k | x_i): items x clusters.
template <class Family>
Matrix memberships_by(const Family& family, const Rows& items, const typename Family::Model& model) {
  Matrix memberships(items.rows(), model.weights.size());
  std::vector<int> labels(soft_block);
  std::vector<double> probabilities(soft_block);
  auto pass = family.pass(model);
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
