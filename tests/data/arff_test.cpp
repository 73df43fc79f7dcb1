#include <bellwether/data/error.h>
#include <bellwether/data/read.h>

#include "files.h"

namespace bellwether {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Arff, DenseRowsAndANominalClass) {
  const auto data = read_bytes(
      "% note\n@relation 'a b'\n@ATTRIBUTE 'sepal width' NUMERIC\n@attribute n integer\n@attribute flag "
      "{0,1}\n"
      "@attribute kind {red, 'dark blue'}\n\n@DATA\n% note\n1.5, 2, 0, red\n3,4,1,'dark blue'\n",
      "f.arff");
  EXPECT_FALSE(data.sparse());
  EXPECT_EQ(dense(data), matrix({{1.5, 2, 0}, {3, 4, 1}}));
  EXPECT_THAT(data.features, ElementsAre("sepal width", "n", "flag"));
  EXPECT_THAT(data.labels, ElementsAre("red", "dark blue"));
  EXPECT_THAT(data.notes, ElementsAre("f.arff: attribute 'kind' is taken as the label"));
}

TEST(Arff, WhatASparseRowLeavesOutIsZeroOrTheFirstNominalValue) {
  const auto data = read_bytes(
      "@relation r\n@attribute a real\n@attribute b {1,0}\n@attribute c {x,y}\n@data\n{0 2,2 y}\n{1 0}\n{}\n",
      "f.arff");
  EXPECT_TRUE(data.sparse());
  EXPECT_EQ(dense(data), matrix({{2, 1}, {0, 0}, {0, 1}}));
  EXPECT_THAT(data.labels, ElementsAre("y", "x", "x"));
}

TEST(Arff, AnAttributeNamedClassIsTheLabelWhereverItStandsIfItsValuesAreWords) {
  const std::string rest = "@attribute b real\n@attribute c {0,1}\n@data\n";
  EXPECT_THAT(
      read_bytes("@relation r\n@attribute a real\n@attribute Class {x,y}\n" + rest + "1,x,2,0\n", "f.arff")
          .labels,
      ElementsAre("x"));
  EXPECT_THAT(
      read_bytes("@relation r\n@attribute a real\n@attribute class {0,1}\n" + rest + "1,1,2,0\n", "f.arff")
          .labels,
      IsEmpty());
  EXPECT_THAT(
      read_bytes("@relation r\n@attribute a real\n@attribute class {0,1}\n@data\n1,1\n", "f.arff").labels,
      ElementsAre("1"));
}

TEST(Arff, LabelsAndIdsComeFromTheAttributesAskedFor) {
  const auto data = read_bytes(
      "@relation r\n@attribute who string\n@attribute a real\n@attribute 2 {p,q}\n@attribute k real\n@data\n"
      "'u v',1,p,5\nw,2,q,6\n",
      "f.arff", {.label_column = "2", .id_column = "who"});
  EXPECT_THAT(data.ids, ElementsAre("u v", "w"));
  EXPECT_THAT(data.labels, ElementsAre("p", "q"));
  EXPECT_EQ(dense(data), matrix({{1, 5}, {2, 6}}));
}

TEST(Arff, MissingValuesAreSettled) {
  const std::string head = "@relation r\n@attribute a real\n@attribute b real\n@data\n";
  EXPECT_EQ(dense(read_bytes(head + "1,2\n?,4\n3,6\n", "f.arff", {.missing = Missing::mean})),
            matrix({{1, 2}, {2, 4}, {3, 6}}));
  EXPECT_EQ(dense(read_bytes(head + "{0 1}\n{0 ?}\n", "f.arff", {.missing = Missing::drop})),
            matrix({{1, 0}}));
  expect_error(head + "1,2\n?,4\n", "f.arff",
               "f.arff:6: column 'a' is '?', not a number (use missing = mean");
  expect_error(head + "{0 ?}\n", "f.arff",
               "f.arff:5: attribute 'a' is '?', not a number (use missing = mean");
}

TEST(Arff, NamesTheAttributeOrTheLineThatIsWrong) {
  const std::string head = "@relation r\n@attribute a real\n@attribute b {x,y}\n@attribute c real\n@data\n";
  expect_error(head + "1,x,2\n", "f.arff",
               "f.arff: attribute 'b' holds text, not numbers (use label_column = b if it holds the classes");
  const ReadOptions label{.label_column = "b"};
  expect_error(head + "1,z,2\n", "f.arff", "f.arff:6: attribute 'b' is 'z', which it does not declare",
               label);
  expect_error(head + "1,x\n", "f.arff", "f.arff:6: 2 values, but there are 3 attributes", label);
  expect_error(head + "1,x,2,3\n", "f.arff", "f.arff:6: more values than the 3 attributes", label);
  expect_error(head + "1,x,2\n{0 1}\n", "f.arff", "f.arff:7: a sparse row among dense ones", label);
  expect_error(head + "{0 1}\n1,x,2\n", "f.arff", "f.arff:7: '1,x,2' is not a sparse row in braces", label);
  expect_error(head + "{7 1}\n", "f.arff", "f.arff:6: '7' is not the number of an attribute (0 to 2)", label);
  expect_error(head + "{0 1,0 2}\n", "f.arff", "f.arff:6: a feature has two values", label);
  expect_error(head + "1,'x,2\n", "f.arff", "f.arff:6: a quote is opened and never closed", label);
  expect_error(head, "f.arff", "f.arff: has no rows of data", label);
  expect_error("@relation r\n@attribute a real\n", "f.arff", "f.arff: ends before @data");
  expect_error("@relation r\n@attribute a relational\n", "f.arff",
               "f.arff:2: attribute 'a' has the type 'relational'");
  expect_error("@relation r\n@attribute a {x,y\n", "f.arff",
               "f.arff:2: the list of values has no closing brace");
  expect_error("@relation r\nhello\n", "f.arff",
               "f.arff:2: 'hello' stands where @attribute or @data is needed");
}

}  // namespace
}  // namespace bellwether
