// The innermost loops on their own: how near are they to what the machine can do?

#include <benchmark/benchmark.h>

#include <bellwether/engine/random.h>
#include <bellwether/engine/run.h>
#include <bellwether/mixtures/kernels.h>
#include <bellwether/mixtures/soft.h>

namespace bellwether {
namespace {

Matrix random_matrix(Index rows, Index columns) {
  Random random(1);
  Matrix m(rows, columns);
  for (Index i = 0; i < m.size(); ++i) m.data()[i] = random.normal();
  return m;
}

void report_flops(benchmark::State& state, double flops_each) {
  state.counters["flops"] = benchmark::Counter(flops_each * static_cast<double>(state.iterations()),
                                               benchmark::Counter::kIsRate, benchmark::Counter::kIs1000);
}

/// 240 rows against k centres in single precision, with the best two of each row.
void nearest_two(benchmark::State& state) {
  const Index columns = state.range(0), clusters = state.range(1), rows = 240;
  const Matrix centres = random_matrix(clusters, columns), items = random_matrix(rows, columns);
  const auto packed = kernels::pack(centres, Vector(-0.5 * centres.rowwise().squaredNorm()));
  kernels::FloatBuffer narrow(static_cast<std::size_t>(items.size()));
  for (Index i = 0; i < items.size(); ++i) narrow[i] = static_cast<float>(items.data()[i]);
  std::vector<kernels::TopTwo> tops(static_cast<std::size_t>(rows));
  for (auto _ : state) {
    kernels::nearest_two(packed, narrow.data(), rows, tops.data());
    benchmark::DoNotOptimize(tops.data());
  }
  report_flops(state, 2.0 * static_cast<double>(rows * columns * clusters));
}
BENCHMARK(nearest_two)->Args({16, 26})->Args({64, 64})->Args({617, 26})->Args({784, 10});

/// The same product by OpenBLAS, without looking for the best: the bar.
void single_product(benchmark::State& state) {
  using FloatMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Index columns = state.range(0), clusters = state.range(1), rows = 240;
  const FloatMatrix items = random_matrix(rows, columns).cast<float>();
  const FloatMatrix centres = random_matrix(clusters, columns).cast<float>();
  FloatMatrix scores(rows, clusters);
  on_threads(1, [] {});  // OpenBLAS on one thread from here on
  for (auto _ : state) {
    scores.noalias() = items * centres.transpose();
    benchmark::DoNotOptimize(scores.data());
  }
  report_flops(state, 2.0 * static_cast<double>(rows * columns * clusters));
}
BENCHMARK(single_product)
    ->Args({16, 26})
    ->Args({64, 64})
    ->Args({617, 26})
    ->Args({784, 10})
    ->Args({1024, 1024});

void squared_distance(benchmark::State& state) {
  const Matrix items = random_matrix(2, state.range(0));
  for (auto _ : state)
    benchmark::DoNotOptimize(
        kernels::squared_distance(items.row(0).data(), items.row(1).data(), items.cols()));
  report_flops(state, 3.0 * static_cast<double>(items.cols()));
}
BENCHMARK(squared_distance)->Arg(16)->Arg(64)->Arg(784);

void responsibilities_of_a_block(benchmark::State& state) {
  const Matrix scores = 5 * random_matrix(soft_block, state.range(0));
  std::vector<int> labels(soft_block);
  std::vector<double> probabilities(soft_block);
  Matrix block;
  for (auto _ : state) {
    block = scores;
    benchmark::DoNotOptimize(responsibilities(block, {labels, probabilities}));
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * scores.size());
}
BENCHMARK(responsibilities_of_a_block)->Arg(20)->Arg(64);

}  // namespace
}  // namespace bellwether
