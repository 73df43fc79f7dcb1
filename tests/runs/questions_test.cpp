#include <bellwether/runs/questions.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <thread>

#include <bellwether/data/error.h>
#include <bellwether/runs/answers.h>
#include <bellwether/runs/asking.h>
#include <bellwether/runs/grow_seeds.h>
#include <bellwether/runs/neighbourhoods.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using ::testing::AllOf;
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

Answer truly(const std::vector<int>& truth, const Question& question) {
  const auto of = [&](Index item) { return truth[static_cast<std::size_t>(item)]; };
  return {of(question.items.front()) == of(question.items.back()) ? Reply::yes : Reply::no};
}

TEST(Questions, AnItemIsPlacedByAtMostAsManyPairsAsThereAreClusters) {
  const auto blobs = three_blobs({.per_blob = 60, .spread = 3});
  Session session = session_of(blobs);
  session.carry_out();
  std::map<Index, int> pairs;
  for (int answer = 0; answer < 60; ++answer) {
    const auto next = questions(session, 1, {.labels = false, .pairs = true});
    ASSERT_FALSE(next.empty());
    EXPECT_LE(++pairs[next[0].items[0]], 3);
    take_answer(session, next[0], truly(blobs.truth, next[0]));
  }
  EXPECT_GE(pairs.size(), 20u);
}

TEST(Questions, TheSameSessionAsksTheSameQuestions) {
  const auto blobs = three_blobs({.per_blob = 60, .spread = 3});
  Session one = session_of(blobs), other = session_of(blobs);
  one.carry_out({.threads = 1});
  other.carry_out({.threads = 4});
  const auto first = questions(one, 10), second = questions(other, 10);
  ASSERT_EQ(first.size(), second.size());
  for (std::size_t q = 0; q < first.size(); ++q) EXPECT_EQ(first[q].items, second[q].items);
}

TEST(Questions, EveryClusterIsNamedByATypicalItemBeforeEdgesAreAskedAbout) {
  const auto blobs = three_blobs({.per_blob = 60, .spread = 1});
  Session session = session_of(blobs);
  session.carry_out();
  std::set<int> classes;
  for (const Question& question : questions(session, 3))
    classes.insert(blobs.truth[static_cast<std::size_t>(question.items.front())]);
  EXPECT_EQ(classes.size(), 3u);
}

TEST(Questions, WhatNobodyKnowsIsNotAskedAgain) {
  Session session = session_of(three_blobs());
  session.carry_out();
  std::set<Index> asked;
  for (int answer = 0; answer < 20; ++answer) {
    const auto next = questions(session, 1);
    ASSERT_FALSE(next.empty());
    EXPECT_TRUE(asked.insert(next[0].items.front()).second);
    take_answer(session, next[0], {Reply::unknown});
  }
  EXPECT_TRUE(session.evidence().kinds().empty());
}

TEST(Questions, EndWhenEveryItemHasItsPlace) {
  Matrix items(4, 1);
  items << 0, 0.1, 5, 5.1;
  Session session(material_of({.values = items}), {}, {.clusters = 2});
  session.carry_out();
  for (int answer = 0; answer < 4; ++answer) {
    const auto next = questions(session, 1);
    ASSERT_FALSE(next.empty());
    take_answer(session, next[0], {Reply::name, items(next[0].items.front(), 0) < 1 ? "low" : "high"});
  }
  EXPECT_TRUE(questions(session, 1).empty());
}

TEST(Questions, GroupsThatTouchComeBeforeThoseThatDoNot) {
  Matrix items(60, 1);
  for (Index i = 0; i < 60; ++i)
    items(i, 0) = (i < 20 ? 0 : i < 40 ? 3 : 40) + 0.1 * static_cast<double>(i % 20);
  Session session(material_of({.values = items}), {}, {.clusters = 3});
  session.carry_out();
  const auto groups = questions(session, 20, {.labels = false, .groups = true});
  const auto merge = std::ranges::find(groups, 2u, [](const Question& q) { return q.clusters.size(); });
  ASSERT_NE(merge, groups.end());
  for (const Index item : merge->items) EXPECT_LT(item, 40);
}

