#include <fmt/format.h>
#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

#include <bellwether/collections/iris.h>
#include <bellwether/links/union_find.h>
#include <experiments/guided_cells.h>
#include <experiments/guided_knowledge.h>
#include <experiments/guided_table.h>
#include <experiments/page.h>
#include <tests/support/data.h>
#include <tests/support/temporary_folder.h>

namespace bellwether::experiments {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Gt;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing_support::TemporaryFolder;
using testing_support::three_blobs;

std::vector<int> classes_in_turn(int items, int classes) {
  std::vector<int> truth;
  for (int i = 0; i < items; ++i) truth.push_back(i % classes);
  return truth;
}

std::ptrdiff_t count_seeds(const std::vector<int>& seeds) {
  return std::ssize(seeds) - std::ranges::count(seeds, unlabelled);
}

/// Seeds that have another class than their item.
int count_wrong(const std::vector<int>& seeds, const std::vector<int>& truth) {
  int wrong = 0;
  for (std::size_t i = 0; i < seeds.size(); ++i) wrong += seeds[i] != unlabelled && seeds[i] != truth[i];
  return wrong;
}

RC_GTEST_PROP(GuidedSeeds, AreAsManyAsAskedForAndAsManyOfThemWrong, ()) {
  const int items = *rc::gen::inRange(20, 300), classes = *rc::gen::inRange(2, 8);
  const std::vector<int> truth = classes_in_turn(items, classes);
  const Random random(*rc::gen::arbitrary<std::uint64_t>());
  const auto few = draw_seeds(truth, classes, 0.1, {}, random);
  const auto many = draw_seeds(truth, classes, 0.5, {0.3}, random);
  RC_ASSERT(count_seeds(few) == std::llround(0.1 * items));
  RC_ASSERT(count_wrong(few, truth) == 0);
  RC_ASSERT(count_wrong(many, truth) == std::llround(0.3 * static_cast<double>(count_seeds(many))));
  for (std::size_t i = 0; i < truth.size(); ++i) RC_ASSERT(few[i] == unlabelled || many[i] != unlabelled);
}

TEST(GuidedSeeds, OfHalfOfTheClassesAreOfNoOther) {
  const std::vector<int> truth = classes_in_turn(300, 5);
  const auto seeds = draw_seeds_of_half(truth, 5, 0.3, Random(2));
  std::set<int> classes(seeds.begin(), seeds.end());
  classes.erase(unlabelled);
  EXPECT_THAT(classes, SizeIs(2));
  EXPECT_EQ(count_wrong(seeds, truth), 0);
}

TEST(GuidedSeeds, OfEachClassTakeAtMostHalfOfASmallOne) {
  std::vector<int> truth(50, 0);
  truth.insert(truth.end(), {1, 1, 1, 1, 2});
  const auto seeds = draw_seeds_of_each(truth, 3, 10, Random(1));
  EXPECT_EQ(std::ranges::count(seeds, 0), 10);
  EXPECT_EQ(std::ranges::count(seeds, 1), 2);
  EXPECT_EQ(std::ranges::count(seeds, 2), 1);
}

TEST(GuidedSeeds, AreNumberedAsAFileOfThemWouldBe) {
  const Evidence evidence = as_evidence({unlabelled, 4, 1, 4, unlabelled});
  EXPECT_THAT(evidence.seeds, ElementsAre(unlabelled, 0, 1, 0, unlabelled));
  EXPECT_THAT(evidence.labels, ElementsAre("4", "1"));
}

RC_GTEST_PROP(GuidedLinks, ContradictNothingAndAreWrongAsOftenAsAskedFor, ()) {
  const std::vector<int> truth = classes_in_turn(*rc::gen::inRange(100, 300), 4);
  const bool some_wrong = *rc::gen::arbitrary<bool>();
  const Evidence links =
      draw_links(truth, 60, {some_wrong ? 0.2 : 0.0}, Random(*rc::gen::arbitrary<std::uint64_t>()));
  const auto same = [&](const Link& link) {
    return truth[static_cast<std::size_t>(link.first)] == truth[static_cast<std::size_t>(link.second)];
  };
  RC_ASSERT(links.must_link.size() == 30U && links.cannot_link.size() == 30U);
  RC_ASSERT(std::ranges::count_if(links.must_link, same) == (some_wrong ? 24 : 30));
  RC_ASSERT(std::ranges::count_if(links.cannot_link, same) == (some_wrong ? 6 : 0));
  UnionFind joined(std::ssize(truth));
  for (const auto& [a, b] : links.must_link) joined.join(a, b);
  for (const auto& [a, b] : links.cannot_link) RC_ASSERT(joined.root(a) != joined.root(b));
}

TEST(GuidedKnown, PartsTheClassesAndNotTheirItems) {
  const std::vector<int> truth = classes_in_turn(90, 9);
  const KnownDraw draw = draw_known(truth, 9, Random(3));
  std::set<int> known, others;
  for (const Index i : draw.known) known.insert(truth[static_cast<std::size_t>(i)]);
  for (const Index i : draw.others) others.insert(truth[static_cast<std::size_t>(i)]);
  EXPECT_THAT(known, SizeIs(6));
  EXPECT_THAT(others, SizeIs(3));
  for (const int k : others) EXPECT_FALSE(known.contains(k));
  EXPECT_EQ(draw.known.size() + draw.others.size(), truth.size());
}

GuidedSet blobs() {
  auto made = three_blobs({.per_blob = 250, .spread = 1.5});
  GuidedSet set{.truth = std::move(made.truth), .classes = 3, .prepared = "made"};
  set.material = material_of(Dataset{.values = std::move(made.items)});
  return set;
}

TEST(GuidedScores, OfNonsenseAreThoseOfTheDefaultBitByBit) {
  const GuidedSet set = blobs();
  for (const char* nonsense : {"nonsense seeds", "nonsense links"}) {
    const auto figures = score_guided(set, nonsense, {.restarts = 1, .random_seed = 4});
    EXPECT_EQ(figures[2], 0) << nonsense;
    EXPECT_EQ(figures[0], figures[1]) << nonsense;
  }
}

TEST(GuidedScores, AreOfWhatWasNotToldAndTheSameAgain) {
  const GuidedSet set = blobs();
  for (const char* method : {"nothing", "seeds 20 %", "half of the classes", "10 a class", "50 links"}) {
    const auto figures = score_guided(set, method, {.restarts = 1, .random_seed = 1});
    const auto again = score_guided(set, method, {.restarts = 1, .random_seed = 1});
    ASSERT_THAT(figures, SizeIs(5));
    EXPECT_THAT(figures[0], Gt(0.5)) << method;
    EXPECT_LE(figures[0], 1) << method;
    EXPECT_EQ(figures[0], again[0]) << method;
    EXPECT_EQ(figures[1], again[1]) << method;
  }
}

/// iris as it is published, and one more set in the folder.
class GuidedTable : public testing::Test {
 protected:
  GuidedTable() {
    const Dataset flowers = iris();
    const Matrix& values = std::get<Matrix>(flowers.values);
    std::string text;
    for (Index i = 0; i < values.rows(); ++i) {
      for (Index j = 0; j < values.cols(); ++j) text += fmt::format("{},", values(i, j));
      text += flowers.labels[static_cast<std::size_t>(i)] + "\n";
    }
    std::filesystem::create_directory(folder / "iris");
    folder.write("iris/iris.data", text);
    std::string letters;
    for (int i = 0; i < 2600; ++i)
      letters += fmt::format("{},{},{}\n", static_cast<char>('A' + i % 26), i % 26, i);
    std::filesystem::create_directory(folder / "letter");
    folder.write("letter/letter-recognition.data", letters);
  }
  TemporaryFolder folder;
};

TEST_F(GuidedTable, ReadsAtMostAThousandItemsWithoutTheirLabels) {
  std::string missing;
  const auto set = read_guided_set(folder.path(), "letter", missing);
  ASSERT_TRUE(set);
  EXPECT_EQ(set->classes, 10);  // A to J
  EXPECT_EQ(set->material.items.items(), 1000);
  EXPECT_THAT(set->material.items.labels, IsEmpty());
  EXPECT_FALSE(read_guided_set(folder.path(), "usps", missing));
  EXPECT_EQ(missing, "usps/zip.train.gz");
}

TEST_F(GuidedTable, HasATableForEachKindAndNamesNoFolder) {
  const Experiment& experiment = find_experiment("guided", "table");
  const Request request{
      .data = folder.path(), .only = {"iris", "wine"}, .methods = {"nothing", "seeds 20 %"}, .splits = 2};
  const Outcome outcome = experiment.run(request, {});
  ASSERT_THAT(outcome.tables, SizeIs(4));
  EXPECT_EQ(outcome.tables[0].title, "Nothing is known");
  EXPECT_EQ(outcome.tables[1].title, "The default before");
  EXPECT_EQ(outcome.tables[2].title, "Seeds");
  EXPECT_THAT(outcome.tables[2].lines[0], ElementsAre("data set", "seeds 20 %"));
  EXPECT_EQ(outcome.tables[2].lines[2][0], "other sets (1)");
  EXPECT_EQ(outcome.tables[3].title, "Gains over the default before");
  EXPECT_THAT(outcome.left_out, ElementsAre("wine: there is no wine/wine.data"));
  const std::string page = page_of(experiment, request, outcome, "the command");
  EXPECT_THAT(page, AllOf(HasSubstr("## Seeds"), HasSubstr("## What was run"),
                          Not(HasSubstr(folder.path().string())), Not(HasSubstr("the paper"))));
}

MethodFigures figures(const std::string& setting, std::vector<double> scores) {
  return {.method = setting, .splits = static_cast<int>(scores.size()), .scores = std::move(scores)};
}

TEST(GuidedTables, GiveTheMeanTheWorstDrawAndHowOftenItWasUsed) {
  Outcome outcome;
  const auto add = [&](const std::string& set, const std::string& measure, std::vector<double> scores) {
    outcome.datasets.push_back(
        {.dataset = set, .methods = {figures("seeds 5 %", std::move(scores))}, .measured = measure});
  };
  add("wine", "score", {0.5, 0.7});
  add("wine", "without", {0.4, 0.4});
  add("wine", "used", {1, 1});
  add("iris", "score", {0.4, 0.4});
  add("iris", "without", {0.5, 0.4});
  add("iris", "used", {1, 0});
  const auto tables = guided_tables(outcome);
  ASSERT_THAT(tables, SizeIs(1));
  const auto& lines = tables[0].lines;
  ASSERT_THAT(lines, SizeIs(6));
  EXPECT_THAT(lines[1], ElementsAre("wine", "+0.200 (+0.100) 2/2"));
  EXPECT_THAT(lines[2], ElementsAre("iris", "-0.050 (-0.100) 1/2"));
  EXPECT_THAT(lines[3], ElementsAre("development sets (1)", "+0.200 (+0.100) 2/2"));
  EXPECT_THAT(lines[4], ElementsAre("other sets (1)", "-0.050 (-0.100) 1/2"));
  EXPECT_THAT(lines[5], ElementsAre("all (2)", "+0.075 (-0.100) 3/4"));
}

TEST(GuidedTables, GiveGainsOverTheDefaultBeforeAsWell) {
  Outcome outcome;
  for (const auto& [measure, scores] : std::initializer_list<std::pair<std::string, std::vector<double>>>{
           {"score", {0.5, 0.7}}, {"without", {0.4, 0.4}}, {"used", {1, 1}}, {"before", {0.2, 0.5}}})
    outcome.datasets.push_back(
        {.dataset = "wine", .methods = {figures("seeds 5 %", scores)}, .measured = measure});
  const auto tables = guided_tables(outcome);
  ASSERT_THAT(tables, SizeIs(2));
  EXPECT_EQ(tables[1].title, "Gains over the default before");
  EXPECT_THAT(tables[1].lines[1], ElementsAre("wine", "+0.250 (+0.200)"));
}

}  // namespace
}  // namespace bellwether::experiments
