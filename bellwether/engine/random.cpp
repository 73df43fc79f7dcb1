#include <bellwether/engine/random.h>

#include <cmath>
#include <numbers>

namespace bellwether {
namespace {

std::uint32_t low(std::uint64_t x) {
  return static_cast<std::uint32_t>(x);
}
std::uint32_t high(std::uint64_t x) {
  return static_cast<std::uint32_t>(x >> 32);
}
std::uint64_t join(std::uint32_t lo, std::uint32_t hi) {
  return lo | (static_cast<std::uint64_t>(hi) << 32);
}

}  // namespace

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> c, std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = 0xD2511F53ull * c[0];
    const std::uint64_t b = 0xCD9E8D57ull * c[2];
    c = {high(b) ^ c[1] ^ key[0], low(b), high(a) ^ c[3] ^ key[1], low(a)};
    key[0] += 0x9E3779B9u;
    key[1] += 0xBB67AE85u;
  }
  return c;
}

Random Random::split(std::uint64_t stream) const {
  // The stream's number goes through the cipher twice, so that neighbouring numbers, and splits of splits,
  // do not give neighbouring keys.
  const auto words =
      philox({low(stream), high(stream), low(stream_), high(stream_) ^ 0x73706c69u}, {low(key_), high(key_)});
  Random child(join(words[0], words[1]));
  child.stream_ = join(words[2], words[3]);
  return child;
}

void Random::skip(std::uint64_t draws) {
  count_ += draws;
  if (draws == 0 || count_ % 2 == 0) return;
  --count_;  // the second half of a block is kept from its first
  bits();
}

std::uint64_t Random::bits() {
  if (count_++ % 2 == 1) return spare_;
  const auto block = count_ / 2;
  const auto words = philox({low(block), high(block), low(stream_), high(stream_)}, {low(key_), high(key_)});
  spare_ = join(words[2], words[3]);
  return join(words[0], words[1]);
}

double Random::uniform() {
  return static_cast<double>(bits() >> 11) * 0x1p-53;
}

std::int64_t Random::below(std::int64_t n) {
  // Draws beyond the largest multiple of n would favour small numbers: draw again.
  const auto range = static_cast<std::uint64_t>(n);
  const std::uint64_t excess = (std::uint64_t{0} - range) % range;
  std::uint64_t draw = bits();
  while (draw < excess) draw = bits();
  return static_cast<std::int64_t>(draw % range);
}

double Random::normal() {
  // Box and Muller, one of the pair; 1 - uniform() is never 0.
  const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
  return radius * std::cos(2.0 * std::numbers::pi * uniform());
}

std::int64_t Random::weighted(std::span<const double> weights) {
  double total = 0;
  for (const double w : weights) total += w;
  double left = uniform() * total;
  std::int64_t last = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] <= 0) continue;
    last = static_cast<std::int64_t>(i);
    left -= weights[i];
    if (left < 0) break;
  }
  return last;
}

}  // namespace bellwether
