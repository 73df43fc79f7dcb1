#include <bellwether/data/error.h>
#include <bellwether/data/read.h>

#include "files.h"

namespace bellwether {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StrEq;
using testing::ThrowsMessage;

Dataset from(std::string_view text, const ReadOptions& options = {}) {
  return read_bytes(text, "items.csv", options);
}

void expect_error(std::string_view text, const std::string& words, const ReadOptions& options = {}) {
  EXPECT_THAT([&] { from(text, options); }, ThrowsMessage<InvalidInput>(HasSubstr(words))) << text;
}

const Matrix four = matrix({{1, 2}, {3, 4}});

TEST(Delimited, AnyUsualDelimiterIsRecognised) {
  for (const char* text : {"1,2\n3,4\n", "1\t2\n3\t4\n", "1;2\n3;4\n", "1 2\n3 4\n", " 1   2 \n3 \t 4\n",
                           "1, 2\n3 ,4\n", "1\t 2\n 3\t4\n"}) {
    EXPECT_EQ(dense(from(text)), four) << text;
  }
}

TEST(Delimited, LineEndsMarksAndBlankLinesDoNotShow) {
  for (const char* text :
       {"1,2\r\n3,4\r\n", "1,2\n3,4", "1,2\r\n3,4\r",
        "\xEF\xBB\xBF"
        "1,2\n3,4\n",
        "\n\n1,2\n\n3,4\n\n", "# a note, with commas\n% another\n1,2\n3,4\n", "1,2\n  \n3,4\n \t"}) {
    EXPECT_EQ(dense(from(text)), four) << text;
  }
}

TEST(Delimited, QuotesMayHoldDelimitersLineEndsAndQuotes) {
  const auto data =
      from("name,\"a, b\",c\n\"x \"\"y\"\"\nz\",\"1\",2\nplain,3,\"4\"\n", {.id_column = "name"});
  EXPECT_EQ(dense(data), four);
  EXPECT_THAT(data.features, ElementsAre("a, b", "c"));
  EXPECT_THAT(data.ids, ElementsAre("x \"y\"\nz", "plain"));
}

TEST(Delimited, ARowOfWordsAboveNumbersIsTheHeader) {
  const auto data = from("width,height\n1,2\n3,4\n");
  EXPECT_THAT(data.features, ElementsAre("width", "height"));
  EXPECT_EQ(dense(data), four);
  EXPECT_THAT(from("1,2\n3,4\n").features, IsEmpty());
}

TEST(Delimited, AHeaderMayBeAboveMissingValuesAndText) {
  const auto data = from("a,b,kind\n,2,x\n1,2,y\n", {.label_column = "kind", .missing = Missing::drop});
  EXPECT_THAT(data.features, ElementsAre("a", "b"));
  EXPECT_THAT(data.labels, ElementsAre("y"));
}

TEST(Delimited, QuotedNumbersAboveBareOnesAreNames) {
  const auto data = from("\"2001\",\"2002\"\n1,2\n3,4\n");
  EXPECT_THAT(data.features, ElementsAre("2001", "2002"));
  EXPECT_EQ(dense(data), four);
  EXPECT_EQ(dense(from("\"1\",\"2\"\n\"3\",\"4\"\n")), four);
  EXPECT_THAT(from("id,\"7\"\n\"a,b\",1\nc,2\n").features, ElementsAre("7"));
}

TEST(Delimited, AHeaderShortOfOneNameLeavesOutTheLabel) {
  const std::string text = ";;; a note\n\nW,H\n\nBRICK,1,2\nSKY,3,4\n";
  const auto data = from(text, {.label_column = "first"});
  EXPECT_THAT(data.features, ElementsAre("W", "H"));
  EXPECT_THAT(data.labels, ElementsAre("BRICK", "SKY"));
  EXPECT_EQ(dense(data), four);
  expect_error(text,
               "items.csv:5: column 1 is 'BRICK', not a number, like the rest of the column (use "
               "label_column = first");
  EXPECT_THAT(from("W,H\n1,2,a\n3,4,b\n", {.label_column = "last"}).features, ElementsAre("W", "H"));
}

TEST(Delimited, ANamelessFirstColumnHoldsRowNames) {
  for (const char* text : {",a,b\n7,1,2\n8,3,4\n", "a b\n7 1 2\n8 3 4\n", ",0,1\n7,1,2\n8,3,4\n"}) {
    const auto data = from(text);
    EXPECT_THAT(data.ids, ElementsAre("7", "8")) << text;
    EXPECT_EQ(dense(data), four) << text;
    EXPECT_THAT(data.notes, ElementsAre("items.csv: the first column has no name and is taken as the ids"));
  }
}

TEST(Delimited, LabelsAndIdsComeFromTheColumnsAskedFor) {
  const std::string text = "5,1,2,a\n6,3,4,b\n";
  for (const char* last : {"last", "4"}) {
    for (const char* first : {"first", "1"}) {
      const auto data = from(text, {.label_column = last, .id_column = first});
      EXPECT_EQ(dense(data), four);
      EXPECT_THAT(data.labels, ElementsAre("a", "b"));
      EXPECT_THAT(data.ids, ElementsAre("5", "6"));
    }
  }
}

TEST(Delimited, AClassNamedFirstIsNotAHeader) {
  EXPECT_THAT(from("first,1,2\nsecond,3,4\n", {.label_column = "first"}).labels,
              ElementsAre("first", "second"));
}

TEST(Delimited, AskingForAColumnByNameMakesTheFirstRowTheHeader) {
  const auto data = from("name,2001,2002\nx,1,2\ny,3,4\n", {.id_column = "name"});
  EXPECT_EQ(dense(data), four);
  EXPECT_THAT(data.ids, ElementsAre("x", "y"));
}

TEST(Delimited, AColumnNamedIdHoldsTheIds) {
  const auto data = from("x,ID,y\n1,p,2\n3,q,4\n");
  EXPECT_THAT(data.ids, ElementsAre("p", "q"));
  EXPECT_THAT(data.features, ElementsAre("x", "y"));
  EXPECT_THAT(data.notes, ElementsAre("items.csv: column 'ID' is taken as the ids"));
}

TEST(Delimited, SemicolonsAllowADecimalComma) {
  EXPECT_EQ(dense(from("a;b\n1,5;2\n3;-4,25\n")), matrix({{1.5, 2}, {3, -4.25}}));
  EXPECT_EQ(dense(from("1.5;2\n3;4\n")), matrix({{1.5, 2}, {3, 4}}));
  expect_error("1,5;2\n3.5;4\n",
               "items.csv:2: column 1 is '3.5', with a decimal point, but other cells have a decimal comma");
}

TEST(Delimited, MissingValuesBecomeTheMeanOfTheirColumn) {
  for (const char* gap : {"", "?", "NA", "n/a", "NaN", "NULL", "-", "-nan"}) {
    const auto data = from(std::string("a,b\n1,2\n") + gap + ",3\n5,4\n", {.missing = Missing::mean});
    EXPECT_EQ(dense(data), matrix({{1, 2}, {3, 3}, {5, 4}})) << gap;
    EXPECT_THAT(data.notes,
                ElementsAre("items.csv: 1 missing value in 1 column replaced by the column's mean"));
  }
}

TEST(Delimited, TheMeanOfTheLargestValuesIsFinite) {
  const auto data = from("1e308\n1.5e308\n?\n", {.missing = Missing::mean});
  EXPECT_EQ(dense(data)(2, 0), 1.25e308);
}

TEST(Delimited, RowsWithMissingValuesAreDroppedWithTheirNames) {
  const auto data = from("id,a,c\np,1,x\nq,NA,y\nr,3,z\n", {.label_column = "c", .missing = Missing::drop});
  EXPECT_EQ(dense(data), matrix({{1}, {3}}));
  EXPECT_THAT(data.ids, ElementsAre("p", "r"));
  EXPECT_THAT(data.labels, ElementsAre("x", "z"));
  EXPECT_EQ(data.notes.back(), "items.csv: 1 row with missing values dropped");
}

TEST(Delimited, SaysWhatToDoAboutAMissingValue) {
  EXPECT_THAT([] { from("width,height\n1,2\n3,n/a\n"); },
              ThrowsMessage<InvalidInput>(
                  StrEq("items.csv:3: column 'height' is 'n/a', not a number (use missing = mean "
                        "or missing = drop, or drop the row)")));
  expect_error("1,2\n3,\n",
               "items.csv:2: column 2 is empty, not a number (use missing = mean or missing = drop");
  expect_error("a,b\n1,?\n2,?\n", "items.csv: column 'b' has no value in any row",
               {.missing = Missing::mean});
  expect_error("x,1,?\ny,2,?\n", "items.csv: column 3 has no value in any row",
               {.label_column = "first", .missing = Missing::mean});
  expect_error("a,b\n1,?\n2,?\n", "items.csv: every row has a missing value", {.missing = Missing::drop});
}

TEST(Delimited, NamesTheCellThatIsNoNumber) {
  expect_error("a,b\n1,2\n3,x4\n",
               "items.csv:3: column 'b' is 'x4', not a number (correct it, or drop the row)");
  expect_error("1,2\n3,0x10\n", "items.csv:2: column 2 is '0x10', not a number");
  expect_error("1,2\n3,inf\n", "items.csv:2: column 2 is 'inf', an infinite value");
  expect_error("1,2\n3,-Infinity\n", "items.csv:2: column 2 is '-Infinity', an infinite value",
               {.missing = Missing::drop});
  expect_error("1,2\n3,1e999\n", "items.csv:2: column 2 is '1e999', too large for a number");
  expect_error("1,2\n3,\x01\n", "items.csv:2: column 2 is '\\x01', not a number");
}

TEST(Delimited, SuggestsWhatAColumnOfTextMayBe) {
  expect_error("1,2,setosa\n3,4,virginica\n",
               "items.csv:1: column 3 is 'setosa', not a number, like the rest of the column (use "
               "label_column = last if it "
               "holds the classes, id_column = last if it holds the ids, ignore = last to leave it out, "
               "categories = last for a feature of each word)");
  expect_error("T,1,2\nU,3,4\n", "use label_column = first");
  expect_error("a,class,b\n1,x,2\n3,y,4\n", "use label_column = class");
  expect_error("1,x,2\n3,y,4\n", "use label_column = 2");
}

TEST(Delimited, BarsPartCellsAndALineForSpreadsheetsIsNoRow) {
  EXPECT_EQ(from("a|b\n1|2\n3|4\n").features, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(from("sep=;\na;b\n1;2\n3;4\n").items(), 2);
}

TEST(Delimited, ColumnsThatAreIgnoredMayHoldAnything) {
  const Dataset items =
      from("name,a,id,note,b\nx,1,7,,2\ny,3,8,\"p,q\",4\n", {.ignore = {"name", "4", "id"}});
  EXPECT_EQ(std::get<Matrix>(items.values), (Matrix{{1, 2}, {3, 4}}));
  EXPECT_EQ(items.features, (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(items.ids.empty());
  EXPECT_EQ(dense(from("name,a,x,b,y\np,1,8,2,9\nq,3,8,4,9\n", {.columns = {"a", "4"}})), four);
  EXPECT_EQ(dense(from("8,1,2,9\n8,3,4,9\n", {.columns = {"2-3"}})), four);
  EXPECT_THAT([] { from("a,b\n1,2\n", {.columns = {"c"}}); },
              ThrowsMessage<InvalidOption>(HasSubstr("columns = c: no such column")));
  EXPECT_THAT(
      [] { from("a,b\n1,2\n", {.label_column = "a", .ignore = {"a"}}); },
      ThrowsMessage<InvalidOption>(HasSubstr("ignore = a asks for a column that is the label or the id")));
}

TEST(Delimited, NumbersWithASignAreNamedAsThat) {
  expect_error("a,b\n10%,2\n30%,4\n",
               "column 'a' is '10%', a number with % (take the signs out of the column)");
  expect_error("a,b\n1,$2\n3,$4\n", "column 'b' is '$2', a number with $");
  expect_error("a,b\n1,2\n3,4 \u20ac\n", "a number with \u20ac");
}

TEST(Delimited, OtherFormsOfTextAreNamed) {
  expect_error("a,b\r1,2\r3,4\r", "items.csv: its lines end with carriage returns alone");
}

TEST(Delimited, NamesTheRowWithTooFewOrTooManyCells) {
  expect_error("1,2,3\n4,5,6\n\n7,8\n", "items.csv:4: 2 cells, but the rows before have 3");
  expect_error("1,2\n3,4\n5,6,7\n", "items.csv:3: 3 cells, but the rows before have 2");
  expect_error("1 2\n3 4\n5\n", "items.csv:3: 1 cell, but the rows before have 2");
  expect_error("a,b,c,d\n1,2\n3,4\n", "items.csv:1: the header has 4 names, but the first row has 2 cells");
}

TEST(Delimited, LinesAreCountedThroughQuotesAndBlankLines) {
  expect_error("id,a\n\"p\nq\",1\n\nr,x\n", "items.csv:5: column 'a' is 'x'");
}

TEST(Delimited, NamesTheIdThatOccursTwice) {
  expect_error("id,a\np,1\nq,2\np,3\n", "items.csv:4: the id 'p' was already on line 2 (ids must differ)");
  expect_error("id,a\np,1\n,2\n", "items.csv:3: the id is empty");
}

TEST(Delimited, SomeItemsMayHaveNoLabelIfThatIsExpected) {
  const Dataset items = read_bytes("1,2,a\n3,4,\n5,6,?\n7,8,NA\n", "items.csv",
                                   {.label_column = "last", .some_unlabelled = true});
  EXPECT_EQ(items.labels, (std::vector<std::string>{"a", "", "", ""}));
  EXPECT_EQ(items.items(), 4);
}

TEST(Delimited, AnEmptyLabelIsAnErrorOrDropsItsRow) {
  expect_error("1,2,a\n3,4,\n", "items.csv:2: the label is empty", {.label_column = "last"});
  EXPECT_THAT(from("1,2,a\n3,4,\n", {.label_column = "last", .missing = Missing::drop}).labels,
              ElementsAre("a"));
}

TEST(Delimited, RefusesAFileWithoutRows) {
  expect_error("", "items.csv: is empty");
  expect_error("\n \n", "items.csv: has no rows of data");
  expect_error("# nothing\n", "items.csv: has no rows of data");
  expect_error("a,b\n", "items.csv: has a header but no rows of data");
}

TEST(Delimited, RefusesQuotesThatGoWrong) {
  expect_error("1,2\n3,\"4\n5,6\n", "items.csv:2: a quote is opened and never closed");
  expect_error("a,b\n1,\"2\n", "items.csv: a quote is opened below the header and never closed");
  expect_error("1,2\n3,\"4\"5\n", "items.csv:2: text follows the closing quote of cell 2");
  expect_error("1 2\n3 \"4\"5\n", "items.csv:2: text follows the closing quote of cell 2");
}

TEST(Delimited, SaysWhichColumnsThereAreToAskFor) {
  const auto expect_refusal = [](std::string_view text, const ReadOptions& options,
                                 const std::string& words) {
    EXPECT_THAT([&] { from(text, options); }, ThrowsMessage<InvalidOption>(HasSubstr(words)));
  };
  expect_refusal("a,b\n1,2\n3,4\n", {.label_column = "c"},
                 "label_column = c: no such column in items.csv, which has 'a', 'b'");
  expect_refusal("1,2\n3,4\n", {.id_column = "c"},
                 "id_column = c: items.csv has no header line (use first, last or a number from 1 to 2)");
  expect_refusal("1,2\n3,4\n", {.label_column = "3"}, "label_column = 3: items.csv has columns 1 to 2");
  expect_refusal("1,2\n3,4\n", {.label_column = "0"}, "label_column = 0: items.csv has columns 1 to 2");
  expect_refusal("1,2\n3,4\n", {.label_column = "1", .id_column = "first"}, "both ask for column 1");
  expect_refusal("a,a\n1,2\n3,4\n", {.label_column = "a"}, "more than one column of that name");
}

TEST(Delimited, LinesLongerThanTheWindowAreRead) {
  std::string text;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 200'000; ++column) text += std::to_string(row * column % 1000) + ",";
    text.back() = '\n';
  }
  const auto data = from(text);
  ASSERT_EQ(data.rows().columns(), 200'000);
  EXPECT_EQ(dense(data)(2, 199'999), 2 * 199'999 % 1000);
}

TEST(Delimited, AQuotedCellMayBeLongerThanTheWindow) {
  const std::string name(1'000'000, 'x');
  const auto data = from("1,2,a\n3,4,\"" + name + "\n\"\n", {.label_column = "last"});
  EXPECT_EQ(data.labels[1], name + "\n");
  EXPECT_EQ(dense(data), four);
}

}  // namespace
}  // namespace bellwether
