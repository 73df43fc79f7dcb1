#include <gmock/gmock.h>
#include <tests/cli/tool.h>

namespace bellwether::testing_support {
namespace {

using testing::HasSubstr;
using testing::Not;

class Evaluate : public ToolTest {
 protected:
  void write_both() const {
    folder.write("found.csv", "id,cluster,probability\na,0,1\nb,0,0.9\nc,1,0.8\nd,1,1\n");
    folder.write("truth.csv", "id,label\nd,cat\nc,dog\nb,dog\na,dog\n");
  }
};

TEST_F(Evaluate, JsonHasEveryScore) {
  write_both();
  const auto result = run_json({"evaluate", "found.csv", "--truth", "truth.csv"});
  EXPECT_EQ(result["items"], 4);
  EXPECT_EQ(result["clusters"], 2);
  EXPECT_EQ(result["classes"], 2);
  EXPECT_EQ(result["scores"].size(), 11U);
  EXPECT_EQ(result["scores"]["accuracy"], 0.75);
  EXPECT_EQ(result["scores"]["purity"], 0.75);
  EXPECT_EQ(result["scores"]["rand"], 0.5);  // ab, cd and cat-dog: 3 of 6 pairs agree
}

TEST_F(Evaluate, ShowsTheScoresInWordsAndWhichItemsAreWhere) {
  write_both();
  const auto finished = run({"evaluate", "found.csv", "--truth", "truth.csv"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("4 items, 2 clusters, 2 classes"));
  EXPECT_THAT(finished.out, HasSubstr("accuracy             0.7500  accuracy under the best"));
  EXPECT_THAT(finished.out, HasSubstr("smaller is better"));
  EXPECT_THAT(finished.out, testing::ContainsRegex("cat +dog\n +0 +\\. +2\n +1 +1 +1\n"));
}

TEST_F(Evaluate, ManyGroupsAreNotTabulated) {
  std::string found = "id,cluster\n", truth = "id,label\n";
  for (int i = 0; i < 13; ++i) {
    found += std::to_string(i) + "," + std::to_string(i) + "\n";
    truth += std::to_string(i) + ",same\n";
  }
  folder.write("found.csv", found);
  folder.write("truth.csv", truth);
  const auto finished = run({"evaluate", "found.csv", "--truth", "truth.csv"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_THAT(finished.out, Not(HasSubstr("items of each class")));
}

TEST_F(Evaluate, ScoresWhatClusterWroteAgainstACollection) {
  run({"cluster", "data:iris", "-k", "3", "-o", "out", "--quiet"});
  const auto result = run_json({"evaluate", "out/assignments.csv", "--truth", "data:iris"});
  const auto written = read_json("out/result.json")["scores"];
  ASSERT_EQ(result["scores"].size(), written.size());
  // Clusters are numbered as they occur in the file, so the same terms are summed in another order.
  for (const auto& [name, value] : written.items())
    EXPECT_NEAR(result["scores"][name].get<double>(), value.get<double>(), 1e-14) << name;
}

TEST_F(Evaluate, ScoresTheItemsThatAreInBothFilesAndSaysHowManyAreNot) {
  write_both();
  folder.write("some.csv", "id,label\na,dog\nd,cat\ne,cat\n");
  const auto result = run_json({"evaluate", "found.csv", "--truth", "some.csv"});
  EXPECT_EQ(result["items"], 2);
  EXPECT_EQ(result["without_truth"], 2);
  EXPECT_EQ(result["without_cluster"], 1);
  EXPECT_EQ(result["scores"]["accuracy"], 1.0);
  EXPECT_THAT(run({"evaluate", "found.csv", "--truth", "some.csv"}).out,
              HasSubstr("not scored: 2 of 4 without a label in some.csv, 1 of 3 without a cluster"));
  folder.write("others.csv", "id,label\nx,dog\ny,cat\n");
  expect_refused(run({"evaluate", "found.csv", "--truth", "others.csv"}), 1,
                 "no item of found.csv is in others.csv: do both use the same ids?");
}

TEST_F(Evaluate, AResultFolderStandsForItsAssignments) {
  run({"cluster", "data:iris", "-k", "3", "-o", "out", "--quiet"});
  EXPECT_EQ(run_json({"evaluate", "out", "--truth", "data:iris"})["scores"],
            run_json({"evaluate", "out/assignments.csv", "--truth", "data:iris"})["scores"]);
}

TEST_F(Evaluate, ATruthOfSomeItemsScoresThose) {
  folder.write("items.csv", "id,x,y\na,0,1\nb,0,2\nc,9,9\nd,9,8\n");
  folder.write("truth.csv", "id,label\na,p\nc,q\n");
  const auto result = run_json({"cluster", "items.csv", "-k", "2", "--truth", "truth.csv"});
  EXPECT_EQ(result["scores"]["accuracy"], 1.0);
  EXPECT_THAT(run({"cluster", "items.csv", "-k", "2", "--truth", "truth.csv"}).out +
                  run({"cluster", "items.csv", "-k", "2", "--truth", "truth.csv"}).err,
              HasSubstr("has labels for 2 of 4 items"));
}

TEST_F(Evaluate, RefusesFilesThatSayNothingOrTooMuch) {
  write_both();
  folder.write("twice.csv", "id,label\na,dog\na,cat\n");
  expect_refused(run({"evaluate", "found.csv", "--truth", "twice.csv"}), 1,
                 "twice.csv:3: the id 'a' has two lines, this and line 2 (keep one)");
  folder.write("empty.csv", "");
  expect_refused(run({"evaluate", "found.csv", "--truth", "empty.csv"}), 1, "empty.csv: there are no items");
  folder.write("ragged.csv", "id,label\na\n");
  expect_refused(run({"evaluate", "found.csv", "--truth", "ragged.csv"}), 1, "ragged.csv:2:");
  expect_refused(run({"evaluate", "found.csv", "--truth", "none.csv"}), 1, "none.csv: cannot be opened");
  expect_refused(run({"evaluate", "found.csv"}), 2, "--truth is required");
}

}  // namespace
}  // namespace bellwether::testing_support
