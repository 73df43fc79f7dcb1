// The rows of the information bottleneck: sIB and iterative denoising trees.

#include <cmath>

#include <bellwether/bottleneck/idt.h>
#include <bellwether/bottleneck/sib.h>
#include <bellwether/methods/row.h>

namespace bellwether {
namespace {

Matrix one_number(double x) {
  return Matrix::Constant(1, 1, x);
}

/// What both keep of their clusters.
template <class Options, class Found>
Parameters parameters_of(const Options& options, const Found& found) {
  Matrix sizes(found.clusters, 1);
  const auto counts = cluster_sizes(found.labels, found.clusters);
  for (int c = 0; c < found.clusters; ++c) sizes(c, 0) = static_cast<double>(counts[c]);
  return {{"sums", found.sums},
          {"sizes", sizes},
          {"alpha", one_number(options.alpha)},
          {"information", one_number(static_cast<double>(options.information))}};
}

/// What parameters_of() kept, from a file that may hold anything.
struct Kept {
  const Matrix& sums;
  Vector sizes;
  double alpha;
  Information information;
};

double number_in(const Parameters& parameters, std::string_view name, double least, double most) {
  const double number = table_of(parameters, name, 1, 1)(0, 0);
  require(number >= least && number <= most, "the model's {} is {}, but must be from {} to {}", name, number,
          least, most);
  return number;
}

Kept kept_in(const Parameters& parameters, const Rows& items) {
  const Matrix& sums = centres_of(parameters, "sums", items);
  require(sums.minCoeff() >= 0 && sums.sum() > 0, "the model's sums are not those of counts");
  const Vector sizes = table_of(parameters, "sizes", sums.rows(), 1);
  require(sizes.minCoeff() >= 0 && sizes.sum() > 0, "the model's sizes are not those of clusters");
  const double kind = number_in(parameters, "information", 0, 2);
  require(kind == std::floor(kind), "the model's information is {}, which there is none of", kind);
  return {sums, sizes, number_in(parameters, "alpha", 1e-6, 1),
          static_cast<Information>(static_cast<int>(kind))};
}

Method bottleneck_method(Method method) {
  method.objective = "information kept (nats)";
  method.refuses_zero_rows = true;
  method.by_direction = true;
  method.needs_counts = true;
  method.places_exactly = false;
  method.cluster_table = "sums";
  return method;
}

/// `fit(problem, options, run)` and `fit_from`, for a start from given clusters.
template <class Fit, class FitFrom>
Method sequential_row(Method described, Fit fit, FitFrom fit_from) {
  Method method = bottleneck_method(std::move(described));
  method.options = default_fields<SibOptions>;
  method.cluster = [=, name = method.name](const Problem& problem, const Settings& settings, const Run& run) {
    const auto options = with_settings<SibOptions>(name, settings);
    SibClustering found =
        problem.start.empty() ? fit(problem, options, run) : fit_from(problem, options, run);
    Outcome outcome{.parameters = parameters_of(options, found), .options = settings_of(options)};
    outcome.clustering = std::move(found);
    return outcome;
  };
  method.place = [](const Parameters& parameters, const Rows& items, const Run& run) {
    const Kept kept = kept_in(parameters, items);
    return place_by_information(items, kept.sums,
                                {kept.sizes.data(), static_cast<std::size_t>(kept.sizes.size())},
                                kept.information, kept.alpha, run);
  };
  return method;
}

Method sib_row() {
  return sequential_row(
      {.name = "sib",
       .summary = "items put one by one where they keep most information about features; for counts, with an "
                  "order alpha that solved collections can choose",
       .citation = "Slonim, Friedman & Tishby 2002; Karakos, Eisner, Khudanpur & Priebe 2007 (order alpha)",
       .takes = {EvidenceKind::sizes}},
      [](const Problem& p, const SibOptions& o, const Run& run) { return sib(p.items, o, run); },
      [](const Problem& p, const SibOptions& o, const Run& run) {
        return sib_from(p.items, p.start, o, run);
      });
}

Method constrained_sib_row() {
  return sequential_row(
      {.name = "constrained-sib",
       .summary = "sib that keeps seeds where they are and breaks no link; for counts",
       .citation = "Slonim, Friedman & Tishby 2002; Basu, Banerjee & Mooney 2002 (held seeds)",
       .plain = "sib",
       .takes = {EvidenceKind::seeds, EvidenceKind::links, EvidenceKind::sizes}},
      [](const Problem& p, const SibOptions& o, const Run& run) {
        return constrained_sib(p.items, p.knowledge, o, run);
      },
      [](const Problem& p, const SibOptions& o, const Run& run) {
        return constrained_sib_from(p.items, p.knowledge, p.start, o, run);
      });
}

Method idt_row() {
  Method method = bottleneck_method(
      {.name = "idt",
       .summary = "a tree of splits, each in a projection that fits its items; for counts, with an order "
                  "alpha that solved collections can choose",
       .citation = "Priebe, Marchette & Healy 2004; Karakos, Khudanpur, Eisner & Priebe 2007",
       .takes_start = false});
  method.options = default_fields<IdtOptions>;
  method.cluster = [](const Problem& problem, const Settings& settings, const Run& run) {
    const auto options = with_settings<IdtOptions>("idt", settings);
    IdtClustering found = idt(problem.items, options, run);
    Outcome outcome{.parameters = parameters_of(options, found), .options = settings_of(options)};
    outcome.parameters.emplace_back("smoothing", one_number(options.smoothing));
    outcome.tree = std::move(found.tree);
    outcome.clustering = std::move(found);
    return outcome;
  };
  method.place = [](const Parameters& parameters, const Rows& items, const Run& run) {
    const Kept kept = kept_in(parameters, items);
    return place_by_leaves(items, kept.sums, number_in(parameters, "smoothing", 0, 1e6), kept.information,
                           kept.alpha, run);
  };
  return method;
}

}  // namespace

std::vector<Method> bottleneck_rows() {
  return {sib_row(), idt_row(), constrained_sib_row()};
}

}  // namespace bellwether
