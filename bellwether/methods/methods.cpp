// The table. A method's row says everything that front ends need; its options are described beside their
// definition, in the method's own room.

#include <fmt/ranges.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/methods/method.h>
#include <bellwether/mixtures/gm.h>
#include <bellwether/mixtures/kmeans.h>
#include <bellwether/mixtures/spherical.h>
#include <bellwether/mixtures/vm.h>

namespace bellwether {
namespace {

/// Vectors and numbers as tables, and back. A model file may hold anything: shapes are checked on the way.
Matrix column(const Vector& v) {
  return v;
}
Matrix single(double x) {
  return Matrix::Constant(1, 1, x);
}

const Matrix& table_of(const Parameters& parameters, std::string_view name, Index rows, Index columns) {
  const Matrix& table = parameter(parameters, name);
  require(table.rows() == rows && table.cols() == columns, "the model's '{}' is {} x {}, but must be {} x {}",
          name, table.rows(), table.cols(), rows, columns);
  return table;
}

const Matrix& centres_of(const Parameters& parameters, std::string_view name, const Rows& items) {
  const Index clusters = parameter(parameters, name).rows();
  require(clusters >= 1, "the model has no clusters");
  return table_of(parameters, name, clusters, items.columns());
}

Vector weights_of(const Parameters& parameters, Index clusters) {
  const Vector weights = table_of(parameters, "weights", clusters, 1);
  require(weights.minCoeff() >= 0 && weights.maxCoeff() > 0,
          "the model's weights are not those of a mixture");
  return weights;
}

double positive_number_of(const Parameters& parameters, std::string_view name) {
  const double number = table_of(parameters, name, 1, 1)(0, 0);
  require(number > 0, "the model's {} is {}, but must be positive", name, number);
  return number;
}

/// A row of the table for a method with options `Options`, a search `fit(items, options, run)` and one from
/// given means `fit_from(items, means, options, run)`, and `parameters(result)`.
template <class Options, class Fit, class FitFrom, class ToParameters, class Place>
Method row(Method method, Fit fit, FitFrom fit_from, ToParameters parameters, Place place) {
  method.options = default_fields<Options>;
  const std::string name = method.name;
  method.cluster = [=](const Problem& problem, const Settings& settings, const Run& run) {
    const auto options = with_settings<Options>(name, settings);
    auto result =
        problem.start.empty()
            ? fit(problem.items, options, run)
            : fit_from(problem.items, means_of(problem.items, problem.start, options.clusters), options, run);
    return Outcome{static_cast<Clustering>(result), parameters(result), settings_of(options)};
  };
  method.place = place;
  return method;
}

Method kmeans_row() {
  return row<KMeansOptions>(
      {.name = "kmeans",
       .summary = "compact groups around means; the quick first choice for tables of measurements",
       .citation = "Lloyd 1982; Hamerly 2010 (bounds); Arthur & Vassilvitskii 2007 (k-means++)",
       .objective = "sum of squared distances",
       .needs_directions = false},
      kmeans, kmeans_from,
      [](const KMeansResult& r) {
        return Parameters{{"means", r.means}};
      },
      [](const Parameters& p, const Rows& items, const Run& run) {
        return place_by_means(items, centres_of(p, "means", items), run);
      });
}

Method spherical_row() {
  return row<SphericalOptions>(
      {.name = "spherical-kmeans",
       .summary = "groups by direction, whatever the length; for text and other counts",
       .citation = "Dhillon & Modha 2001",
       .objective = "sum of cosines",
       .needs_directions = true},
      spherical_kmeans, spherical_kmeans_from,
      [](const SphericalResult& r) {
        return Parameters{{"directions", r.directions}};
      },
      [](const Parameters& p, const Rows& items, const Run& run) {
        return place_by_directions(items, centres_of(p, "directions", items), run);
      });
}

Method gm_row() {
  return row<GmOptions>(
      {.name = "gm",
       .summary = "round Gaussian groups of one width, with a probability for each item",
       .citation = "Dempster, Laird & Rubin 1977; the GM of the TCS paper, 2014",
       .objective = "log-likelihood",
       .needs_directions = false},
      gm, gm_from,
      [](const GmResult& r) {
        return Parameters{{"means", r.model.means},
                          {"weights", column(r.model.weights)},
                          {"variance", single(r.model.variance)}};
      },
      [](const Parameters& p, const Rows& items, const Run& run) {
        const Matrix& means = centres_of(p, "means", items);
        return place_by_gm(items, {means, weights_of(p, means.rows()), positive_number_of(p, "variance")},
                           run);
      });
}

Method vm_row() {
  return row<VmOptions>(
      {.name = "vm",
       .summary = "groups of directions (von Mises-Fisher), with a probability for each item; for text",
       .citation = "Banerjee, Dhillon, Ghosh & Sra 2005; the VM of the TCS paper, 2014",
       .objective = "log-likelihood",
       .needs_directions = true},
      vm, vm_from,
      [](const VmResult& r) {
        return Parameters{{"directions", r.model.directions},
                          {"weights", column(r.model.weights)},
                          {"kappa", single(r.model.kappa)}};
      },
      [](const Parameters& p, const Rows& items, const Run& run) {
        const Matrix& directions = centres_of(p, "directions", items);
        return place_by_vm(
            items, {directions, weights_of(p, directions.rows()), positive_number_of(p, "kappa")}, run);
      });
}

}  // namespace

const std::vector<Method>& methods() {
  static const std::vector<Method> table{kmeans_row(), spherical_row(), gm_row(), vm_row()};
  return table;
}

const Method& find_method(std::string_view name) {
  std::vector<std::string> names;
  for (const auto& method : methods()) {
    if (method.name == name) return method;
    names.push_back(method.name);
  }
  const auto near = nearest_name(name, names);
  throw InvalidOption(fmt::format("there is no method '{}'{}; the methods are: auto, {}", name,
                                  near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near),
                                  fmt::join(names, ", ")));
}

Choice choose_method(const Problem& problem) {
  if (problem.items.sparse())
    return {"spherical-kmeans", "the items are sparse, so their directions tell more than their lengths"};
  return {"kmeans", "nothing is known beside the items, and they are dense"};
}

}  // namespace bellwether
