#include <gmock/gmock.h>
#include <tests/cli/tool.h>

#include <cstdlib>

namespace bellwether::testing_support {
namespace {

using testing::HasSubstr;

/// Every command that a summary suggests runs as it is printed.
class Suggestions : public ToolTest {
 protected:
  Suggestions() {
    const char* const other = getenv("BELLWETHER_TOOL");
    std::filesystem::create_directory(folder / "bin");
    std::filesystem::create_symlink(other != nullptr ? other : BELLWETHER_TOOL, folder / "bin/bellwether");
    std::filesystem::create_directory(folder / "posts");
    for (int i = 0; i < 12; ++i) {
      folder.write("posts/a" + std::to_string(i), "cats and dogs play in the garden " + std::to_string(i));
      folder.write("posts/b" + std::to_string(i), "shares and markets lost their value " + std::to_string(i));
    }
    folder.write("scales.csv", "a,b\n1,1000\n2,5000\n3,2000\n4,9000\n5,1000\n");
    folder.write("together.csv", "0,1\n2,3\n50,51\n");
    folder.write("apart.csv", "0,50\n1,100\n");
    folder.write("seeds.csv", "id,label\n0,x\n1,x\n50,y\n51,y\n100,z\n101,z\n");
    folder.write("posts.csv", "id,label\na0,pets\na1,pets\nb0,money\nb1,money\n");
  }

  int shell(const std::string& command) const {
    const std::string all = "cd '" + folder.path().string() + "' && PATH=\"$PWD/bin:$PATH\" && " + command +
                            " > out.txt 2> err.txt";
    return system(all.c_str());
  }

  /// The indented commands under "what to try next", with `items` for NEW_ITEMS.
  Words suggested(const std::string& items) const {
    Words found;
    bool begun = false;
    for (const std::string& line : lines_of(read("out.txt"))) {
      begun |= line == "what to try next";
      if (!begun || !line.starts_with("    bellwether ")) continue;
      std::string command = line.substr(4);
      if (const auto at = command.find("NEW_ITEMS"); at != std::string::npos) command.replace(at, 9, items);
      found.push_back(command);
    }
    return found;
  }

  /// How many suggestions there were; each has run.
  std::size_t try_all(const std::string& items, const std::string& options) const {
    const std::string command = "bellwether cluster " + items + " " + options;
    EXPECT_EQ(shell(command), 0) << command << '\n' << read("err.txt");
    const Words commands = suggested(items);
    for (const std::string& next : commands) EXPECT_EQ(shell(next), 0) << next << '\n' << read("err.txt");
    return commands.size();
  }
};

TEST_F(Suggestions, OfTablesRun) {
  for (const char* options :
       {"-k 3", "-k auto", "-k 3 --method kmeans", "-k 3 -o result", "-k 3 --seeds seeds.csv",
        "-k 3 --must-link together.csv --cannot-link apart.csv", "-k 3 --min-size 20",
        "-k 3 --must-link together.csv --min-size 20", "-k 3 --seeds seeds.csv --trust always --max-size 60",
        "-k 3 --append with_clusters.csv", "-k 3 --save-config run.toml"}) {
    const std::string items =
        std::string(options).find("--append") == std::string::npos ? "data:iris" : "scales.csv";
    EXPECT_GT(try_all(items, options), 0U) << options;
  }
  EXPECT_GT(try_all("scales.csv", "-k 2"), 0U);
}

TEST_F(Suggestions, OfTextsRun) {
  for (const char* options :
       {"-k 2", "-k 2 --language english", "-k 2 --min-size 5", "-k 2 --seeds posts.csv",
        "-k 2 --method kmeans", "-k 2 -o result --sort-into sorted"})
    EXPECT_GT(try_all("posts", options), 0U) << options;
}

TEST_F(Suggestions, KeepEveryOtherOption) {
  ASSERT_EQ(shell("bellwether cluster posts -k 2 --min-size 5 --language english --random-seed 7"), 0);
  for (const std::string& command : suggested("posts"))
    EXPECT_THAT(command, HasSubstr("--min-size 5 --language english --random-seed 7"));
}

}  // namespace
}  // namespace bellwether::testing_support
