#include <bellwether/scores/agreement.h>
#include <bellwether/scores/all_scores.h>
#include <bellwether/scores/information.h>
#include <bellwether/scores/matching.h>

#include <limits>

namespace bellwether {
namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

constexpr ScoreInfo table[] = {
    {"nmi", "normalised mutual information (arithmetic mean)", "", 0, 1, true, nmi},
    {"nmi_geometric", "normalised mutual information (geometric mean)", "", 0, 1, true, nmi_geometric},
    {"mutual_information", "mutual information", "nats", 0, unbounded, true, mutual_information},
    {"rand", "Rand index", "", 0, 1, true, rand_index},
    {"adjusted_rand", "adjusted Rand index", "", -0.5, 1, true, adjusted_rand_index},
    {"purity", "purity", "", 0, 1, true, purity},
    {"entropy_bits", "entropy of the classes within the clusters", "bits", 0, unbounded, false, entropy_bits},
    {"accuracy", "accuracy under the best one-to-one matching", "", 0, 1, true, accuracy},
    {"homogeneity", "homogeneity (each cluster holds one class)", "", 0, 1, true, homogeneity},
    {"completeness", "completeness (each class is in one cluster)", "", 0, 1, true, completeness},
    {"v_measure", "V-measure", "", 0, 1, true, v_measure},
};

}  // namespace

std::span<const ScoreInfo> score_table() {
  return table;
}

std::vector<std::pair<std::string, double>> all_scores(std::span<const int> found,
                                                       std::span<const int> truth) {
  const Contingency counts = cross_tabulate(found, truth);
  std::vector<std::pair<std::string, double>> scores;
  for (const ScoreInfo& info : table) scores.emplace_back(info.name, info.score(counts));
  return scores;
}

}  // namespace bellwether
