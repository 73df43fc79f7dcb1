#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>
#include <experiments/corpora.h>
#include <experiments/finished_cells.h>
#include <experiments/page.h>
#include <experiments/transfer_methods.h>
#include <experiments/transfer_table.h>
#include <experiments/transfer_tasks.h>
#include <tests/support/temporary_folder.h>

namespace bellwether::experiments {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::ThrowsMessage;
using testing_support::TemporaryFolder;

void add_row(SparseMatrix& matrix, const std::vector<double>& row) {
  matrix.columns = std::ssize(row);
  for (std::size_t j = 0; j < row.size(); ++j)
    if (row[j] != 0) {
      matrix.column_of.push_back(static_cast<std::int32_t>(j));
      matrix.values.push_back(row[j]);
    }
  matrix.starts.push_back(static_cast<std::int64_t>(matrix.values.size()));
}

/// Four classes a to d of 20 items, each with four words of its own and four that all have; c and d carry a
/// tag of their class and a common one.
Corpus small_corpus() {
  Corpus corpus{.prepared = "made"};
  Random random(3);
  for (int i = 0; i < 80; ++i) {
    const int k = i % 4;
    corpus.classes.push_back(std::string(1, static_cast<char>('a' + k)));
    std::vector<double> counts(20);
    for (int word = 0; word < 12; ++word)
      ++counts[static_cast<std::size_t>(word < 8 ? 4 * k + random.below(4) : 16 + random.below(4))];
    add_row(corpus.counts, counts);
    add_row(corpus.tags, k == 2   ? std::vector<double>{1, 0, 1}
                         : k == 3 ? std::vector<double>{0, 1, 1}
                                  : std::vector<double>{0, 0, 0});
  }
  return corpus;
}

Task small_task() {
  return {.name = "made-bi1", .corpus = "made", .classes = {"a", "b"}, .others = {"c", "d"}, .items = 10};
}

TEST(TransferProblems, DrawTheClassesAskedForAndAllOfTheOthers) {
  const Problem problem = draw_problem(small_corpus(), small_task(), 0, 0);
  EXPECT_EQ(problem.target.rows(), 20);
  EXPECT_EQ(problem.classes, 2);
  EXPECT_EQ(std::ranges::count(problem.truth, 0), 10);
  EXPECT_EQ(problem.auxiliary.rows(), 40);
  EXPECT_EQ(problem.both.rows(), 60);
  EXPECT_EQ(problem.both.columns, problem.target.columns);
  EXPECT_EQ(rows_of(problem.both, {0, 19}).values, rows_of(problem.target, {0, 19}).values);
  EXPECT_EQ(rows_of(problem.both, {20, 59}).values, rows_of(problem.auxiliary, {0, 39}).values);
  EXPECT_EQ(problem.tagged_with.rows(), 40);
  EXPECT_EQ(problem.tagged_with.columns, 3);
}

TEST(TransferProblems, OfFewerItemsArePartOfThoseOfMore) {
  const Corpus corpus = small_corpus();
  Task all = small_task();
  all.feature_in = 0;
  const auto rows_in = [&](int items) {
    std::multiset<std::vector<double>> rows;
    const Problem problem = draw_problem(corpus, all, 5, 1, items);
    for (Index i = 0; i < problem.target.rows(); ++i) rows.insert(rows_of(problem.target, {i}).values);
    return rows;
  };
  const auto few = rows_in(4), many = rows_in(12);
  EXPECT_EQ(few.size(), 8U);
  EXPECT_TRUE(std::ranges::includes(many, few));
}

TEST(TransferProblems, DifferBySplitAndComeAgainFromTheSameSeed) {
  const Corpus corpus = small_corpus();
  EXPECT_EQ(draw_problem(corpus, small_task(), 1, 0).target.values,
            draw_problem(corpus, small_task(), 1, 0).target.values);
  EXPECT_NE(draw_problem(corpus, small_task(), 1, 0).target.values,
            draw_problem(corpus, small_task(), 1, 1).target.values);
}

TEST(TransferProblems, LeaveOutRareFeaturesAndTagsAndItemsWithoutCounts) {
  Corpus corpus;
  for (const char* name : {"a", "a", "b", "c", "c"}) corpus.classes.emplace_back(name);
  for (const auto& row :
       std::vector<std::vector<double>>{{1, 2, 0}, {0, 3, 0}, {0, 0, 0}, {0, 4, 5}, {0, 0, 6}})
    add_row(corpus.counts, row);
  for (const auto& row : std::vector<std::vector<double>>{{0, 0}, {0, 0}, {0, 0}, {1, 1}, {1, 0}})
    add_row(corpus.tags, row);
  Task task{.classes = {"a"}, .others = {"c"}, .items = 2, .feature_in = 2, .tag_in = 2};
  const Problem problem = draw_problem(corpus, task, 0, 0);
  EXPECT_THAT(problem.target.values, ElementsAre(2, 3));
  EXPECT_EQ(problem.target.columns, 2);
  EXPECT_THAT(problem.auxiliary.values, ElementsAre(4, 5, 6));
  EXPECT_EQ(problem.tagged_with.columns, 1);
  task.classes = {"b"};
  EXPECT_THAT([&] { draw_problem(corpus, task, 0, 0); },
              ThrowsMessage<InvalidInput>(HasSubstr("class b has 0 items, but 2 are to be drawn")));
}

TEST(TransferScores, AreTheEntropyOfTheClassesInTheClusters) {
  const Problem problem{.truth = {0, 0, 1, 1, 0, 1, 0, 0}, .classes = 2};
  Clustering found;
  found.labels = {0, 0, 0, 0, 1, 1, 1, 1};
  // One cluster is half and half: 1 bit; the other has one of four: 2 - 3/4 log2 3.
  const double bits = 0.5 * 1 + 0.5 * (2 - 0.75 * std::log2(3.0));
  EXPECT_NEAR(entropy_of_target(found, problem, EntropyUnit::bits), bits, 1e-15);
  EXPECT_NEAR(entropy_of_target(found, problem, EntropyUnit::nats), bits * std::log(2.0), 1e-15);
  found.labels.insert(found.labels.end(), {1, 0, 1, 0, 5});  // auxiliary items are not scored
  EXPECT_NEAR(entropy_of_target(found, problem, EntropyUnit::bits), bits, 1e-15);
  found.labels = {0, 0, 1, 1, 0, 1, 0, 0};
  EXPECT_EQ(entropy_of_target(found, problem, EntropyUnit::bits), 0);
}

TEST(TransferSearches, GiveTheMeanOverStartsAndTheStartWithTheBestObjective) {
  const Problem problem{.truth = {0, 0, 1, 1}, .classes = 2};
  std::vector<std::uint64_t> seeds;
  const auto search_for = [&](Goal goal) {
    seeds.clear();
    return search_from_starts(
        problem,
        [&](const Problem&, const SearchStart& start) {
          Clustering found;
          found.labels = seeds.size() == 1 ? std::vector<int>{0, 0, 1, 1} : std::vector<int>{0, 1, 0, 1};
          found.objective = {.goal = goal, .value = seeds.size() == 1 ? 5.0 : 7.0};
          seeds.push_back(start.random_seed);
          return found;
        },
        4, 9, EntropyUnit::bits, {});
  };
  const Searched least = search_for(Goal::minimise);
  EXPECT_DOUBLE_EQ(least.mean, 0.75);
  EXPECT_EQ(least.best, 0);
  const std::vector<std::uint64_t> first = seeds;
  EXPECT_EQ(std::set(first.begin(), first.end()).size(), 4U);
  EXPECT_EQ(search_for(Goal::maximise).best, 1);
  EXPECT_EQ(seeds, first);
}

TEST(TransferMethods, FindClassesThatAreEasyToTellApart) {
  const Problem problem = draw_problem(small_corpus(), small_task(), 0, 0);
  const CoSettings few{.feature_clusters = 6};
  const auto entropy = [&](const Search& search) {
    return search_from_starts(problem, search, 4, 1, EntropyUnit::bits, {.threads = 1}).best;
  };
  EXPECT_LT(entropy(spherical_search(Items::separate)), 0.3);
  EXPECT_LT(entropy(feature_clustering_search(few)), 0.3);
  EXPECT_LT(entropy(itcc_search(few)), 0.3);
  EXPECT_LT(entropy(stc_search(few)), 0.3);
  EXPECT_LT(entropy(kmeans_search(Items::separate)), 0.3);
  EXPECT_LT(entropy(plsa_search(Items::separate)), 0.3);
  EXPECT_LT(entropy(aplsa_search({.weights = TagWeights::even})), 0.8);
}

TEST(TransferMethods, AreScoredOnTheTargetWhenCombined) {
  const Problem problem = draw_problem(small_corpus(), small_task(), 0, 0);
  const CoSettings few{.items = Items::combined, .feature_clusters = 6};
  for (const Search& search : {spherical_search(Items::combined), itcc_search(few),
                               kmeans_search(Items::combined), plsa_search(Items::combined)})
    EXPECT_THAT(search(problem, {7, {.threads = 1}}).labels, SizeIs(60));
  EXPECT_THAT(feature_clustering_search(few)(problem, {7, {.threads = 1}}).labels, SizeIs(20));
}

TEST(TransferMethods, StcWithoutWeightIsItccFromTheSameStart) {
  const Problem problem = draw_problem(small_corpus(), small_task(), 0, 0);
  const SearchStart start{7, {.threads = 1}};
  for (const CoSearch search : {CoSearch::moves, CoSearch::batch})
    EXPECT_EQ(stc_search({.search = search, .feature_clusters = 4, .lambda = 0})(problem, start).labels,
              itcc_search({.search = search, .feature_clusters = 4})(problem, start).labels);
}

TEST(TransferMethods, AplsaOfItemsAloneIsPlsaFromTheSameStart) {
  const Problem problem = draw_problem(small_corpus(), small_task(), 0, 0);
  const SearchStart start{7, {.threads = 1}};
  EXPECT_EQ(aplsa_search({.lambda = 1})(problem, start).labels,
            plsa_search(Items::separate)(problem, start).labels);
}

/// Two methods whose clusters are known: one finds the classes, one mixes them evenly.
class MadeTable : public testing::Test {
 protected:
  static Search always(bool right) {
    return [right](const Problem& problem, const SearchStart& start) {
      Clustering found;
      found.labels = problem.truth;
      Random random(start.random_seed);
      if (!right) random.shuffle(found.labels);
      return found;
    };
  }
  MadeTable() {
    request = {.data = folder.path(), .splits = 3, .restarts = 2};
    table.paper = "made";
    table.name = "table0";
    table.baseline = "mixed";
    table.tasks = {small_task(), small_task()};
    table.tasks[1].name = "gone-bi1";
    table.tasks[1].corpus = "gone";
    table.methods = {{"mixed", "by chance", always(false)}, {"right", "by the truth", always(true)}};
  }
  Outcome run(const bellwether::Run& run = {}) const {
    return experiment_of(table,
                         [](const Request&, const std::string& corpus, const bellwether::Run&) {
                           return corpus == "made" ? std::optional(small_corpus()) : std::nullopt;
                         })
        .run(request, run);
  }
  std::string read(const std::string& name) const {
    std::stringstream text;
    text << std::ifstream(folder / name).rdbuf();
    return text.str();
  }

