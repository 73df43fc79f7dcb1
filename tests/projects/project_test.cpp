#include "support.h"

#include <gmock/gmock.h>

#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>

namespace bellwether {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::ThrowsMessage;
using namespace testing_support;
using enum ProjectFile::For;

/// A project that has begun.
struct Open {
  explicit Open(const std::filesystem::path& path, int per_blob = 30)
      : file(path, owning), project(file, blob_material(per_blob), {}, three_groups()) {
    project.begin();
  }
  void say(Correction correction) { project.apply(project.completed(std::move(correction)), "now"); }
  const Stand& stand() const { return *project.stand(); }

  ProjectFile file;
  Project project;
};

void expect_same(const Stand& a, const Stand& b) {
  EXPECT_EQ(a.groups, b.groups);
  EXPECT_EQ(a.evidence.seeds, b.evidence.seeds);
  EXPECT_EQ(a.evidence.must_link, b.evidence.must_link);
  EXPECT_EQ(a.evidence.cannot_link, b.evidence.cannot_link);
  EXPECT_EQ(a.finding.outcome.clustering.objective.value, b.finding.outcome.clustering.objective.value);
  EXPECT_EQ(a.finding.outcome.parameters, b.finding.outcome.parameters);
}

TEST(Project, ASeedMovesItsItemAndGroupsKeepTheirNumbers) {
  const TemporaryFolder folder;
  Open open(folder / "a.bwp");
  const auto before = open.stand().groups;
  const int other = (before[0] + 1) % 3;
  open.say({.said = Said::belong, .items = {0}, .group = other});
  EXPECT_EQ(open.stand().groups[0], other);
  std::size_t same = 0;
  for (std::size_t i = 1; i < before.size(); ++i) same += open.stand().groups[i] == before[i];
  EXPECT_GT(same, 80u);  // of 89
}

TEST(Project, WhatThePreviewSaysIsWhatApplyingDoes) {
  const TemporaryFolder folder;
  Open looks(folder / "a.bwp"), does(folder / "b.bwp");
  const auto moved = some_of(looks.stand(), 0, 4);
  for (const Correction& c :
       {Correction{.said = Said::belong, .items = moved, .group = 1},
        Correction{.said = Said::new_group, .items = some_of(looks.stand(), 2, 6), .name = "six"},
        Correction{.said = Said::together, .items = {60, 70}},
        Correction{.said = Said::merge, .group = 1, .other = 0}}) {
    const Correction whole = looks.project.completed(c);
    const auto before = looks.stand().groups;
    const Preview preview = looks.project.preview(whole);
    EXPECT_EQ(looks.stand().groups, before) << "a preview changes nothing";
    does.project.apply(whole, "now");  // which has not seen the preview
    ASSERT_EQ(preview.stand->groups, does.stand().groups) << word_for(c.said);
    std::vector<Index> moves;
    for (std::size_t i = 0; i < before.size(); ++i) {
      const bool named = std::ranges::count(whole.items, static_cast<Index>(i)) +
                             std::ranges::count(whole.others, static_cast<Index>(i)) >
                         0;
      const bool merged = c.said == Said::merge && before[i] == c.other && does.stand().groups[i] == c.group;
      if (!named && !merged && before[i] != does.stand().groups[i]) moves.push_back(static_cast<Index>(i));
    }
    EXPECT_EQ(preview.follow, moves);
    looks.project.apply(whole, "now");
    expect_same(looks.stand(), does.stand());
  }
}

TEST(Project, UndoAndRedoGiveTheSameBitsAlsoAcrossClusteringAfresh) {
  const TemporaryFolder folder;
  Open open(folder / "a.bwp");
  std::vector<Stand> seen{open.stand()};
  for (const Correction& c :
       {Correction{.said = Said::belong, .items = {0, 3}, .group = 2}, Correction{.said = Said::check},
        Correction{.said = Said::clusters, .least = 4}, Correction{.said = Said::drop, .items = {7, 8}},
        Correction{.said = Said::split, .group = 1, .name = "half"}}) {
    open.say(c);
    seen.push_back(open.stand());
  }
  for (std::size_t i = seen.size() - 1; i-- > 0;) {
    open.project.undo("now");
    expect_same(open.stand(), seen[i]);
  }
  EXPECT_FALSE(open.project.can_undo());
  EXPECT_THROW(open.project.undo("now"), InvalidInput);
  for (std::size_t i = 1; i < seen.size(); ++i) {
    open.project.redo("now");
    expect_same(open.stand(), seen[i]);
  }
  EXPECT_THROW(open.project.redo("now"), InvalidInput);
}

TEST(Project, GoesOnWhereItWasLeft) {
  const TemporaryFolder folder;
  Stand left;
  {
    Open open(folder / "a.bwp");
    open.say({.said = Said::new_group, .items = {0, 1, 2}, .name = "first"});
    open.say({.said = Said::rename, .group = 0, .name = "zero"});
    open.say({.said = Said::check});
    open.say({.said = Said::finish, .group = 0});
    open.project.undo("later");
    left = open.stand();
  }
  Open open(folder / "a.bwp");
  expect_same(open.stand(), left);
  EXPECT_EQ(open.stand().board.groups[0].name, "zero");
  EXPECT_EQ(open.stand().board.groups[3].name, "first");
  ASSERT_THAT(open.project.history(), SizeIs(4));
  EXPECT_FALSE(open.project.history()[3].stands);
  EXPECT_TRUE(open.project.can_redo());
  EXPECT_EQ(open.project.history()[0].words, "3 items are a new group, first");
}

TEST(Project, IsNotTakenForAnotherCollection) {
  const TemporaryFolder folder;
  { const Open open(folder / "a.bwp"); }
  EXPECT_THAT([&] { Open(folder / "a.bwp", 20); }, ThrowsMessage<InvalidInput>(HasSubstr("other items")));
}

TEST(Project, AContradictionIsRefusedWithItsChainAndNothingIsKept) {
  const TemporaryFolder folder;
  Open open(folder / "a.bwp");
  open.say({.said = Said::together, .items = {0, 1, 2}});
  const auto before = open.stand().groups;
  EXPECT_THAT([&] { open.say({.said = Said::apart, .items = {1}, .others = {2}}); },
              ThrowsMessage<InvalidInput>(HasSubstr("item1")));
  EXPECT_EQ(open.stand().groups, before);
  EXPECT_THAT(open.file.events(), SizeIs(1));
}

TEST(Project, AStopLeavesEverythingAsItWas) {
  const TemporaryFolder folder;
  Open open(folder / "a.bwp");
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(open.project.apply({.said = Said::check}, "now", {.stop = stop.get_token()}), InvalidInput);
  EXPECT_TRUE(open.file.events().empty());
  EXPECT_FALSE(open.project.can_undo());
}

TEST(Project, AFinishedGroupKeepsItsItems) {
  const TemporaryFolder folder;
  Open open(folder / "a.bwp");
  const auto members = some_of(open.stand(), 1, 1000);
  open.say({.said = Said::finish, .group = 1});
  open.say({.said = Said::belong, .items = some_of(open.stand(), 0, 3), .group = 2});
  for (const Index item : members) EXPECT_EQ(open.stand().groups[static_cast<std::size_t>(item)], 1);
}

TEST(Project, AGroupWhoseItemsWereAllPutElsewhereGoesOnWithoutAny) {
  const TemporaryFolder folder;
  Open open(folder / "a.bwp");
  const auto members = some_of(open.stand(), 1, 1000);
  open.say({.said = Said::new_group, .items = members, .name = "all of it"});
  EXPECT_EQ(std::ranges::count(open.stand().groups, 1), 0);
  for (const Index item : members) EXPECT_EQ(open.stand().groups[static_cast<std::size_t>(item)], 3);
  EXPECT_EQ(open.stand().board.alive().size(), 4u);
  open.say({.said = Said::clusters, .least = 3});
  EXPECT_FALSE(open.stand().board.groups[1].alive);
}

TEST(Project, DroppedItemsAreInNoGroup) {
  const TemporaryFolder folder;
  Open open(folder / "a.bwp");
  open.say({.said = Said::drop, .items = {0, 50}});
  EXPECT_EQ(open.stand().groups[0], -1);
  EXPECT_EQ(open.stand().groups[50], -1);
  EXPECT_EQ(std::ranges::count(open.stand().groups, -1), 2);
}

TEST(Project, HeldBackHalvesSayWhetherACorrectionIsBorneOut) {
  const TemporaryFolder folder;
  Open open(folder / "a.bwp");
  // A whole blob under a new name is a group; items of all three are not.
  open.say({.said = Said::belong, .items = some_of(open.stand(), 0, 8), .group = 0});
  EXPECT_EQ(open.project.held_back(0).with, 1);
  EXPECT_FALSE(open.project.held_back(0).doubtful());
  open.say({.said = Said::belong, .items = some_of(open.stand(), 1, 8), .group = 2});
  const HeldBack wrong = open.project.held_back(1);
  EXPECT_TRUE(wrong.possible);
  EXPECT_LT(wrong.with, 1);
  open.say({.said = Said::rename, .group = 0, .name = "x"});
  EXPECT_FALSE(open.project.held_back(2).possible);
}

/// Something or other about some of the items.
Correction anything(Random& random, const Stand& stand) {
  const auto below = [&](std::size_t count) {
    return static_cast<Index>(random.below(static_cast<std::int64_t>(count)));
  };
  const auto alive = stand.board.alive();
  const auto a_group = [&] { return alive[static_cast<std::size_t>(below(alive.size()))]; };
  const auto an_item = [&] { return below(stand.groups.size()); };
  switch (below(9)) {
    case 0:
      return {.said = Said::new_group, .items = {an_item(), an_item()}};
    case 1:
      return {.said = Said::together, .items = {an_item(), an_item()}};
    case 2:
      return {.said = Said::apart, .items = {an_item()}, .others = {an_item()}};
    case 3:
      return {.said = Said::merge, .group = a_group(), .other = a_group()};
    case 4:
      return {.said = Said::split, .group = a_group()};
    case 5:
      return {.said = Said::rename, .group = a_group(), .name = "name"};
    case 6:
      return below(8) == 0 ? Correction{.said = Said::drop, .items = {an_item()}}
                           : Correction{.said = Said::sizes, .least = below(3)};
    default:
      return {.said = Said::belong, .items = {an_item(), an_item(), an_item()}, .group = a_group()};
  }
}

TEST(Project, AfterFiveHundredRandomCorrectionsAReplayGivesTheSameBits) {
  const TemporaryFolder folder;
  Random random(7);
  Stand left;
  std::size_t said = 0, refused = 0;
  {
    Open open(folder / "a.bwp", 12);
    while (said < 500) {
      try {
        const auto what = random.below(6);
        if (what == 0 && open.project.can_undo())
          open.project.undo("now");
        else if (what == 1 && open.project.can_redo())
          open.project.redo("now");
        else
          open.say(anything(random, open.stand()));
        ++said;
      } catch (const InvalidInput&) {  // as a person it would be told
        ++refused;
      }
      ASSERT_LT(refused, 5000u);
    }
    left = open.stand();
  }
  Open open(folder / "a.bwp", 12);
  EXPECT_THAT(open.file.events(), SizeIs(500));
  expect_same(open.stand(), left);
  // And from the events alone, without what was remembered.
  std::vector<Correction> standing;
  for (const HistoryEntry& entry : open.project.history())
    if (entry.stands) standing.push_back(entry.correction);
  Workbench fresh(blob_material(12), {}, three_groups());
  expect_same(*fresh.stand_after(standing), left);
}

}  // namespace
}  // namespace bellwether
