#include <bellwether/data/error.h>
#include <bellwether/data/read.h>

#include "files.h"

namespace bellwether {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

void expect_error(std::string_view text, const std::string& name, const std::string& words,
                  const ReadOptions& options = {}) {
  EXPECT_THAT([&] { read_bytes(text, name, options); }, ThrowsMessage<InvalidInput>(HasSubstr(words)))
      << text;
}

void expect_refusal(std::string_view text, const std::string& name, const std::string& words,
                    const ReadOptions& options) {
  EXPECT_THAT([&] { read_bytes(text, name, options); }, ThrowsMessage<InvalidOption>(HasSubstr(words)))
      << text;
}

TEST(Formats, AreKnownByTheirContent) {
  const auto sparse = matrix({{0.5, 0}, {0, 2}});
  EXPECT_EQ(dense(read_bytes("%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 0.5\n2 2 2\n", "f")),
            sparse);
  EXPECT_EQ(dense(read_bytes("a 1:0.5\nb 2:2\n", "f.txt")), sparse);
  EXPECT_EQ(dense(read_bytes("% note\n@RELATION r\n@attribute a real\n@attribute b real\n@data\n0.5,0\n0,2\n",
                             "f")),
            sparse);
  EXPECT_EQ(dense(read_bytes("0.5,0\n0,2\n", "f")), sparse);
}

TEST(Formats, PackedFilesAreKnownWhateverTheirName) {
  const auto plain = matrix({{1, 2}, {3, 4}});
  for (const char* name : {"f.csv", "f.csv.gz", "f.csv.zst", "f"}) {
    EXPECT_EQ(dense(read_bytes(gzipped("1,2\n3,4\n"), name)), plain);
    EXPECT_EQ(dense(read_bytes(zstd_packed("1,2\n3,4\n"), name)), plain);
  }
  EXPECT_EQ(dense(read_bytes(gzipped("2 2\n1 2\n3 4\n"), "f.mat.gz")), plain);
}

TEST(Formats, SaysWhatAFileIsThatCannotBeRead) {
  expect_error(std::string_view("\x01\0\x02\x03", 4), "f", "f: is not text and not NumPy's form");
  expect_error("MATLAB 5.0 MAT-file", "f.mat", "is a MATLAB file, not CLUTO's");
  expect_error("BZh91AY", "f", "is compressed with bzip2");
  expect_error(gzipped(gzipped("1,2\n")), "f", "is compressed twice");
  expect_error(std::string_view("\xFF\xFE"
                                "1\0",
                                4),
               "f.csv", "is in UTF-16");
  expect_error("1,2\n", "f.npy", "f.npy: does not start like a NumPy file");
  expect_error("1 2 3\n", "f.mtx", "does not start with %%MatrixMarket");
}

// SVMlight

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
  expect_error(text, "f.svm", "f.svm:1: feature 1 is 'nan', not a number (use --missing mean");
}

TEST(Svmlight, NamesTheLineThatIsWrong) {
  expect_error("a 1:1\nb 1:1 1:2\n", "f.svm", "f.svm:2: feature 1 has two values");
  expect_error("a 1:1\n1:2\n", "f.svm", "f.svm:2: starts with '1:2', where a label is needed");
  expect_error("a 1:x\n", "f.svm", "f.svm:1: feature 1 is 'x', not a number");
  expect_error("a 1\n", "f.svm", "f.svm:1: '1' is not of the form index:value");
  expect_error("a -1:1\n", "f.svm", "f.svm:1: '-1' is not a feature's number");
  expect_error("a 99999999999:1\n", "f.svm", "'99999999999' is not a feature's number");
  expect_error("a\nb\n", "f.svm", "no row has a feature");
  expect_refusal("a 1:1\n", "f.svm", "--label-column last: f.svm is in SVMlight form",
                 {.label_column = "last"});
}

// Matrix Market

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

// CLUTO

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

// ARFF

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
               "f.arff:6: column 'a' is '?', not a number (use --missing mean");
  expect_error(head + "{0 ?}\n", "f.arff",
               "f.arff:5: attribute 'a' is '?', not a number (use --missing mean");
}

TEST(Arff, NamesTheAttributeOrTheLineThatIsWrong) {
  const std::string head = "@relation r\n@attribute a real\n@attribute b {x,y}\n@attribute c real\n@data\n";
  expect_error(head + "1,x,2\n", "f.arff",
               "f.arff: attribute 'b' holds text, not numbers (use --label-column b if it holds the classes");
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
