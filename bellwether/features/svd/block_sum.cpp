#include <algorithm>
#include <utility>

#include <bellwether/features/svd/parts.h>

namespace bellwether::svd {

Block block_of(const Matrix& values) {
  Block block(values.rows(), values.cols());
  block.view() = values;
  return block;
}

const std::shared_ptr<const Block>& GivenBlock::none() {
  static const auto nothing = std::make_shared<const Block>(0, 0);
  return nothing;
}

GivenBlock::GivenBlock(const Matrix& values) : block_(std::make_shared<const Block>(block_of(values))) {}

BlockSum::BlockSum(Block value)
    : rows_(value.rows()), columns_(value.columns()), stride_(value.stride()), steps_{Step::leaf} {
  leaves_.push_back({.value = std::make_shared<const Block>(std::move(value))});
}

BlockSum::BlockSum(const SparseRows& transpose, const double* block, Index columns, Index stride)
    : rows_(transpose.rows),
      columns_(columns),
      stride_(stride),
      leaves_{{transpose, block}},
      steps_{Step::leaf} {}

void BlockSum::add(const BlockSum& from) {
  leaves_.insert(leaves_.end(), from.leaves_.begin(), from.leaves_.end());
  steps_.insert(steps_.end(), from.steps_.begin(), from.steps_.end());
  steps_.push_back(Step::add);
}

/// Rows begin .. begin + count - 1. The lowest of the stack is the place of the sum, the others are in the
/// room.
void BlockSum::make_piece(Index begin, Index count, std::vector<Block>& room, Block& into) const {
  const auto place = [&](std::size_t depth) {
    if (depth == 0) return into.data() + begin * stride_;
    while (room.size() < depth) room.emplace_back(count, columns_);
    return room[depth - 1].data();
  };
  std::size_t depth = 0;
  auto leaf = leaves_.begin();
  for (const Step step : steps_) {
    if (step == Step::leaf) {
      if (leaf->value)
        std::copy_n(leaf->value->data() + begin * stride_, count * stride_, place(depth));
      else
        times(leaf->transpose.slice(begin, count), leaf->block, stride_, place(depth));
      ++leaf;
      ++depth;
    } else {
      --depth;
      double* sum = place(depth - 1);
      const double* more = place(depth);
      for (Index i = 0; i < count * stride_; ++i) sum[i] += more[i];
    }
  }
}

void BlockSum::make(Block& into) const {
  into.reshape(rows_, columns_);
  if (leaves_.empty() || rows_ == 0) return;
  constexpr Index in_cache = 8192;  // numbers of a piece
  const Index size = std::max<Index>(in_cache / stride_, 16), pieces = (rows_ + size - 1) / size;
  const auto tasks = static_cast<int>(std::min<Index>(pieces, 256));
  for_each_parallel(tasks, [&](int task) {
    std::vector<Block> room;
    for (Index piece = pieces * task / tasks; piece < pieces * (task + 1) / tasks; ++piece)
      make_piece(piece * size, std::min(size, rows_ - piece * size), room, into);
  });
}

}  // namespace bellwether::svd
