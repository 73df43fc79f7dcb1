// The rows of the methods that learn from seeds alone.

#include <bellwether/links/kernel_logistic.h>
#include <bellwether/links/logistic.h>
#include <bellwether/methods/row.h>

namespace bellwether {
namespace {

LogisticModel logistic_model_of(const Parameters& parameters, const Rows& items) {
  const Matrix& coefficients = centres_of(parameters, "coefficients", items);
  const LogisticModel model{coefficients, table_of(parameters, "intercepts", coefficients.rows(), 1),
                            table_of(parameters, "centre", 1, coefficients.cols()).row(0).transpose(),
                            table_of(parameters, "scale", 1, 1)(0, 0),
                            table_of(parameters, "penalty", 1, 1)(0, 0)};
  require(model.scale > 0 && model.penalty > 0, "the model's scale or penalty is not positive");
  return model;
}

Parameters parameters_of(const LogisticModel& model) {
  return {{"coefficients", model.coefficients},
          {"intercepts", model.intercepts},
          {"centre", model.centre.transpose()},
          {"scale", Matrix::Constant(1, 1, model.scale)},
          {"penalty", Matrix::Constant(1, 1, model.penalty)}};
}

Method logistic_row() {
  Method method{
      .name = "logistic",
      .summary =
          "logistic regression on the seeds: learns which features matter; a probability for each item",
      .citation = "Cox 1958; Liu & Nocedal 1989 (L-BFGS)",
      .objective = "penalised log-likelihood",
      .plain = "kmeans",
      .takes = {EvidenceKind::seeds},
      .takes_start = false,
      .places_exactly = false,
      .cluster_table = "coefficients",
      .options = default_fields<LogisticOptions>};
  method.cluster = [](const Problem& problem, const Settings& settings, const Run& run) {
    require<InvalidOption>(problem.start.empty(),
                           "logistic has one best model wherever it begins and takes no start: leave out {}",
                           setting("init"));
    const auto options = with_settings<LogisticOptions>("logistic", settings);
    auto result = logistic(problem.items, problem.knowledge.seeds, options, run);
    return Outcome{static_cast<Clustering&&>(result), parameters_of(result.model), settings_of(options)};
  };
  method.place = [](const Parameters& p, const Rows& items, const Run& run) {
    return place_by_logistic(items, logistic_model_of(p, items), run);
  };
  return method;
}

KernelLogisticModel kernel_model_of(const Parameters& parameters, const Rows& items) {
  const Matrix& landmarks = centres_of(parameters, "landmarks", items);
  const Matrix& intercepts = parameter(parameters, "intercepts");
  const KernelLogisticModel model{{landmarks, table_of(parameters, "width", 1, 1)(0, 0)},
                                  table_of(parameters, "coefficients", intercepts.rows(), landmarks.rows()),
                                  table_of(parameters, "intercepts", intercepts.rows(), 1),
                                  table_of(parameters, "penalty", 1, 1)(0, 0)};
  require(model.kernel.width > 0 && model.penalty > 0, "the model's width or penalty is not positive");
  return model;
}

Parameters parameters_of(const KernelLogisticModel& model) {
  return {{"coefficients", model.coefficients},
          {"intercepts", model.intercepts},
          {"landmarks", model.kernel.landmarks},
          {"width", Matrix::Constant(1, 1, model.kernel.width)},
          {"penalty", Matrix::Constant(1, 1, model.penalty)}};
}

Method kernel_logistic_row() {
  Method method{
      .name = "kernel-logistic",
      .summary =
          "logistic regression on kernels: borders of any shape, from the seeds and what k-means agrees with",
      .citation = "Williams & Seeger 2000 (landmarks); Blum & Mitchell 1998 (agreement)",
      .objective = "kernel log-likelihood",
      .plain = "kmeans",
      .takes = {EvidenceKind::seeds},
      .takes_start = false,
      .places_exactly = false,
      .cluster_table = "coefficients",
      .feature_table = "landmarks",
      .options = default_fields<KernelLogisticOptions>};
  method.cluster = [](const Problem& problem, const Settings& settings, const Run& run) {
    require<InvalidOption>(
        problem.start.empty(),
        "kernel-logistic has one best model wherever it begins and takes no start: leave out {}",
        setting("init"));
    const auto options = with_settings<KernelLogisticOptions>("kernel-logistic", settings);
    auto result = kernel_logistic(problem.items, problem.knowledge.seeds, options, run);
    return Outcome{static_cast<Clustering&&>(result), parameters_of(result.model), settings_of(options)};
  };
  method.place = [](const Parameters& p, const Rows& items, const Run& run) {
    return place_by_kernel_logistic(items, kernel_model_of(p, items), run);
  };
  return method;
}

}  // namespace

std::vector<Method> guided_rows() {
  return {logistic_row(), kernel_logistic_row()};
}

}  // namespace bellwether
