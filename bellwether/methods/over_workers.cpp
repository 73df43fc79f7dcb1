#include <bellwether/methods/over_workers.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include <bellwether/data/error.h>
#include <bellwether/mixtures/many_items.h>

namespace bellwether {
namespace {

struct Distributed {
  std::string_view method;  ///< its plain twin
  Index of_start;           ///< bytes for each item while the first centres are chosen
  Index of_rounds;          ///< and in each round
  Index of_cluster = 0;     ///< and of each cluster for each item
};
/// Greedy k-means++ keeps a distance, an owner and candidates, of few items; of many, see many_items.h. Then
/// label and bound; lengths of directions.
constexpr std::array<Distributed, 7> distributed{{{"kmeans", 8, 8},
                                                  {"spherical-kmeans", 16, 12},
                                                  {"gm", 8, 0},
                                                  {"vm", 16, 12},
                                                  {"multinomial", 16, 0},
                                                  {"plsa", 0, 16, 16},
                                                  {"aplsa", 0, 16, 16}}};

/// Its own, or its plain twin's, if it is the seeded or the constrained form.
const Distributed* row_of(const Method& method) {
  const auto* found = std::ranges::find(distributed, method.name, &Distributed::method);
  if (found == distributed.end()) found = std::ranges::find(distributed, method.plain, &Distributed::method);
  if (found == distributed.end()) return nullptr;
  const std::string plain(found->method);
  const bool form =
      method.name == plain || method.name == "seeded-" + plain || method.name == "constrained-" + plain;
  return form ? found : nullptr;
}

const Distributed& distributed_method(std::string_view name) {
  const Method& method = find_method(name);
  const Distributed* found = row_of(method);
  require<InvalidOption>(
      found != nullptr,
      "{} needs all items in one place: kmeans, spherical-kmeans, gm, vm, multinomial, plsa and "
      "aplsa run on several machines or from a file (cluster a sample of the items with it, and "
      "place the others with its model)",
      method.name);
  return *found;
}

void refuse_bounds(const Settings& settings) {
  for (const auto& [name, value] : settings)
    require<InvalidOption>(
        name != "min_size" && name != "max_size",
        "bounds on sizes need all items in one place (cluster a sample of them with bounds, "
        "and place the others with its model)");
}

}  // namespace

bool distributes(const Method& method) {
  return row_of(method) != nullptr;
}

Outcome cluster_over_workers(std::string_view method, Workers& workers, const Settings& settings,
                             const Run& run, const Rows& tags) {
  distributed_method(method);
  refuse_bounds(settings);
  Run there = run;
  there.workers = &workers;
  return find_method(method).cluster({.tags = tags}, settings, there);
}

bool distributes(const Learner& learner) {
  return learner.name == "whiten" || learner.name == "tcs-gm" || learner.name == "tcs-gm-l2";
}

Learned learn_over_workers(std::string_view learner, Workers& workers, const Settings& settings,
                           const Run& run) {
  require<InvalidOption>(
      distributes(find_learner(learner)),
      "{} needs all items in one place, whiten and tcs-gm run on several machines (learn from a "
      "sample of the known items)",
      find_learner(learner).name);
  Run there = run;
  there.workers = &workers;
  return find_learner(learner).learn({}, {}, settings, there);
}

std::uint64_t memory_needed(std::string_view method, const Shape& shape, int threads) {
  const Distributed& row = distributed_method(method);
  const Index greedy = is_many(shape.rows) ? 0 : 6;
  const Index of_item = std::max(row.of_start + greedy, row.of_rounds) + row.of_cluster * shape.clusters;
  // Rows as they are stored and widened; sums of clusters, a few for each level of the tree.
  const Index of_thread =
      shard_rows(shape) * (shape.columns * 12 + 64) + 16 * 8 * shape.clusters * shape.columns;
  // And the labels of a part as they are told, beside the program itself.
  constexpr Index program = Index{128} << 20;
  return static_cast<std::uint64_t>(shape.rows * of_item + threads * of_thread + program);
}

RowsOnDisk::RowsOnDisk(const RowFiles& files, int clusters, const Run& run, std::span<const int> seeds)
    : workers_(shape_of(files), false, parts_of(files, clusters, seeds), run) {}

Shape RowsOnDisk::shape_of(const RowFiles& files) {
  require(files.rows() > 0, "there are no items");
  return {files.rows(), files.columns(), files.rows() * files.columns()};
}

/// Two million rows each: labels are told part by part.
std::vector<Part> RowsOnDisk::parts_of(const RowFiles& files, int clusters, std::span<const int> seeds) {
  Shape shape = shape_of(files);
  shape.clusters = clusters;
  const Index shard = shard_rows(shape), step = std::max<Index>(1, (Index{1} << 21) / shard) * shard;
  shape.clusters = 1;
  std::vector<Part> parts;
  for (Index first = 0; first < files.rows(); first += step) {
    const Index count = std::min(step, files.rows() - first);
    const auto known = seeds.empty() ? seeds : seeds.subspan(first, count);
    parts.emplace_back(shape, first, StoredRows{&files, first, count, shape.columns}, known);
  }
  return parts;
}

Outcome RowsOnDisk::cluster(std::string_view method, std::uint64_t memory, const Settings& settings,
                            const Run& run) {
  Shape shape = workers_.shape();
  for (const auto& [name, value] : settings)
    if (name == "clusters") shape.clusters = std::get<std::int64_t>(value);
  const std::uint64_t of_seeds = workers_.seeded() ? sizeof(int) * static_cast<std::uint64_t>(shape.rows) : 0;
  const std::uint64_t needed = memory_needed(method, shape, thread_count(run)) + of_seeds;
  require(needed <= memory, "{} rows need {} MB of memory beside the files, but {} MB are allowed (use {})",
          shape.rows, needed / 1'000'000 + 1, memory / 1'000'000,
          remedy("memory", fmt::format("{}M", needed / 1'000'000 + 1)));
  return cluster_over_workers(method, workers_, settings, run);
}

void RowsOnDisk::labels(const Elsewhere& found, const std::function<void(const Noted&)>& use) {
  workers_.labels(found, use);
}

}  // namespace bellwether
