#pragma once
// What a truncated SVD asks of the items, as sums over them: the same whoever holds them.

#include <memory>
#include <vector>

#include <bellwether/engine/part.h>
#include <bellwether/features/svd/products.h>

namespace bellwether::svd {

Block block_of(const Matrix& values);

/// A block that comes with a question: the asker's own, which outlives it, or one that came as bytes.
class GivenBlock {
 public:
  GivenBlock() = default;
  GivenBlock(const Block& block) : block_(&block, [](const Block*) {}) {}
  explicit GivenBlock(const Matrix& values);

  const Block& operator*() const { return *block_; }
  const Block* operator->() const { return block_.get(); }
  /// The same values, kept for longer.
  GivenBlock copy() const { return GivenBlock(Matrix(block_->view())); }

 private:
  static const std::shared_ptr<const Block>& none();
  std::shared_ptr<const Block> block_ = none();
};
void visit(GivenBlock& block, auto&& numbers) {
  Matrix values = block->view();
  numbers(values);
  block = GivenBlock(values);
}

/// The sum of X' block over shards. Tables of all features are too large to make one for each shard and to
/// add them up; so the shards and the tree of their sums are noted, and the table is made when it is wanted,
/// some features at a time, whose sums stay in the cache.
class BlockSum {
 public:
  BlockSum() = default;
  explicit BlockSum(Block value);
  /// X' block of a shard, whose transpose and whose rows of the block, `stride` numbers apart, stay where
  /// they are until the table was made.
  BlockSum(const SparseRows& transpose, const double* block, Index columns, Index stride);

  void add(const BlockSum& from);
  void make(Block& into) const;

 private:
  struct Leaf {
    SparseRows transpose = {};
    const double* block = nullptr;
    std::shared_ptr<const Block> value = {};  ///< instead of both
  };
  enum class Step : char { leaf, add };
  void make_piece(Index begin, Index count, std::vector<Block>& room, Block& into) const;

  Index rows_ = 0, columns_ = 0, stride_ = 0;
  std::vector<Leaf> leaves_ = {};
  std::vector<Step> steps_ = {};  ///< each leaf is put on a stack; additions take two from it
};
inline void merge(BlockSum& into, const BlockSum& from) {
  into.add(from);
}
void visit(BlockSum& s, auto&& numbers) {
  Block made;
  s.make(made);
  Matrix values = made.view();
  numbers(values);
  s = BlockSum(block_of(values));
}

/// What is kept of each shard, by its number in the part.
struct Memory {
  struct OfShard {
    Transpose transpose = {};
    bool turned = false;  ///< `transpose` is that of the shard
    Block between = {};   ///< room for a product
    Block scores = {};    ///< X V
  };
  std::vector<std::unique_ptr<OfShard>> shards = {};
  GivenBlock vectors = {};  ///< the V of the scores; none: there are no scores
};

/// What these steps have in common: a table that comes with the question, and what is kept of the shards.
class OnShards {
 public:
  static constexpr const char* memory_name = "svd";
  using Memory = svd::Memory;
  struct Model {
    GivenBlock block = {};
    Matrix turn = {};  ///< W, of the steps behind the triangle
    Vector mean = {};
  };
  static Index clusters(const Model&) { return 1; }
  void finish() {}

 protected:
  OnShards(const Model& model, const Part& part, Memory& memory);
  Memory::OfShard& of(const Shard& shard) const { return *memory_.shards[shard.begin / size_]; }
  /// X' block of a shard; `block` has its rows for this shard from `first` on.
  BlockSum transposed_times(const Shard& shard, const Block& block, Index first) const;
  /// X V W, where V is the block of the model.
  Block turned_scores(const Shard& shard) const;

  const Model& model_;
  Memory& memory_;
  Index begin_, size_;
  bool remembered_ = false;  ///< the scores are those of this block
};
void visit(OnShards::Model& m, auto&& numbers) {
  numbers(m.block), numbers(m.turn), numbers(m.mean);
}

/// X' X block
class GramStep : public OnShards {
 public:
  static constexpr const char* name = "svd: products";
  using Statistics = BlockSum;
  GramStep(const Model& model, const Part& part, Memory& memory) : OnShards(model, part, memory) {}
  BlockSum accumulate(const Shard& shard) const;
};

/// X' block, for a block with a row for each of all items.
class TransposedStep : public OnShards {
 public:
  static constexpr const char* name = "svd: transposed products";
  using Statistics = BlockSum;
  TransposedStep(const Model& model, const Part& part, Memory& memory) : OnShards(model, part, memory) {}
  BlockSum accumulate(const Shard& shard) const;
};

/// R of X V = Q R; the scores X V are remembered.
struct Triangle {
  Matrix r = {};
};
void merge(Triangle& into, const Triangle& from);
void visit(Triangle& t, auto&& numbers) {
  numbers(t.r);
}

class TriangleStep : public OnShards {
 public:
  static constexpr const char* name = "svd: triangle";
  using Statistics = Triangle;
  TriangleStep(const Model& model, const Part& part, Memory& memory);
  Triangle accumulate(const Shard& shard) const;
  void finish() { memory_.vectors = model_.block.copy(); }
};

struct ColumnSums {
  Vector values = {};
};
void merge(ColumnSums& into, const ColumnSums& from);
void visit(ColumnSums& s, auto&& numbers) {
  numbers(s.values);
}

/// Sums of the scores X V W; or, where there is a mean, of their squares around it.
class ScoreStep : public OnShards {
 public:
  static constexpr const char* name = "svd: scores";
  using Statistics = ColumnSums;
  ScoreStep(const Model& model, const Part& part, Memory& memory);
  ColumnSums accumulate(const Shard& shard) const;
};

/// sum (x - mean)^2 of all features, in pieces.
class VarianceStep : public OnShards {
 public:
  static constexpr const char* name = "svd: variance";
  using Statistics = ColumnSums;
  VarianceStep(const Model& model, const Part& part, Memory& memory) : OnShards(model, part, memory) {}
  ColumnSums accumulate(const Shard& shard) const;
};

/// X block, row by row.
struct TimesQuestion {
  static constexpr const char* name = "svd: rows of products";
  static constexpr const char* memory_name = OnShards::memory_name;
  using Memory = svd::Memory;
  using Answer = Matrix;
  GivenBlock block = {};
  Matrix answer(const Part& part, Memory& memory, const Run& run) const;
};
void visit(TimesQuestion& q, auto&& numbers) {
  numbers(q.block);
}

/// The largest magnitude of a value.
struct LargestQuestion {
  static constexpr const char* name = "svd: largest value";
  static constexpr const char* memory_name = "svd: largest value";
  struct Memory {};
  using Answer = double;
  double answer(const Part& part, Memory&, const Run&) const;
};
void visit(LargestQuestion&, auto&&) {}

/// All rows, dense; of few items.
struct DenseQuestion {
  static constexpr const char* name = "svd: all rows";
  static constexpr const char* memory_name = "svd: all rows";
  struct Memory {};
  using Answer = Matrix;
  Matrix answer(const Part& part, Memory&, const Run&) const;
};
void visit(DenseQuestion&, auto&&) {}

}  // namespace bellwether::svd
