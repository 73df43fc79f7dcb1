#include <bellwether/data/error.h>
#include <bellwether/data/read.h>

#include "files.h"

namespace bellwether {
namespace {

using testing::ElementsAre;

const std::string coordinate = "%%MatrixMarket matrix coordinate ";
const std::string array = "%%MatrixMarket matrix array ";

TEST(MatrixMarket, CoordinatesMayComeInAnyOrder) {
  const auto data =
      read_bytes(coordinate + "real general\n% note\n\n3 2 3\n3 2 1.5\n1 2 -1\n1 1 0\n", "f.mtx");
  EXPECT_TRUE(data.sparse());
  EXPECT_EQ(data.rows().stored(), 2);
  EXPECT_EQ(dense(data), matrix({{0, -1}, {0, 0}, {0, 1.5}}));
}

TEST(MatrixMarket, SymmetryFillsTheOtherTriangle) {
  EXPECT_EQ(dense(read_bytes(coordinate + "pattern symmetric\n2 2 2\n1 1\n2 1\n", "f.mtx")),
            matrix({{1, 1}, {1, 0}}));
  EXPECT_EQ(dense(read_bytes(coordinate + "integer skew-symmetric\n2 2 1\n2 1 3\n", "f.mtx")),
            matrix({{0, -3}, {3, 0}}));
  EXPECT_EQ(dense(read_bytes(array + "real symmetric\n2 2\n1\n2\n3\n", "f.mtx")), matrix({{1, 2}, {2, 3}}));
  EXPECT_EQ(dense(read_bytes(array + "real skew-symmetric\n2 2\n2\n", "f.mtx")), matrix({{0, -2}, {2, 0}}));
}

TEST(MatrixMarket, ArraysGoDownTheColumns) {
  const auto data =
      read_bytes(array + "real general\n2 3\n1\n4\n2\n5\n3\n6\n", "f.mtx", {.label_column = "last"});
  EXPECT_EQ(dense(data), matrix({{1, 2}, {4, 5}}));
  EXPECT_THAT(data.labels, ElementsAre("3", "6"));
}

TEST(MatrixMarket, CountsAreCheckedAndNotTrusted) {
  expect_error(coordinate + "real general\n2 2 2\n1 1 1\n", "f.mtx",
               "f.mtx: ends after 1 values of 2 (is it cut off?)");
  expect_error(coordinate + "real general\n2 2 1\n1 1 1\n2 2 1\n", "f.mtx",
               "f.mtx:4: more values than the 1 that are promised");
  expect_error(coordinate + "real general\n1000000000000 2 1\n1 1 1\n", "f.mtx",
               "1000000000000 rows and 2 columns are not supported");
  expect_error(coordinate + "real general\n2000000000 2 1\n1 1 1\n", "f.mtx",
               "2000000000 rows are promised, but only 1 values");
  expect_error(array + "real general\n2000000000 2000000000\n1\n", "f.mtx",
               "ends after 1 values of 4000000000000000000");
  expect_error(coordinate + "real general\n0 2 0\n", "f.mtx", "0 rows and 2 columns are not supported");
  expect_error(coordinate + "real general\n99999999999999999999 2 0\n", "f.mtx", "is no number of rows");
}

TEST(MatrixMarket, NamesTheLineThatIsWrong) {
  expect_error(coordinate + "real general\n2 2 1\n3 1 1\n", "f.mtx", "f.mtx:3: row 3 is not among 1 to 2");
  expect_error(coordinate + "real general\n2 2 1\n1 0 1\n", "f.mtx", "f.mtx:3: column 0 is not among 1 to 2");
  expect_error(coordinate + "real general\n2 2 2\n1 1 1\n1 1 2\n", "f.mtx",
               "row 1, column 1 (counted from 1) has two values");
  expect_error(coordinate + "real general\n2 2 1\n1 1 x\n", "f.mtx",
               "f.mtx:3: column 1 is 'x', not a number");
  expect_error(coordinate + "real general\n2 2 1\n1 1 1 1\n", "f.mtx",
               "f.mtx:3: '1' is more than the line should hold");
  expect_error(coordinate + "complex general\n2 2 1\n1 1 1 1\n", "f.mtx", "has 'complex' values");
  expect_error(coordinate + "real hermitian\n2 2 1\n1 1 1 1\n", "f.mtx", "is 'hermitian'");
  expect_error(coordinate + "real symmetric\n2 3 1\n1 1 1\n", "f.mtx", "cannot have 2 rows and 3 columns");
  expect_error("%%MatrixMarket vector coordinate real general\n", "f.mtx", "holds a 'vector' 'coordinate'");
  expect_refusal(coordinate + "real general\n1 1 1\n1 1 1\n", "f.mtx",
                 "f.mtx is a sparse matrix and has no label column", {.label_column = "1"});
}

}  // namespace
}  // namespace bellwether
