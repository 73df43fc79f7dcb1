#include <bellwether/engine/part.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <atomic>
#include <map>

#include <bellwether/engine/holder.h>
#include <bellwether/engine/random.h>
#include <bellwether/engine/workers.h>

namespace bellwether {
namespace {

/// Numbers of very different sizes: any other order of adding gives other bits.
struct Sum {
  double value = 0;
};
void merge(Sum& into, const Sum& from) {
  into.value += from.value;
}
void visit(Sum& sum, auto&& numbers) {
  numbers(sum.value);
}
Sum sum_of(const Shard& shard) {
  Sum sum;
  shard.rows.visit([&](const auto& rows) {
    for (Index i = 0; i < rows.stored(); ++i) sum.value += rows.values[i];
  });
  return sum;
}

struct SumStep {
  static constexpr const char* name = "sum";
  struct Model {};
  using Statistics = Sum;
  struct Memory {};
  static Index clusters(const Model&) { return 1; }
  SumStep(const Model&, const Part&, Memory&) {}
  Sum accumulate(const Shard& shard) { return sum_of(shard); }
  void finish() {}
};
void visit(SumStep::Model&, auto&&) {}

Matrix uneven_numbers(Index rows) {
  Random random(1);
  Matrix m(rows, 2);
  for (Index i = 0; i < m.size(); ++i) m.data()[i] = std::exp(20 * random.normal());
  return m;
}

/// The items cut into parts of whole shards, by chance.
std::vector<Part> cut_by_chance(const Matrix& items) {
  const Shape whole = shape_of(items);
  std::vector<Part> parts;
  for (Index begin = 0; begin < items.rows();) {
    const Index rows = std::min(items.rows() - begin, *rc::gen::inRange<Index>(1, 9) * shard_rows(whole));
    parts.emplace_back(whole, begin, DenseRows{items.row(begin).data(), rows, items.cols()});
    begin += rows;
  }
  return parts;
}

RC_GTEST_PROP(Part, SumsOfPartsAreTheSumOfAllHoweverTheyAreCutAndMerged, ()) {
  const Matrix items = uneven_numbers(*rc::gen::inRange<Index>(1, 40000));
  const PartStep step = sum_step<SumStep>();
  std::vector<Bytes> answers;
  for (const Part& part : cut_by_chance(items)) {
    PartMemory memory;
    answers.push_back(step.answer(part, memory, bytes_of(SumStep::Model{}), {.threads = 1}));
  }
  while (answers.size() > 1) {  // some neighbours at a time
    const auto at = *rc::gen::inRange<std::size_t>(0, answers.size() - 1);
    const auto end = *rc::gen::inRange<std::size_t>(at + 2, answers.size() + 1);
    const auto first = answers.begin() + static_cast<std::ptrdiff_t>(at);
    const auto last = answers.begin() + static_cast<std::ptrdiff_t>(end);
    answers[at] = step.join({first, last});
    answers.erase(first + 1, last);
  }
  const auto found = from_bytes<Sum>(step.whole(step.join({answers[0]})));
  RC_ASSERT(found.value == sum_over_shards(items, sum_of, {.threads = 1}).value);
}

TEST(Part, ManyThreadsFindTheSame) {
  const Matrix items = uneven_numbers(60000);
  const Part part(shape_of(items), 0, DenseRows{items.data(), items.rows(), items.cols()});
  const PartStep step = sum_step<SumStep>();
  PartMemory memory;
  const Bytes model = bytes_of(SumStep::Model{});
  const Bytes one = step.answer(part, memory, model, {.threads = 1});
  Bytes many;
  on_threads(3, [&] { many = step.answer(part, memory, model, {.threads = 3}); });
  EXPECT_EQ(one, many);
}

TEST(Part, NumbersOfSinglePrecisionAreAddedInDouble) {
  const Matrix items = uneven_numbers(5000).cast<float>().cast<double>();
  const std::vector<float> narrow(items.data(), items.data() + items.size());
  const PartStep step = sum_step<SumStep>();
  PartMemory memory;
  const Bytes model = bytes_of(SumStep::Model{});
  const Part wide(shape_of(items), 0, DenseRows{items.data(), 5000, 2});
  const Part half(shape_of(items), 0, NarrowRows{narrow.data(), 5000, 2});
  EXPECT_EQ(step.answer(wide, memory, model, {}), step.answer(half, memory, model, {}));
}

/// Rows that lie elsewhere; counts how often they are read.
class Elsewhere : public RowSource {
 public:
  explicit Elsewhere(const Matrix& items) : items_(items) {}
  Index rows() const override { return items_.rows(); }
  Index columns() const override { return items_.cols(); }
  void read(Index first, Index count, double* into) const override {
    ++reads;
    std::copy_n(items_.row(first).data(), count * columns(), into);
  }
  mutable std::atomic<int> reads = 0;

