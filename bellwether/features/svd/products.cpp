#include <bellwether/features/svd/products.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include <bellwether/features/svd/parts.h>
#include <bellwether/mixtures/feature_sums.h>

#pragma GCC diagnostic ignored "-Wpsabi"  // vectors never cross a call that is not inlined

namespace bellwether::svd {
namespace {

template <int Bytes>
using Simd [[gnu::vector_size(Bytes)]] = double;

struct Work {
  const SparseRows* rows;
  const double* from;
  double* into;
  Index stride;  // of both
  Index begin, end;
};

/// `Lanes` lanes of the rows begin .. end of a product: into_i = sum_j x_ij from_j. Terms are added to two
/// sums in turn, so that an addition need not wait for the last one.
template <int Bytes, int Lanes>
[[gnu::always_inline]] inline void gather(const Work& w) {
  using V = Simd<Bytes>;
  constexpr int width = Bytes / 8, count = Lanes * Block::lane / width;
  const auto add = [&](V * sum, std::int64_t at) __attribute__((always_inline)) {
    const double* row = w.from + w.rows->column_of[at] * w.stride;
    const double x = w.rows->values[at];
#pragma GCC unroll 8
    for (int v = 0; v < count; ++v) {
      V y;
      __builtin_memcpy(&y, row + v * width, sizeof y);
      sum[v] += x * y;
    }
  };
  for (Index i = w.begin; i < w.end; ++i) {
    V even[count] = {}, odd[count] = {};
    std::int64_t at = w.rows->starts[i];
    const std::int64_t end = w.rows->starts[i + 1];
    for (; at + 1 < end; at += 2) {
      add(even, at);
      add(odd, at + 1);
    }
    if (at < end) add(even, at);
#pragma GCC unroll 8
    for (int v = 0; v < count; ++v) {
      even[v] += odd[v];
      __builtin_memcpy(w.into + i * w.stride + v * width, &even[v], sizeof(V));
    }
  }
}

/// The same for one vector, with four sums.
void gather_vector(const Work& w) {
  for (Index i = w.begin; i < w.end; ++i) {
    double sum[4] = {};
    const SparseRow row = w.rows->row(i);
    for (std::size_t at = 0; at < row.values.size(); ++at)
      sum[at % 4] += row.values[at] * w.from[row.columns[at]];
    w.into[i] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
  }
}

/// As many lanes at a time as there are registers for.
template <int Bytes>
[[gnu::always_inline]] inline void gather_all(Work w) {
  constexpr int most = Bytes / 16;
  const auto advance = [&](Index lanes) {
    w.from += lanes * Block::lane;
    w.into += lanes * Block::lane;
  };
  const Index lanes = w.stride / Block::lane;
  for (Index done = 0; done + most <= lanes; done += most, advance(most)) gather<Bytes, most>(w);
  for (Index left = lanes % most; left > 0; --left, advance(1)) gather<Bytes, 1>(w);
}

using Gather = void (*)(const Work&);
void gather_plain(const Work& w) {
  gather_all<16>(w);
}
#if defined(__x86_64__)
[[gnu::target("avx2,fma")]] void gather_avx2(const Work& w) {
  gather_all<32>(w);
}
[[gnu::target("avx512f,avx2,fma")]] void gather_avx512(const Work& w) {
  gather_all<64>(w);
}
#endif

Gather machine_gather() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return gather_avx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return gather_avx2;
#endif
  return gather_plain;
}

/// Cuts rows so that every part has about as much to do; where they are cut shows in no result.
std::vector<Index> cuts(const SparseRows& rows, Index parts) {
  std::vector<Index> at{0};
  const std::int64_t first = rows.rows == 0 ? 0 : rows.starts[0];
  const auto cost = [&](Index i) { return rows.starts[i] - first + 4 * i; };
  for (Index part = 1; part < parts; ++part) {
    const std::int64_t goal = cost(rows.rows) * part / parts;
    Index low = at.back(), high = rows.rows;
    while (low < high) {
      const Index middle = low + (high - low) / 2;
      if (cost(middle) < goal)
        low = middle + 1;
      else
        high = middle;
    }
    at.push_back(low);
  }
  at.push_back(rows.rows);
  return at;
}

Gather gather_for(Index stride) {
  return stride == 1 ? gather_vector : machine_gather();
}

void product(const SparseRows& rows, const Block& block, Block& into) {
  into.reshape(rows.rows, block.columns());
  if (rows.rows == 0) return;
  const Gather gather_rows = gather_for(block.stride());
  const std::vector<Index> at = cuts(rows, std::clamp<Index>(rows.stored() / 16384, 1, 128));
  for_each_parallel(static_cast<int>(at.size()) - 1, [&](int part) {
    gather_rows({&rows, block.data(), into.data(), block.stride(), at[part], at[part + 1]});
  });
}

void product(const DenseRows& rows, const Block& block, Block& into) {
  into.reshape(rows.rows, block.columns());
  for_each_piece(rows.rows, [&](int, Index begin, Index count) {
    into.view().middleRows(begin, count).noalias() = rows.slice(begin, count).matrix() * block.view();
  });
}

}  // namespace

