// The rows of the methods that obey links.

#include <bellwether/links/cop_kmeans.h>
#include <bellwether/links/cop_spherical.h>
#include <bellwether/links/csp.h>
#include <bellwether/links/pcc.h>
#include <bellwether/links/pcc_spherical.h>
#include <bellwether/methods/row.h>
#include <bellwether/mixtures/kmeans.h>
#include <bellwether/mixtures/spherical.h>

namespace bellwether {
namespace {

Method cop_kmeans_row() {
  Method method = row<CopKMeansOptions>(
      {.name = "cop-kmeans",
       .summary = "k-means that breaks no link, keeps seeds and bounds on sizes; for links you are sure of",
       .citation = "Wagstaff, Cardie, Rogers & Schroedl 2001",
       .objective = "sum of squared distances",
       .plain = "kmeans",
       .takes = {EvidenceKind::seeds, EvidenceKind::links, EvidenceKind::sizes},
       .cluster_table = "means"},
      [](const Problem& p, const CopKMeansOptions& o, const Run& run) {
        return cop_kmeans(p.items, p.knowledge, o, run);
      },
      [](const Problem& p, const Matrix& means, const CopKMeansOptions& o, const Run& run) {
        return cop_kmeans_from(p.items, p.knowledge, means, o, run);
      },
      [](const CopKMeansResult& r) {
        return Parameters{{"means", r.means}};
      });
  method.place = [](const Parameters& p, const Rows& items, const Run& run) {
    return place_by_means(items, centres_of(p, "means", items), run);
  };
  return method;
}

Method cop_spherical_row() {
  Method method = row<CopKMeansOptions>(
      {.name = "cop-spherical-kmeans",
       .summary = "spherical k-means that breaks no link, keeps seeds and bounds on sizes; for text with "
                  "links you are sure of",
       .citation = "Wagstaff, Cardie, Rogers & Schroedl 2001; Dhillon & Modha 2001",
       .objective = "sum of cosines",
       .plain = "spherical-kmeans",
       .refuses_zero_rows = true,
       .by_direction = true,
       .takes = {EvidenceKind::seeds, EvidenceKind::links, EvidenceKind::sizes},
       .cluster_table = "directions"},
      [](const Problem& p, const CopKMeansOptions& o, const Run& run) {
        return cop_spherical_kmeans(p.items, p.knowledge, o, run);
      },
      [](const Problem& p, const Matrix& means, const CopKMeansOptions& o, const Run& run) {
        return cop_spherical_kmeans_from(p.items, p.knowledge, means, o, run);
      },
      [](const CopSphericalResult& r) {
        return Parameters{{"directions", r.directions}};
      });
  method.place = [](const Parameters& p, const Rows& items, const Run& run) {
    return place_by_directions(items, centres_of(p, "directions", items), run);
  };
  return method;
}

/// A table for each cluster or one for all, of as many columns as there are features.
Matrix metric_of(const Parameters& parameters, const char* name, Index clusters, Index features,
                 Index height) {
  for (const auto& [table_name, table] : parameters) {
    if (table_name != name) continue;
    const bool shared = table.rows() == height;
    return table_of(parameters, name, shared ? height : clusters * height, features);
  }
  return {};
}

PccModel pcc_model_of(const Parameters& parameters, const Rows& items) {
  const Matrix& means = centres_of(parameters, "means", items);
  PccModel model{means, metric_of(parameters, "weights", means.rows(), means.cols(), 1),
                 metric_of(parameters, "matrices", means.rows(), means.cols(), means.cols())};
  require((model.weights.size() > 0) != (model.matrices.size() > 0), "the model has no metric, or two");
  require(model.weights.size() == 0 || model.weights.minCoeff() > 0,
          "the model's metric has weights that are not positive");
  return model;
}

Method pcc_row() {
  Method method = row<PccOptions>(
      {.name = "pcc",
       .summary = "k-means that weighs links and learns what distances mean from them; links may be wrong",
       .citation = "Bilenko, Basu & Mooney 2004 (MPCK-means); Basu, Banerjee & Mooney 2004 (PCK-means)",
       .objective = "distances and broken links",
       .plain = "kmeans",
       .takes = {EvidenceKind::seeds, EvidenceKind::links},
       .cluster_table = "means"},
      [](const Problem& p, const PccOptions& o, const Run& run) { return pcc(p.items, p.knowledge, o, run); },
      [](const Problem& p, const Matrix& means, const PccOptions& o, const Run& run) {
        return pcc_from(p.items, p.knowledge, means, o, run);
      },
      [](const PccResult& r) {
        Parameters parameters{{"means", r.model.means}};
        if (r.model.weights.size() > 0) parameters.emplace_back("weights", r.model.weights);
        if (r.model.matrices.size() > 0) parameters.emplace_back("matrices", r.model.matrices);
        return parameters;
      });
  method.place = [](const Parameters& p, const Rows& items, const Run& run) {
    return place_by_pcc(items, pcc_model_of(p, items), run);
  };
  return method;
}

Method pcc_spherical_row() {
  Method method = row<PccSphericalOptions>(
      {.name = "pcc-spherical",
       .summary = "spherical k-means that weighs links; for text with links that may be wrong",
       .citation = "Basu, Banerjee & Mooney 2004 (PCK-means); Dhillon & Modha 2001",
       .objective = "distances of directions and broken links",
       .plain = "spherical-kmeans",
       .refuses_zero_rows = true,
       .by_direction = true,
       .takes = {EvidenceKind::seeds, EvidenceKind::links},
       .cluster_table = "directions"},
      [](const Problem& p, const PccSphericalOptions& o, const Run& run) {
        return pcc_spherical(p.items, p.knowledge, o, run);
      },
      [](const Problem& p, const Matrix& means, const PccSphericalOptions& o, const Run& run) {
        return pcc_spherical_from(p.items, p.knowledge, means, o, run);
      },
      [](const PccSphericalResult& r) {
        return Parameters{{"directions", r.directions}};
      });
  method.place = [](const Parameters& p, const Rows& items, const Run& run) {
    return place_by_pcc_spherical(items, centres_of(p, "directions", items), run);
  };
  return method;
}

Method csp_row() {
  Method method{
      .name = "csp",
      .summary = "cuts of a neighbour graph that keep links; for groups of any shape, up to 15,000 items",
      .citation = "Wang & Davidson 2010",
      .objective = "cost of the cut",
      .takes = {EvidenceKind::seeds, EvidenceKind::links},
      .takes_start = false,
      .options = default_fields<CspOptions>};
  method.cluster = [](const Problem& problem, const Settings& settings, const Run& run) {
    require<InvalidOption>(problem.start.empty(),
                           "csp finds cuts of a graph and takes no start: leave out {}", setting("init"));
    const auto options = with_settings<CspOptions>("csp", settings);
    auto result = csp(problem.items, problem.knowledge, options, run);
    return Outcome{static_cast<Clustering&&>(result), {}, settings_of(options)};
  };
  return method;
}

}  // namespace

std::vector<Method> link_rows() {
  return {cop_kmeans_row(), cop_spherical_row(), pcc_row(), pcc_spherical_row(), csp_row()};
}

}  // namespace bellwether
