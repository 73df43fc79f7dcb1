// Items that stay on disk: --memory gives what the same items in memory give.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <tests/cli/tool.h>

#include <bellwether/data/write.h>
#include <tests/support/data.h>

namespace bellwether::testing_support {
namespace {

using ::testing::HasSubstr;

class OnDisk : public ToolTest {
 protected:
  OnDisk() { write_npy(folder / "items.npy", random_matrix(5000, 3, 4)); }
};

TEST_F(OnDisk, TheResultIsThatOfItemsInMemory) {
  for (const char* method : {"kmeans", "spherical-kmeans", "gm", "vm"}) {
    const Words words{"cluster",    "items.npy", "-k",      "4",  "--method",  method,
                      "--restarts", "3",         "--force", "-o", "in-memory", "--json"};
    Words on_disk = words;
    on_disk[10] = "on-disk";
    on_disk.insert(on_disk.end(), {"--memory", "500MB"});
    const auto plain = run_json(words), found = run_json(on_disk);
    for (const char* key : {"method", "clusters", "items", "features", "options", "restart", "iterations",
                            "converged", "objective", "sizes", "random_seed"})
      EXPECT_EQ(found[key], plain[key]) << key;
    EXPECT_EQ(read("on-disk/assignments.csv"), read("in-memory/assignments.csv"));
    if (read("on-disk/assignments.csv").starts_with("id,cluster,probability")) continue;  // to a last bit
    run({"assign", "on-disk", "items.npy", "-o", "again.csv", "--force"});
    EXPECT_EQ(read("again.csv"), read("in-memory/assignments.csv"));
  }
}

TEST_F(OnDisk, TheSummarySaysWhatWasFoundAndWhereItIs) {
  const Finished done =
      run({"cluster", "items.npy", "-k", "4", "--method", "kmeans", "--memory", "1G", "-o", "result"});
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("items.npy: 5000 items x 3 features, on disk; 4 clusters by kmeans"));
  EXPECT_THAT(done.out, HasSubstr("written to result: assignments.csv, result.json, model.bellwether"));
}

TEST_F(OnDisk, WhatNeedsAllItemsInMemoryIsRefused) {
  const auto refuse = [&](Words more, int status, const char* words) {
    Words all{"cluster", "items.npy", "-k", "4", "--memory", "1G"};
    all.insert(all.end(), more.begin(), more.end());
    expect_refused(run(all), status, words);
  };
  refuse({}, 2, "name both, as in --method kmeans -k 10");
  refuse({"--method", "sib"}, 2, "sib needs all items in one place");
  refuse({"--method", "whiten"}, 2, "give --method kmeans, spherical-kmeans, gm or vm");
  refuse({"--method", "seeded-kmeans", "--seeds", "items.npy"}, 2, "give --trust always");
  refuse({"--method", "kmeans", "--seeds", "items.npy", "--trust", "always"}, 2, "kmeans takes no seeds");
  refuse({"--method", "kmeans", "--svd", "2"}, 2, "--svd needs all items in memory");
  refuse({"--method", "kmeans", "--set", "min_size=3"}, 2, "bounds on sizes need all items in one place");
  expect_refused(run({"cluster", "items.npy", "-k", "4", "--method", "kmeans", "--memory", "much"}), 2,
                 "must be a size such as 500MB or 2G");
  expect_refused(run({"cluster", "items.npy", "-k", "4", "--method", "kmeans", "--memory", "1M"}), 1,
                 "use --memory");
}

TEST_F(OnDisk, ATableIsWrittenAsNumbersOnceAndGivesTheSame) {
  std::string table = "name,x,y,kind\n";
  for (int i = 0; i < 300; ++i)
    table += fmt::format("\"item, {}\",{},{},{}\n", i, i % 3 * 10 + i * 0.001, i % 7, i % 2 ? "a" : "b");
  folder.write("items.csv", table);
  const Words words{"cluster",  "items.csv",      "-k",   "3",        "--method", "kmeans",  "--id-column",
                    "name",     "--label-column", "kind", "--ignore", "y",        "--force", "-o",
                    "in-memory"};
  Words on_disk = words;
  on_disk.back() = "on-disk";
  on_disk.insert(on_disk.end(), {"--memory", "500MB"});
  EXPECT_EQ(run(words).status, 0);
  const Finished done = run(on_disk);
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("written as numbers to on-disk.items.npy"));
  EXPECT_THAT(read("on-disk/assignments.csv"), HasSubstr("\"item, 17\","));
  std::string plain = read("in-memory/assignments.csv"), found = read("on-disk/assignments.csv");
  plain = plain.substr(plain.find('\n')), found = found.substr(found.find('\n'));
  for (std::string* text : {&plain, &found}) {  // the label that is no feature stands behind the cluster
    std::string kept;
    for (std::size_t at = 0, end = 0; end != std::string::npos; at = end + 1) {
      end = text->find('\n', at);
      const std::string line = text->substr(at, end - at);
      kept += line.substr(0, line.find(',', line.rfind('"') + 2)) + '\n';
    }
    *text = kept;
  }
  EXPECT_EQ(found, plain);
}

