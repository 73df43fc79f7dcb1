#include <bellwether/data/error.h>
#include <bellwether/data/read.h>

#include "files.h"

namespace bellwether {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Svmlight, LabelsStayTextAndFeaturesCountFromOne) {
  const auto data = read_bytes("# head\n+1 1:0.5 3:2 # note\n\n-1 qid:7 2:-1e3\nword\n", "f.svm");
  EXPECT_TRUE(data.sparse());
  EXPECT_EQ(dense(data), matrix({{0.5, 0, 2}, {0, -1000, 0}, {0, 0, 0}}));
  EXPECT_THAT(data.labels, ElementsAre("+1", "-1", "word"));
  EXPECT_THAT(data.notes, IsEmpty());
}

TEST(Svmlight, AFeatureZeroMeansThatTheyCountFromZero) {
  const auto data = read_bytes("a 2:3\nb 0:1\n", "f.svm");
  EXPECT_EQ(dense(data), matrix({{0, 0, 3}, {1, 0, 0}}));
  EXPECT_THAT(data.notes, ElementsAre("f.svm: features are counted from 0"));
}

TEST(Svmlight, FeaturesAreSortedAndZerosAreNotStored) {
  const auto data = read_bytes("a 3:1 1:2 4:0\n", "f.svm");
  const auto& sparse = std::get<SparseMatrix>(data.values);
  EXPECT_THAT(sparse.column_of, ElementsAre(0, 2));
  EXPECT_THAT(sparse.values, ElementsAre(2, 1));
  EXPECT_EQ(sparse.columns, 4);
}

TEST(Svmlight, MissingValuesAreSettledAgainstTheZerosToo) {
  const std::string text = "a 1:nan 2:1\nb 1:3\nc 2:1\n";
  EXPECT_EQ(dense(read_bytes(text, "f.svm", {.missing = Missing::mean})), matrix({{1.5, 1}, {3, 0}, {0, 1}}));
  const auto kept = read_bytes(text, "f.svm", {.missing = Missing::drop});
  EXPECT_EQ(dense(kept), matrix({{3, 0}, {0, 1}}));
  EXPECT_THAT(kept.labels, ElementsAre("b", "c"));
  expect_error(text, "f.svm", "f.svm:1: feature 1 is 'nan', not a number (use missing = mean");
}

TEST(Svmlight, AMeanOfZeroIsNotStored) {
  const auto data = read_bytes("a 1:nan 2:1\nb\n", "f.svm", {.missing = Missing::mean});
  EXPECT_EQ(data.rows().stored(), 1);
  EXPECT_EQ(dense(data), matrix({{0, 1}, {0, 0}}));
}

TEST(Svmlight, NamesTheLineThatIsWrong) {
  expect_error("a 1:1\nb 1:1 1:2\n", "f.svm", "f.svm:2: feature 1 has two values");
  expect_error("a 1:1\n1:2\n", "f.svm", "f.svm:2: starts with '1:2', where a label is needed");
  expect_error("a 1:x\n", "f.svm", "f.svm:1: feature 1 is 'x', not a number");
  expect_error("a 1\n", "f.svm", "f.svm:1: '1' is not of the form index:value");
  expect_error("a -1:1\n", "f.svm", "f.svm:1: '-1' is not a feature's number");
  expect_error("a 99999999999:1\n", "f.svm", "'99999999999' is not a feature's number");
  expect_error("a\nb\n", "f.svm", "no row has a feature");
  expect_refusal("a 1:1\n", "f.svm", "label_column = last: f.svm is in SVMlight form",
                 {.label_column = "last"});
}

}  // namespace
}  // namespace bellwether
