#include <bellwether/engine/options.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bellwether/data/error.h>

namespace bellwether {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

enum class Colour { red, blue };

struct Sample {
  int clusters = 2;
  double share = 0.5;
  bool loud = false;
  std::uint64_t random_seed = 7;
  Colour colour = Colour::red;
  std::optional<double> strength = {};
};

void describe(Sample& o, auto&& option) {
  option("clusters", o.clusters, "how many", 1);
  option("share", o.share, "of the whole", 0.0, 1.0);
  option("loud", o.loud, "or not");
  option("random_seed", o.random_seed, "the dice", 0);
  option("colour", o.colour, "of the sheep", Choices<Colour>{{"red", Colour::red}, {"blue", Colour::blue}});
  option("strength", o.strength, "of the pull", 0.0);
}

struct OptionsTest : ::testing::Test {
  Sample sample;
  std::vector<OptionField> fields = fields_of(sample);
  void set(const char* name, Value value) { set_option(fields, "sample", name, value); }
};

TEST_F(OptionsTest, TextAndTypedValuesMeanTheSame) {
  set("clusters", std::string("5"));
  set("share", std::int64_t{1});
  set("loud", std::string("yes"));
  set("random-seed", std::string("9"));
  set("colour", std::string("blue"));
  EXPECT_EQ(sample.clusters, 5);
  EXPECT_EQ(sample.share, 1.0);
  EXPECT_TRUE(sample.loud);
  EXPECT_EQ(sample.random_seed, 9u);
  EXPECT_EQ(sample.colour, Colour::blue);
}

TEST_F(OptionsTest, ReadsBackWhatIsThere) {
  EXPECT_EQ(to_text(fields[0].get()), "2");
  EXPECT_EQ(to_text(fields[1].get()), "0.5");
  EXPECT_EQ(to_text(fields[2].get()), "false");
  EXPECT_EQ(to_text(fields[4].get()), "red");
}

TEST_F(OptionsTest, SaysTheRangeInWords) {
  EXPECT_EQ(range_in_words(fields[0]), "a whole number, at least 1");
  EXPECT_EQ(range_in_words(fields[1]), "a number from 0 to 1");
  EXPECT_EQ(range_in_words(fields[2]), "true or false");
  EXPECT_EQ(range_in_words(fields[4]), "one of red, blue");
}

TEST_F(OptionsTest, ANumberMayBeLeftToTheMethod) {
  EXPECT_EQ(to_text(fields[5].get()), "auto");
  set("strength", std::string("0.25"));
  EXPECT_EQ(sample.strength, 0.25);
  EXPECT_EQ(fields[5].get(), Value(0.25));
  set("strength", std::string("auto"));
  EXPECT_EQ(sample.strength, std::nullopt);
  EXPECT_EQ(range_in_words(fields[5]), "a number, at least 0, or auto");
  for (const Value& wrong : {Value(-1.0), Value(std::string("much")), Value(true)})
    EXPECT_THROW(set("strength", wrong), InvalidOption);
}

TEST_F(OptionsTest, AnUnknownNameSuggestsTheNearest) {
  EXPECT_THAT([&] { set("cluster", std::string("5")); },
              ThrowsMessage<InvalidOption>(AllOf(HasSubstr("sample has no option 'cluster'"),
                                                 HasSubstr("did you mean 'clusters'?"), HasSubstr("share"))));
}

TEST_F(OptionsTest, AValueOutOfRangeSaysWhatItMustBe) {
  for (const auto* bad : {"0", "-3", "2.5", "many", "", "99999999999999999999", "4294967297"})
    EXPECT_THAT([&] { set("clusters", std::string(bad)); },
                ThrowsMessage<InvalidOption>(HasSubstr("must be a whole number, at least 1")))
        << bad;
  for (const auto* bad : {"1.5", "nan", "-0.1"})
    EXPECT_THAT([&] { set("share", std::string(bad)); },
                ThrowsMessage<InvalidOption>(HasSubstr("must be a number from 0 to 1")))
        << bad;
  EXPECT_THAT([&] { set("colour", std::string("green")); },
              ThrowsMessage<InvalidOption>(HasSubstr("must be one of red, blue")));
  EXPECT_EQ(sample.clusters, 2);
}

TEST_F(OptionsTest, CheckFindsAFieldSetOutOfRangeInCode) {
  sample.share = 2;
  EXPECT_THAT([&] { check_options(sample, "sample"); },
              ThrowsMessage<InvalidOption>(HasSubstr("option 'share' of sample is '2'")));
}

TEST(NearestName, FindsSlipsButNotOtherWords) {
  const std::vector<std::string> names{"kmeans", "spherical-kmeans", "gm"};
  EXPECT_EQ(nearest_name("kmean", names), "kmeans");
  EXPECT_EQ(nearest_name("sperical-kmeans", names), "spherical-kmeans");
  EXPECT_EQ(nearest_name("sprical-means", names), "spherical-kmeans");  // letters left out
  EXPECT_EQ(nearest_name("giraffe", names), "");
  EXPECT_EQ(nearest_name("x", names), "");
}

}  // namespace
}  // namespace bellwether
