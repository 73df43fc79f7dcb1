#include <bellwether/engine/numbers.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

namespace bellwether {
namespace {

struct Inner {
  double value = 0;
  std::vector<int> list = {};
  bool operator==(const Inner&) const = default;
};
void visit(Inner& inner, auto&& numbers) {
  numbers(inner.value), numbers(inner.list);
}

struct Everything {
  bool yes = false;
  int number = 0;
  Vector vector = {};
  Matrix table = {};
  std::array<double, 3> three = {};
  std::string text = {};
  std::vector<Inner> inner = {};
};
void visit(Everything& e, auto&& numbers) {
  numbers(e.yes), numbers(e.number), numbers(e.vector), numbers(e.table), numbers(e.three), numbers(e.text);
  numbers(e.inner);
}

Everything anything() {
  Everything e;
  e.yes = *rc::gen::arbitrary<bool>();
  e.number = *rc::gen::arbitrary<int>();
  e.vector = Vector::Random(*rc::gen::inRange(0, 5));
  e.table = Matrix::Random(*rc::gen::inRange(0, 4), *rc::gen::inRange(0, 4));
  e.three = *rc::gen::arbitrary<std::array<double, 3>>();
  e.text = *rc::gen::arbitrary<std::string>();
  e.inner.resize(static_cast<std::size_t>(*rc::gen::inRange(0, 3)));
  for (Inner& inner : e.inner)
    inner = {*rc::gen::arbitrary<double>(), *rc::gen::arbitrary<std::vector<int>>()};
  return e;
}

RC_GTEST_PROP(Numbers, ComeBackFromBytesAsTheyWere, ()) {
  const Everything before = anything();
  const auto after = from_bytes<Everything>(bytes_of(before));
  RC_ASSERT(before.yes == after.yes && before.number == after.number && before.text == after.text);
  RC_ASSERT(before.vector == after.vector);
  RC_ASSERT(before.table.rows() == after.table.rows() && before.table == after.table);
  RC_ASSERT(before.three == after.three && before.inner == after.inner);
}

RC_GTEST_PROP(Numbers, BytesThatWereCutAreRefused, ()) {
  const Bytes bytes = bytes_of(anything());
  const auto kept = *rc::gen::inRange<std::size_t>(0, bytes.size());
  RC_ASSERT_THROWS_AS(from_bytes<Everything>(std::string_view(bytes).substr(0, kept)), InvalidInput);
}

TEST(Numbers, KeepWhatIsNoNumberAndMinusZero) {
  const Vector odd{{std::nan(""), -0.0, INFINITY, 5e-324}};
  EXPECT_EQ(bytes_of(from_bytes<Vector>(bytes_of(odd))), bytes_of(odd));
}

TEST(Numbers, MoreBytesThanNumbersAreRefused) {
  EXPECT_THROW(from_bytes<double>(bytes_of(1.0) + "x"), InvalidInput);
}

TEST(Numbers, ASizeThatCannotBeIsRefusedBeforeItIsMade) {
  const Bytes huge = bytes_of(Index{1} << 60) + bytes_of(Index{1} << 60);
  EXPECT_THROW(from_bytes<Matrix>(huge), InvalidInput);
  EXPECT_THROW(from_bytes<std::vector<double>>(bytes_of(Index{1} << 60)), InvalidInput);
}

TEST(Numbers, AnEmptyVectorMayStandLast) {
  EXPECT_EQ(from_bytes<Vector>(bytes_of(Vector())).size(), 0);
}

}  // namespace
}  // namespace bellwether
