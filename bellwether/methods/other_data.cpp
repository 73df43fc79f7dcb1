#include <bellwether/methods/other_data.h>

#include <algorithm>
#include <cmath>

#include <bellwether/data/error.h>
#include <bellwether/data/values.h>
#include <bellwether/engine/best.h>
#include <bellwether/engine/random.h>

namespace bellwether {
namespace {

constexpr std::int64_t restarts_of_a_check = 3;
constexpr int divisions = 3;  ///< into halves; each half is used both ways

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

/// Every value in one of two halves, by chance.
std::pair<SparseMatrix, SparseMatrix> halves_of(const Rows& items, Random random) {
  std::pair<SparseMatrix, SparseMatrix> both{{.columns = items.columns()}, {.columns = items.columns()}};
  const auto finish_rows = [](SparseMatrix& half, Index row) {
    half.starts.resize(static_cast<std::size_t>(row) + 1, static_cast<std::int64_t>(half.values.size()));
  };
  for_each_value(items, [&](Index i, Index j, double value) {
    SparseMatrix& half = random.bits() % 2 == 0 ? both.first : both.second;
    finish_rows(half, i);
    half.column_of.push_back(static_cast<std::int32_t>(j));
    half.values.push_back(value);
  });
  finish_rows(both.first, items.rows());
  finish_rows(both.second, items.rows());
  return both;
}

double f(double t) {
  return t > 0 ? t * std::log(t) : 0;
}

}  // namespace

bool can_represent(const Method& method) {
  return method.clusters_features && method.place;
}

std::vector<Step> steps_of(const Method& method, const Outcome& found) {
  if (has(found.parameters, "topics")) return {TopicMap{method.name, parameter(found.parameters, "topics")}};
  return {sums_by_cluster(method.name, found.features), Normaliser{Normalise::l1}};
}

const Method& without_other_data(const Method& method) {
  if (method.takes_auxiliary) return find_method("itcc");
  if (method.takes_tags) return find_method("plsa");
  return method;
}

Settings settings_without_other_data(const Method& method, const Settings& settings) {
  const auto fields = without_other_data(method).options();
  Settings kept = settings;
  std::erase_if(kept, [&](const auto& setting) {
    return std::ranges::none_of(fields, [&](const auto& field) { return field.name == setting.first; });
  });
  return kept;
}

double information_about_features(const Rows& items, const std::vector<int>& labels) {
  if (labels.empty()) return 0;
  Matrix table = Matrix::Zero(*std::ranges::max_element(labels) + 1, items.columns());
  for_each_value(
      items, [&](Index i, Index j, double value) { table(labels[static_cast<std::size_t>(i)], j) += value; });
  if (table.sum() <= 0) return 0;
  table /= table.sum();
  const auto sum_of_f = [](const auto& values) { return values.unaryExpr(&f).sum(); };
  return sum_of_f(table) - sum_of_f(Vector(table.rowwise().sum())) -
         sum_of_f(Vector(table.colwise().sum().transpose()));
}

CountsCheck check_on_counts(const Rows& items, const Labelling& with, const Labelling& without,
                            double tolerance, std::uint64_t random_seed, const Run& run) {
  CountsCheck found{.asked = true};
  std::vector<double> gains;
  const auto compare = [&](const SparseMatrix& seen, const SparseMatrix& held_back) {
    const double more = information_about_features(held_back, with(seen, run));
    const double less = information_about_features(held_back, without(seen, run));
    found.with += more;
    found.without += less;
    gains.push_back(more - less);
  };
  try {
    for (int d = 0; d < divisions && !run.stop.stop_requested(); ++d) {
      const auto both = halves_of(items, Random(random_seed).split(static_cast<std::uint64_t>(d) + 1));
      compare(both.first, both.second);
      compare(both.second, both.first);
    }
  } catch (const InvalidInput&) {
    return {.asked = true};  // the items can be clustered, but halves of them cannot
  }
  // A search that was stopped early says nothing about the other data.
  if (run.stop.stop_requested()) return {.asked = true};
  const auto trials = static_cast<double>(gains.size());
  found.with /= trials;
  found.without /= trials;
  const double gain = found.with - found.without;
  double squares = 0;
  for (const double g : gains) squares += (g - gain) * (g - gain);
  found.error = std::sqrt(squares / (trials - 1) / trials);
  found.possible = true;
  // Equal clusters under other numbers tell the same but for rounding.
  found.used = gain >= -tolerance * found.error - tie * std::abs(found.without);
  return found;
}

Settings for_a_check(Settings settings, const Method& method) {
  std::erase_if(settings, [](const auto& setting) { return setting.first == "restarts"; });
  const auto fields = method.options();
  if (std::ranges::any_of(fields, [](const auto& field) { return field.name == "restarts"; }))
    settings.emplace_back("restarts", restarts_of_a_check);
  return settings;
}

OtherDataOutcome cluster_with_other_data(const Method& method, const Problem& problem,
                                         const Settings& settings, Trust trust, double tolerance,
                                         std::uint64_t random_seed, const Run& run) {
  const Method& plain = without_other_data(method);
  const Settings plain_settings = settings_without_other_data(method, settings);
  OtherDataOutcome found;
  found.outcome = method.cluster(problem, settings, run);
  found.without = plain.cluster({.items = problem.items, .start = problem.start}, plain_settings, run);
  if (trust == Trust::checked) {
    const auto with = [&](const Rows& rows, const Run& inner) {
      const Problem half{.items = rows, .auxiliary = problem.auxiliary, .tags = problem.tags};
      return method.cluster(half, for_a_check(settings, method), inner).clustering.labels;
    };
    const auto without = [&](const Rows& rows, const Run& inner) {
      return plain.cluster({.items = rows}, for_a_check(plain_settings, plain), inner).clustering.labels;
    };
    found.check = check_on_counts(problem.items, with, without, tolerance, random_seed, run);
  }
  if (!found.check.used) found.outcome = found.without;
  return found;
}

}  // namespace bellwether