TEST(Answers, BecomeSeedsAndLinksAndCanBeTakenBack) {
  Session session = session_of(three_blobs());
  session.carry_out();
  take_answer(session, {.kind = QuestionKind::label, .items = {4}}, {Reply::name, "b"});
  EXPECT_EQ(session.evidence().seeds[4], 0);
  EXPECT_EQ(session.labels()[4], 0);  // its cluster gets the number of the name
  take_answer(session, {.kind = QuestionKind::pair, .items = {0, 3}}, {Reply::yes});
  take_answer(session, {.kind = QuestionKind::pair, .items = {0, 4}}, {Reply::no});
  EXPECT_EQ(session.evidence().must_link, (std::vector<Link>{{0, 3}}));
  EXPECT_EQ(session.evidence().cannot_link, (std::vector<Link>{{0, 4}}));
  EXPECT_EQ(in_words(*session.take_back(), session), "'0' and '4' belong apart");
  EXPECT_TRUE(session.evidence().cannot_link.empty());
  session.take_back();
  session.take_back();
  EXPECT_TRUE(session.evidence().kinds().empty());
  EXPECT_TRUE(session.evidence().labels.empty());
  EXPECT_FALSE(session.take_back().has_value());
}

TEST(Answers, EvidenceCanBeReplacedAsAWhole) {
  Session session = session_of(three_blobs());
  session.carry_out();
  take_answer(session, {.kind = QuestionKind::pair, .items = {0, 3}}, {Reply::yes});
  Evidence other;
  other.must_link = {{1, 4}};
  session.set_evidence(other);
  EXPECT_EQ(session.evidence().must_link, other.must_link);
  EXPECT_FALSE(session.take_back().has_value());
  other.cannot_link = {{4, 1}};
  EXPECT_THROW(session.set_evidence(other), InvalidInput);
  EXPECT_TRUE(session.evidence().cannot_link.empty());
}

TEST(Answers, AContradictionNamesItsChainAndTheAnswerThatDisagrees) {
  Session session = session_of(three_blobs());
  const auto pair = [](Index a, Index b) { return Question{.kind = QuestionKind::pair, .items = {a, b}}; };
  take_answer(session, pair(7, 8), {Reply::no});
  take_answer(session, pair(0, 3), {Reply::yes});
  take_answer(session, pair(3, 6), {Reply::yes});
  EXPECT_THAT([&] { take_answer(session, pair(6, 0), {Reply::no}); },
              ThrowsMessage<InvalidInput>(AllOf(HasSubstr("'6' = '3' = '0'"),
                                                HasSubstr("answer 3 disagrees with this one: '3' and '6'"))));
  EXPECT_EQ(session.additions().size(), 3u);
}

TEST(Answers, GroupsThatAreAllApartNeedAsManyClusters) {
  Session session = session_of(three_blobs());
  const auto apart = [&](Index a, Index b) {
    take_answer(session, {.kind = QuestionKind::pair, .items = {a, b}}, {Reply::no});
  };
  for (const auto& [a, b] : std::vector<Link>{{0, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}}) apart(a, b);
  EXPECT_THAT([&] { apart(2, 3); },
              ThrowsMessage<InvalidInput>(HasSubstr("then 4 groups would all be apart")));
}

TEST(Answers, NamesBeyondTheNumberOfClustersSayWhatToDo) {
  Session session = session_of(three_blobs());
  const auto name = [&](Index item, const std::string& text) {
    const Question question{.kind = QuestionKind::label, .items = {item}};
    take_answer(session, question, answer_in(text, question, session));
  };
  name(0, "a");
  name(1, "b");
  name(2, "c");
  EXPECT_THAT([&] { name(3, "d"); }, ThrowsMessage<InvalidInput>(HasSubstr("clusters = 4")));
  EXPECT_THAT([&] { name(3, "7"); }, ThrowsMessage<InvalidInput>(HasSubstr("'7' is a number")));
  EXPECT_THAT([&] { name(3, ""); }, ThrowsMessage<InvalidInput>(HasSubstr("is empty")));
  EXPECT_THAT([&] { name(0, "b"); }, ThrowsMessage<InvalidInput>(HasSubstr("'0' is in 'a' already")));
  name(3, "a");
}

