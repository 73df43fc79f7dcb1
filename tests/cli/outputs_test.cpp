// What a command writes: never over what it reads, and over what others wrote only if it is told to.

#include <gmock/gmock.h>
#include <tests/cli/tool.h>

#include <fstream>

namespace bellwether::testing_support {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

class Outputs : public ToolTest {
 protected:
  Outputs() {
    std::string table = "a,b,class\n";
    for (int i = 0; i < 40; ++i)
      table += std::to_string(i % 4 * 10 + i % 3) + "," + std::to_string(i % 7) + ",c" +
               std::to_string(i % 4) + "\n";
    write("items.csv", table);
    write("precious.html", "mine\n");
  }

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder / name).parent_path());
    std::ofstream(folder / name, std::ios::binary) << text;
  }

  Finished cluster(const Words& more = {}) const {
    Words words{"cluster", "items.csv", "-k", "4", "--label-column", "last", "--quiet", "-o", "r"};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  }

  /// With --force, too, since that is not what it is for.
  void expect_spared(const Words& command, const std::string& file) const {
    const std::string before = read(file);
    for (const bool force : {false, true}) {
      Words words = command;
      if (force) words.push_back("--force");
      expect_refused(run(words), 2, "the command reads");
      EXPECT_EQ(read(file), before) << words.front();
    }
  }
};

TEST_F(Outputs, AnInputIsNeverReplaced) {
  ASSERT_EQ(cluster().status, 0);
  write("pairs.csv", "0,4\n1,5\n");
  write("seeds.csv", "id,label\n0,x\n1,y\n");
  expect_spared({"assign", "r", "items.csv", "--label-column", "last", "-o", "items.csv"}, "items.csv");
  expect_spared({"vectorize", "items.csv", "--label-column", "last", "-o", "items.csv"}, "items.csv");
  expect_spared(
      {"vectorize", "items.csv", "--label-column", "last", "-o", "v.csv", "--save-vectorizer", "items.csv"},
      "items.csv");
  expect_spared({"learn", "--known", "items.csv", "--label-column", "last", "-o", "items.csv"}, "items.csv");
  expect_spared({"learn", "items.csv", "--must-link", "pairs.csv", "-o", "pairs.csv"}, "pairs.csv");
  expect_spared({"learn", "items.csv", "--seeds", "seeds.csv", "-o", "seeds.csv"}, "seeds.csv");
  expect_spared({"tune", "--solved", "items.csv", "data:iris", "--label-column", "last", "-o", "items.csv"},
                "items.csv");
  expect_spared({"assign", "r", "data:iris", "-o", "r"}, "r/assignments.csv");
  expect_spared({"assign", "r/model.bellwether", "data:iris", "-o", "r/assignments.csv", "--truth",
                 "r/assignments.csv"},
                "r/assignments.csv");
  expect_spared({"cluster", "items.csv", "-k", "4", "--init", "r/assignments.csv", "-o", "r"},
                "r/assignments.csv");
}

TEST_F(Outputs, AnInputIsKnownThroughLinks) {
  ASSERT_EQ(cluster().status, 0);
  fs::create_symlink(folder / "items.csv", folder / "symbolic.csv");
  fs::create_hard_link(folder / "items.csv", folder / "hard.csv");
  for (const char* name : {"symbolic.csv", "hard.csv", "./r/../items.csv"}) {
    expect_spared({"vectorize", "items.csv", "-o", name}, "items.csv");
    expect_spared({"vectorize", name, "-o", "items.csv"}, "items.csv");
  }
  EXPECT_TRUE(fs::is_symlink(folder / "symbolic.csv"));
}

TEST_F(Outputs, AFileInAFolderOfItemsIsAnInput) {
  write("texts/one.csv", "some words\n");
  write("texts/two.csv", "other words\n");
  expect_spared({"vectorize", "texts", "-o", "texts/one.csv"}, "texts/one.csv");
  expect_refused(run({"cluster", "texts", "-k", "2", "-o", "texts"}), 2, "the command reads texts");
}

TEST_F(Outputs, AnotherFileIsReplacedOnlyIfForced) {
  ASSERT_EQ(cluster().status, 0);
  const std::vector<Words> commands{
      {"report", "r", "--still", "-o", "precious.html"},
      {"data", "iris", "-o", "precious.csv"},
      {"vectorize", "items.csv", "--label-column", "last", "-o", "precious.csv"},
      {"assign", "r", "items.csv", "--label-column", "last", "-o", "precious.csv"},
      {"learn", "--known", "items.csv", "--label-column", "last", "-o", "precious.bellwether"}};
  for (Words words : commands) {
    const std::string file = words.back();
    write(file, "mine\n");
    expect_refused(run(words), 2, "is there already; choose another name, or replace it with --force");
    EXPECT_EQ(read(file), "mine\n");
    words.push_back("--force");
    EXPECT_EQ(run(words).status, 0) << words.front();
    EXPECT_NE(read(file), "mine\n");
  }
}

TEST_F(Outputs, APageHasThatName) {
  ASSERT_EQ(cluster().status, 0);
  expect_refused(run({"report", "r", "-o", "page.csv"}), 2, "is to end in .html or .htm");
  expect_refused(run({"report", "r", "-o", "items.csv", "--force"}), 2, "is to end in .html or .htm");
  EXPECT_EQ(run({"report", "r", "--still", "-o", "page.htm"}).status, 0);
}

