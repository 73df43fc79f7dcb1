#include <bellwether/projects/board.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <nlohmann/json.hpp>

#include <bellwether/data/error.h>

namespace bellwether {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

Board six_items() {
  return first_board({.seeds = {0, -1, -1, -1, -1, 1}, .labels = {"north", "south"}}, {.clusters = 3}, 6);
}

TEST(Board, BeginsWithTheGroupsThatWereAskedForCalledAsTheSeedsCallThem) {
  const Board board = six_items();
  ASSERT_EQ(board.groups.size(), 3u);
  EXPECT_EQ(board.groups[0].name, "north");
  EXPECT_EQ(board.groups[2].name, "group 2");
  EXPECT_FALSE(board.groups[2].named);
  EXPECT_THAT(board.seeds, ElementsAre(0, -1, -1, -1, -1, 1));
}

TEST(Board, BelongingAndNewGroupsAreSeeds) {
  Board board = after(six_items(), {.said = Said::belong, .items = {1, 2}, .group = 1});
  board = after(board, {.said = Said::new_group, .items = {3}, .name = "west"});
  EXPECT_THAT(board.seeds, ElementsAre(0, 1, 1, 3, -1, 1));
  EXPECT_EQ(board.groups[3].name, "west");
  EXPECT_THAT(board.alive(), ElementsAre(0, 1, 2, 3));
}

TEST(Board, TogetherIsAChainOfLinksAndApartAreLinksBetweenBothSides) {
  Board board = after(six_items(), {.said = Said::together, .items = {1, 2}, .others = {4}});
  EXPECT_THAT(board.must_link, ElementsAre(Link(1, 2), Link(1, 4)));
  board = after(board, {.said = Said::apart, .items = {1, 2}, .others = {3}});
  EXPECT_THAT(board.cannot_link, ElementsAre(Link(1, 3), Link(2, 3)));
}

TEST(Board, AMergedGroupEndsAndItsSeedsGoWithIt) {
  const Board board = after(six_items(), {.said = Said::merge, .items = {4}, .group = 0, .other = 1});
  EXPECT_THAT(board.seeds, ElementsAre(0, -1, -1, -1, 0, 0));
  EXPECT_THAT(board.alive(), ElementsAre(0, 2));
  EXPECT_THAT(board.becomes, ElementsAre(0, 0, 2));
}

TEST(Board, DroppedItemsTakeTheirSeedsAndLinksWithThem) {
  Board board = after(six_items(), {.said = Said::together, .items = {0, 1}});
  board = after(board, {.said = Said::drop, .items = {0}});
  EXPECT_EQ(board.seeds[0], unlabelled);
  EXPECT_TRUE(board.must_link.empty());
  EXPECT_EQ(board.clustered(), 5);
  EXPECT_EQ(board.checks, 1);
  EXPECT_THAT([&] { after(board, {.said = Said::belong, .items = {0}, .group = 1}); },
              ThrowsMessage<InvalidInput>(HasSubstr("dropped")));
}

TEST(Board, TheNumberOfGroupsCannotTakeAwayOneThatHasSeeds) {
  EXPECT_THAT(
      [] {
        after(six_items(), {.said = Said::clusters, .least = 2, .kept = {0, 2}});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("'south' has items")));
  EXPECT_THAT(after(six_items(), {.said = Said::clusters, .least = 2, .kept = {0, 1}}).alive(),
              ElementsAre(0, 1));
  EXPECT_THAT(after(six_items(), {.said = Said::clusters, .least = 4, .kept = {0, 1, 2}}).alive(),
              ElementsAre(0, 1, 2, 3));
}

TEST(Board, WhatOverrulesEarlierWordsSaysWhich) {
  EXPECT_THAT(overruled_by(six_items(), {.said = Said::belong, .items = {0, 1, 5}, .group = 1}),
              ElementsAre(0));
  EXPECT_THAT(overruled_by(six_items(), {.said = Said::new_group, .items = {0, 1, 5}}), ElementsAre(0, 5));
}

TEST(Board, NonsenseIsRefused) {
  const auto refused = [](const Correction& c) {
    EXPECT_THROW(after(six_items(), c), InvalidInput) << word_for(c.said);
  };
  refused({.said = Said::belong, .items = {1}, .group = 3});
  refused({.said = Said::belong, .items = {1}, .group = -1});
  refused({.said = Said::belong, .items = {}, .group = 1});
  refused({.said = Said::belong, .items = {6}, .group = 1});
  refused({.said = Said::belong, .items = {-1}, .group = 1});
  refused({.said = Said::together, .items = {1}});
  refused({.said = Said::apart, .items = {1}, .others = {1}});
  refused({.said = Said::rename, .group = 1});
  refused({.said = Said::merge, .group = 1, .other = 1});
  refused({.said = Said::sizes, .least = 3, .most = 2});
  refused({.said = Said::clusters, .least = 7});
  refused({.said = Said::drop, .items = {0, 1, 2, 3}});
  refused({.said = Said::method});
}

TEST(Correction, IsTheSameAfterItWasKept) {
  const Dataset items{.values = Matrix(Matrix::Zero(6, 1)), .ids = {"a", "b", "c", "d", "\"e\"", "f\xff"}};
  const ItemIds ids(items);
  for (const Correction& c :
       {Correction{.said = Said::belong, .items = {0, 4}, .group = 2},
        Correction{.said = Said::apart, .items = {1}, .others = {2, 5}},
        Correction{.said = Said::clusters, .least = 4, .kept = {0, 3}},
        Correction{.said = Said::rename, .group = 1, .name = "<b>"},
        Correction{.said = Said::sizes, .least = 2, .most = 9}, Correction{.said = Said::check}}) {
    const auto kept = nlohmann::ordered_json::parse(to_json(c, items).dump());
    EXPECT_EQ(correction_from(kept, ids, "here"), c) << kept;
  }
}

TEST(Correction, WhatIsNoCorrectionIsRefused) {
  const ItemIds ids(std::vector<std::string>{"a", "b"});
  for (const char* text :
       {"[]", "{}", R"({"said":"dance"})", R"({"said":7})", R"({"said":"belong","items":"a"})",
        R"({"said":"belong","items":["c"]})", R"({"said":"belong","items":[9.5]})",
        R"({"said":"belong","items":[-1]})", R"({"said":"belong","items":[null]})",
        R"({"said":"belong","items":["a"],"group":"1"})",
        R"({"said":"belong","items":["a"],"group":99999999999999999999})",
        R"({"said":"clusters","kept":[-1]})"})
    EXPECT_THROW(correction_from(nlohmann::ordered_json::parse(text), ids, "here"), InvalidInput) << text;
}

}  // namespace
}  // namespace bellwether
