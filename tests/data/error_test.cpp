#include <bellwether/data/error.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bellwether/data/cell.h>
#include <bellwether/data/read.h>

namespace bellwether {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// As an imaginary front end writes settings.
std::string shouted(const Setting& setting) {
  return fmt::format("<{}:{}>", setting.name, setting.value);
}

InvalidInput example() {
  return InvalidInput(
      fmt::format("{} is {}, use {}, {} or {}", setting("header"), 7, remedy("missing", "mean"),
                  remedy("clusters", 3), remedy("hold_seeds", false)),
      {.file = "items.csv", .row = 3});
}

/// What reading these bytes throws.
template <class Kind = InvalidInput>
Kind error_of(const std::string& bytes, const std::string& name, const ReadOptions& options = {}) {
  try {
    read_bytes(bytes, name, options);
  } catch (const Kind& error) {
    return error;
  }
  ADD_FAILURE() << "nothing was refused";
  return Kind("");
}

TEST(Error, SpellsSettingsPlainlyByItself) {
  EXPECT_STREQ(example().what(), "header is 7, use missing = mean, clusters = 3 or hold_seeds = false");
}

TEST(Error, IsSpelledByAFrontEndInItsOwnWay) {
  EXPECT_EQ(in_words(example(), shouted),
            "<header:> is 7, use <missing:mean>, <clusters:3> or <hold_seeds:false>");
}

TEST(Error, KeepsTheSettingsThatWouldMendItInTheirOrder) {
  EXPECT_THAT(example().remedies(),
              ElementsAre(remedy("missing", "mean"), remedy("clusters", 3), remedy("hold_seeds", false)));
  EXPECT_TRUE(example().speaks_of("header"));
  EXPECT_FALSE(example().speaks_of("limit"));
}

TEST(Error, LosesNothingWhenItIsThrownAgainWithMoreWords) {
  const InvalidInput error = example();
  const InvalidOption again(fmt::format("twice.csv: {} (see {})", error.text(), setting("limit")),
                            error.where());
  EXPECT_EQ(again.remedies(), error.remedies());
  EXPECT_EQ(again.where(), (Where{.file = "items.csv", .row = 3}));
  EXPECT_EQ(in_words(again, shouted), "twice.csv: " + in_words(error, shouted) + " (see <limit:>)");
}

TEST(Error, KeepsThePlaceAmongTheArgumentsOfItsMessage) {
  const Where where{"items.csv", 17, "width", "x"};
  try {
    require<InvalidOption>(false, "{}: {} is odd", where, "width");
  } catch (const InvalidOption& error) {
    EXPECT_STREQ(error.what(), "items.csv:17: width is odd");
    EXPECT_EQ(error.where(), where);
  }
  try {
    refuse("{} has no rows", Where{.file = "items.csv"});
  } catch (const InvalidInput& error) {
    EXPECT_STREQ(error.what(), "items.csv has no rows");
  }
}

TEST(Marks, ASpellerMayRenameASettingAndMarkItAgain) {
  const std::string text =
      fmt::format("{} and {}", setting("label_column", "last"), remedy("missing", "mean"));
  const std::string renamed = in_words(text, [](Setting s) {
    if (s.name == "label_column") s.name = "truth";
    return marked(s);
  });
  EXPECT_THAT(settings_in(renamed), ElementsAre(setting("truth", "last"), remedy("missing", "mean")));
}

TEST(Marks, NoValueCanEndItsMark) {
  const std::string evil = marked(setting("a", marked(remedy("b", "c")))) + "\x1b";
  ASSERT_EQ(settings_in(evil).size(), 1u);
  EXPECT_EQ(settings_in(evil)[0].value, "\\x10b\\x1fc\\x0f");
}

TEST(Marks, TextWithoutAWholeMarkStaysAsItIs) {
  for (const std::string text : {"", "plain", "\x0e", "a\x0f", "\x0e\x0e", "a\x10 b\x1f", "\x0f\x0e"}) {
    EXPECT_EQ(in_words(text), text);
    EXPECT_THAT(settings_in(text), IsEmpty());
  }
  EXPECT_EQ(in_words("\x0e" + marked(setting("a"))),
            "\x0e"
            "a");
}

TEST(Where, IsFilledByReadersOfTables) {
  const auto empty = error_of("width,height\n1,2\n3,n/a\n", "items.csv");
  EXPECT_EQ(empty.where(), (Where{"items.csv", 3, "height", "n/a"}));
  EXPECT_THAT(empty.remedies(), ElementsAre(remedy("missing", "mean"), remedy("missing", "drop")));
  EXPECT_EQ(error_of("1,2\n3,inf\n", "items.csv").where(), (Where{"items.csv", 2, "2", "inf"}));
  EXPECT_EQ(error_of("1,2\n3\n", "items.csv").where(), (Where{.file = "items.csv", .row = 2}));
  EXPECT_EQ(error_of("id,b\nx,2\ny,3\nx,4\n", "items.csv").where(),
            (Where{.file = "items.csv", .row = 4, .value = "x"}));
}

TEST(Where, IsFilledByReadersOfOtherFormats) {
  EXPECT_EQ(error_of("a 1:1\nb 4:x\n", "f.svm").where(), (Where{"f.svm", 2, "4", "x"}));
  EXPECT_EQ(error_of("@relation r\n@attribute a numeric\n@data\n{0 ?}\n", "f.arff").where(),
            (Where{"f.arff", 4, "a", "?"}));
}

TEST(NotANumber, IsTheErrorOfWordsAndNotOfMissingValues) {
  EXPECT_EQ(error_of<NotANumber>("a,b\n1,2\n3,four\n", "items.csv").where().value, "four");
  const auto column = error_of<NotANumber>("1,2,cat\n3,4,dog\n", "items.csv");
  EXPECT_THAT(column.remedies(), ElementsAre(remedy("label_column", "last"), remedy("id_column", "last"),
                                             remedy("ignore", "last"), remedy("categories", "last")));
  const auto read_gap = [] {
    try {
      read_bytes("a,b\n1,2\n3,\n", "items.csv");
    } catch (const NotANumber&) {
      ADD_FAILURE() << "a missing value is no word";
    }
  };
  EXPECT_THROW(read_gap(), InvalidInput);
}

}  // namespace
}  // namespace bellwether
