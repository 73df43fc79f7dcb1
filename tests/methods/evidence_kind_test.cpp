#include <bellwether/methods/evidence_kind.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace bellwether {
namespace {

using enum EvidenceKind;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(EvidenceKinds, EveryKindHasARowWithItsNameAndWords) {
  ASSERT_EQ(evidence_kinds().size(), 8U);
  for (const EvidenceInfo& info : evidence_kinds()) {
    EXPECT_EQ(&about(info.kind), &info);
    EXPECT_EQ(name_of(info.kind), info.name);
    for (const auto words : {info.name, info.help, info.needs, info.check})
      EXPECT_THAT(words, Not(IsEmpty()));
    for (const EvidenceInfo& other : evidence_kinds())
      EXPECT_TRUE(&other == &info || other.name != info.name) << info.name;
  }
  EXPECT_EQ(name_of(annotated), "annotated");
}

TEST(EvidenceKinds, ASetHoldsWhatWasPutIn) {
  constexpr EvidenceKinds some{links, solved};
  static_assert(some.contains(links) && some.contains(solved) && !some.contains(seeds));
  EXPECT_FALSE(some.empty());
  EXPECT_TRUE(EvidenceKinds{}.empty());
  EvidenceKinds more = some;
  more.insert(seeds);
  more.insert(seeds);
  EXPECT_EQ(more, (EvidenceKinds{seeds, links, solved}));
  EXPECT_EQ(some | EvidenceKinds{seeds}, more);
  EXPECT_NE(some, more);
}

TEST(EvidenceKinds, SetsIntersectIfAKindIsInBoth) {
  EXPECT_TRUE((EvidenceKinds{seeds, links}).intersects({links, known}));
  EXPECT_FALSE((EvidenceKinds{seeds, links}).intersects({known}));
  EXPECT_FALSE((EvidenceKinds{seeds}).intersects({}));
}

TEST(EvidenceKinds, AreVisitedInTheOrderOfTheTable) {
  std::vector<EvidenceKind> visited;
  for (const EvidenceKind kind : EvidenceKinds{solved, sizes, seeds}) visited.push_back(kind);
  EXPECT_THAT(visited, ElementsAre(seeds, sizes, solved));
  for (const EvidenceKind kind : EvidenceKinds{}) FAIL() << name_of(kind);
}

}  // namespace
}  // namespace bellwether
