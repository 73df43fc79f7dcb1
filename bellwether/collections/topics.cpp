#include <bellwether/collections/topics.h>

#include <algorithm>
#include <numeric>

#include <bellwether/collections/limits.h>
#include <bellwether/engine/options.h>
#include <bellwether/engine/random.h>

namespace bellwether {
namespace {

constexpr int most_topical_words = 50;

/// Ranks 0, 1, 2, ... with probability in proportion to 1, 1/2, 1/3, ...
class Zipf {
 public:
  explicit Zipf(int ranks) : sums_(static_cast<std::size_t>(ranks)) {
    double sum = 0;
    for (std::size_t r = 0; r < sums_.size(); ++r) sums_[r] = sum += 1.0 / static_cast<double>(r + 1);
  }

  std::size_t draw(Random& random) const {
    const auto at = std::upper_bound(sums_.begin(), sums_.end(), random.uniform() * sums_.back());
    return std::min(static_cast<std::size_t>(at - sums_.begin()), sums_.size() - 1);
  }

 private:
  std::vector<double> sums_;
};

/// The words of each topic from its most frequent on, drawn without repetition within a topic.
std::vector<std::vector<std::int32_t>> draw_topics(const TopicsOptions& options, Random random) {
  std::vector<std::int32_t> vocabulary(static_cast<std::size_t>(options.features));
  std::iota(vocabulary.begin(), vocabulary.end(), 0);
  const int size = std::min(options.features, most_topical_words);
  std::vector<std::vector<std::int32_t>> topics;
  for (int t = 0; t < options.clusters; ++t) {
    for (int w = 0; w < size; ++w)
      std::swap(vocabulary[w], vocabulary[w + random.below(options.features - w)]);
    topics.emplace_back(vocabulary.begin(), vocabulary.begin() + size);
  }
  return topics;
}

void append_counts(SparseMatrix& counts, std::vector<std::int32_t>& text) {
  std::sort(text.begin(), text.end());
  for (auto word = text.begin(); word != text.end();) {
    const auto next = std::upper_bound(word, text.end(), *word);
    counts.column_of.push_back(*word);
    counts.values.push_back(static_cast<double>(next - word));
    word = next;
  }
  counts.starts.push_back(static_cast<std::int64_t>(counts.values.size()));
}

}  // namespace

Dataset topics(const TopicsOptions& options) {
  check_options(options, "data:topics");
  check_sizes("data:topics", options.items, options.clusters, Index{options.items} * options.words);
  const auto words_of = draw_topics(options, Random(options.random_seed).split(0));
  const Zipf common(options.features);
  const Zipf topical(static_cast<int>(words_of[0].size()));

  Random random = Random(options.random_seed).split(1);
  SparseMatrix counts{.columns = options.features};
  Dataset made;
  std::vector<std::int32_t> text;
  for (int i = 0; i < options.items; ++i) {
    const int topic = i % options.clusters;
    const auto length = (options.words + 1) / 2 + random.below(options.words + 1 - options.words % 2);
    text.clear();
    for (std::int64_t w = 0; w < length; ++w)
      text.push_back(random.uniform() < options.topical ? words_of[topic][topical.draw(random)]
                                                        : static_cast<std::int32_t>(common.draw(random)));
    append_counts(counts, text);
    made.labels.push_back(fmt::format("topic{}", topic + 1));
  }
  for (int j = 0; j < options.features; ++j) made.features.push_back(fmt::format("w{}", j));
  made.values = std::move(counts);
  return made;
}

}  // namespace bellwether