TEST(Answers, ThoseThatEverythingElseSpeaksAgainstAreListed) {
  const auto blobs = three_blobs({.per_blob = 60, .spread = 1});
  Session session = session_of(blobs);
  session.carry_out();
  const auto pair = [](Index a, Index b) { return Question{.kind = QuestionKind::pair, .items = {a, b}}; };
  take_answer(session, pair(0, 3), {Reply::yes});
  take_answer(session, pair(6, 1), {Reply::yes});  // of two blobs
  const auto doubtful = doubtful_answers(session);
  ASSERT_EQ(doubtful.size(), 1u);
  EXPECT_EQ(doubtful[0].answer, 1u);
  EXPECT_THAT(doubtful[0].words, HasSubstr("everything else says that they do not"));
}

TEST(Asking, AnItemApartFromAllGroupsButOneBelongsToThat) {
  const auto blobs = three_blobs();
  Session session = session_of(blobs);
  session.carry_out();
  for (const auto& [a, b] : std::vector<Link>{{0, 3}, {1, 4}, {2, 5}}) session.add_must_link(a, b);
  session.add_cannot_link(8, 0);
  session.add_cannot_link(8, 1);
  const std::vector<int> seeds = implied_seeds(session);
  EXPECT_EQ(seeds[8], seeds[2]);
  EXPECT_EQ(seeds[2], seeds[5]);
  EXPECT_NE(seeds[0], seeds[1]);
  EXPECT_EQ(seeds[11], unlabelled);
}

TEST(Asking, NonsenseMovesOnlyTheItemsThatItNames) {
  const auto blobs = three_blobs({.per_blob = 60, .spread = 1});
  Session session = session_of(blobs);
  const std::vector<int> before = session.carry_out().labels();
  for (Index item = 0; item < 30; ++item)
    take_answer(session, {.kind = QuestionKind::label, .items = {item}},
                {Reply::name, fmt::format("group {}", (item / 3) % 3)});
  session.adopt(checking(session)({}));
  EXPECT_LE(count_moved(before, session.finding().labels()), 30);
}

TEST(Asking, SearchesBehindTheQuestionsEndInWhatASearchInFrontFinds) {
  const auto blobs = three_blobs({.per_blob = 60, .spread = 3});
  Session in_front = session_of(blobs), behind = session_of(blobs);
  for (Session* session : {&in_front, &behind}) {
    session->carry_out();
    for (Index item = 0; item < 12; ++item)
      take_answer(*session, {.kind = QuestionKind::label, .items = {item}},
                  {Reply::name, fmt::format("blob {}", blobs.truth[static_cast<std::size_t>(item)])});
  }
  in_front.adopt(checking(in_front)({}));
  SearchBehind search(behind, {});
  search.knowledge_changed();
  while (behind.finding().verdict(EvidenceKind::seeds) == nullptr ||
         behind.finding().labels() != in_front.finding().labels()) {
    search.take();
    std::this_thread::yield();
  }
  EXPECT_EQ(behind.labels(), in_front.labels());
}

TEST(GrowSeeds, WordsThatTellSeedsApartFindWhatTextsDoNotFallInto) {
  // Word 0 or 1 says the side, words 2 to 5 the topic, two of each.
  constexpr Index texts = 80;
  Matrix counts = Matrix::Zero(texts, 6);
  std::vector<int> truth, seeds(texts, unlabelled);
  for (Index i = 0; i < texts; ++i) {
    truth.push_back(static_cast<int>(i % 2));
    counts(i, i % 2) = 1;
    counts(i, 2 + (i / 2) % 4) = 3;
    counts(i, 2 + (i / 2 + 1) % 4) = 3;
  }
  for (Index i = 0; i < 8; ++i) seeds[static_cast<std::size_t>(i)] = truth[static_cast<std::size_t>(i)];
  EXPECT_EQ(grow_seeds(counts, seeds, 2).labels, truth);
  EXPECT_EQ(share_found_again(counts, seeds, 2), 1);
  const std::vector<int> most = surest_of(grow_seeds(counts, seeds, 2), seeds, 2);
  EXPECT_EQ(std::ranges::count(most, unlabelled), texts / 5);
}

}  // namespace
}  // namespace bellwether
