#include <bellwether/data/error.h>
#include <bellwether/data/read.h>
#include <bellwether/data/word_column.h>

#include "files.h"

namespace bellwether {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Optional;
using testing::SizeIs;
using testing::ThrowsMessage;

Dataset from(std::string_view text, const ReadOptions& options = {}) {
  return read_bytes(text, "items.csv", options);
}

TEST(DaysOf, KnowsTheCalendar) {
  EXPECT_THAT(days_of("1970-01-01"), Optional(0.0));
  EXPECT_THAT(days_of("2024-02-29"), Optional(19782.0));
  EXPECT_THAT(days_of("2024/02/29"), Optional(19782.0));
  EXPECT_THAT(days_of("29.2.2024"), Optional(19782.0));
  EXPECT_THAT(days_of("1969-12-31"), Optional(-1.0));
  EXPECT_THAT(days_of("1970-01-02T12:00:00Z"), Optional(1.5));
  EXPECT_THAT(days_of("1970-01-02 13:00:00.0+01:00"), Optional(1.5));
  EXPECT_THAT(days_of("1970-01-01 06:00"), Optional(0.25));
}

TEST(DaysOf, RefusesWhatMightMeanTwoThingsOrNothing) {
  for (const char* text :
       {"", "02/03/2024", "2023-02-29", "2024-13-01", "2024-01", "20240131", "1.5", "3.14.15", "2024-01-01x",
        "2024-01-01 25:00", "2024-01/02", "May 2024", "1-2-3", "2024-01-01T"})
    EXPECT_EQ(days_of(text), std::nullopt) << text;
}

TEST(WordColumn, WordsThatRepeatBecomeAFeatureForEach) {
  const Dataset items = from("size,colour\n1,red\n2,blue\n3,red\n4,blue\n5,green\n");
  EXPECT_THAT(items.features, ElementsAre("size", "colour=blue", "colour=green", "colour=red"));
  EXPECT_EQ(dense(items), matrix({{1, 0, 0, 1}, {2, 1, 0, 0}, {3, 0, 0, 1}, {4, 1, 0, 0}, {5, 0, 1, 0}}));
  ASSERT_THAT(items.notes, SizeIs(1));
  EXPECT_THAT(items.notes[0], HasSubstr("column 'colour': 3 categories"));
}

TEST(WordColumn, YesAndNoAreOneFeatureAndDatesAreDays) {
  const Dataset items = from("a,paid,day\n1,yes,1970-01-03\n2,No,1970-01-01\n");
  EXPECT_THAT(items.features, ElementsAre("a", "paid=yes", "day"));
  EXPECT_EQ(dense(items), matrix({{1, 1, 2}, {2, 0, 0}}));
  EXPECT_THAT(items.notes, SizeIs(2));
}

TEST(WordColumn, TextsThatDoNotRepeatAreLeftOutAloud) {
  const Dataset items = from("name,a,note\nann,1,x\nbob,2,x\neve,3,x\n");
  EXPECT_THAT(items.features, ElementsAre("a"));
  ASSERT_THAT(items.notes, SizeIs(2));
  EXPECT_THAT(items.notes[0], HasSubstr("column 'name': left out, 3 different texts in 3 rows"));
  EXPECT_THAT(items.notes[1], HasSubstr("column 'note': left out, 'x' in every row"));
}

TEST(WordColumn, ColumnsThatAreSaidToBeCategoriesAre) {
  const Dataset items = from("a,code\n1,7\n2,8\n3,7\n", {.categories = {"code"}});
  EXPECT_THAT(items.features, ElementsAre("a", "code=7", "code=8"));
  EXPECT_EQ(dense(items), matrix({{1, 1, 0}, {2, 0, 1}, {3, 1, 0}}));
  EXPECT_THAT(from("1,x\n2,y\n", {.categories = {"last"}}).features, ElementsAre("1", "2=x", "2=y"));
}

TEST(WordColumn, ClassesAndMistypedNumbersAreNotTakenForCategories) {
  const auto refuses = [](std::string_view text, const char* words) {
    EXPECT_THAT([&] { from(text); }, ThrowsMessage<InvalidInput>(HasSubstr(words))) << text;
  };
  refuses("a,label\n1,x\n2,x\n3,y\n", "use label_column = last");
  refuses("1,x\n2,x\n3,y\n4,y\n", "use label_column = last");
  refuses("a,b\n1,\"1,5\"\n2,\"2,5\"\n", "column 'b' is '1,5', not a number: it has a comma");
  refuses("a,b\n\"1,5\",\"2,5\"\n\"3,5\",\"4,5\"\n", "column 'a' is '1,5', not a number: it has a comma");
  refuses("a,b\n1,12%\n2,13%\n", "a number with %");
  refuses("a,b\n1,inf\n2,inf\n", "infinite");
}

TEST(WordColumn, ATableOfWordsAloneHasAHeaderIfItsWordsRepeat) {
  const Dataset items = from("city,mood\nRome,good\nOslo,bad\nRome,good\n");
  EXPECT_THAT(items.features, ElementsAre("city=Oslo", "city=Rome", "mood=bad", "mood=good"));
  EXPECT_THAT([] { from("Rome,good\nOslo,bad\nRome,good\n"); },
              ThrowsMessage<InvalidInput>(HasSubstr("column 1 is 'Rome', not a number")));
}

TEST(WordColumn, AMissingWordIsAMissingValue) {
  const std::string text = "a,b\n1,x\n2,\n3,y\n4,x\n";
  EXPECT_THAT([&] { from(text); },
              ThrowsMessage<InvalidInput>(
                  HasSubstr("items.csv:3: column 'b' is empty (use missing = mean or missing = drop")));
  const Dataset dropped = from(text, {.missing = Missing::drop});
  EXPECT_EQ(dense(dropped), matrix({{1, 1, 0}, {3, 0, 1}, {4, 1, 0}}));
  EXPECT_THAT(dropped.ids, ElementsAre("0", "2", "3"));
  const Matrix filled = dense(from(text, {.missing = Missing::mean}));
  EXPECT_NEAR(filled(1, 1), 2.0 / 3, 1e-15);  // one division of small whole numbers
  EXPECT_NEAR(filled(1, 2), 1.0 / 3, 1e-15);
}

TEST(WordColumn, AnotherTableGetsTheFeaturesOfTheFirst) {
  const std::vector<std::string> like{"size", "colour=blue", "colour=red", "paid=yes"};
  const Dataset items = from("size,colour,paid,name\n7,red,no,p\n8,pink,no,q\n", {.like = like});
  EXPECT_EQ(items.features, like);
  EXPECT_EQ(dense(items), matrix({{7, 0, 1, 0}, {8, 0, 0, 0}}));
  ASSERT_THAT(items.notes, SizeIs(1));
  EXPECT_THAT(items.notes[0], HasSubstr("1 word that was not seen before: 'pink'"));
}

TEST(JsonTable, ArraysAndLinesOfObjectsAreTables) {
  const Matrix both = matrix({{1, 2}, {3, 4}});
  for (const char* text : {"[{\"a\": 1, \"b\": 2}, {\"b\": 4.0, \"a\": 3}]",
                           "{\"a\":1,\"b\":2}\n{\"a\":3,\"b\":4}\n", "\n [\n [1, 2],\n [3, 4]\n]\n"}) {
    const Dataset items = from(text);
    EXPECT_EQ(dense(items), both) << text;
    EXPECT_THAT(items.ids, IsEmpty()) << text;
  }
  const Dataset named =
      from("[{\"id\": \"p\", \"a\": 1, \"ok\": true}, {\"id\": \"q\", \"a\": 2, \"ok\": false}]");
  EXPECT_THAT(named.ids, ElementsAre("p", "q"));
  EXPECT_THAT(named.features, ElementsAre("a", "ok=true"));
}

TEST(JsonTable, SaysWhatIsWrong) {
  const auto refuses = [](std::string_view text, const char* words) {
    EXPECT_THAT([&] { from(text); }, ThrowsMessage<InvalidInput>(HasSubstr(words))) << text;
  };
  refuses("[{\"a\": 1}, {\"a\": 2}", "items.csv: begins like a JSON array, but is not a whole one");
  refuses("{\"a\": 1}\n{\"a\": \n", "items.csv:2: is not a JSON object on one line");
  refuses("[{\"a\": 1}, {\"a\": [2]}]", "items.csv:2: column 'a' is a list or an object");
  refuses("[{\"a\": 1}, [2]]", "objects and lists are mixed");
  refuses("[[1, 2], [3]]", "items.csv:2: 1 values, but the lists before have 2");
  refuses("[{\"a\": 1}, {\"b\": 2}]", "items.csv:1: column 'b' is empty");
}

}  // namespace
}  // namespace bellwether
