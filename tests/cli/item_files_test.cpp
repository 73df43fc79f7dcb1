#include <gmock/gmock.h>
#include <tests/cli/tool.h>

#include <cstdlib>

namespace bellwether::testing_support {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class ItemFiles : public ToolTest {
 protected:
  ItemFiles() {
    fs::create_directory(folder / "posts");
    for (int i = 0; i < 8; ++i) {
      folder.write("posts/a" + std::to_string(i), "cats and dogs play in the garden");
      folder.write("posts/b" + std::to_string(i), "shares and markets lost their value");
    }
    folder.write("shop.csv", "item,price,kind\nlamp,1,red\ndesk,100,blue\nmug,2,red\nsofa,101,blue\n");
  }

  int shell(const std::string& command) const {
    const char* const other = getenv("BELLWETHER_TOOL");
    const std::string tool = other != nullptr ? other : BELLWETHER_TOOL;
    return system(("cd '" + folder.path().string() + "' && TOOL='" + tool + "' && " + command).c_str());
  }
};

TEST_F(ItemFiles, RowsAreWrittenWithTheirClustersByClusterAndAssign) {
  ASSERT_EQ(run({"cluster", "shop.csv", "-k", "2", "-o", "r", "--append", "one.csv"}).status, 0);
  const Words lines = lines_of(read("one.csv"));
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[0], "item,price,kind,cluster");
  EXPECT_EQ(lines[1].substr(0, 11), "lamp,1,red,");
  EXPECT_EQ(lines[1].back(), lines[3].back());
  EXPECT_NE(lines[1].back(), lines[2].back());
  ASSERT_EQ(run({"assign", "r", "shop.csv", "--append", "two.csv"}).status, 0);
  EXPECT_EQ(read("two.csv"), read("one.csv"));
  expect_refused(run({"cluster", "shop.csv", "-k", "2", "--append", "shop.csv", "--force"}), 2,
                 "--append shop.csv: the command reads shop.csv, which this would replace");
  expect_refused(run({"cluster", "shop.csv", "-k", "2", "--append", "one.csv"}), 2, "is there already");
}

TEST_F(ItemFiles, NamesOfClustersAreNoFormulas) {
  folder.write("goods.csv", "id,price\nlamp,1\ndesk,100\nmug,2\n-sofa,101\n");
  folder.write("seeds.csv", "id,label\nlamp,=1+1\ndesk,\"@x, y\"\n");
  const Finished found = run({"cluster", "goods.csv", "-k", "2", "--seeds", "seeds.csv", "--trust", "always",
                              "--method", "seeded-kmeans", "--quiet", "-o", "r", "--append", "more.csv"});
  ASSERT_EQ(found.status, 0) << found.err;
  EXPECT_EQ(read("more.csv"),
            "id,price,cluster\nlamp,1,'=1+1\ndesk,100,\"'@x, y\"\nmug,2,'=1+1\n-sofa,101,\"'@x, y\"\n");
  EXPECT_THAT(read("r/assignments.csv"), HasSubstr("'-sofa,\"'@x, y\""));
}

TEST_F(ItemFiles, NamesThatWereGuardedAreTheSameWhenTheyAreReadAgain) {
  folder.write("goods.csv", "id,price\nlamp,1\ndesk,100\nmug,2\n-sofa,101\n");
  folder.write("truth.csv", "id,label\nlamp,=1+1\ndesk,\"@x, y\"\nmug,=1+1\n-sofa,\"@x, y\"\n");
  folder.write("guarded.csv", "id,label\nlamp,'=1+1\ndesk,\"'@x, y\"\nmug,'=1+1\n'-sofa,\"'@x, y\"\n");
  const Words words{"cluster",   "goods.csv", "-k",     "2",        "--seeds",
                    "truth.csv", "--trust",   "always", "--method", "constrained-kmeans",
                    "--quiet",   "-o",        "r",      "--append", "more.csv"};
  ASSERT_EQ(run(words).status, 0);
  for (const char* truth : {"truth.csv", "guarded.csv"})
    for (const char* found : {"r", "more.csv"})
      EXPECT_EQ(run_json({"evaluate", found, "--truth", truth, "--json"})["scores"]["accuracy"], 1)
          << truth << found;
  const auto again = run_json({"cluster", "more.csv", "-k", "2", "--label-column", "cluster", "--json"});
  EXPECT_EQ(again["scores"],
            run_json({"cluster", "goods.csv", "-k", "2", "--truth", "guarded.csv", "--json"})["scores"]);
}

TEST_F(ItemFiles, APipeIsReadAsOftenAsNeedBe) {
  ASSERT_EQ(shell("cat shop.csv | \"$TOOL\" cluster - -k 2 --append piped.csv --quiet"), 0);
  ASSERT_EQ(run({"cluster", "shop.csv", "-k", "2", "--append", "file.csv"}).status, 0);
  EXPECT_EQ(read("piped.csv"), read("file.csv"));
  EXPECT_NE(shell("cat shop.csv | \"$TOOL\" cluster - -k 2 --limit 10B 2> err.txt"), 0);
  EXPECT_THAT(read("err.txt"), HasSubstr("gives more than 10 bytes"));
}

TEST_F(ItemFiles, FilesAreSortedByLinksAndOneTextIsPlaced) {
  fs::create_symlink("nowhere", folder / "posts/broken");
  const Finished found = run({"cluster", "posts", "-k", "2", "-o", "r", "--sort-into", "sorted"});
  ASSERT_EQ(found.status, 0);
  EXPECT_THAT(found.out, HasSubstr("1 entry was left out, as no plain file: 'broken'"));
  EXPECT_TRUE(fs::is_symlink(folder / "sorted/0/a0") != fs::is_symlink(folder / "sorted/1/a0"));
  folder.write("new.txt", "dogs in a garden");
  const Finished placed = run({"assign", "r", "new.txt"});
  EXPECT_EQ(placed.status, 0) << placed.err;
  EXPECT_THAT(placed.out, HasSubstr(fs::is_symlink(folder / "sorted/0/a0") ? "new.txt,0" : "new.txt,1"));
  EXPECT_EQ(run({"assign", "r", "shop.csv"}).status, 2) << "a table is not one text";
}

TEST_F(ItemFiles, WhatReadsPicturesIsNotLoadedWithoutOne) {
  ASSERT_EQ(shell("LD_TRACE_LOADED_OBJECTS=1 \"$TOOL\" > loaded.txt"), 0);
  EXPECT_THAT(read("loaded.txt"), HasSubstr("openblas"));
  EXPECT_THAT(read("loaded.txt"), Not(HasSubstr("opencv")));
}

}  // namespace
}  // namespace bellwether::testing_support
