#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include <bellwether/bottleneck/idt.h>
#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>
#include <experiments/cross_instance_table.h>
#include <experiments/figures.h>
#include <experiments/finished_cells.h>
#include <experiments/page.h>
#include <tests/support/temporary_folder.h>

namespace bellwether::experiments {
namespace {

using testing::AllOf;
using testing::Each;
using testing::HasSubstr;
using testing::SizeIs;
using testing::ThrowsMessage;
using testing_support::TemporaryFolder;

constexpr int classes_of_corpus = 6;

/// Six classes of 40 items, each with four words of its own among four that all have; the last column is the
/// number of the item, so that it can be known again.
Corpus small_corpus() {
  Corpus corpus{.prepared = "made"};
  Random random(3);
  const Index words = 4 * classes_of_corpus + 4;
  corpus.counts.columns = words + 1;
  for (int i = 0; i < 40 * classes_of_corpus; ++i) {
    const int k = i % classes_of_corpus;
    corpus.classes.push_back(std::string(1, static_cast<char>('a' + k)));
    std::vector<double> counts(static_cast<std::size_t>(words + 1));
    for (int word = 0; word < 12; ++word)
      ++counts[static_cast<std::size_t>(word < 6 ? 4 * k + random.below(4) : words - 4 + random.below(4))];
    counts.back() = i + 1;
    for (std::size_t j = 0; j < counts.size(); ++j)
      if (counts[j] != 0) {
        corpus.counts.column_of.push_back(static_cast<std::int32_t>(j));
        corpus.counts.values.push_back(counts[j]);
      }
    corpus.counts.starts.push_back(static_cast<std::int64_t>(corpus.counts.values.size()));
  }
  return corpus;
}

/// The numbers of items.
std::vector<int> numbers(const SparseMatrix& items) {
  std::vector<int> found;
  for (Index i = 0; i < items.rows(); ++i)
    found.push_back(
        static_cast<int>(
            items.values[static_cast<std::size_t>(items.starts[static_cast<std::size_t>(i) + 1] - 1)]) -
        1);
  return found;
}

const Case pair_of_classes{"pair", 2, 10};

TEST(CrossInstance, CollectionsOfARepeatShareNoItem) {
  const Corpus corpus = small_corpus();
  std::set<int> seen;
  for (int number = 0; number < 5; ++number) {
    const auto drawn = draw_collection(corpus, pair_of_classes, 0, 0, number);
    EXPECT_EQ(drawn.collection.items.rows(), 20);
    EXPECT_EQ(drawn.collection.clusters, 2);
    for (const int item : numbers(drawn.collection.items)) EXPECT_TRUE(seen.insert(item).second) << item;
  }
  EXPECT_EQ(seen.size(), 100U);
}

TEST(CrossInstance, SortedItemsAreAllThoseOfOtherClasses) {
  const auto drawn = draw_collection(small_corpus(), pair_of_classes, 0, 1, 2);
  std::set<int> mine, others;
  const auto items = numbers(drawn.collection.items);
  for (std::size_t i = 0; i < items.size(); ++i) {
    mine.insert(items[i] % classes_of_corpus);
    EXPECT_EQ(
        drawn.truth[i],
        drawn.truth[static_cast<std::size_t>(
            std::ranges::find_if(
                items, [&](int other) { return other % classes_of_corpus == items[i] % classes_of_corpus; }) -
            items.begin())]);
  }
  for (const int item : numbers(drawn.collection.sorted)) others.insert(item % classes_of_corpus);
  EXPECT_EQ(mine.size(), 2U);
  EXPECT_EQ(others.size(), 4U);
  for (const int one : mine) EXPECT_FALSE(others.contains(one));
  EXPECT_EQ(drawn.collection.sorted.rows(), 160);
  EXPECT_EQ(std::set(drawn.collection.classes.begin(), drawn.collection.classes.end()),
            (std::set{0, 1, 2, 3}));
}

TEST(CrossInstance, RepeatsDifferAndComeAgain) {
  const Corpus corpus = small_corpus();
  const auto items = [&](std::uint64_t seed, int repeat) {
    return numbers(draw_collection(corpus, pair_of_classes, seed, repeat, 0).collection.items);
  };
  EXPECT_EQ(items(1, 0), items(1, 0));
  EXPECT_NE(items(1, 0), items(1, 1));
  EXPECT_NE(items(1, 0), items(2, 0));
}

TEST(CrossInstance, SaysThatAClassHasTooFewItems) {
  EXPECT_THAT(
      [] {
        draw_collection(small_corpus(), {"greedy", 2, 41}, 0, 0, 0);
      },
      ThrowsMessage<InvalidInput>(HasSubstr("greedy: 0 classes have 41 items left")));
}

/// The first word of its own decides, and below an order of 0.35 every fourth item is wrong.
std::vector<int> by_first_word(const SparseMatrix& items, int clusters, double alpha) {
  std::vector<int> labels;
  std::vector<int> known;
  for (Index i = 0; i < items.rows(); ++i) {
    const int word = items.column_of[static_cast<std::size_t>(items.starts[static_cast<std::size_t>(i)])] / 4;
    if (std::ranges::find(known, word) == known.end()) known.push_back(word);
    const auto label = static_cast<int>(std::ranges::find(known, word) - known.begin());
    labels.push_back((alpha > 0.35 && i % 4 == 0 ? label + 1 : label) % clusters);
  }
  return labels;
}

Clusterer better_below() {
  return [](const SparseMatrix& items, int clusters, double alpha, std::uint64_t, const bellwether::Run&) {
    return by_first_word(items, clusters, alpha);
  };
}

Clusterer small_idt() {
  return [](const SparseMatrix& items, int clusters, double alpha, std::uint64_t random_seed,
            const bellwether::Run& run) {
    return idt(items, {.clusters = clusters, .alpha = alpha, .random_seed = random_seed}, run).labels;
  };
}

TEST(CrossInstance, TuningLearnsTheOrdersThatAreBetterElsewhere) {
  const auto drawn = draw_collection(small_corpus(), pair_of_classes, 0, 0, 0);
  const Answers answers = answers_on(drawn.collection, better_below(), {}, 1, {.threads = 1});
  ASSERT_THAT(answers.candidates.labels, SizeIs(10));
  const auto errors = errors_of(answers.candidates, drawn.truth);
  EXPECT_EQ(errors.front(), 0);
  EXPECT_GT(errors.back(), 0.2);
  EXPECT_EQ(answers.strapping, answers.candidates.labels.front());
  EXPECT_EQ(answers.strapping_plain, answers.candidates.labels.front());
  EXPECT_LT(answers.alpha, 0.55);
}

TEST(CrossInstance, TheTruthOfACollectionDoesNotShowInItsLabels) {
  Corpus corpus = small_corpus();
  const auto drawn = draw_collection(corpus, pair_of_classes, 4, 0, 0);
  const Answers before = answers_on(drawn.collection, small_idt(), {}, 1, {.threads = 1});
  // The two classes of the collection are exchanged for some of its items; the sorted ones stay.
  auto scrambled = drawn;
  Random(1).shuffle(scrambled.truth);
  ASSERT_NE(scrambled.truth, drawn.truth);
  const Answers after = answers_on(scrambled.collection, small_idt(), {}, 1, {.threads = 1});
  EXPECT_EQ(before.candidates.labels, after.candidates.labels);
  EXPECT_EQ(before.strapping, after.strapping);
  EXPECT_EQ(before.strapping_plain, after.strapping_plain);
  EXPECT_EQ(before.least_squares, after.least_squares);
  EXPECT_EQ(before.alpha, after.alpha);
}

class SmallTable : public testing::Test {
 protected:
  SmallTable() {
    request = {.data = folder.path(), .splits = 2, .restarts = 1};
    table.cases = {pair_of_classes, {"triple", 3, 8}};
    table.kinds = {{"made", "by the first word", [](int) { return better_below(); }}};
    table.collections = 2;
  }
  Experiment experiment() const {
    return experiment_of(table, [](const Request&, const std::string&, const bellwether::Run&) {
      return std::optional(small_corpus());
    });
  }
  Outcome run(const bellwether::Run& run = {}) const { return experiment().run(request, run); }
  std::string read(const std::string& name) const {
    std::stringstream text;
    text << std::ifstream(folder / name).rdbuf();
    return text.str();
  }

