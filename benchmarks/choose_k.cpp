// What choosing the number of clusters costs, as a multiple of one search with the largest number that was
// tried.
//   bench_choose_k

#include <fmt/format.h>

#include <chrono>

#include <bellwether/engine/random.h>
#include <bellwether/runs/choose_k.h>
#include <bellwether/runs/finding.h>

using namespace bellwether;

namespace {

struct Groups {
  Matrix items = {};
  std::vector<int> truth = {};
};

Groups groups_of(int groups, Index items, Index features, double spread) {
  Random random(1);
  Matrix centres(groups, features);
  for (Index i = 0; i < centres.size(); ++i) centres.data()[i] = spread * random.normal();
  Groups made{.items = Matrix(items, features)};
  for (Index i = 0; i < items; ++i) {
    made.truth.push_back(static_cast<int>(i % groups));
    for (Index j = 0; j < features; ++j) made.items(i, j) = centres(i % groups, j) + random.normal();
  }
  return made;
}

/// Every 50th item is a seed.
Evidence seeds_of(const Groups& groups) {
  Evidence evidence{.seeds = std::vector<int>(groups.truth.size(), unlabelled)};
  for (std::size_t i = 0; i < groups.truth.size(); i += 50) evidence.seeds[i] = groups.truth[i];
  return evidence;
}

double seconds(const auto& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void measure(const char* name, const Groups& groups, const Evidence& evidence, const std::string& method) {
  const Material material = material_of({.values = groups.items});
  const Run run{.threads = 1};
  KChoice choice;
  const Wishes open{.choose_k = KRange{1, 30}, .method = method};
  const double choosing = seconds([&] { choice = choose_k(material, evidence, open, run); });
  const int largest = choice.curve.back().clusters;
  const EvidenceKinds kinds = evidence.kinds();
  const Wishes given{.clusters = largest, .method = method};
  const Plan made = plan(material, evidence, given, kinds);
  const Knowledge knowledge = knowledge_of(evidence, kinds, material);
  const double search = seconds([&] {
    find_method(made.search.method)
        .cluster({.items = material.items.rows(), .knowledge = knowledge}, made.search.settings, run);
  });
  const double whole = seconds([&] { carry_out(material, evidence, plan(material, evidence, given), run); });
  fmt::print("{:<20} {:>6} x {:<4} {:>6} {:>8} {:>9.3f} {:>9.3f} {:>6.1f} {:>9.3f} {:>6.1f}\n", name,
             material.items.items(), groups.items.cols(), choice.clusters, largest, choosing, search,
             choosing / search, whole, choosing / whole);
}

}  // namespace

int main() {
  fmt::print("{:<20} {:>13} {:>6} {:>8} {:>9} {:>9} {:>6} {:>9} {:>6}\n", "what", "items", "chosen",
             "largest", "choosing", "search", "ratio", "run", "ratio");
  for (const Index items : {1000, 2500, 10000}) {
    measure("15 groups", groups_of(15, items, 20, 3), {}, "auto");
    measure("15 groups, seeds", groups_of(15, items, 20, 3), seeds_of(groups_of(15, items, 20, 3)), "auto");
    measure("15 groups, gm", groups_of(15, items, 20, 3), {}, "gm");
    measure("no groups", groups_of(1, items, 20, 3), {}, "auto");
  }
  for (const double spread : {0.5, 3.0})
    measure(spread < 1 ? "15 that overlap" : "15 groups", groups_of(15, 10000, 50, spread), {}, "auto");
  measure("15 that overlap", groups_of(15, 2000, 20, 0.7), {}, "auto");
}
