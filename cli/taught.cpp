#include <cli/taught.h>

#include <cstdlib>

#include <bellwether/data/take.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether::cli {
namespace {

/// The mean of each cluster's items as they are; 0 for one without.
Matrix centres_of(const Dataset& items, const Clustering& found) {
  Matrix centres = Matrix::Zero(found.clusters, items.rows().columns());
  const auto sizes = cluster_sizes(found.labels, found.clusters);
  for (Index i = 0; i < items.items(); ++i) {
    const int cluster = found.labels[static_cast<std::size_t>(i)];
    centres.row(cluster) += dense_row(items.rows(), i).transpose() /
                            static_cast<double>(sizes[static_cast<std::size_t>(cluster)]);
  }
  return centres;
}

}  // namespace

Taught be_taught(const ClusterArguments& args, const Settings& settings, KnownItems all, Result& result,
                 Dataset& items, Dataset& plain, const bellwether::Run& applying_run, ProgressBar& bar) {
  std::uint64_t seed = 0;
  if (!args.random_seed.empty()) seed = std::strtoull(args.random_seed.c_str(), nullptr, 10);
  Taught taught{.file = args.known.known, .classes = all.classes, .items = all.known()};
  taught.representation = interruptible(args, bar, [&](const bellwether::Run& run) {
    return represent(representation_of(args), args.known, all, settings, seed, args.trust == "always", run);
  });
  plain = take_items(all.made.items, all.fresh);
  items = plain;
  if (taught.representation.used())
    taught.directions = explain(taught.representation.learned->map, items.rows(), all.made.vectorizer.steps,
                                all.made.features);
  if (taught.representation.used())
    for (Step& step : steps_of(*taught.representation.learned)) {
      apply(step, items, applying_run);
      all.made.vectorizer.steps.push_back(std::move(step));
    }
  result.vectorizer = std::move(all.made.vectorizer);
  result.columns = std::move(all.made.features);
  return taught;
}

void compare_with_plain(const ClusterArguments& args, const std::string& method, const Settings& settings,
                        Dataset& plain, Result& result, ProgressBar& bar) {
  if (result.taught) result.centres = centres_of(plain, result.outcome.clustering);
  if (!result.taught || !result.taught->representation.used() || result.guidance) return;
  constexpr bool some_may_be_zeros = true;  // the map gave them a direction, perhaps
  const Outcome without = interruptible(args, bar, [&](const bellwether::Run& run) {
    return fit(find_method(method), plain, some_may_be_zeros, {}, {}, settings, run);
  });
  result.taught->plain_scores = score(without.clustering.labels, plain);
  result.taught->plain_labels = without.clustering.labels;
  result.taught->moved = count_moved(without.clustering.labels, result.outcome.clustering.labels);
}

}  // namespace bellwether::cli
