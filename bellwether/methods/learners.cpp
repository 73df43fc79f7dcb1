#include <fmt/ranges.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/engine/symmetric_eigen.h>
#include <bellwether/methods/learner.h>
#include <bellwether/transforms/xing.h>

namespace bellwether {
namespace {

Learned learn_xing(const Rows& items, const Knowledge& knowledge, const Settings& settings, const Run& run) {
  const auto options = with_settings<XingOptions>("xing", settings);
  const LabelledPairs pairs = pairs_of(knowledge, options.pairs, options.random_seed);
  XingResult found = xing(items, pairs.similar, pairs.dissimilar, options, run);
  return {.map = std::move(found.map),
          .objective = std::move(found.objective),
          .iterations = found.iterations,
          .converged = found.converged,
          .stopped = found.stopped,
          .figures = {{"similar_pairs", static_cast<double>(pairs.similar.size())},
                      {"dissimilar_pairs", static_cast<double>(pairs.dissimilar.size())},
                      {"similar_sum", found.similar_sum},
                      {"dissimilar_sum", found.dissimilar_sum},
                      {"gap", found.gap}},
          .options = settings_of(options)};
}

}  // namespace

const std::vector<Learner>& learners() {
  static const std::vector<Learner> table{
      {.name = "xing",
       .summary = "a metric in which items that belong together are near; from links or labels",
       .citation = "Xing, Ng, Jordan & Russell 2002",
       .objective = "sum of squared distances of similar pairs",
       .options = default_fields<XingOptions>,
       .learn = learn_xing}};
  return table;
}

const Learner& find_learner(std::string_view name) {
  std::vector<std::string> names;
  for (const auto& learner : learners()) {
    if (learner.name == name) return learner;
    names.push_back(learner.name);
  }
  const auto near = nearest_name(name, names);
  throw InvalidOption(fmt::format("nothing called '{}' learns a representation{}; these do: {}", name,
                                  near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near),
                                  fmt::join(names, ", ")));
}

Vector stretches(const LinearMap& map) {
  Vector squares =
      map.only_weights()
          ? Vector(map.weights.array().square())
          : SymmetricEigen(map.map.transpose() * map.map, SymmetricEigen::Want::values).eigenvalues();
  squares = squares.cwiseMax(0);
  std::ranges::sort(squares, std::greater<>());
  return squares;
}

}  // namespace bellwether