 private:
  const Matrix& items_;
};

TEST(Part, RowsOfASourceAreReadWhereTheyAreLookedAt) {
  const Matrix items = uneven_numbers(5000);
  const Elsewhere elsewhere(items);
  bellwether::Run run{.threads = 1};
  const double here = Holder(items, {}, run).sum<SumStep>({}).value;
  run.source = &elsewhere;
  const Holder there({}, {}, run);
  EXPECT_EQ(there.rows(), 5000);
  EXPECT_EQ(there.sum<SumStep>({}).value, here);
  EXPECT_EQ(elsewhere.reads, 5);  // shards
}

/// Of what it remembers it needs nothing more once it has seen everything.
struct OnceStep {
  static constexpr const char* name = "once";
  struct Model {};
  using Statistics = Sum;
  struct Memory {
    std::map<Index, Sum> sums = {};
    bool full = false;
  };
  static Index clusters(const Model&) { return 1; }
  OnceStep(const Model&, const Part&, Memory& memory) : memory_(memory) {}
  Sum accumulate(const Shard& shard) {
    if (!memory_.full) memory_.sums[shard.begin] = sum_of(shard);
    return memory_.sums[shard.begin];
  }
  void finish() { memory_.full = true; }
  bool knows_all() const { return memory_.full; }

 private:
  Memory& memory_;
};
void visit(OnceStep::Model&, auto&&) {}

TEST(Part, AStepThatKnowsAllReadsNoRows) {
  const Matrix items = uneven_numbers(5000);
  const Elsewhere elsewhere(items);
  bellwether::Run run{.threads = 1};
  run.source = &elsewhere;
  const Holder there({}, {}, run);
  const double first = there.sum<OnceStep>({}).value;
  EXPECT_EQ(there.sum<OnceStep>({}).value, first);
  EXPECT_EQ(elsewhere.reads, 5);
}

TEST(Part, ThatDoesNotBeginWithAShardIsRefused) {
  const Matrix items = uneven_numbers(5000);
  EXPECT_THROW(Part(shape_of(items), 1000, DenseRows{items.data(), 4000, 2}), InvalidInput);
  EXPECT_THROW(Part(shape_of(items), 1024, DenseRows{items.data(), 1000, 2}), InvalidInput);
  EXPECT_THROW(Part(shape_of(items), 4096, DenseRows{items.data(), 1024, 2}), InvalidInput);
}

TEST(Part, AMissingOneIsNoticed) {
  const Matrix items = uneven_numbers(5000);
  const PartStep step = sum_step<SumStep>();
  PartMemory memory;
  const Part first(shape_of(items), 0, DenseRows{items.data(), 2048, 2});
  const Part last(shape_of(items), 3072, DenseRows{items.row(3072).data(), 1928, 2});
  const Bytes model = bytes_of(SumStep::Model{});
  const Bytes a = step.answer(first, memory, model, {}), b = step.answer(last, memory, model, {});
  EXPECT_THROW(step.whole(step.join({a, b})), InvalidInput);
  EXPECT_THROW(step.join({b, a}), InvalidInput);
  EXPECT_THROW(step.join({a, a}), InvalidInput);
}

}  // namespace
}  // namespace bellwether
