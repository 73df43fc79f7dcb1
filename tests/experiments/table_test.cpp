#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>
#include <experiments/experiment.h>
#include <experiments/finished_cells.h>
#include <experiments/page.h>
#include <experiments/tcs_data.h>
#include <tests/support/temporary_folder.h>

namespace bellwether::experiments {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using testing::ThrowsMessage;
using testing_support::TemporaryFolder;

/// A vowel file of nine classes.
class TcsTable : public testing::Test {
 protected:
  TcsTable() {
    Random random(1);
    std::string text;
    for (int i = 0; i < 180; ++i) {
      text += fmt::format("{} {} 0", i % 2, i % 15);
      for (int j = 0; j < 10; ++j)
        text += fmt::format(" {:.3f}", (j < 3 ? (i % 9) * (j + 1) % 7 : 0) + 0.3 * random.normal());
      text += fmt::format("  {}\n", i % 9);
    }
    std::filesystem::create_directory(folder / "vowel");
    folder.write("vowel/vowel-context.data", text);
    request = {.data = folder.path(), .methods = {"gm", "pcc"}, .splits = 3, .restarts = 2};
  }
  std::string read(const std::string& name) const {
    std::stringstream text;
    text << std::ifstream(folder / name).rdbuf();
    return text.str();
  }
  Outcome run(const bellwether::Run& run = {}) const { return table.run(request, run); }

