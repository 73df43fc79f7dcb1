#include <bellwether/runs/questions.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include <bellwether/data/error.h>
#include <bellwether/runs/answers.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using testing_support::three_blobs;

Session session_of(const testing_support::LabelledItems& blobs, Evidence evidence = {}) {
  return Session(material_of({.values = blobs.items}), std::move(evidence), {.clusters = 3});
}

TEST(Questions, ThereMustBeAFindingToAskAbout) {
  const Session session = session_of(three_blobs());
  EXPECT_THAT([&] { questions(session, 1); }, ThrowsMessage<InvalidInput>(HasSubstr("carry out the plan")));
}

TEST(Questions, ComeInTheOrderOfTheirEffectAndNoItemTwice) {
  Session session = session_of(three_blobs({.per_blob = 60, .spread = 2}));
  session.carry_out();
  const auto asked = questions(session, 20);
  ASSERT_EQ(asked.size(), 20u);
  std::set<Index> items;
  for (std::size_t q = 0; q < asked.size(); ++q) {
    EXPECT_EQ(asked[q].kind, QuestionKind::label);
    items.insert(asked[q].items.front());
    if (q > 0) EXPECT_LE(asked[q].effect, asked[q - 1].effect * (1 + 1e-9));
  }
  EXPECT_EQ(items.size(), 20u);
}

TEST(Questions, AnItemIsPlacedByAtMostAsManyPairsAsThereAreClusters) {
  const auto blobs = three_blobs({.per_blob = 60, .spread = 2});
  Session session = session_of(blobs);
  session.carry_out();
  int answers = 0;
  std::set<Index> items;
  for (; answers < 40; ++answers) {
    const auto next = questions(session, 1, {.labels = false, .pairs = true});
    ASSERT_FALSE(next.empty());
    const Index a = next[0].items[0], b = next[0].items[1];
    items.insert(a);
    take_answer(session, next[0], {blobs.truth[a] == blobs.truth[b] ? Reply::yes : Reply::no});
  }
  EXPECT_GE(items.size() * 3, 40u);
}

}  // namespace
}  // namespace bellwether
