#include <bellwether/mixtures/soft_device.h>

namespace bellwether {
namespace {

using Functions = BellwetherDeviceFunctions;

}  // namespace

void begin_expectations(const DeviceItems& items, Index clusters, std::span<const int> seeds) {
  items.call(&Functions::expect_begin, static_cast<std::int32_t>(clusters),
             seeds.empty() ? nullptr : seeds.data());
}

SoftStatistics expect_on_device(const DeviceItems& items, const Scoring& scoring) {
  const Index clusters = scoring.centres.rows();
  Matrix sums(clusters, items.columns());
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(clusters));
  SoftStatistics s{{}, Vector(clusters), Vector(clusters)};
  BellwetherDeviceExpectation found{.centres = scoring.centres.data(),
                                    .factors = scoring.factors.data(),
                                    .offsets = scoring.offsets.data(),
                                    .sums = sums.data(),
                                    .counts = s.counts.data(),
                                    .sizes = sizes.data(),
                                    .scatter = 0,
                                    .objective = 0};
  items.call(&Functions::expect, &found);
  s.sums = sums.transpose();
  for (Index k = 0; k < clusters; ++k) s.sizes[k] = static_cast<double>(sizes[static_cast<std::size_t>(k)]);
  s.scatter = found.scatter;
  s.objective = found.objective;
  return s;
}

Noted expected_on_device(const DeviceItems& items) {
  Noted noted;
  noted.labels.resize(static_cast<std::size_t>(items.rows()));
  noted.probabilities.resize(noted.labels.size());
  items.call(&Functions::expected, noted.labels.data(), noted.probabilities.data());
  return noted;
}

double objective_on_device(const DeviceItems& items, const Matrix& centres) {
  const Shape shape{items.rows(), items.columns(), items.rows() * items.columns(), centres.rows()};
  const BellwetherDeviceSearch search{.clusters = static_cast<std::int32_t>(centres.rows()),
                                      .shard_rows = shard_rows(shape),
                                      .centres = centres.data(),
                                      .held = nullptr,
                                      .iterations = 0,
                                      .tolerance = 0};
  items.call(&Functions::begin, &search);
  Matrix sums(centres.rows(), centres.cols());
  Vector counts(centres.rows());
  BellwetherDeviceSums found{};
  found.sums = sums.data();
  found.counts = counts.data();
  items.call(&Functions::sum, centres.data(), &found);
  return found.objective;
}

}  // namespace bellwether
