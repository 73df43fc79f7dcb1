// Clusters four points through the installed library.

#include <cstdio>

#include <bellwether/methods/method.h>
#include <bellwether/mixtures/kmeans.h>
#include <bellwether/scores/all_scores.h>

int main() {
  const bellwether::Matrix items{{0, 0}, {0, 1}, {9, 9}, {9, 8}};
  const auto result = bellwether::kmeans(items, {.clusters = 2});
  const std::vector<int> truth{0, 0, 1, 1};
  for (const auto& [name, value] : bellwether::all_scores(result.labels, truth))
    if (name == "nmi") std::printf("nmi %g with %zu methods\n", value, bellwether::searches().size());
  return result.objective.value == 1.0 ? 0 : 1;
}
