#include <bellwether/runs/session.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bellwether/data/error.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using testing_support::three_blobs;

Session session_of(const testing_support::LabelledItems& blobs, Evidence evidence = {}) {
  return Session(material_of({.values = blobs.items}), std::move(evidence), {.clusters = 3});
}

TEST(Session, OneMoreSeedMovesItsItemAndClustersKeepTheirNumbers) {
  const auto blobs = three_blobs({.per_blob = 60, .spread = 2});
  Session session = session_of(blobs);
  const std::vector<int> before = session.carry_out().labels();
  const int other = (before[0] + 1) % 3;
  session.add_seed(0, other);
  const Finding& after = session.update();
  EXPECT_EQ(after.labels()[0], other);
  std::size_t same = 0;
  for (std::size_t i = 1; i < before.size(); ++i) same += after.labels()[i] == before[i];
  EXPECT_GT(same, 170u);  // of 179: the rest of the clusters hardly moves
  EXPECT_TRUE(after.used(EvidenceKind::seeds));
  EXPECT_THAT(after.verdict(EvidenceKind::seeds)->reason, HasSubstr("not checked"));
}

TEST(Session, LinksAreObeyedFromWhereTheLastRunEnded) {
  const auto blobs = three_blobs({.per_blob = 60, .spread = 2});
  Session session = session_of(blobs);
  session.carry_out();
  session.add_must_link(0, 1);
  session.add_cannot_link(0, 3);
  const auto& labels = session.update().labels();
  EXPECT_EQ(labels[0], labels[1]);
  EXPECT_NE(labels[0], labels[3]);
}

TEST(Session, TheSpaceIsMadeOnce) {
  const auto blobs = three_blobs();
  Session session(material_of({.values = blobs.items}), {},
                  {.clusters = 3, .steps = {.normalise = "standard"}});
  const auto space = session.carry_out().space;
  session.add_seed(4, session.finding().labels()[4]);
  EXPECT_EQ(session.update().space, space);
}

TEST(Session, ContradictionsAreRefusedAndChangeNothing) {
  const auto blobs = three_blobs();
  Session session = session_of(blobs);
  session.carry_out();
  session.add_must_link(0, 3);
  EXPECT_THROW(session.add_cannot_link(3, 0), InvalidInput);
  EXPECT_THROW(session.add_seed(0, 3), InvalidInput);
  EXPECT_THROW(session.add_seed(1000, 0), InvalidInput);
  EXPECT_TRUE(session.evidence().cannot_link.empty());
  EXPECT_NO_THROW(session.update());
}

TEST(Session, NeedsAFindingToGoOnFrom) {
  Session session = session_of(three_blobs());
  EXPECT_THAT([&] { session.update(); }, ThrowsMessage<InvalidInput>(HasSubstr("carry out the plan first")));
}

}  // namespace
}  // namespace bellwether
