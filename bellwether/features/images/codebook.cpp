#include <bellwether/features/images/codebook.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/mixtures/kmeans.h>

namespace bellwether {
namespace {

/// A stream of random numbers for each name (FNV-1a).
std::uint64_t number_of(std::string_view name) {
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (const char letter : name) hash = (hash ^ static_cast<std::uint8_t>(letter)) * 0x100000001B3U;
  return hash;
}

Matrix matrix_of(const Descriptors& descriptors) {
  const auto count = static_cast<Index>(descriptors.size()) / descriptor_size;
  using Bytes = Eigen::Matrix<std::uint8_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<const Bytes>(descriptors.data(), count, descriptor_size).cast<double>();
}

}  // namespace

DescriptorSample::DescriptorSample(int most, std::uint64_t random_seed)
    : most_(static_cast<std::size_t>(most)),
      random_(random_seed),
      rounds_(std::numeric_limits<std::int64_t>::max()) {}

void DescriptorSample::add(std::string_view picture, const Descriptors& descriptors) {
  const auto count = static_cast<std::int64_t>(descriptors.size()) / descriptor_size;
  Random random = random_.split(number_of(picture));
  std::vector<std::int64_t> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), std::int64_t{0});
  random.shuffle(order);
  for (std::int64_t round = 0; round < std::min(count, rounds_); ++round) {
    const auto* at = descriptors.data() + order[round] * descriptor_size;
    turns_.emplace_back(Turn{round, random.bits()}, values_.size());
    values_.insert(values_.end(), at, at + descriptor_size);
  }
  if (turns_.size() > 2 * most_) drop_the_last();
}

void DescriptorSample::drop_the_last() {
  std::sort(turns_.begin(), turns_.end());
  if (turns_.size() > most_) {
    turns_.resize(most_);
    rounds_ = turns_.back().first.first + 1;
  }
  std::vector<std::uint8_t> kept;
  kept.reserve(turns_.size() * descriptor_size);
  for (auto& turn : turns_) {
    const auto at = values_.begin() + static_cast<std::ptrdiff_t>(std::exchange(turn.second, kept.size()));
    kept.insert(kept.end(), at, at + descriptor_size);
  }
  values_ = std::move(kept);
}

void DescriptorSample::merge(const DescriptorSample& other) {
  for (const auto& [turn, place] : other.turns_) turns_.emplace_back(turn, values_.size() + place);
  values_.insert(values_.end(), other.values_.begin(), other.values_.end());
}

Matrix DescriptorSample::take() {
  drop_the_last();
  return matrix_of(values_);
}

Matrix learn_codebook(const Matrix& sample, const CodebookOptions& options, const Run& run) {
  require<InvalidOption>(
      has_distinct_rows(sample, options.words),
      "{} visual words were asked for, but there are fewer different descriptors than that "
      "(of {} in all): ask for fewer words, or give more pictures",
      options.words, sample.rows());
  Run inner = run;
  if (run.on_progress)
    inner.on_progress = [&](Progress progress) {
      progress.stage = "learning visual words";
      run.on_progress(progress);
    };
  // With hundreds of words a random start ends where k-means++ ends, without its pass for every word.
  return kmeans(sample,
                {.clusters = options.words,
                 .start = Start::random,
                 .restarts = 1,
                 .iterations = options.codebook_iterations,
                 .tolerance = 1e-3,
                 .random_seed = options.random_seed},
                inner)
      .means;
}

WordCounts count_words(const Descriptors& descriptors, const Matrix& codebook) {
  if (descriptors.empty()) return {};
  std::vector<int> words = place_by_means(matrix_of(descriptors), codebook, {.threads = 1}).labels;
  std::sort(words.begin(), words.end());
  WordCounts counts;
  for (const int word : words) {
    if (counts.empty() || counts.back().first != word) counts.emplace_back(word, 0);
    ++counts.back().second;
  }
  return counts;
}

}  // namespace bellwether