  TemporaryFolder folder;
  Request request;
  const Experiment& table = find_experiment("tcs", "table3");
};

TEST_F(TcsTable, SetsOurFiguresBesideThePapers) {
  const Outcome outcome = run();
  ASSERT_THAT(outcome.datasets, SizeIs(1));
  const DatasetFigures& vowel = outcome.datasets.front();
  EXPECT_EQ(vowel.items, 180);
  EXPECT_EQ(vowel.features, 10);
  EXPECT_EQ(vowel.classes, 9);
  ASSERT_THAT(vowel.methods, SizeIs(2));
  EXPECT_EQ(vowel.methods[0].paper, 0.25);
  EXPECT_EQ(vowel.methods[0].splits, 3);
  EXPECT_FALSE(vowel.methods[0].difference.has_value());
  EXPECT_NEAR(*vowel.methods[1].difference, vowel.methods[1].mean - vowel.methods[0].mean, 1e-12);
  EXPECT_THAT(outcome.left_out, SizeIs(table.datasets.size() - 1));
  EXPECT_THAT(page_of(table, request, outcome, "the command"),
              AllOf(HasSubstr("    the command\n"), HasSubstr("| vowel"), HasSubstr("paired t-test"),
                    HasSubstr("Left out: letter: there is no letter/letter-recognition.data")));
}

TEST_F(TcsTable, TheNumberOfThreadsDoesNotShow) {
  const Outcome one = run({.threads = 1}), four = run({.threads = 4});
  for (std::size_t m = 0; m < 2; ++m)
    EXPECT_EQ(one.datasets[0].methods[m].mean, four.datasets[0].methods[m].mean);
}

TEST_F(TcsTable, GoesOnWhereItStopped) {
  request.finished = folder / "cells.csv";
  const Outcome whole = run();
  const std::string all = read("cells.csv");
  EXPECT_THAT(all, HasSubstr("# tcs table3, 2 restarts, random seed 0\ndataset,split,method,nmi,seconds\n"));
  // One finished cell that no run would give, and half a line, as a killed run leaves it.
  folder.write("cells.csv",
               "# tcs table3, 2 restarts, random seed 0\ndataset,split,method,nmi,seconds\n"
               "vowel,1,gm,7,0.5\nvowel,2,g");
  const Outcome resumed = run();
  EXPECT_NEAR(resumed.datasets[0].methods[0].mean * 3,
              whole.datasets[0].methods[0].mean * 3 + 7 -
                  FinishedCells(folder.write("all.csv", all), "tcs table3, 2 restarts, random seed 0", "nmi")
                      .find("vowel", 1, "gm")
                      ->score,
              1e-12);
  EXPECT_EQ(resumed.datasets[0].methods[1].mean, whole.datasets[0].methods[1].mean);
  EXPECT_EQ(run().datasets[0].methods[0].mean, resumed.datasets[0].methods[0].mean);
}

TEST_F(TcsTable, DoesNotMixCellsOfOtherSettings) {
  request.finished = folder / "cells.csv";
  run();
  request.restarts = 3;
  EXPECT_THAT([&] { run(); },
              ThrowsMessage<InvalidInput>(AllOf(HasSubstr("2 restarts"), HasSubstr("3 restarts"))));
}

TEST_F(TcsTable, KeepsWhatIsFinishedWhenStopped) {
  request.finished = folder / "cells.csv";
  std::stop_source source;
  const Outcome outcome = run({.threads = 1,
                               .on_progress = [&](const Progress&) { source.request_stop(); },
                               .stop = source.get_token()});
  EXPECT_TRUE(outcome.interrupted);
  EXPECT_EQ(FinishedCells(request.finished, "tcs table3, 2 restarts, random seed 0", "nmi").count(), 1U);
}

TEST_F(TcsTable, SaysWhatItDoesNotKnowAndWhatComesNearest) {
  EXPECT_THAT([] { find_experiment("tsc", "table3"); },
              ThrowsMessage<InvalidOption>(HasSubstr("there is no paper 'tsc'; there are: stc, aplsa, tcs")));
  EXPECT_THAT([] { find_experiment("tcs", "table5"); },
              ThrowsMessage<InvalidOption>(HasSubstr("no table of tcs 'table5'")));
  request.only = {"vowl"};
  EXPECT_THAT([&] { run(); },
              ThrowsMessage<InvalidOption>(HasSubstr("no data set 'vowl' (did you mean 'vowel'?)")));
  request.only = {};
  request.methods = {"pc"};
  EXPECT_THAT([&] { run(); }, ThrowsMessage<InvalidOption>(HasSubstr("did you mean 'pcc'?")));
  request.methods = {};
  request.only = {"letter"};
  EXPECT_THAT([&] { run(); },
              ThrowsMessage<InvalidInput>(AllOf(HasSubstr("none of the data sets is there"),
                                                HasSubstr("letter/letter-recognition.data"))));
}

TEST_F(TcsTable, ScalesTablesToTheirRangeAndDropsWhatDoesNotVary) {
  std::filesystem::create_directory(folder / "letter");
  folder.write("letter/letter-recognition.data", "A,1,5,2\nB,3,5,6\nA,2,5,4\n");
  const auto data = read_tcs_data(folder.path(), "letter");
  ASSERT_TRUE(data.has_value());
  EXPECT_EQ(data->items, (Matrix{{0, 0}, {1, 1}, {0.5, 0.5}}));
  EXPECT_THAT(data->labels, ElementsAre(0, 1, 0));
  EXPECT_FALSE(read_tcs_data(folder.path(), "libras").has_value());
}

TEST_F(TcsTable, JoinsTheLeavesOfASpeciesInTheOrderOfEachFile) {
  std::filesystem::create_directory(folder / "leaves");
  folder.write("leaves/data_Mar_64.txt.gz", "a b,0\na b,1\nc,2\nc,4\n");
  folder.write("leaves/data_Sha_64.txt.gz", "c,0\nc,1\na b,2\na b,4\n");
  folder.write("leaves/data_Tex_64.txt.gz", "a b,4\nc,0\nc,2\n");
  const auto data = read_tcs_data(folder.path(), "leaves");
  EXPECT_EQ(data->items, (Matrix{{0, 1, 1}, {0.5, 0, 0}, {1, 0.5, 0.5}}));
  EXPECT_THAT(data->labels, ElementsAre(0, 1, 1));
}

}  // namespace
}  // namespace bellwether::experiments
