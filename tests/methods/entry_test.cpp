#include <bellwether/methods/entry.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include <bellwether/data/error.h>

namespace bellwether {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(Entries, EveryRowOfBothTablesIsFoundByItsName) {
  for (const Method& method : searches()) EXPECT_EQ(find_entry(method.name).search, &method);
  for (const Learner& learner : representations()) EXPECT_EQ(find_entry(learner.name).learner, &learner);
  EXPECT_EQ(entry_names().size(), searches().size() + representations().size());
}

TEST(Entries, NoNameIsInBothTables) {
  const auto names = entry_names();
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
}

TEST(Entries, HaveTheOptionsOfTheirRow) {
  EXPECT_EQ(find_entry("gm").options().size(), find_method("gm").options().size());
  EXPECT_EQ(find_entry("lmnn").options().size(), find_learner("lmnn").options().size());
}

TEST(Entries, ANameThatThereIsNotIsNoEntry) {
  EXPECT_FALSE(entry_called("kmean"));
  EXPECT_FALSE(entry_called("auto"));
  EXPECT_TRUE(entry_called("whiten"));
}

TEST(Entries, AnUnknownNameSuggestsTheNearestOfBothTables) {
  const auto error_for = [](const char* name, const char* words) {
    EXPECT_THAT([&] { find_entry(name); }, ThrowsMessage<InvalidOption>(HasSubstr(words)));
  };
  error_for("kmean", "no method 'kmean' (did you mean 'kmeans'?)");
  error_for("tcs-gn", "no method 'tcs-gn' (did you mean 'tcs-gm'?)");
  error_for("nothing-like-it", "the methods are: auto, kmeans");
}

}  // namespace
}  // namespace bellwether
