// Every error that `cluster` can meet: its words, its exit status, and no result left behind.
#include <gmock/gmock.h>
#include <tests/cli/tool.h>

namespace bellwether::testing_support {
namespace {

using testing::HasSubstr;

class Errors : public ToolTest {
 protected:
  /// Clusters `bytes` as items.csv into out/, expects to be refused, and that nothing was written.
  void expect_bad_items(const std::string& bytes, const std::string& words, const Words& more = {}) const {
    folder.write("items.csv", bytes);
    Words command{"cluster", "items.csv", "-k", "2", "-o", "out"};
    command.insert(command.end(), more.begin(), more.end());
    expect_refused(run(command), 1, words);
    EXPECT_FALSE(exists("out"));
  }
  void expect_bad_command(const Words& more, const std::string& words) const {
    Words command{"cluster", "data:iris"};
    command.insert(command.end(), more.begin(), more.end());
    expect_refused(run(command), 2, words);
  }
};

TEST_F(Errors, WordsThatAFileChoseAreNotChosenAnew) {
  expect_bad_command({"-k", "3", "--transform", "nowhere.bellwether", "--select-for", "labels.csv"},
                     "--transform nowhere.bellwether holds the words that are counted");
}

TEST_F(Errors, BoundsOnSizesAreNotForItemsAndOthersTogether) {
  expect_bad_command(
      {"-k", "2", "--auxiliary", "data:iris", "--combine", "--min-size", "100"},
      "--combine clusters the items and the other data as one collection about which nothing else is known");
}

TEST_F(Errors, AMissingValueIsNamedByRowAndColumn) {
  expect_bad_items("width,height\n1,2\n3,n/a\n5,6\n",
                   "items.csv:3: column 'height' is 'n/a', not a number (use --missing mean");
}

TEST_F(Errors, AnInfiniteValueIsNamedByRowAndColumn) {
  expect_bad_items("width,height\n1,2\n3,inf\n5,6\n",
                   "items.csv:3: column 'height' is 'inf', an infinite value");
}

TEST_F(Errors, ARaggedRowIsNamed) {
  expect_bad_items("a,b\n1,2\n3\n5,6\n", "items.csv:3: ");
}

TEST_F(Errors, AnEmptyFileHasNoItems) {
  expect_bad_items("", "items.csv: is empty");
  expect_bad_items("a,b\n", "items.csv: has a header but no rows");
}

TEST_F(Errors, OneItemMakesOneClusterAndNotTwo) {
  expect_bad_items("a,b\n1,2\n", "2 clusters were asked for, but there is only 1 item");
  EXPECT_EQ(run_json({"cluster", "items.csv", "-k", "1"})["sizes"], nlohmann::json({1}));
}

TEST_F(Errors, MoreClustersThanDifferentItemsAreRefused) {
  expect_bad_items("a,b\n1,2\n1,2\n1,2\n",
                   "2 clusters were asked for, but fewer of the 3 items are different");
}

TEST_F(Errors, AnItemWithoutDirectionIsRefusedWhereDirectionsAreNeeded) {
  for (const char* method : {"spherical-kmeans", "vm"})
    expect_bad_items("a,b\n1,2\n0,0\n5,6\n", "is all zeros and has no direction", {"--method", method});
}

TEST_F(Errors, AnIdThatOccursTwiceIsNamed) {
  expect_bad_items("id,b\nx,2\ny,3\nx,6\n", "'x'");
}

TEST_F(Errors, ATextColumnIsRecognisedAsLabels) {
  expect_bad_items("1,2,cat\n3,4,dog\n", "use --label-column last");
}

TEST_F(Errors, SettingsAreSpelledAsTheyAreTyped) {
  expect_bad_items("1,2,my cat\n3,4,my dog\n", "if the items are text, see --text-column and --lines");
  folder.write("lines.txt", "my cat\nmy dog\nno pet\n");
  expect_refused(run({"cluster", "lines.txt", "-k", "2"}), 1,
                 "looks like text: say --lines if every line is an item");
  folder.write("words.csv", "a,b c,d\n1,x,2\n3,y,4\n");
  EXPECT_THAT(run({"cluster", "words.csv", "-k", "2"}).out,
              testing::HasSubstr("--id-column 'b c' if it names"));
  folder.write("links.csv", "0,1\n1,2\n0,2\n");
  folder.write("three.csv", "a,b\n1,2\n3,4\n5,6\n");
  const Words apart{"cluster", "three.csv", "-k", "2", "--cannot-link", "links.csv"};
  expect_refused(run(apart), 1, "take out links, or --set on-conflict=relax");
  expect_refused(run({"cluster", "three.csv", "-k", "2", "--min-size", "2"}), 1,
                 "2 clusters of at least 2 items are 4, but there are 3 items (use --min-size 1 or less)");
  EXPECT_EQ(run(apart).err.find_first_of("\x0e\x0f\x10\x1f"), std::string::npos);
}

TEST_F(Errors, AFileThatIsCutOffIsRefused) {
  ASSERT_EQ(run({"data", "iris", "-o", "whole.npy"}).status, 0);
  folder.write("cut.npy", read("whole.npy").substr(0, 1000));
  expect_refused(run({"cluster", "cut.npy", "-k", "2"}), 1, "cut.npy: ends in the middle");
}

TEST_F(Errors, AFileThatIsNotThereOrAnEmptyFolderIsRefused) {
  expect_refused(run({"cluster", "none.csv", "-k", "2"}), 1, "none.csv: cannot be opened");
  expect_refused(run({"cluster", ".", "-k", "2"}), 1, ".: there is no document in it");
}

TEST_F(Errors, TheStartMustNameEveryItemOnceAndAsManyClustersAsWereAskedFor) {
  const std::string items = "id,b\nx,2\ny,3\nz,6\n";
  const Words init{"--init", "start.csv"};
  folder.write("start.csv", "id,cluster\nx,0\ny,1\nw,1\n");
  expect_bad_items(items, "start.csv:4: no item has the id 'w'", init);
  folder.write("start.csv", "id,cluster\nx,0\ny,1\n");
  expect_bad_items(items, "start.csv: the item 'z' has no line", init);
  folder.write("start.csv", "id,cluster\nx,0\ny,1\nz,2\n");
  expect_bad_items(items, "start.csv: has 3 clusters, but 2 were asked for (use -k 3)", init);
  folder.write("start.csv", "id,cluster\nx,0\ny,0\nz,0\n");
  expect_bad_items(items, "start.csv: has 1 cluster, but 2 were asked for", init);
}

TEST_F(Errors, TheTruthMustNameItemsThatThereAre) {
  folder.write("truth.csv", "id,label\nx,0\ny,1\nw,1\n");
  expect_bad_items("id,b\nx,2\ny,3\nz,6\n", "truth.csv:4: no item has the id 'w'", {"--truth", "truth.csv"});
  expect_bad_items("id,b\nx,2\ny,3\nz,6\n", "--truth none.csv: there is no such file",
                   {"--truth", "none.csv"});
}

TEST_F(Errors, AColumnThatIsNotThereIsCalledAsItWasAskedFor) {
  folder.write("items.csv", "a,b\n1,2\n3,4\n");
  expect_refused(run({"cluster", "items.csv", "-k", "2", "--truth", "kind"}), 2,
                 "--truth kind: no such column");
  expect_refused(run({"cluster", "items.csv", "-k", "2", "--label-column", "kind"}), 2,
                 "--label-column kind: no such column");
  expect_refused(run({"cluster", "items.csv", "-k", "2", "--truth", "a", "--label-column", "b"}), 2,
                 "ask for two columns of labels");
  expect_bad_command({"-k", "3", "--truth", "last"}, "data:iris is not a file with columns");
}

TEST_F(Errors, TheNumberOfClustersMustBeGivenAndWhole) {
  expect_bad_command({}, "say how many clusters to find: bellwether cluster data:iris -k 3");
  for (const char* bad : {"0", "-3", "2.5", "many", ""})
    EXPECT_EQ(run({"cluster", "data:iris", "-k", bad}).status, 2) << bad;
  expect_bad_command({"-k", "0"}, "'0', but must be auto or a whole number, at least 1");
  expect_bad_command({"-k"}, "--clusters needs a value");
  expect_bad_command({"-k", "3", "-k", "4"}, "--clusters is given more than once");
}

TEST_F(Errors, AnOptionSetTwiceIsRefused) {
  expect_bad_command({"-k", "3", "--set", "clusters=4"},
                     "'clusters' is set twice, by -k and by --set clusters=4");
  expect_bad_command({"-k", "3", "--random-seed", "1", "--set", "random-seed=1"},
                     "'random_seed' is set twice");
  expect_bad_command({"-k", "3", "--set", "start=random", "--set", "start=k-means++"},
                     "'start' is set twice");
}

TEST_F(Errors, UnknownNamesComeWithTheNearest) {
  expect_bad_command({"-k", "3", "--method", "kmean"}, "there is no method 'kmean' (did you mean 'kmeans'?)");
  expect_bad_command({"-k", "3", "--set", "restart=2"}, "did you mean 'restarts'?");
  expect_bad_command({"-k", "3", "--restart", "2"},
                     "cluster has no option --restart (did you mean '--restarts'?)");
  expect_refused(run({"cluster", "data:irsi", "-k", "3"}), 2, "did you mean 'data:iris'?");
  const auto verb = run({"clutser", "data:iris"});
  expect_refused(verb, 2, "there is no 'clutser' (did you mean 'cluster'?)");
}

TEST_F(Errors, ValuesOutOfRangeAreRefusedWithTheRange) {
  expect_bad_command({"-k", "3", "--set", "start=middle"}, "must be one of k-means++, random");
  expect_bad_command({"-k", "3", "--tolerance", "-1"}, "must be a number, at least 0");
  expect_bad_command({"-k", "3", "--tolerance", "nan"}, "must be a number, at least 0");
  expect_bad_command({"-k", "3", "--iterations", "0"}, "must be a whole number, at least 1");
  expect_bad_command({"-k", "3", "--threads", "-1"}, "--threads");
  expect_bad_command({"-k", "3", "--missing", "guess"}, "must be one of error, mean, drop");
  expect_bad_command({"-k", "3", "--normalise", "max"}, "choose none, standard, range, l1 or l2");
  expect_bad_command({"-k", "3", "--set", "restarts"}, "write --set name=value");
  expect_bad_command({"-k", "3", "--init", "start.csv", "--restarts", "2"}, "leave out --restarts");
  expect_refused(run({"cluster", "data:topics", "-k", "3", "--normalise", "standard"}), 2, "sparse items");
}

TEST_F(Errors, AFolderThatCannotBeMadeIsRefusedBeforeTheItemsAreRead) {
  folder.write("taken", "a file");
  expect_refused(run({"cluster", "none.csv", "-k", "3", "-o", "taken"}), 1, "taken: cannot be made a folder");
  expect_refused(run({"cluster", "none.csv", "-k", "3", "-o", "taken/out"}), 1,
                 "taken/out: cannot be made a folder");
}

TEST_F(Errors, WithoutAVerbTheHelpIsShown) {
  const auto finished = run({});
  EXPECT_EQ(finished.status, 2);
  EXPECT_THAT(finished.err, testing::StartsWith("bellwether: say first what to do"));
  EXPECT_THAT(finished.err, HasSubstr("bellwether cluster data:iris -k 3"));
  EXPECT_EQ(finished.out, "");
}

}  // namespace
}  // namespace bellwether::testing_support