TEST_F(OnDisk, SeedsAreThoseOfItemsInMemory) {
  std::string rows = "id,label\n", table = "name,x,y\n", names = rows;
  for (int i = 0; i < 5000; i += 9) rows += fmt::format("{},{}\n", i, i % 2 ? "odd" : "even");
  for (int i = 0; i < 300; ++i) table += fmt::format("item {},{},{}\n", i, i % 5 + 1 + i * 0.001, i % 7);
  for (int i = 0; i < 300; i += 9) names += fmt::format("item {},{}\n", i, i % 2 ? "odd" : "even");
  folder.write("rows.csv", rows), folder.write("items.csv", table), folder.write("names.csv", names);
  const auto same = [&](Words words) {
    Words on_disk = words;
    words.insert(words.end(), {"-o", "in-memory"});
    on_disk.insert(on_disk.end(), {"-o", "on-disk", "--memory", "500MB"});
    const auto plain = run_json(words), found = run_json(on_disk);
    for (const char* key : {"objective", "sizes", "names"}) EXPECT_EQ(found[key], plain[key]) << key;
    EXPECT_EQ(read("on-disk/assignments.csv"), read("in-memory/assignments.csv"));
  };
  for (const char* method : {"seeded-kmeans", "constrained-kmeans", "constrained-spherical-kmeans"}) {
    const Words words{"cluster", "-k", "4", "--method", method, "--trust", "always", "--force", "--json"};
    Words of_rows = words, of_names = words;
    of_rows.insert(of_rows.end(), {"items.npy", "--seeds", "rows.csv"});
    of_names.insert(of_names.end(), {"items.csv", "--id-column", "name", "--seeds", "names.csv"});
    same(of_rows), same(of_names);
  }
}

TEST_F(OnDisk, ASeedOfNoItemIsNamed) {
  folder.write("seeds.csv", "id,label\n3,a\n5000,b\nx,a\n");
  folder.write("two.csv", "id,label\n3,a\n3,b\n");
  std::filesystem::create_directory(folder / "parts");
  folder.write("parts/1.csv", "name,x\na,1\nb,2\n"), folder.write("parts/2.csv", "name,x\na,3\n");
  folder.write("twice.csv", "id,label\na,1\n");
  const auto refuse = [&](const char* items, const char* seeds, const char* words) {
    expect_refused(run({"cluster", items, "-k", "2", "--method", "seeded-kmeans", "--trust", "always",
                        "--memory", "1G", "--seeds", seeds, "--id-column", "name"}),
                   1, words);
  };
  refuse("items.npy", "seeds.csv", "seeds.csv:3: no item has the id '5000'");
  refuse("items.npy", "two.csv", "the id '3' has two labels");
  refuse("parts", "twice.csv", "two items have the id 'a'");
}

/// Pieces are of 32 MB.
TEST_F(OnDisk, AColumnWhoseWordsChangeFromPieceToPieceIsNamed) {
  std::string table = "x,colour\n";
  for (int i = 0; table.size() < (std::size_t{33} << 20); ++i)
    table += fmt::format("{},{}\n", i % 1000, i % 2 ? "red" : "blue");
  for (int i = 0; i < 100; ++i) table += i % 2 ? "1,red\n" : "2,green\n";
  folder.write("items.csv", table);
  expect_refused(run({"cluster", "items.csv", "-k", "2", "--method", "kmeans", "--memory", "1G"}), 1,
                 "the column colour has 'green' in one part of the items");
}

TEST_F(OnDisk, TheItemsAsNumbersReplaceNoFileOfOthersAndAreWholeOrNotThere) {
  folder.write("items.csv", "a,b\n0,1\n0,2\n9,1\n9,2\n");
  folder.write("r.items.npy", "mine");
  Words words{"cluster",  "items.csv", "-k",      "2",  "--method", "kmeans",
              "--memory", "500MB",     "--quiet", "-o", "r"};
  expect_refused(run(words), 2,
                 "r.items.npy, which is there already: give it as ITEMS, or replace it with --force");
  EXPECT_EQ(read("r.items.npy"), "mine");
  folder.write("broken.csv", "a,b\n0,1\n0,x\n");
  words[1] = "broken.csv";
  words.push_back("--force");
  EXPECT_EQ(run(words).status, 1);
  EXPECT_EQ(read("r.items.npy"), "mine");
  words[1] = "items.csv";
  const std::string left = ".r.items.npy.bellwether-2147483000-0.tmp";  // by a run that was killed
  std::filesystem::create_directory(folder / left);
  folder.write(left + "/items.npy", "half");
  EXPECT_EQ(run(words).status, 0);
  const Words again{"cluster",  "r.items.npy", "-k",      "2",  "--method", "kmeans",
                    "--memory", "500MB",       "--quiet", "-o", "r/"};
  EXPECT_EQ(run(again).status, 0);
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    EXPECT_FALSE(entry.path().filename().string().starts_with('.')) << entry.path();
}

TEST_F(OnDisk, WhatIsNoNumberInATableIsNamedWithItsPlace) {
  folder.write("items.csv", "a,b\n1,2\n3,x\n");
  expect_refused(run({"cluster", "items.csv", "-k", "2", "--method", "kmeans", "--memory", "1G"}), 1,
                 "items.csv");
  folder.write("cut.parquet", "PAR1");
  const Finished done = run({"cluster", "cut.parquet", "-k", "2", "--method", "kmeans", "--memory", "1G"});
  EXPECT_EQ(done.status, 1);  // where there is no PyArrow, it says that
  EXPECT_THAT(done.err, ::testing::AnyOf(HasSubstr("install pyarrow"), HasSubstr("cut.parquet")));
}

}  // namespace
}  // namespace bellwether::testing_support
