// The rows of the k-means family and the mixtures, each in three forms: plain, seeded, constrained.

#include <fmt/format.h>

#include <bellwether/links/bounded_kmeans.h>
#include <bellwether/methods/row.h>
#include <bellwether/mixtures/gm.h>
#include <bellwether/mixtures/kmeans.h>
#include <bellwether/mixtures/spherical.h>
#include <bellwether/mixtures/vm.h>

namespace bellwether {
namespace {

Matrix column(const Vector& v) {
  return v;
}
Matrix single(double x) {
  return Matrix::Constant(1, 1, x);
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

/// How seeds are used.
enum class Form { plain, seeded, constrained };

/// The row's name, summary and citation in one of the forms.
Method in_form(Method method, Form form) {
  if (form == Form::plain) return method;
  const bool held = form == Form::constrained;
  method.takes_seeds = true;
  method.summary = held ? fmt::format("{} that starts from seeds and keeps them where they are", method.name)
                        : fmt::format("{} that starts from seeds, which may move afterwards", method.name);
  method.citation = fmt::format("Basu, Banerjee & Mooney 2002; {}", method.citation);
  method.name = fmt::format("{}-{}", held ? "constrained" : "seeded", method.name);
  return method;
}

/// A row for functions that take seeds as their last argument.
template <class Options, class Fit, class FitFrom, class ToParameters, class Place>
Method seedable(Method method, Form form, Fit fit, FitFrom fit_from, ToParameters parameters, Place place) {
  const auto seeds = [form](const Problem& problem) {
    if (form == Form::plain) return Seeds{};
    return Seeds{problem.knowledge.seeds, form == Form::constrained};
  };
  method = row<Options>(
      in_form(std::move(method), form),
      [=](const Problem& p, const Options& o, const Run& run) { return fit(p.items, o, run, seeds(p)); },
      [=](const Problem& p, const Matrix& means, const Options& o, const Run& run) {
        return fit_from(p.items, means, o, run, seeds(p));
      },
      parameters);
  method.place = place;
  return method;
}

Method kmeans_row(Form form) {
  return seedable<BoundedKMeansOptions>(
      {.name = "kmeans",
       .summary = "compact groups around means; the quick first choice for tables of measurements",
       .citation = "Lloyd 1982; Hamerly 2010 (bounds); Arthur & Vassilvitskii 2007 (k-means++)",
       .objective = "sum of squared distances",
       .needs_directions = false,
       .cluster_table = "means"},
      form, bounded_kmeans, bounded_kmeans_from,
      [](const KMeansResult& r) {
        return Parameters{{"means", r.means}};
      },
      [](const Parameters& p, const Rows& items, const Run& run) {
        return place_by_means(items, centres_of(p, "means", items), run);
      });
}

Method spherical_row(Form form) {
  return seedable<SphericalOptions>(
      {.name = "spherical-kmeans",
       .summary = "groups by direction, whatever the length; for text and other counts",
       .citation = "Dhillon & Modha 2001",
       .objective = "sum of cosines",
       .needs_directions = true,
       .cluster_table = "directions"},
      form, spherical_kmeans, spherical_kmeans_from,
      [](const SphericalResult& r) {
        return Parameters{{"directions", r.directions}};
      },
      [](const Parameters& p, const Rows& items, const Run& run) {
        return place_by_directions(items, centres_of(p, "directions", items), run);
      });
}

Method gm_row(Form form) {
  return seedable<GmOptions>(
      {.name = "gm",
       .summary = "round Gaussian groups of one width, with a probability for each item",
       .citation = "Dempster, Laird & Rubin 1977; the GM of the TCS paper, 2014",
       .objective = "log-likelihood",
       .needs_directions = false,
       .cluster_table = "means"},
      form, gm, gm_from,
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

Method vm_row(Form form) {
  return seedable<VmOptions>(
      {.name = "vm",
       .summary = "groups of directions (von Mises-Fisher), with a probability for each item; for text",
       .citation = "Banerjee, Dhillon, Ghosh & Sra 2005; the VM of the TCS paper, 2014",
       .objective = "log-likelihood",
       .needs_directions = true,
       .cluster_table = "directions"},
      form, vm, vm_from,
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

std::vector<Method> mixture_rows() {
  std::vector<Method> rows;
  for (const Form form : {Form::plain, Form::seeded, Form::constrained})
    for (const auto& make : {kmeans_row, spherical_row, gm_row, vm_row}) rows.push_back(make(form));
  return rows;
}

}  // namespace bellwether