void times(const Rows& items, const Block& block, Block& into) {
  items.visit([&](const auto& rows) { product(rows, block, into); });
}

void times(const SparseRows& rows, const double* block, Index stride, double* into) {
  gather_for(stride)({&rows, block, into, stride, 0, rows.rows});
}

/// Parts of the rows count their columns, each then knows where its values go.
Transpose::Transpose(const SparseRows& rows) : rows_(rows.columns), columns_(rows.rows) {
  const auto stored = static_cast<std::size_t>(rows.stored()), n = static_cast<std::size_t>(rows_);
  column_of_ = std::make_unique_for_overwrite<std::int32_t[]>(stored);
  values_ = std::make_unique_for_overwrite<double[]>(stored);
  starts_.assign(n + 1, 0);
  const Index parts = std::clamp<Index>(rows.stored() / (2 * rows_ + 1), 1, 16);
  const std::vector<Index> at = cuts(rows, parts);
  std::vector<std::vector<std::int64_t>> next(static_cast<std::size_t>(parts));
  const auto for_each_part = [&](const auto& work) {
    for_each_parallel(static_cast<int>(parts), [&](int part) { work(part, at[part], at[part + 1]); });
  };

  for_each_part([&](int part, Index begin, Index end) {
    next[part].assign(n, 0);
    for (std::int64_t k = rows.starts[begin]; k < rows.starts[end]; ++k) ++next[part][rows.column_of[k]];
  });
  std::int64_t total = 0;
  for (std::size_t j = 0; j < n; ++j) {
    for (auto& counts : next) total += std::exchange(counts[j], total);
    starts_[j + 1] = total;
  }
  for_each_part([&](int part, Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (std::int64_t k = rows.starts[i]; k < rows.starts[i + 1]; ++k) {
        const std::int64_t to = next[part][rows.column_of[k]]++;
        column_of_[to] = static_cast<std::int32_t>(i);
        values_[to] = rows.values[k];
      }
  });
}

void Products::transposed_times(const Block& block, Block& into) const {
  holder_.sum<TransposedStep>({block}).make(into);
}

void Products::gram_times(const Block& block, Block& into) const {
  if (!wide()) return holder_.sum<GramStep>({block}).make(into);
  transposed_times(block, between_);
  into.reshape(rows(), block.columns());
  Index row = 0;
  for (const Matrix& of_part : holder_.ask(TimesQuestion{between_})) {
    into.view().middleRows(row, of_part.rows()) = of_part;
    row += of_part.rows();
  }
}

Matrix Products::triangle(const Block& v) const {
  return holder_.sum<TriangleStep>({v}).r;
}

Vector Products::variances(const Block& v, const Matrix& w) const {
  const auto n = static_cast<double>(rows());
  const Vector mean = holder_.sum<ScoreStep>({v, w}).values / n;
  return holder_.sum<ScoreStep>({v, w, mean}).values / n;
}

double Products::variance() const {
  const auto n = static_cast<double>(rows());
  const Vector mean = holder_.sum<FeatureSumStep>({}).values / n;
  const Vector squares = holder_.sum<VarianceStep>({{}, {}, mean}).values;
  return std::accumulate(squares.begin(), squares.end(), 0.0) / n;
}

}  // namespace bellwether::svd
