// bellwether tune, and cluster with --solved, --tune, --strap: what collections that were sorted before
// choose.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <tests/cli/tool.h>

#include <fstream>
#include <nlohmann/json.hpp>

namespace bellwether {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using testing_support::expect_refused;
using testing_support::Words;

std::string topics(int seed, int clusters = 3, int items = 60) {
  return fmt::format("data:topics?items={}&features=300&words=30&topical=0.25&clusters={}&random_seed={}",
                     items, clusters, seed);
}

Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

class SolvedTool : public testing_support::ToolTest {
 protected:
  const Words quick{"--restarts", "2", "--strap", "alpha=0.3,0.6,1"};
  const Words collections{"--solved", topics(1), topics(2), topics(3)};
  Words cluster(const Words& more) const { return with({"cluster", topics(9), "-k", "3"}, more); }
};

TEST_F(SolvedTool, ChooseTheOrderOfSib) {
  const json result = run_json(with(cluster(collections), quick));
  const json& tuning = result["tuning"];
  EXPECT_EQ(result["method"], tuning["used"] ? "sib" : result["plain"]["method"]);
  EXPECT_EQ(tuning["by"], "strapping");
  EXPECT_EQ(tuning["option"], "alpha");
  EXPECT_EQ(tuning["values"], (std::vector<double>{0.3, 0.6, 1}));
  EXPECT_EQ(tuning["collections"].size(), 3u);
  EXPECT_EQ(tuning["collections"][0]["items"], 60);
  EXPECT_TRUE(tuning["checked"].get<bool>());
  EXPECT_EQ(tuning["check"]["tuned_errors"].size(), 3u);
  EXPECT_EQ(tuning["used"].get<bool>(), tuning["check"]["gain"].get<double>() >= 0);
  const json trusted = run_json(with(with(cluster(collections), quick), {"--trust", "always"}));
  EXPECT_EQ(trusted["method"], "sib");
  EXPECT_EQ(trusted["options"]["alpha"], trusted["tuning"]["value"]);
  EXPECT_TRUE(tuning["untuned"]["scores"].contains("nmi"));
}

TEST_F(SolvedTool, NeverReadTheLabelsOfTheItems) {
  const auto documents = [](int labels) {
    std::string text = "id,label";
    for (int j = 0; j < 12; ++j) text += fmt::format(",w{}", j);
    for (int i = 0; i < 30; ++i) {
      text += fmt::format("\ni{},{}", i, (i * labels + i / 7) % 3);
      for (int j = 0; j < 12; ++j)
        text += fmt::format(",{}", (i % 3 == j / 4 && i % 5 != 0 ? 2 : 0) + (i * i * 7 + j * 5 + i * j) % 4);
    }
    return text + "\n";
  };
  std::ofstream(folder / "a.csv") << documents(1);
  std::ofstream(folder / "scrambled.csv") << documents(2);
  for (const Words& how : {Words{}, Words{"--tune-by", "rls"}, Words{"--draws", "3"}}) {
    std::vector<std::string> assigned;
    for (const char* file : {"a.csv", "scrambled.csv"}) {
      const Words words{"cluster", file,     "-k", "3",   "--label-column", "label", "--id-column", "id",
                        "--trust", "always", "-o", "out", "--solved"};
      std::ofstream(folder / "s1.csv") << documents(1);
      std::ofstream(folder / "s2.csv") << documents(4);
      std::ofstream(folder / "s3.csv") << documents(7);
      run_json(with(with(with(words, {"s1.csv", "s2.csv", "s3.csv"}), how), quick));
      assigned.push_back(read("out/assignments.csv"));
    }
    EXPECT_EQ(assigned[0], assigned[1]);
  }
}

TEST_F(SolvedTool, OfManyClassesAreDrawnFrom) {
  const json result = run_json(with(cluster({"--solved", topics(1, 6, 300), "--draws", "3"}), quick));
  ASSERT_EQ(result["tuning"]["collections"].size(), 3u);
  EXPECT_EQ(result["tuning"]["collections"][2]["classes"], 3);
  EXPECT_EQ(result["tuning"]["collections"][2]["items"], 60);
  const json by_least_squares = run_json(
      with(cluster({"--solved", topics(1, 6, 300), "--tune-by", "rls:sigma=0.1,lambda=0.5"}), quick));
  EXPECT_EQ(by_least_squares["tuning"]["by"], "rls");
  EXPECT_EQ(by_least_squares["tuning"]["errors"].size(), 3u);
}

TEST_F(SolvedTool, TeachWhatAFileKeeps) {
  const auto tuned = run(with(with({"tune", "-o", "t.bellwether"}, collections), quick));
  EXPECT_EQ(tuned.status, 0) << tuned.err;
  EXPECT_THAT(tuned.out, AllOf(HasSubstr("3 solved collections"), HasSubstr("--tune t.bellwether")));
  const json from_file = run_json(cluster({"--tune", "t.bellwether"}));
  const json at_once = run_json(with(cluster(collections), quick));
  EXPECT_EQ(from_file["tuning"]["scores"], at_once["tuning"]["scores"]);
  EXPECT_EQ(from_file["objective"], at_once["objective"]);
  EXPECT_EQ(from_file["tuning"]["file"], "t.bellwether");
  const auto words = run(cluster({"--tune", "t.bellwether"}));
  EXPECT_THAT(words.out, AllOf(HasSubstr("learned from 3 solved collections"),
                               HasSubstr("wrong on solved collections")));
}

TEST_F(SolvedTool, ThatAreAllSolvedByEveryValueTeachNothing) {
  const auto easy = [](int seed) {
    return fmt::format("data:topics?items=30&features=100&words=200&topical=0.9&clusters=2&random_seed={}",
                       seed);
  };
  const Words of_easy{"--solved", easy(1), easy(2), easy(3), "--restarts", "2", "--strap", "alpha=0.8,1"};
  const json result = run_json(with(cluster({}), of_easy));
  EXPECT_TRUE(result["tuning"]["indifferent"].get<bool>());
  EXPECT_FALSE(result["tuning"]["used"].get<bool>());
  EXPECT_EQ(result["method"], result["plain"]["method"]);
  EXPECT_EQ(result["moved"], 0);
  EXPECT_THAT(run(with(cluster({}), of_easy)).out,
              HasSubstr("NOT used (every value of alpha does equally well"));
  expect_refused(run(with({"tune", "-o", "t"}, of_easy)), 1, "there is nothing to keep");
}

TEST_F(SolvedTool, TuneAnyMethodWithANumber) {
  const json result = run_json(
      with(cluster(collections), {"--method", "plsa", "--restarts", "1", "--strap", "temper=0.8,1"}));
  EXPECT_EQ(result["tuning"]["option"], "temper");
  const json drawn = run_json({"tune", "--solved", topics(1, 6, 200), "-k", "2", "--draws", "3", "--restarts",
                               "1", "--strap", "alpha=0.5,1", "-o", "t.bellwether"});
  EXPECT_EQ(drawn["collections"].size(), 3u);
  EXPECT_EQ(drawn["collections"][0]["classes"], 2);
}

TEST_F(SolvedTool, TuneBesideOtherKnowledge) {
  const json result =
      run_json(with(with(cluster(collections), quick), {"--auxiliary", topics(4), "--trust", "always"}));
  ASSERT_EQ(result["evidence"].size(), 2u);
  for (const json& kind : result["evidence"]) EXPECT_TRUE(kind["used"]) << kind;
  EXPECT_EQ(result["method"], "sib");
  EXPECT_EQ(result["options"]["alpha"], result["tuning"]["value"]);
  EXPECT_EQ(result["representations"][0]["name"], "stc");
}

TEST_F(SolvedTool, SaysWhatDoesNotGoTogether) {
  expect_refused(run(cluster({"--strap", "alpha=0.1:1:0.1"})), 2, "--solved ITEMS");
  expect_refused(run(with(cluster(collections), {"--tune-by", "magic"})), 2, "strapping or rls");
  expect_refused(run(with(cluster(collections), {"--set", "alpha=0.5"})), 2, "leave out one");
  expect_refused(run(with(cluster(collections), {"--method", "kmeans"})), 2, "say which option");
  expect_refused(run(with(cluster(collections), {"--tune", "x"})), 2, "leave out --solved");
  expect_refused(run(cluster({"--tune", "nowhere.bellwether"})), 1, "cannot be opened");
  expect_refused(run(cluster({"--solved", topics(1, 2), "--draws", "2"})), 1, "classes");
  expect_refused(run({"tune", "--solved", topics(1), "-o", "t"}), 2, "-k 5");
  expect_refused(run(with({"tune", "--tune-by", "rls", "-o", "t"}, collections)), 2, "needs the items");
  expect_refused(run(with({"tune", "-o", "no/where"}, collections)), 1, "there is no folder");
  std::ofstream(folder / "plain.csv") << "a,b\n1,2\n3,4\n5,6\n";
  expect_refused(run(cluster({"--solved", "plain.csv", topics(1)})), 1, "no labels");
}

TEST_F(SolvedTool, ATreeIsPrintedAndKept) {
  const json result = run_json({"cluster", topics(1), "-k", "3", "--method", "idt"});
  ASSERT_EQ(result["tree"].size(), 5u);
  EXPECT_TRUE(result["tree"][0]["parent"].is_null());
  EXPECT_EQ(result["tree"][0]["items"], 60);
  int leaves = 0;
  for (const json& node : result["tree"]) leaves += node.contains("cluster") ? 1 : 0;
  EXPECT_EQ(leaves, 3);
  EXPECT_THAT(run({"cluster", topics(1), "-k", "3", "--method", "idt"}).out,
              AllOf(HasSubstr("how the items were split"), HasSubstr("`- cluster")));
}

}  // namespace
}  // namespace bellwether
