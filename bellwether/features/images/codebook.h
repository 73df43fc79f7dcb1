#pragma once
// Bag of visual words: descriptors of patches are rounded to the nearest of a few hundred typical ones, and a
// picture becomes the counts of these words.
//   J. Sivic, A. Zisserman. Video Google: a text retrieval approach to object matching in videos. ICCV 2003.
//
// The words are the means of a k-means over a sample of the descriptors.

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <bellwether/data/matrix.h>
#include <bellwether/engine/random.h>
#include <bellwether/engine/run.h>

namespace bellwether {

inline constexpr int descriptor_size = 128;

/// Of one picture, one after the other.
using Descriptors = std::vector<std::uint8_t>;

struct CodebookOptions {
  int words = 800;
  int sample = 100'000;          ///< at most this many descriptors teach the words
  int codebook_iterations = 20;  ///< of k-means, from one random start; fewer once the gain is below 0.1 %
  std::uint64_t random_seed = 0;
};

void describe_codebook(CodebookOptions& o, auto&& option) {
  option("words", o.words, "how many visual words there are", 1, 1'000'000);
  option("sample", o.sample, "learn the words from at most this many descriptors", 1);
  option("codebook_iterations", o.codebook_iterations, "rounds of k-means that learn the words", 1);
  option("random_seed", o.random_seed, "where the random draws start", 0);
}

/// Descriptors spread evenly over the pictures: a random one of each picture, then a second one of each that
/// has two, and so on until `most` are taken. Which ones depends on the random seed and the pictures' names
/// alone, not on the order in which they come, nor on how they are dealt out to several samples that are
/// merged at the end.
class DescriptorSample {
 public:
  DescriptorSample(int most, std::uint64_t random_seed);

  void add(std::string_view picture, const Descriptors& descriptors);
  void merge(const DescriptorSample& other);
  /// One row for each.
  Matrix take();

 private:
  /// The round in which it is taken, and chance among those of one round.
  using Turn = std::pair<std::int64_t, std::uint64_t>;
  void drop_the_last();

  std::size_t most_;
  Random random_;
  std::vector<std::pair<Turn, std::size_t>> turns_ = {};  ///< with its place in `values_`
  std::vector<std::uint8_t> values_ = {};
  std::int64_t rounds_;  ///< later ones have no chance any more
};

/// words x descriptor_size. Throws InvalidOption if there are fewer different descriptors than words.
Matrix learn_codebook(const Matrix& sample, const CodebookOptions& options, const Run& run);

/// How often each word is the nearest one, as (word, count) by rising word; words that do not occur are left
/// out.
using WordCounts = std::vector<std::pair<std::int32_t, std::int32_t>>;
WordCounts count_words(const Descriptors& descriptors, const Matrix& codebook);

}  // namespace bellwether
