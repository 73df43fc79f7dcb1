#pragma once
// How a row of the table is made of a method's own functions; for the sources of this room.

#include <bellwether/data/error.h>
#include <bellwether/methods/method.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether {

std::vector<Method> mixture_rows();
std::vector<Method> link_rows();
std::vector<Method> guided_rows();
std::vector<Method> other_data_rows();
std::vector<Method> bottleneck_rows();

/// Tables of a model's parameters. A model file may hold anything: shapes are checked on the way.
const Matrix& table_of(const Parameters& parameters, std::string_view name, Index rows, Index columns);
/// One row for each cluster, at least one.
const Matrix& centres_of(const Parameters& parameters, std::string_view name, const Rows& items);

/// The method's `options` and `cluster`, made of `fit(problem, options, run)` and, for a start from given
/// clusters, `fit_from(problem, means, options, run)`; `parameters(result)` is what a model keeps.
template <class Options, class Fit, class FitFrom, class ToParameters>
Method row(Method method, Fit fit, FitFrom fit_from, ToParameters parameters) {
  method.options = default_fields<Options>;
  const std::string name = method.name;
  method.cluster = [=](const Problem& problem, const Settings& settings, const Run& run) {
    const auto options = with_settings<Options>(name, settings);
    auto result =
        problem.start.empty()
            ? fit(problem, options, run)
            : fit_from(problem, means_of(problem.items, problem.start, options.clusters), options, run);
    return Outcome{static_cast<Clustering>(result), parameters(result), settings_of(options)};
  };
  return method;
}

}  // namespace bellwether
