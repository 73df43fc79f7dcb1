// The rows of the k-means family and the mixtures, each in three forms: plain, seeded, constrained.

#include <fmt/format.h>

#include <algorithm>

#include <bellwether/links/bounded_kmeans.h>
#include <bellwether/links/bounded_spherical.h>
#include <bellwether/methods/row.h>
#include <bellwether/mixtures/gm.h>
#include <bellwether/mixtures/kmeans.h>
#include <bellwether/mixtures/multinomial.h>
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

/// One for all clusters, or one for each.
Vector kappas_of(const Parameters& parameters, Index clusters) {
  const bool own = parameter(parameters, "kappa").rows() > 1;
  const Vector kappas = table_of(parameters, "kappa", own ? clusters : 1, 1);
  require(kappas.minCoeff() > 0, "the model's kappa is {}, but must be positive", kappas.minCoeff());
  return kappas;
}

Parameters parameters_of(const GmModel& model) {
  Parameters parameters{{"means", model.means}, {"weights", column(model.weights)}};
  switch (model.covariance) {
    case Covariance::common:
      parameters.emplace_back("variance", single(model.variance));
      break;
    case Covariance::round:
    case Covariance::diagonal:
      parameters.emplace_back("variances", model.covariances);
      break;
    case Covariance::full:
    case Covariance::shared:
      parameters.emplace_back("covariances", model.covariances);
      break;
  }
  return parameters;
}

bool has(const Parameters& parameters, std::string_view name) {
  return std::ranges::find(parameters, name, &Parameters::value_type::first) != parameters.end();
}

/// A model of what a file holds. Where two kinds have tables of one shape, they mean the same.
GmModel gm_model_of(const Parameters& p, const Matrix& means) {
  GmModel model{means, weights_of(p, means.rows())};
  const Index clusters = means.rows(), features = means.cols();
  if (has(p, "variances")) {
    const bool round = parameter(p, "variances").cols() == 1;
    model.covariance = round ? Covariance::round : Covariance::diagonal;
    model.covariances = table_of(p, "variances", clusters, round ? 1 : features);
  } else if (has(p, "covariances")) {
    const bool shared = parameter(p, "covariances").rows() == features;
    model.covariance = shared ? Covariance::shared : Covariance::full;
    model.covariances = table_of(p, "covariances", shared ? features : clusters * features, features);
  } else {
    model.variance = positive_number_of(p, "variance");
  }
  return model;
}

/// How seeds are used.
enum class Form { plain, seeded, constrained };

/// The row's name, summary and citation in one of the forms.
Method in_form(Method method, Form form) {
  if (form == Form::plain) return method;
  const bool held = form == Form::constrained;
  method.takes.insert(EvidenceKind::seeds);
  method.plain = method.name;
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
       .takes = {EvidenceKind::sizes},
       .on_device = true,
       .resident = true,
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
  return seedable<BoundedSphericalOptions>(
      {.name = "spherical-kmeans",
       .summary = "groups by direction, whatever the length; for text and other counts",
       .citation = "Dhillon & Modha 2001",
       .objective = "sum of cosines",
       .refuses_zero_rows = true,
       .by_direction = true,
       .takes = {EvidenceKind::sizes},
       .on_device = true,
       .resident = true,
       .cluster_table = "directions"},
      form, bounded_spherical_kmeans, bounded_spherical_kmeans_from,
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
       .summary = "Gaussian groups with a probability for each item; round and of one width by default",
       .citation = "Dempster, Laird & Rubin 1977; the GM of the TCS paper, 2014",
       .objective = "log-likelihood",
       .on_device = true,
       .resident = true,
       .cluster_table = "means"},
      form, gm, gm_from, [](const GmResult& r) { return parameters_of(r.model); },
      [](const Parameters& p, const Rows& items, const Run& run) {
        return place_by_gm(items, gm_model_of(p, centres_of(p, "means", items)), run);
      });
}

Method vm_row(Form form) {
  return seedable<VmOptions>(
      {.name = "vm",
       .summary = "groups of directions (von Mises-Fisher), with a probability for each item; for text",
       .citation = "Banerjee, Dhillon, Ghosh & Sra 2005; the VM of the TCS paper, 2014",
       .objective = "log-likelihood",
       .refuses_zero_rows = true,
       .by_direction = true,
       .on_device = true,
       .resident = true,
       .cluster_table = "directions"},
      form, vm, vm_from,
      [](const VmResult& r) {
        return Parameters{{"directions", r.model.directions},
                          {"weights", column(r.model.weights)},
                          {"kappa", column(r.model.kappas)}};
      },
      [](const Parameters& p, const Rows& items, const Run& run) {
        const Matrix& directions = centres_of(p, "directions", items);
        return place_by_vm(
            items, {directions, weights_of(p, directions.rows()), kappas_of(p, directions.rows())}, run);
      });
}

Method multinomial_row(Form form) {
  return seedable<MultinomialOptions>(
      {.name = "multinomial",
       .summary =
           "groups of counts drawn from one distribution each, with a probability for each item; for text",
       .citation = "Nigam, McCallum, Thrun & Mitchell 2000",
       .objective = "log posterior",
       .refuses_zero_rows = true,
       .by_direction = true,
       .needs_counts = true,
       .cluster_table = "profiles"},
      form, multinomial, multinomial_from,
      [](const MultinomialResult& r) {
        return Parameters{{"profiles", r.model.profiles},
                          {"weights", column(r.model.weights)},
                          {"smoothing", single(r.model.smoothing)}};
      },
      [](const Parameters& p, const Rows& items, const Run& run) {
        const Matrix& profiles = centres_of(p, "profiles", items);
        require(profiles.minCoeff() > 0, "the model's profiles are not those of a mixture");
        return place_by_multinomial(
            items, {profiles, weights_of(p, profiles.rows()), positive_number_of(p, "smoothing")}, run);
      });
}

}  // namespace

std::vector<Method> mixture_rows() {
  std::vector<Method> rows;
  for (const Form form : {Form::plain, Form::seeded, Form::constrained})
    for (const auto& make : {kmeans_row, spherical_row, gm_row, vm_row, multinomial_row})
      rows.push_back(make(form));
  return rows;
}

}  // namespace bellwether
