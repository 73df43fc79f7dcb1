// The loops of sIB, compiled for each instruction set that this machine can run, give the same bits.

#include <gtest/gtest.h>

#include <cstring>
#include <numeric>

#include <bellwether/bottleneck/kernels/variants.h>
#include <bellwether/engine/random.h>

namespace bellwether::bottleneck::kernels {
namespace {

std::vector<double> draws(std::size_t count, Random random) {
  std::vector<double> values(count);
  for (double& value : values) value = random.uniform();
  return values;
}

/// Everything that one variant computes, one behind the other.
std::vector<double> all_that_it_gives(const Variant& v, int clusters, double alpha) {
  constexpr Index features = 37;
  const Index width = width_of(clusters);
  const auto size = static_cast<std::size_t>(width);
  const Random random(static_cast<std::uint64_t>(clusters));
  std::vector<double> cells = draws(2 * features * size, random.split(1));
  const Cells table{cells.data(), width};
  for (Index x = 0; x < features; ++x) v.psi(table.sums(x), width, alpha, cells.data() + (2 * x + 1) * width);

  const std::vector<double> values = draws(features, random.split(2));
  std::vector<std::int32_t> columns(features);
  std::iota(columns.begin(), columns.end(), 0);
  std::vector<double> psi(features);
  v.psi(values.data(), features, alpha, psi.data());
  const TiltedItem item{{columns, values}, psi.data()};

  std::vector<double> seen = cells;
  const auto keep = [&](const std::vector<double>& more) {
    seen.insert(seen.end(), more.begin(), more.end());
  };
  std::vector<double> gains(size), logs = values, powers(features);
  v.gains(item.row, table, alpha, gains.data());
  v.log_plus_one(logs.data(), features);
  v.exp_minus_one(values.data(), features, powers.data());
  for (const auto& found : {psi, gains, logs, powers}) keep(found);
  if (alpha == 1) return seen;

  const std::vector<double> raised = draws(size, random.split(3));
  std::vector<double> excess(size), first(size), second(size);
  v.tilted_all(item, table, alpha, raised.data(), excess.data(), first.data(), second.data());
  const TiltedSums one = v.tilted_one(item, values.data(), psi.data(), alpha, 0.3);
  for (const auto& found : {excess, first, second, {one.excess, one.first, one.second}}) keep(found);

  const std::vector<double> sizes = draws(size, random.split(4)), costs = draws(size, random.split(5));
  std::vector<double> tilts = draws(size, random.split(6)), low(size), high(size);
  v.bounds({sizes.data(), costs.data(), tilts.data(), excess.data(), first.data(), second.data(), low.data(),
            high.data()},
           clusters, alpha);
  for (const auto& found : {tilts, low, high}) keep(found);
  return seen;
}

TEST(BottleneckKernels, GiveTheSameBitsInEveryFormThatThisMachineCanRun) {
  const auto all = variants();
  for (const int clusters : {1, 2, 3, 4, 5, 12, 20})
    for (const double alpha : {1.0, 0.9995, 0.7, 0.5}) {
      const auto expected = all_that_it_gives(all.front(), clusters, alpha);
      for (const Variant& v : all) {
        const auto found = all_that_it_gives(v, clusters, alpha);
        ASSERT_EQ(found.size(), expected.size());
        // As bytes, so that what is not a number counts, too.
        EXPECT_EQ(std::memcmp(found.data(), expected.data(), found.size() * sizeof(double)), 0)
            << clusters << " clusters, alpha " << alpha;
      }
    }
}

}  // namespace
}  // namespace bellwether::bottleneck::kernels