  TemporaryFolder folder;
  Request request;
  TransferTable table;
};

TEST_F(MadeTable, SaysThatLowerIsBetterAndCountsItSo) {
  const Outcome outcome = run();
  ASSERT_THAT(outcome.datasets, SizeIs(1));
  const auto& methods = outcome.datasets[0].methods;
  ASSERT_THAT(methods, SizeIs(4));
  EXPECT_EQ(methods[1].mean, 0);
  EXPECT_LT(*methods[1].difference, 0);
  EXPECT_TRUE(methods[3].best);
  EXPECT_THAT(outcome.left_out, ElementsAre("gone-bi1: there is no gone"));
  const std::string page = page_of(experiment_of(table), request, outcome, "the command");
  EXPECT_THAT(page, AllOf(HasSubstr("entropy in bits, lower is better; random draws: 3, starts on each: 2"),
                          HasSubstr("| made-bi1 "), HasSubstr("| right "), HasSubstr("    the command\n"),
                          HasSubstr("Left out: gone-bi1")));
  const auto line = page.substr(page.find("\n| right ") + 1);
  EXPECT_THAT(line.substr(0, line.find('\n')),
              testing::MatchesRegex(R"(\| right +\| +1 \| +-0\.[0-9]+ \| +1 \| +0 \|.*)"));
}

TEST_F(MadeTable, GoesOnWhereItStoppedOnAnyNumberOfThreads) {
  request.finished = folder / "cells.csv";
  const Outcome whole = run({.threads = 1});
  const std::string all = read("cells.csv");
  EXPECT_THAT(all,
              HasSubstr("# made table0, 2 restarts, random seed 0\ndataset,split,method,entropy,seconds\n"));
  folder.write("cells.csv",
               "# made table0, 2 restarts, random seed 0\ndataset,split,method,entropy,seconds\n"
               "made-bi1,1,right,0.5,0.5\nmade-bi1,1,right best,0.25,0.5\nmade-bi1,2,mi");
  const Outcome resumed = run({.threads = 4});
  EXPECT_EQ(resumed.datasets[0].methods[0].mean, whole.datasets[0].methods[0].mean);
  EXPECT_DOUBLE_EQ(resumed.datasets[0].methods[1].mean, 0.5 / 3);
  EXPECT_DOUBLE_EQ(resumed.datasets[0].methods[3].mean, 0.25 / 3);
  request.restarts = 5;
  EXPECT_THAT([&] { run(); }, ThrowsMessage<InvalidInput>(HasSubstr("2 restarts")));
}

TEST_F(MadeTable, KeepsWhatIsFinishedWhenStopped) {
  request.finished = folder / "cells.csv";
  std::stop_source source;
  const Outcome outcome = run({.threads = 1,
                               .on_progress = [&](const Progress&) { source.request_stop(); },
                               .stop = source.get_token()});
  EXPECT_TRUE(outcome.interrupted);
  EXPECT_EQ(FinishedCells(request.finished, "made table0, 2 restarts, random seed 0", "entropy").count(), 2U);
}

TEST_F(MadeTable, SaysWhyAMethodDidNotRunAndRunsTheOthers) {
  table.methods.push_back({"greedy", "asks for more than there is", always(true), "", 30});
  const Outcome outcome = run();
  EXPECT_THAT(outcome.datasets[0].methods[2].not_run, HasSubstr("has 20 items, but 30 are to be drawn"));
  EXPECT_THAT(outcome.datasets[0].methods[1].not_run, IsEmpty());
  EXPECT_THAT(page_of(experiment_of(table), request, outcome, ""), HasSubstr("greedy on made-bi1: class a"));
}

TEST_F(MadeTable, OfAFigureHasALineForEachPlaceOfTheAxis) {
  table.axis = "steps";
  table.methods = {{"right", "by the truth", always(true)},
                   {"mixed", "by chance", always(false), "1"},
                   {"mixed", "by chance", always(false), "2"}};
  const std::string figure = figures_table(run());
  EXPECT_THAT(figure,
              AllOf(HasSubstr("| data sets | steps | right | mixed |"),
                    HasSubstr("| made      |     1 | 0.000 |"), HasSubstr("|           |     2 | 0.000 |")));
  EXPECT_THAT(experiment_of(table).methods, ElementsAre("right", "mixed"));
}

TEST_F(MadeTable, RefusesWhatItDoesNotKnow) {
  request.only = {"made-bi2"};
  EXPECT_THAT([&] { run(); }, ThrowsMessage<InvalidOption>(HasSubstr("did you mean 'made-bi1'?")));
  request.only = {"gone-bi1"};
  EXPECT_THAT([&] { run(); }, ThrowsMessage<InvalidInput>(HasSubstr("none of the data sets is there")));
  request.only = {};
  request.methods = {"rihgt"};
  EXPECT_THAT([&] { run(); }, ThrowsMessage<InvalidOption>(HasSubstr("did you mean 'right'?")));
  request.methods = {};
  request.features = folder / "nowhere";
  EXPECT_THAT([&] { run(); }, ThrowsMessage<InvalidOption>(HasSubstr("make it first")));
  request.data.clear();
  EXPECT_THAT([&] { run(); }, ThrowsMessage<InvalidOption>(HasSubstr("--data DIR")));
}

TEST(TransferTasks, OfPicturesShareNoClassAndHelpEachOther) {
  std::set<std::string> seen;
  for (const Task& task : stc_tasks()) {
    if (task.corpus != "caltech101") continue;
    for (const std::string& name : task.classes) EXPECT_TRUE(seen.insert(name).second) << name;
    EXPECT_EQ(task.classes.size() + task.others.size(), 20U);
  }
  EXPECT_EQ(seen.size(), 20U);
  EXPECT_THAT(two_class_tasks(stc_tasks(), {"caltech"}), SizeIs(6));
}

TEST(TransferTasks, OfDevelopmentShareNoClassWithTheTable) {
  std::set<std::string> seen;
  for (const Task& task : aplsa_tasks()) seen.insert(task.classes.begin(), task.classes.end());
  for (const Task& task : aplsa_development_tasks()) {
    EXPECT_THAT(task.others, Not(IsEmpty()));
    for (const std::string& name : task.classes) EXPECT_FALSE(seen.contains(name)) << name;
  }
}

TEST(Corpora, OfNewsHaveTheirGroupsAsClassesAndTheirSubjectsAsTags) {
  const TemporaryFolder folder;
  for (const char* name : {"20newsgroups", "20newsgroups/rec.autos", "20newsgroups/sci.space"})
    std::filesystem::create_directory(folder / name);
  folder.write("20newsgroups/rec.autos/1", "From: x\nSubject: Re: engines\n\nThe motor of the car\n");
  folder.write("20newsgroups/rec.autos/2", "Subject: Brakes\n\ncar motor rocket\n");
  folder.write("20newsgroups/sci.space/1", "subject: engines\n\nrocket\n");
  folder.write("20newsgroups/index.tsv", "motor car rocket moon\n");
  const auto corpus = read_corpus(folder.path(), "20newsgroups");
  ASSERT_TRUE(corpus.has_value());
  EXPECT_THAT(corpus->classes, ElementsAre("rec.autos", "rec.autos", "sci.space"));
  EXPECT_EQ(corpus->counts.columns, 3);  // car, motor, rocket
  EXPECT_EQ(corpus->tags.columns, 6);    // autos, rec, sci, space, brake, engin
  EXPECT_EQ(corpus->tags.values.size(), 9U);
  EXPECT_FALSE(read_corpus(folder.path(), "caltech101").has_value());
}

TEST(Corpora, ReadTheSubjectOfAnArticleAndThePartsOfAName) {
  EXPECT_EQ(subject_of("From: a\nSubject: Re: Re: hot  cars\r\n\nSubject: not this\n"), "hot  cars");
  EXPECT_EQ(subject_of("From: a\n\nSubject: not this\n"), "");
  EXPECT_EQ(subject_of("Subject:"), "");
  EXPECT_THAT(name_parts("comp.os.ms-windows.misc"), ElementsAre("comp", "os", "ms", "windows", "misc"));
}

}  // namespace
}  // namespace bellwether::experiments