  TemporaryFolder folder;
  Request request;
  CrossInstanceTable table;
};

TEST_F(SmallTable, SetsTunedBesideUntuned) {
  const Outcome outcome = run();
  ASSERT_THAT(outcome.datasets, SizeIs(2));
  const auto& methods = outcome.datasets[0].methods;
  ASSERT_THAT(methods, SizeIs(5));
  EXPECT_EQ(methods[0].method, "made-mi");
  EXPECT_GT(methods[0].mean, 0.2);
  EXPECT_FALSE(methods[0].difference.has_value());
  EXPECT_EQ(methods[1].mean, 0);
  EXPECT_DOUBLE_EQ(*methods[1].difference, -methods[0].mean);
  EXPECT_EQ(methods[4].mean, 0);
  const std::string page = page_of(experiment(), request, outcome, "the command");
  EXPECT_THAT(
      page, AllOf(HasSubstr("error (1 - accuracy) over 2 repeats of 2 collections"),
                  HasSubstr("| - untuned |"), HasSubstr("| +- 95 % |"), HasSubstr("numbers of the paper's")));
}

TEST_F(SmallTable, GoesOnWhereItStoppedOnAnyNumberOfThreads) {
  request.finished = folder / "cells.csv";
  table.kinds[0].clusterer = [](int) { return small_idt(); };
  const Outcome whole = run({.threads = 1});
  const std::string all = read("cells.csv");
  EXPECT_THAT(all, HasSubstr("# cross-instance table1, 1 restarts, random seed 0\n"));
  // One collection alone is done.
  folder.write("cells.csv",
               "# cross-instance table1, 1 restarts, random seed 0\ndataset,split,method,error,seconds\n"
               "pair,1,made-mi,1,0.5\npair,1,made-str,1,0.5\npair,1,mad");
  const Outcome resumed = run({.threads = 4});
  for (std::size_t m = 2; m < 5; ++m)
    EXPECT_EQ(resumed.datasets[0].methods[m].mean, whole.datasets[0].methods[m].mean);
  for (std::size_t m = 0; m < 5; ++m)
    EXPECT_EQ(resumed.datasets[1].methods[m].mean, whole.datasets[1].methods[m].mean);
  EXPECT_GT(resumed.datasets[0].methods[0].mean, whole.datasets[0].methods[0].mean);
}

TEST_F(SmallTable, KeepsWholeCollectionsWhenStopped) {
  request.finished = folder / "cells.csv";
  std::stop_source source;
  const Outcome outcome = run({.threads = 1,
                               .on_progress = [&](const Progress&) { source.request_stop(); },
                               .stop = source.get_token()});
  EXPECT_TRUE(outcome.interrupted);
  EXPECT_EQ(
      FinishedCells(request.finished, "cross-instance table1, 1 restarts, random seed 0", "error").count(),
      5U);
  EXPECT_EQ(outcome.datasets[0].methods[0].splits, 0);  // no repeat is whole
}

TEST_F(SmallTable, RunsWhatIsAskedForAlone) {
  request.only = {"pair"};
  request.methods = {"made-mi", "made-rls"};
  const Outcome outcome = run();
  ASSERT_THAT(outcome.datasets, SizeIs(1));
  ASSERT_THAT(outcome.datasets[0].methods, SizeIs(2));
  EXPECT_EQ(outcome.datasets[0].methods[1].splits, 2);
  request.methods = {"made-strr"};
  EXPECT_THAT([&] { run(); }, ThrowsMessage<InvalidOption>(HasSubstr("did you mean 'made-str'?")));
  request.data = folder / "nowhere";
  EXPECT_THAT([&] { run(); }, ThrowsMessage<InvalidInput>(HasSubstr("it should hold 20newsgroups")));
}

TEST(CrossInstanceTable, IsInTheListWithTheMethodsOfThePaper) {
  const Experiment& experiment = find_experiment("cross-instance", "table1");
  EXPECT_THAT(experiment.methods,
              testing::IsSupersetOf({"sib-mi", "sib-str", "sib-rls", "idt-mi", "idt-str", "idt-rls"}));
  EXPECT_THAT(experiment.datasets, testing::ElementsAre("binary", "multi5", "multi10"));
}

TEST(Intervals, AreThoseOfStudent) {
  EXPECT_NEAR(student_quantile(0.05, 4), 2.7764451051977987, 1e-9);  // tables of the distribution
  EXPECT_NEAR(student_quantile(0.05, 1), 12.706204736174698, 1e-8);
  FinishedCells cells({}, "", "");
  for (const double score : {1.0, 2.0, 6.0}) cells.add({"d", static_cast<int>(score) % 3, "m", score, 0});
  // Mean 3, deviation sqrt(7), three of them.
  const MethodFigures figures = figures_of("d", "m", "m", 3, cells);
  EXPECT_NEAR(*figures.interval, 4.302652729749462 * std::sqrt(7.0 / 3), 1e-8);
}

}  // namespace
}  // namespace bellwether::experiments
