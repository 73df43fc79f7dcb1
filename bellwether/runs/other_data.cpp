#include <bellwether/runs/other_data.h>

#include <algorithm>
#include <cmath>

#include <bellwether/data/error.h>
#include <bellwether/data/values.h>
#include <bellwether/engine/best.h>
#include <bellwether/engine/random.h>

namespace bellwether {
namespace {

bool has(const Parameters& parameters, std::string_view name) {
  return std::ranges::any_of(parameters, [&](const auto& table) { return table.first == name; });
}

/// Features x feature clusters: 1 where a feature belongs.
LinearMap sums_by_cluster(const std::string& name, const FeatureClusters& features) {
  LinearMap sums{.name = name, .map = Matrix::Zero(std::ssize(features.labels), features.clusters)};
  for (std::size_t j = 0; j < features.labels.size(); ++j)
    sums.map(static_cast<Index>(j), features.labels[j]) = 1;
  return sums;
}

}  // namespace

SparseMatrix some_of(const Rows& items, const std::function<bool()>& belongs) {
  SparseMatrix some{.columns = items.columns()};
  const auto finish_rows = [&](Index row) {
    some.starts.resize(static_cast<std::size_t>(row) + 1, static_cast<std::int64_t>(some.values.size()));
  };
  for_each_value(items, [&](Index i, Index j, double value) {
    if (!belongs()) return;
    finish_rows(i);
    some.column_of.push_back(static_cast<std::int32_t>(j));
    some.values.push_back(value);
  });
  finish_rows(items.rows());
  return some;
}

namespace {

Gain mean_and_error(const std::vector<double>& gains) {
  const auto trials = static_cast<double>(gains.size());
  Gain gain;
  for (const double each : gains) gain.mean += each / trials;
  double squares = 0;
  for (const double each : gains) squares += (each - gain.mean) * (each - gain.mean);
  gain.error = std::sqrt(squares / (trials - 1) / trials);
  return gain;
}

/// Square roots, so that a few large counts do not decide, of the features that at least two items have.
struct Foretelling {
  std::vector<Index> row = {}, column = {};  ///< of the values that are foretold
  std::vector<double> value = {};
  double total = 0;        ///< of these
  Matrix by_cluster = {};  ///< sums of all: clusters x features
  Vector of_feature = {}, of_cluster = {}, of_item = {};
  double all = 0;
};

Foretelling prepare(const Rows& values, const Rows& all, const std::vector<int>& labels) {
  Vector having = Vector::Zero(all.columns());
  for_each_value(all, [&](Index, Index j, double value) { having[j] += value > 0 ? 1 : 0; });
  Foretelling made{.by_cluster = Matrix::Zero(*std::ranges::max_element(labels) + 1, all.columns()),
                   .of_item = Vector::Zero(all.rows())};
  const auto counts = [&](Index j, double value) { return value > 0 && having[j] >= 2; };
  for_each_value(all, [&](Index i, Index j, double value) {
    if (!counts(j, value)) return;
    made.by_cluster(labels[static_cast<std::size_t>(i)], j) += std::sqrt(value);
    made.of_item[i] += std::sqrt(value);
  });
  for_each_value(values, [&](Index i, Index j, double value) {
    if (!counts(j, value)) return;
    made.row.push_back(i);
    made.column.push_back(j);
    made.value.push_back(std::sqrt(value));
    made.total += std::sqrt(value);
  });
  made.of_feature = made.by_cluster.colwise().sum().transpose();
  made.of_cluster = made.by_cluster.rowwise().sum();
  made.all = made.of_cluster.sum();
  return made;
}

/// G for one beta.
double foretold_with(const Foretelling& f, const std::vector<int>& labels, double beta) {
  double sum = 0;
  for (std::size_t at = 0; at < f.value.size(); ++at) {
    const Index i = f.row[at], j = f.column[at];
    const int k = labels[static_cast<std::size_t>(i)];
    const double v = f.value[at], b = (f.of_feature[j] - v) / (f.all - f.of_item[i]);
    // What is left of a sum of which everything was taken away may be below 0 by rounding.
    const double inside = std::max(f.by_cluster(k, j) - v, 0.0),
                 size = std::max(f.of_cluster[k] - f.of_item[i], 0.0);
    if (b > 0) sum += v * std::log((inside + beta * b) / (size + beta) / b);
  }
  return sum / f.total;
}

}  // namespace

bool can_represent(const Method& method) {
  return method.clusters_features && method.place;
}

std::vector<Step> steps_of(const Method& method, const Outcome& found) {
  if (has(found.parameters, "topics")) return {TopicMap{method.name, parameter(found.parameters, "topics")}};
  return {sums_by_cluster(method.name, found.features), Normaliser{Normalise::l1}};
}

double foretold(const Rows& values, const Rows& all, const std::vector<int>& labels) {
  if (labels.empty()) return 0;
  const Foretelling f = prepare(values, all, labels);
  double best = 0;
  if (f.total <= 0) return best;
  for (const double share : {0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0})
    best = std::max(best, foretold_with(f, labels, share * f.all));
  return best;
}

double HeldBackValues::told(const Labelling& find, int trial, const Run& run) const {
  const auto part = [&](bool held_back) {
    Random random = Random(random_seed_).split(static_cast<std::uint64_t>(trial / parts) + 1);
    const auto which = static_cast<std::uint64_t>(trial % parts);
    return some_of(items_, [random, which, held_back]() mutable {
      return (random.bits() % parts == which) == held_back;
    });
  };
  return foretold(part(true), items_, find(part(false), run));
}

double Tried::mean() const {
  double sum = 0;
  for (const double each : told) sum += each;
  return told.empty() ? 0 : sum / static_cast<double>(told.size());
}

Gain gain_of(Tried& with, Tried& without, const HeldBackValues& values, const Run& run, bool must_gain) {
  constexpr double far = 5;  // standard errors beyond which more trials would not change the answer
  const auto over = [&](int trials) {
    std::vector<double> gains;
    for (int t = 0; t < trials; ++t) {
      for (Tried* plan : {&with, &without})
        if (std::ssize(plan->told) <= t) plan->told.push_back(values.told(plan->find, t, run));
      gains.push_back(with.told[static_cast<std::size_t>(t)] - without.told[static_cast<std::size_t>(t)]);
    }
    return mean_and_error(gains);
  };
  const Gain first = over(HeldBackValues::parts);
  const bool settled = std::abs(first.mean) >= far * first.error || (must_gain && first.mean <= 0);
  return settled ? first : over(HeldBackValues::trials);
}

CountsCheck check_on_counts(const Rows& items, const Labelling& with, const Labelling& without,
                            double tolerance, std::uint64_t random_seed, const Run& run) {
  const HeldBackValues values(items, random_seed);
  Tried guided{with, {}}, unguided{without, {}};
  Gain gain;
  try {
    gain = gain_of(guided, unguided, values, run);
  } catch (const InvalidInput&) {
    return {.asked = true};  // the items can be clustered, but parts of them cannot
  }
  // A search that was stopped early says nothing about the other data.
  if (run.stop.stop_requested()) return {.asked = true};
  CountsCheck found{.asked = true,
                    .possible = true,
                    .with = guided.mean(),
                    .without = unguided.mean(),
                    .error = gain.error};
  // Equal clusters under other numbers tell the same but for rounding.
  found.used = gain.mean >= -tolerance * found.error - tie * std::abs(found.without);
  return found;
}

}  // namespace bellwether