TEST_F(Outputs, PipesAndDevicesNeedNoForce) {
  EXPECT_EQ(run({"data", "iris", "-o", "/dev/null"}).status, 2);  // the ending says how
  ASSERT_EQ(cluster().status, 0);
  const Finished placed =
      run({"assign", "r", "items.csv", "--label-column", "last", "--quiet", "-o", "/dev/stdout"});
  EXPECT_EQ(placed.status, 0) << placed.err;
  EXPECT_THAT(placed.out, HasSubstr("id,cluster"));
  EXPECT_EQ(run({"report", "r", "--still", "--quiet", "-o", "/dev/null"}).status, 0);
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(Outputs, AResultMayReplaceAResultButNoFileOfOthers) {
  ASSERT_EQ(cluster().status, 0);
  EXPECT_EQ(cluster().status, 0);
  write("r/notes.txt", "mine\n");
  EXPECT_EQ(cluster().status, 0);
  EXPECT_EQ(read("r/notes.txt"), "mine\n");

  write("other/result.json", "mine\n");
  Words words{"cluster", "data:iris", "-k", "3", "--quiet", "-o", "other"};
  expect_refused(run(words), 2, "holds a file result.json that no manifest.json there names as bellwether's");
  EXPECT_EQ(read("other/result.json"), "mine\n");
  words.push_back("--force");
  EXPECT_EQ(run(words).status, 0);
  EXPECT_TRUE(read_json("other/result.json").contains("method"));
}

TEST_F(Outputs, AFolderOfOtherFilesIsFilledOnlyIfForced) {
  write("other/notes.txt", "mine\n");
  Words words{"cluster", "data:iris", "-k", "3", "--quiet", "-o", "other"};
  expect_refused(run(words), 2,
                 "is a folder of other files ('notes.txt'), and holds no result; choose another, such as "
                 "other/result");
  EXPECT_FALSE(exists("other/result.json"));
  expect_refused(run({"compare", "data:iris", "-k", "3", "--methods", "kmeans", "-o", "other"}), 2,
                 "is a folder of other files");
  words.push_back("--force");
  EXPECT_EQ(run(words).status, 0);
  EXPECT_EQ(read("other/notes.txt"), "mine\n");
  words.pop_back();
  EXPECT_EQ(run(words).status, 0) << "it holds a result now";

  write("hidden/.notes", "mine\n");
  words.back() = "hidden";
  EXPECT_EQ(run(words).status, 0);
  EXPECT_EQ(read("hidden/.notes"), "mine\n");
}

TEST_F(Outputs, AHomeFolderIsNeverFilled) {
  fs::create_directory(folder / "home");
  ASSERT_EQ(setenv("HOME", (folder / "home").c_str(), 1), 0);
  for (const char* name : {"home", "home/", "home/../home", "./home"})
    expect_refused(run({"cluster", "data:iris", "-k", "3", "--quiet", "--force", "-o", name}), 2,
                   "is a home folder, where no result belongs");
  EXPECT_TRUE(fs::is_empty(folder / "home"));
  EXPECT_EQ(run({"cluster", "data:iris", "-k", "3", "--quiet", "-o", "home/result"}).status, 0);
}

TEST_F(Outputs, AssignmentsDoNotTakeThePlaceOfAClustering) {
  ASSERT_EQ(cluster().status, 0);
  ASSERT_EQ(run({"cluster", "data:iris", "-k", "3", "--quiet", "-o", "iris"}).status, 0);
  expect_refused(run({"assign", "r", "items.csv", "--label-column", "last", "-o", "iris"}), 2,
                 "holds clustering");
  expect_refused(
      run({"assign", "r", "items.csv", "--label-column", "last", "-o", "iris/assignments.csv", "--force"}), 2,
      "is a file of the result in");
  EXPECT_TRUE(exists("iris/model.bellwether"));
}

TEST_F(Outputs, AResultInAFolderOfItemsIsNoItemOfTheNextRun) {
  for (int i = 0; i < 6; ++i)
    write("texts/" + std::to_string(i) + ".txt",
          i % 2 == 0 ? "apples and pears in the bowl\n" : "ships sail on the sea\n");
  const Words words{"cluster", "texts", "-k", "2", "--json", "-o", "texts/out"};
  const auto first = run_json(words), second = run_json(words);
  EXPECT_EQ(first["items"], 6);
  EXPECT_EQ(second["items"], 6);
  EXPECT_EQ(first["warnings"].size(), second["warnings"].size() - 1);
  EXPECT_THAT(second["warnings"].dump(),
              HasSubstr("the folder out holds a result of bellwether and was left out"));
}

TEST_F(Outputs, AReportOfAResultMayLieInIt) {
  ASSERT_EQ(cluster().status, 0);
  const Words words{"report", "r", "--still", "--quiet", "--force", "-o", "r/page.html"};
  EXPECT_EQ(run(words).status, 0);
  EXPECT_EQ(run(words).status, 0);
  EXPECT_EQ(cluster().status, 0);
  EXPECT_TRUE(exists("r/page.html"));
}

}  // namespace
}  // namespace bellwether::testing_support
