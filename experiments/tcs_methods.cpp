#include <experiments/tcs_methods.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>
#include <bellwether/engine/symmetric_eigen.h>
#include <bellwether/links/csp.h>
#include <bellwether/links/pcc.h>
#include <bellwether/transforms/pairs.h>
#include <bellwether/transforms/tcs_vm.h>

namespace bellwether::experiments {
namespace {

constexpr Index most_links = 500;         // of each kind
constexpr Index most_known_items = 3000;  // that links are drawn among
constexpr Index most_items_of_csp = 5000;
constexpr double least_variance = 0.01;  // of a direction for pcc: there may be fewer items than features

Knowledge links_of(const LabelledItems& known, std::uint64_t random_seed) {
  LabelledPairs pairs = pairs_from_labels(known.labels, most_links, random_seed);
  return {.must_link = std::move(pairs.similar), .cannot_link = std::move(pairs.dissimilar)};
}

Matrix unit_length(Matrix rows) {
  for (Index i = 0; i < rows.rows(); ++i)
    if (const double length = rows.row(i).norm(); length > 0) rows.row(i) /= length;
  return rows;
}

double score_of_gm(const Division& division, const Searches& searches) {
  return mean_nmi_of_gm(division.test.items, division.test, searches);
}

double score_of_vm(const Division& division, const Searches& searches) {
  return mean_nmi_of_vm(division.test.items, division.test, searches);
}

double score_of_pcc(const Division& division, const Searches& searches) {
  const LabelledItems known =
      sampled(together(division.training, division.validation), most_known_items, searches.random_seed);
  const PccResult learned = pcc(known.items, links_of(known, searches.random_seed),
                                {.clusters = known.classes,
                                 .metric = Metric::full,
                                 .scope = MetricScope::shared,
                                 .least_variance = least_variance,
                                 .restarts = 2,
                                 .iterations = 50,
                                 .random_seed = searches.random_seed},
                                searches.run);
  return mean_nmi_of_gm(division.test.items * symmetric_root(learned.model.matrices), division.test,
                        searches);
}

/// The test items in the cheapest cuts of the graph of all items.
double score_of_csp(const Division& division, const Searches& searches) {
  const LabelledItems known = together(division.training, division.validation);
  const LabelledItems all = together(known, division.test);
  const CspResult cut =
      csp(all.items, links_of(known, searches.random_seed),
          {.clusters = all.classes, .restarts = 1, .random_seed = searches.random_seed}, searches.run);
  return mean_nmi_of_gm(cut.places.bottomRows(division.test.items.rows()), division.test, searches);
}

std::string too_many_for_csp(const PreparedData& data) {
  if (data.items.rows() <= most_items_of_csp) return {};
  return fmt::format("NS: more than {} items", most_items_of_csp);
}

constexpr std::size_t gammas_of_tcs_vm = 8;

/// gamma in decades around its reference unit, by the number of the candidate.
std::function<ItemMap(std::size_t)> tcs_vm_by_gamma(const Division& division, const Run& run) {
  const double reference = tcs_vm_reference_gamma(division.training.items, division.training.labels, {}, run);
  return [&division, reference, run](std::size_t candidate) -> ItemMap {
    const double gamma = reference * std::pow(10.0, 2.0 - static_cast<double>(candidate));
    const Matrix map =
        tcs_vm(division.training.items, division.training.labels, {.gamma = gamma, .tolerance = 1e-5}, run)
            .map.map;
    return [map](const Matrix& items) { return unit_length(items * map); };
  };
}

double score_of_tcs_vm(const Division& division, const Searches& searches) {
  const Tuned tuned = choose_on_validation(gammas_of_tcs_vm, tcs_vm_by_gamma(division, searches.run),
                                           division, mean_nmi_of_vm, searches);
  if (!tuned.map) return 0;  // interrupted
  return mean_nmi_of_vm(tuned.map(division.test.items), division.test, searches);
}

/// No method: what the choice of gamma could gain at most.
double score_of_best_tcs_vm(const Division& division, const Searches& searches) {
  const auto learn = tcs_vm_by_gamma(division, searches.run);
  double best = 0;
  for (std::size_t c = 0; c < gammas_of_tcs_vm && !searches.run.stop.stop_requested(); ++c)
    best = std::max(best, mean_nmi_of_vm(learn(c)(division.test.items), division.test, searches));
  return best;
}

const TcsMethod plain_gm{"gm", "a mixture of Gaussians on the test items: nothing is known", score_of_gm};

std::vector<TcsMethod> methods_with_links() {
  return {
      {"pcc",
       fmt::format("one full metric learned by pcc from {} must-links and {} cannot-links among at most {} "
                   "known items, no variance below {} of the mean, then gm on the test items in it",
                   most_links, most_links, most_known_items, least_variance),
       score_of_pcc},
      {"csp",
       fmt::format(
           "the cheapest cuts, as many as there are classes less one, of the graph of all items with {} "
           "must-links and {} cannot-links among known ones, then gm on the test items in them; up to "
           "{} items",
           most_links, most_links, most_items_of_csp),
       score_of_csp, too_many_for_csp},
  };
}

}  // namespace

LabelledItems sampled(const LabelledItems& all, Index most, std::uint64_t random_seed) {
  if (all.items.rows() <= most) return all;
  std::vector<Index> order(static_cast<std::size_t>(all.items.rows()));
  std::iota(order.begin(), order.end(), Index{0});
  Random random(random_seed);
  random.shuffle(order);
  order.resize(static_cast<std::size_t>(most));
  std::ranges::sort(order);
  LabelledItems some{all.items(order, Eigen::all), {}, all.classes};
  for (const Index i : order) some.labels.push_back(all.labels[static_cast<std::size_t>(i)]);
  return some;
}

const std::vector<TcsMethod>& tcs_methods() {
  static const std::vector<TcsMethod> methods = [] {
    std::vector<TcsMethod> all{plain_gm};
    for (TcsMethod& method : tcs_learned_methods()) all.push_back(std::move(method));
    for (TcsMethod& method : methods_with_links()) all.push_back(std::move(method));
    return all;
  }();
  return methods;
}

const std::vector<TcsMethod>& tcs_direction_methods() {
  static const std::vector<TcsMethod> methods = [] {
    std::vector<TcsMethod> all{
        {"vm", "a mixture of von Mises-Fisher distributions on the test items: nothing is known",
         score_of_vm},
        {"tcs-vm",
         "a map learned on the training classes, gamma among 8 decades on the validation classes, then vm",
         score_of_tcs_vm},
        {"tcs-vm-oracle",
         "no method, but what there is to gain: the best of the 8 gammas by the test classes themselves",
         score_of_best_tcs_vm}};
    all.insert(all.end(), tcs_methods().begin(), tcs_methods().end());
    return all;
  }();
  return methods;
}

}  // namespace bellwether::experiments
