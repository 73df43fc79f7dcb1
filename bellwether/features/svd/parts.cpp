#include <bellwether/features/svd/parts.h>

#include <cmath>
#include <numeric>
#include <span>

#include <bellwether/features/svd/orthonormal.h>

namespace bellwether::svd {
namespace {

/// Around the mean of each column; of the zeros that are not stored, too.
Vector squares_around(const SparseRows& columns, const Vector& mean) {
  Vector of_piece = Vector::Zero(piece_count(columns.rows));
  for_each_piece(columns.rows, [&](int piece, Index begin, Index count) {
    double sum = 0;
    for (Index j = begin; j < begin + count; ++j) {
      const auto values = columns.row(j).values;
      for (const double x : values) sum += (x - mean[j]) * (x - mean[j]);
      sum += static_cast<double>(columns.columns - std::ssize(values)) * mean[j] * mean[j];
    }
    of_piece[piece] = sum;
  });
  return of_piece;
}

double squares_around(const DenseRows& rows, const Vector& mean) {
  const auto x = rows.matrix();
  const Eigen::RowVectorXd centre = mean.transpose();
  double sum = 0;
  for (Index i = 0; i < rows.rows; ++i) sum += (x.row(i) - centre).squaredNorm();
  return sum;
}

/// Calls `visit` with each shard of a part, several at once.
template <class Visit>
void for_each_shard_of(const Part& part, const Run& run, const Visit& visit) {
  const Cut cut = cut_of(part, 1);
  const auto one = [&](int number) {
    const Index begin = number * cut.size;
    part.look_at(begin, std::min(cut.size, part.rows() - begin), visit);
  };
  const auto count = static_cast<int>(cut.last - cut.first);
  if (run.threads == 1) {
    for (int number = 0; number < count; ++number) one(number);
  } else {
    for_each_parallel(count, one);
  }
}

}  // namespace

void merge(Triangle& into, const Triangle& from) {
  Matrix stacked(into.r.rows() + from.r.rows(), into.r.cols());
  stacked << into.r, from.r;
  into.r = triangle_of(stacked);
}

void merge(ColumnSums& into, const ColumnSums& from) {
  into.values += from.values;
}

namespace {

/// Matrices of other shapes must not be compared by ==.
bool same(const Block& a, const Block& b) {
  return a.rows() == b.rows() && a.columns() == b.columns() && a.view() == b.view();
}

}  // namespace

OnShards::OnShards(const Model& model, const Part& part, Memory& memory)
    : model_(model), memory_(memory), begin_(part.begin()), size_(cut_of(part, 1).size) {
  const Index count = (part.rows() + size_ - 1) / size_;
  while (std::ssize(memory.shards) < count) memory.shards.push_back(std::make_unique<Memory::OfShard>());
}

ScoreStep::ScoreStep(const Model& model, const Part& part, Memory& memory) : OnShards(model, part, memory) {
  remembered_ = same(*memory.vectors, *model.block);
}

BlockSum OnShards::transposed_times(const Shard& shard, const Block& block, Index first) const {
  const double* from = block.data() + first * block.stride();
  return shard.rows.visit([&](const auto& rows) {
    if constexpr (requires { rows.starts; }) {
      Memory::OfShard& kept = of(shard);
      if (!kept.turned) kept.transpose = Transpose(rows);
      kept.turned = true;
      return BlockSum(kept.transpose.rows(), from, block.columns(), block.stride());
    } else {
      Block product(rows.columns, block.columns());
      product.view().noalias() = rows.matrix().transpose() * block.view().middleRows(first, rows.rows);
      return BlockSum(std::move(product));
    }
  });
}

Block OnShards::turned_scores(const Shard& shard) const {
  Block scores;
  if (remembered_) {
    const Block& kept = of(shard).scores;
    scores.reshape(kept.rows(), kept.columns());
    scores.view() = kept.view();
  } else {
    svd::times(shard.rows, *model_.block, scores);
  }
  multiply(scores.view(), model_.turn);
  return scores;
}

BlockSum GramStep::accumulate(const Shard& shard) const {
  Block& between = of(shard).between;
  svd::times(shard.rows, *model_.block, between);
  return transposed_times(shard, between, 0);
}

BlockSum TransposedStep::accumulate(const Shard& shard) const {
  return transposed_times(shard, *model_.block, begin_ + shard.begin);
}

TriangleStep::TriangleStep(const Model& model, const Part& part, Memory& memory)
    : OnShards(model, part, memory) {
  memory_.vectors = {};  // until the scores of all shards are those of the new ones
}

Triangle TriangleStep::accumulate(const Shard& shard) const {
  Block& scores = of(shard).scores;
  svd::times(shard.rows, *model_.block, scores);
  return {triangle_of(scores.view())};
}

ColumnSums ScoreStep::accumulate(const Shard& shard) const {
  const Block scores = turned_scores(shard);
  if (model_.mean.size() == 0) return {scores.view().colwise().sum().transpose()};
  const Eigen::RowVectorXd mean = model_.mean.transpose();
  return {(scores.view().rowwise() - mean).colwise().squaredNorm().transpose()};
}

ColumnSums VarianceStep::accumulate(const Shard& shard) const {
  return shard.rows.visit([&](const auto& rows) -> ColumnSums {
    if constexpr (requires { rows.starts; }) {
      Memory::OfShard& kept = of(shard);
      if (!kept.turned) kept.transpose = Transpose(rows);
      kept.turned = true;
      return {squares_around(kept.transpose.rows(), model_.mean)};
    } else {
      return {Vector::Constant(1, squares_around(rows, model_.mean))};
    }
  });
}

Matrix TimesQuestion::answer(const Part& part, Memory&, const Run& run) const {
  Matrix products(part.rows(), block->columns());
  for_each_shard_of(part, run, [&](const Shard& shard) {
    Block of_shard;
    svd::times(shard.rows, *block, of_shard);
    products.middleRows(shard.begin, shard.rows.rows()) = of_shard.view();
  });
  return products;
}

double LargestQuestion::answer(const Part& part, Memory&, const Run&) const {
  double largest = 0;
  for_each_shard_of(part, {.threads = 1}, [&](const Shard& shard) {
    shard.rows.visit([&](const auto& rows) {
      for (Index i = 0; i < rows.rows; ++i) {
        std::span<const double> values;
        if constexpr (requires { rows.row(i).values; }) {
          values = rows.row(i).values;
        } else {
          values = rows.row(i);
        }
        for (const double value : values) largest = std::max(largest, std::abs(value));
      }
    });
  });
  return largest;
}

Matrix DenseQuestion::answer(const Part& part, Memory&, const Run& run) const {
  Matrix all = Matrix::Zero(part.rows(), part.whole().columns);
  for_each_shard_of(part, run, [&](const Shard& shard) {
    shard.rows.visit([&](const auto& rows) {
      if constexpr (requires { rows.starts; }) {
        for (Index i = 0; i < rows.rows; ++i) {
          const SparseRow row = rows.row(i);
          for (std::size_t at = 0; at < row.values.size(); ++at)
            all(shard.begin + i, row.columns[at]) = row.values[at];
        }
      } else {
        all.middleRows(shard.begin, rows.rows) = rows.matrix();
      }
    });
  });
  return all;
}

}  // namespace bellwether::svd
