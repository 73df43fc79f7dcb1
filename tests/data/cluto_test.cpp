#include <bellwether/data/error.h>
#include <bellwether/data/read.h>

#include "files.h"

namespace bellwether {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(Cluto, SparseRowsMayBeEmpty) {
  const auto data = read_bytes("3 4 3\n4 1.5 2 2\n\n1 3\n\n", "f.mat");
  EXPECT_TRUE(data.sparse());
  EXPECT_EQ(dense(data), matrix({{0, 2, 0, 1.5}, {0, 0, 0, 0}, {3, 0, 0, 0}}));
}

TEST(Cluto, TwoSizesMeanADenseMatrix) {
  const auto data = read_bytes("2 3\n1 2 7\n3 4 8\n", "f.mat", {.label_column = "last"});
  EXPECT_EQ(dense(data), matrix({{1, 2}, {3, 4}}));
  EXPECT_THAT(data.labels, ElementsAre("7", "8"));
}

TEST(Cluto, NamesLieBesideTheMatrix) {
  const Folder folder;
  folder.put("t.mat.rclass", "red\nblue\n");
  folder.put("t.mat.rlabel", "first\nsecond\n");
  folder.put("t.mat.clabel", "a\nb\nc\n");
  for (const auto& path :
       {folder.put("t.mat", "2 3 2\n1 1\n3 2\n"), folder.put("t.mat.gz", gzipped("2 3 2\n1 1\n3 2\n"))}) {
    const auto data = read(path);
    EXPECT_THAT(data.labels, ElementsAre("red", "blue"));
    EXPECT_THAT(data.ids, ElementsAre("first", "second"));
    EXPECT_THAT(data.features, ElementsAre("a", "b", "c"));
  }
}

TEST(Cluto, DroppedRowsTakeTheirNamesAlong) {
  const Folder folder;
  folder.put("t.mat.rclass", "red\nblue\n");
  const auto data = read(folder.put("t.mat", "2 2 2\n1 nan\n2 1\n"), {.missing = Missing::drop});
  EXPECT_THAT(data.labels, ElementsAre("blue"));
  EXPECT_EQ(dense(data), matrix({{0, 1}}));
}

TEST(Cluto, NamesBesideTheMatrixMustFit) {
  const Folder folder;
  folder.put("t.mat.rclass", "red\n");
  EXPECT_THAT(
      [&] { read(folder.put("t.mat", "2 3 2\n1 1\n3 2\n")); },
      ThrowsMessage<InvalidInput>(HasSubstr("has 2 rows, but the .rclass file beside it has 1 lines")));
}

TEST(Cluto, CountsAreCheckedAndNotTrusted) {
  expect_error("2 3 2\n1 1\n", "f.mat", "f.mat: ends after 1 rows of 2 (is it cut off?)");
  expect_error("2 3 3\n1 1\n3 2\n", "f.mat", "f.mat: 3 nonzeros are promised, but there are 2");
  expect_error("1 3 1\n1 1\n2 1\n", "f.mat", "f.mat:3: more rows than the 1 that are promised");
  expect_error("1000000000000 3 1\n1 1\n", "f.mat", "ends after 1 rows of 1000000000000");
  expect_error("1 99999999999 1\n1 1\n", "f.mat", "99999999999 columns are not supported");
  expect_error("2 2\n1 2\n3\n", "f.mat", "f.mat:3: 1 values, but 2 columns are promised");
}

TEST(Cluto, NamesTheLineThatIsWrong) {
  expect_error("hello\n", "f.mat", "f.mat:1: 'hello' is not a line of CLUTO's sizes");
  expect_error("1 2 3 4\n", "f.mat", "is not a line of CLUTO's sizes");
  expect_error("1 3 1\n4 1\n", "f.mat", "f.mat:2: column '4' is not among 1 to 3");
  expect_error("1 3 1\n1\n", "f.mat", "f.mat:2: column 1 has no value");
  expect_error("1 3 2\n1 1 1 2\n", "f.mat", "f.mat:2: column 1 has two values");
  expect_error("1 3 1\n1 inf\n", "f.mat", "f.mat:2: column 1 is 'inf', an infinite value");
}

}  // namespace
}  // namespace bellwether
