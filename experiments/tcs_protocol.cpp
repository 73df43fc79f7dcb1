#include <experiments/tcs_protocol.h>

#include <algorithm>
#include <numeric>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>
#include <bellwether/mixtures/gm.h>
#include <bellwether/mixtures/vm.h>
#include <bellwether/scores/information.h>

namespace bellwether::experiments {
namespace {

constexpr int training = 0, validation = 1, test = 2;
constexpr int restarts_for_choosing = 5;

LabelledItems part_of(const PreparedData& data, const std::vector<int>& third_of, int third) {
  std::vector<int> number(third_of.size(), -1);
  LabelledItems part;
  for (std::size_t k = 0; k < third_of.size(); ++k)
    if (third_of[k] == third) number[k] = part.classes++;
  std::vector<Index> rows;
  for (std::size_t i = 0; i < data.labels.size(); ++i) {
    const int mine = number[static_cast<std::size_t>(data.labels[i])];
    if (mine < 0) continue;
    rows.push_back(static_cast<Index>(i));
    part.labels.push_back(mine);
  }
  part.items = data.items(rows, Eigen::all);
  return part;
}

template <class Options, class Cluster>
double mean_nmi(const Cluster& cluster, const Matrix& items, const LabelledItems& truth,
                const Searches& searches) {
  if (!has_distinct_rows(items, truth.classes)) return 0;  // a map may leave nothing of the items
  const Random random(searches.random_seed);
  double sum = 0;
  for (int r = 0; r < searches.restarts; ++r) {
    Options options;
    options.clusters = truth.classes;
    options.restarts = 1;
    options.random_seed = random.split(static_cast<std::uint64_t>(r)).bits() >> 1;  // options take 63 bits
    sum += nmi(cross_tabulate(cluster(items, options).labels, truth.labels));
    if (searches.run.stop.stop_requested()) break;
  }
  return sum / searches.restarts;
}

}  // namespace

std::vector<int> thirds(int classes, std::uint64_t random_seed, int split) {
  require(classes >= 3, "there are {} classes, and thirds need at least 3", classes);
  std::vector<int> order(static_cast<std::size_t>(classes));
  std::iota(order.begin(), order.end(), 0);
  Random random = Random(random_seed).split(static_cast<std::uint64_t>(split));
  random.shuffle(order);
  std::vector<int> third(order.size());
  constexpr int turn[] = {training, test, validation};
  for (std::size_t at = 0; at < order.size(); ++at) third[static_cast<std::size_t>(order[at])] = turn[at % 3];
  return third;
}

Division divide_classes(const PreparedData& data, std::uint64_t random_seed, int split) {
  const std::vector<int> third_of = thirds(data.classes, random_seed, split);
  return {part_of(data, third_of, training), part_of(data, third_of, validation),
          part_of(data, third_of, test)};
}

LabelledItems together(const LabelledItems& first, const LabelledItems& more) {
  LabelledItems both{Matrix(first.items.rows() + more.items.rows(), first.items.cols()), first.labels,
                     first.classes + more.classes};
  both.items << first.items, more.items;
  for (const int label : more.labels) both.labels.push_back(first.classes + label);
  return both;
}

Searches searches_of(const Request& request, int split, const Run& run) {
  Random random = Random(request.random_seed).split(1000 + static_cast<std::uint64_t>(split));
  return {request.restarts, random.bits() >> 1, run};
}

double mean_nmi_of_gm(const Matrix& items, const LabelledItems& truth, const Searches& searches) {
  return mean_nmi<GmOptions>([&](const Matrix& x, const GmOptions& o) { return gm(x, o, searches.run); },
                             items, truth, searches);
}

double mean_nmi_of_vm(const Matrix& items, const LabelledItems& truth, const Searches& searches) {
  return mean_nmi<VmOptions>([&](const Matrix& x, const VmOptions& o) { return vm(x, o, searches.run); },
                             items, truth, searches);
}

Tuned choose_on_validation(std::size_t candidates, const std::function<ItemMap(std::size_t)>& learn,
                           const Division& division, const ScoredSearches& score, const Searches& searches) {
  Searches quick = searches;
  quick.restarts = std::min(searches.restarts, restarts_for_choosing);
  Tuned best;
  double best_score = -1;
  for (std::size_t c = 0; c < candidates && !searches.run.stop.stop_requested(); ++c) {
    ItemMap map = learn(c);
    const double mine = score(map(division.validation.items), division.validation, quick);
    if (mine <= best_score) continue;
    best_score = mine;
    best = {c, std::move(map)};
  }
  return best;
}

}  // namespace bellwether::experiments
