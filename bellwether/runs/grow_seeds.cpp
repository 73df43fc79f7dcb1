#include <bellwether/runs/grow_seeds.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <bellwether/data/values.h>

namespace bellwether {
namespace {

// Chosen on the regions of data:headlines, for which words of topics are the noise.
constexpr double smoothing = 0.5;  ///< of P(c|w), in texts
constexpr double growth = 1.3;     ///< of the labelled texts, each round
/// Clusters are taken for equally large, as if so many texts of each had been seen beside the seeds.
constexpr double prior = 20;
constexpr int parts = 5;
/// The others are left to the search.
constexpr double surest = 0.8;

/// Smoothed shares and weights of all words: words x clusters, ready to be summed.
Matrix evidence_of_words(const Rows& counts, const std::vector<int>& labels, int clusters) {
  Matrix terms = Matrix::Constant(counts.columns(), clusters, smoothing);
  for_each_value(counts, [&](Index text, Index word, double value) {
    const int label = labels[static_cast<std::size_t>(text)];
    if (value > 0 && label != unlabelled) terms(word, label) += 1;
  });
  for (Index word = 0; word < terms.rows(); ++word) {
    auto row = terms.row(word);
    row /= row.sum();
    const double information = std::log(clusters) + (row.array() * row.array().log()).sum();
    row = information * information * information * (row.array() * clusters).log();
  }
  return terms;
}

/// A word of one text alone says nothing about others.
std::vector<bool> shared_words(const Rows& counts) {
  std::vector<int> texts(static_cast<std::size_t>(counts.columns()), 0);
  for_each_value(
      counts, [&](Index, Index word, double value) { texts[static_cast<std::size_t>(word)] += value > 0; });
  std::vector<bool> shared;
  for (const int count : texts) shared.push_back(count > 1);
  return shared;
}

Grown placed(const Rows& counts, const std::vector<bool>& shared, const std::vector<int>& labels,
             int clusters) {
  const Matrix terms = evidence_of_words(counts, labels, clusters);
  Matrix scores = Matrix::Zero(counts.rows(), clusters);
  for_each_value(counts, [&](Index text, Index word, double value) {
    if (value > 0 && shared[static_cast<std::size_t>(word)]) scores.row(text) += terms.row(word);
  });
  Grown grown;
  for (Index text = 0; text < scores.rows(); ++text) {
    Index best = 0;
    const double most = scores.row(text).maxCoeff(&best);
    double second = -std::numeric_limits<double>::infinity();
    for (Index c = 0; c < clusters; ++c)
      if (c != best) second = std::max(second, scores(text, c));
    grown.labels.push_back(static_cast<int>(best));
    grown.margins.push_back(clusters > 1 ? most - second : 0);
  }
  return grown;
}

std::vector<Index> surest_first(const Grown& grown) {
  std::vector<Index> order(grown.margins.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, std::greater(),
                           [&](Index i) { return grown.margins[static_cast<std::size_t>(i)]; });
  return order;
}

/// The seeds and the surest others of each cluster, up to its room.
std::vector<int> labelled(const Grown& grown, const std::vector<int>& seeds, std::vector<Index> room) {
  std::vector<int> labels = seeds;
  for (const int seed : seeds)
    if (seed != unlabelled) --room[static_cast<std::size_t>(seed)];
  for (const Index text : surest_first(grown)) {
    const int label = grown.labels[static_cast<std::size_t>(text)];
    if (seeds[static_cast<std::size_t>(text)] != unlabelled || room[static_cast<std::size_t>(label)] <= 0)
      continue;
    labels[static_cast<std::size_t>(text)] = label;
    --room[static_cast<std::size_t>(label)];
  }
  return labels;
}

std::vector<double> counts_of(const std::vector<int>& labels, int clusters) {
  std::vector<double> counts(static_cast<std::size_t>(clusters), 0);
  for (const int label : labels)
    if (label != unlabelled) ++counts[static_cast<std::size_t>(label)];
  return counts;
}

}  // namespace

bool can_grow(const Material& material, const std::vector<int>& seeds, int clusters) {
  if (!material.words() || !material.items.sparse() || clusters < 2 || seeds.empty()) return false;
  return std::ranges::min(counts_of(seeds, clusters)) > 0;
}

Grown grow_seeds(const Rows& counts, const std::vector<int>& seeds, int clusters) {
  const std::vector<bool> shared = shared_words(counts);
  const std::vector<double> seeded = counts_of(seeds, clusters);
  const double all = std::accumulate(seeded.begin(), seeded.end(), 0.0);
  const auto items = static_cast<double>(counts.rows());
  std::vector<int> labels = seeds;
  for (double size = all;; size = std::min(items, size * growth + 1)) {
    const Grown grown = placed(counts, shared, labels, clusters);
    if (size >= items) return grown;
    std::vector<Index> room;
    for (const double count : seeded)
      room.push_back(static_cast<Index>(size * growth * (count + prior) / (all + prior * clusters)));
    labels = labelled(grown, seeds, std::move(room));
  }
}

double share_found_again(const Rows& counts, const std::vector<int>& seeds, int clusters) {
  double found = 0, held_back = 0;
  for (int part = 0; part < parts; ++part) {
    std::vector<int> others = seeds;
    std::vector<double> left = counts_of(seeds, clusters);
    std::vector<std::size_t> away;
    int number = 0;
    for (std::size_t i = 0; i < seeds.size(); ++i) {
      if (seeds[i] == unlabelled || number++ % parts != part) continue;
      double& of_cluster = left[static_cast<std::size_t>(seeds[i])];
      if (of_cluster <= 1) continue;  // nothing could give the cluster its name
      --of_cluster;
      others[i] = unlabelled;
      away.push_back(i);
    }
    if (away.empty()) continue;
    const Grown grown = grow_seeds(counts, others, clusters);
    for (const std::size_t i : away) found += grown.labels[i] == seeds[i];
    held_back += static_cast<double>(away.size());
  }
  return held_back > 0 ? found / held_back : 0;
}

std::vector<int> surest_of(const Grown& grown, const std::vector<int>& seeds, int clusters) {
  std::vector<Index> room;
  for (const double count : counts_of(grown.labels, clusters))
    room.push_back(static_cast<Index>(count * surest));
  return labelled(grown, seeds, std::move(room));
}

}  // namespace bellwether
