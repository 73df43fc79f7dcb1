#pragma once
// Random: reproducible draws by counting. The n-th draw is a block cipher of n, so streams can be split
// for restarts and shards without talking to each other, and every platform draws the same numbers.
//   J. Salmon, M. Moraes, R. Dror, D. Shaw. Parallel random numbers: as easy as 1, 2, 3. SC 2011.

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace bellwether {

/// Philox 4x32-10: ten rounds turn a counter and a key into four words.
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key);

class Random {
 public:
  explicit Random(std::uint64_t random_seed) : key_(random_seed) {}

  /// An independent stream. The same number gives the same stream, however much was drawn here.
  Random split(std::uint64_t stream) const;

  void skip(std::uint64_t draws);  ///< as if so many bits() had been drawn

  std::uint64_t bits();                ///< 64 random bits
  double uniform();                    ///< in [0, 1), with 53 random bits
  std::int64_t below(std::int64_t n);  ///< 0 .. n-1, each equally likely; n >= 1
  double normal();                     ///< mean 0, variance 1
  /// An index with probability weight / sum of weights; the weights are not negative, their sum is positive.
  std::int64_t weighted(std::span<const double> weights);

  template <class T>
  void shuffle(std::vector<T>& items) {
    for (auto i = static_cast<std::int64_t>(items.size()) - 1; i > 0; --i)
      std::swap(items[i], items[below(i + 1)]);
  }

 private:
  friend void visit(Random& random, auto&& numbers) {
    numbers(random.key_), numbers(random.stream_), numbers(random.count_), numbers(random.spare_);
  }

  std::uint64_t key_;
  std::uint64_t stream_ = 0;
  std::uint64_t count_ = 0;
  std::uint64_t spare_ = 0;  ///< each block of the cipher holds two draws
};

}  // namespace bellwether
