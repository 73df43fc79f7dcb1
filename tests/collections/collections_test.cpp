#include <gmock/gmock.h>

#include <stdexcept>

#include <bellwether/collections/blobs.h>
#include <bellwether/collections/collections.h>
#include <bellwether/data/error.h>

namespace bellwether {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

const Collection& named(const std::string& name) {
  for (const Collection& collection : collections())
    if (collection.name == name) return collection;
  throw std::runtime_error("no collection " + name);
}

auto refuses(const std::string& first, const std::string& second = "") {
  return ThrowsMessage<InvalidOption>(AllOf(HasSubstr(first), HasSubstr(second)));
}

TEST(Collections, AreListedByName) {
  std::vector<std::string> names;
  for (const Collection& collection : collections()) names.push_back(collection.name);
  EXPECT_THAT(names, ElementsAre("blobs", "headlines", "iris", "rings", "stretched", "topics"));
}

TEST(Collections, EachGiveEveryItemALabelAndEveryColumnAName) {
  for (const Collection& collection : collections()) {
    const Dataset made = make_collection("data:" + collection.name);
    EXPECT_GE(made.items(), 100) << collection.name;
    EXPECT_EQ(static_cast<Index>(made.labels.size()), made.items()) << collection.name;
    EXPECT_GE(encode(made.labels).names.size(), 2) << collection.name;
    if (!made.features.empty()) {
      EXPECT_EQ(static_cast<Index>(made.features.size()), made.rows().columns()) << collection.name;
    }
    EXPECT_FALSE(collection.summary.empty());
  }
}

TEST(Collections, DescribeTheirParameters) {
  const Parameter& items = named("blobs").parameters[0];
  EXPECT_EQ(items.name, "items");
  EXPECT_EQ(items.default_value, "300");
  EXPECT_EQ(items.help, "how many items");
  EXPECT_EQ(items.minimum, 1);
  EXPECT_EQ(items.maximum, 1e7);
  EXPECT_TRUE(named("iris").parameters.empty());
  for (const Collection& collection : collections())
    for (const Parameter& parameter : collection.parameters)
      EXPECT_FALSE(parameter.help.empty() || parameter.range.empty()) << collection.name << parameter.name;
}

TEST(Collections, AcceptTheirOwnDefaultsAsValues) {
  for (const Collection& collection : collections()) {
    ParameterValues values;
    for (const Parameter& parameter : collection.parameters)
      values.emplace_back(parameter.name, parameter.default_value);
    EXPECT_EQ(collection.make(values).labels, collection.make({}).labels) << collection.name;
  }
}

TEST(MakeCollection, HandsItsParametersToTheGenerator) {
  const Dataset by_spec =
      make_collection("data:blobs?items=50&clusters=4&features=3&spread=0.5&box=2&random_seed=7");
  const Dataset by_call =
      blobs({.items = 50, .clusters = 4, .features = 3, .spread = 0.5, .box = 2, .random_seed = 7});
  EXPECT_EQ(std::get<Matrix>(by_spec.values), std::get<Matrix>(by_call.values));
  EXPECT_EQ(by_spec.labels, by_call.labels);
}

TEST(MakeCollection, IsAskedForByAPrefix) {
  EXPECT_TRUE(is_collection("data:iris"));
  EXPECT_TRUE(is_collection("data:unheard-of"));
  EXPECT_FALSE(is_collection("data/iris.csv"));
  EXPECT_FALSE(is_collection("iris"));
  EXPECT_THAT([] { make_collection("iris"); }, refuses("'iris' does not name a collection", "'data:'"));
}

TEST(MakeCollection, SuggestsTheNearestNameAndListsTheOthers) {
  EXPECT_THAT([] { make_collection("data:irsi"); },
              refuses("did you mean 'data:iris'", "blobs, headlines, iris, rings, stretched, topics"));
  EXPECT_THAT([] { make_collection("data:"); }, refuses("there is no collection 'data:'"));
  EXPECT_THAT([] { make_collection("data:blobs?itms=5"); }, refuses("'itms'", "did you mean 'items'"));
  EXPECT_THAT([] { make_collection("data:iris?items=5"); },
              refuses("data:iris has no parameters", "'items'"));
}

TEST(MakeCollection, NamesTheRangeOfAValueThatIsNotInIt) {
  EXPECT_THAT([] { make_collection("data:blobs?items=0"); }, refuses("'0'", "from 1 to 10000000"));
  EXPECT_THAT([] { make_collection("data:blobs?items=1000000000000000000"); }, refuses("from 1 to 10000000"));
  EXPECT_THAT([] { make_collection("data:blobs?items=many"); }, refuses("'many'", "whole number"));
  EXPECT_THAT([] { make_collection("data:blobs?spread=nan"); }, refuses("'nan'", "spread"));
  EXPECT_THAT([] { make_collection("data:topics?topical=1.5"); }, refuses("'1.5'", "from 0 to 1"));
  EXPECT_THAT([] { make_collection("data:stretched?part=old"); }, refuses("'old'", "new, known, all"));
}

TEST(MakeCollection, SaysHowAQueryIsWritten) {
  EXPECT_THAT([] { make_collection("data:blobs?items"); }, refuses("'items'", "name=value"));
  EXPECT_THAT([] { make_collection("data:blobs?=5"); }, refuses("'=5'", "name=value"));
  EXPECT_THAT([] { make_collection("data:blobs?items=5&items=6"); }, refuses("'items' is given twice"));
  EXPECT_EQ(make_collection("data:rings?").items(), 300);
}

TEST(MakeCollection, RefusesWhatWouldNotFitBeforeItAsksForTheMemory) {
  EXPECT_THAT([] { make_collection("data:blobs?items=10000000&features=100000"); },
              refuses("1000000000000 values", "at most 268435456"));
  EXPECT_THAT([] { make_collection("data:topics?items=10000000&words=1000000"); },
              refuses("at most 268435456"));
  EXPECT_THAT([] { make_collection("data:blobs?items=2&clusters=3"); }, refuses("3 clusters of 2 items"));
}

}  // namespace
}  // namespace bellwether
