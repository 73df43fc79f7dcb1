// Seeds, links and size bounds on the command line.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <tests/cli/tool.h>

#include <nlohmann/json.hpp>

#include <bellwether/collections/collections.h>
#include <bellwether/data/dataset.h>

namespace bellwether {
namespace {

using nlohmann::json;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using testing_support::expect_refused;
using testing_support::Finished;
using testing_support::lines_of;
using testing_support::Words;

class KnowledgeFlags : public testing_support::ToolTest {
 protected:
  /// Every tenth flower's species, as id,label.
  void write_seeds() const {
    std::string text = "id,label\n";
    for (std::size_t i = 0; i < iris.labels.size(); i += 10)
      text += fmt::format("{},{}\n", i, iris.labels[i]);
    folder.write("seeds.csv", text);
  }

  Finished cluster(const Words& more) const {
    Words words{"cluster", "data:iris", "-k", "3"};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  }

  json cluster_json(Words more) const {
    more.push_back("--json");
    const auto ran = cluster(more);
    EXPECT_EQ(ran.status, 0) << ran.err;
    return json::parse(ran.out);
  }

  const Dataset iris = make_collection("data:iris");
};

TEST_F(KnowledgeFlags, ClustersKeepTheNamesOfTheirSeedsEverywhere) {
  write_seeds();
  const json result = cluster_json({"--seeds", "seeds.csv", "-o", "out"});
  EXPECT_EQ(result["method"], "constrained-kmeans");
  EXPECT_EQ(result["names"], (json{"setosa", "versicolor", "virginica"}));
  EXPECT_EQ(lines_of(read("out/assignments.csv"))[1], "0,setosa");
  const auto placed = run({"assign", "out", "data:iris"});
  EXPECT_EQ(lines_of(placed.out)[1], "0,setosa");
  EXPECT_THAT(cluster({"--seeds", "seeds.csv"}).out, HasSubstr("versicolor"));
}

TEST_F(KnowledgeFlags, WhatTheKnowledgeDidIsInTheResult) {
  write_seeds();
  const json knowledge = cluster_json({"--seeds", "seeds.csv"})["knowledge"];
  EXPECT_EQ(knowledge["seeds"], 15);
  EXPECT_EQ(knowledge["uncovered"], 135);
  EXPECT_EQ(knowledge["scored"], 135);  // the seeds themselves would flatter
  EXPECT_TRUE(knowledge["used"]);
  EXPECT_TRUE(knowledge["unguided"]["scores"].contains("nmi"));
  EXPECT_GE(knowledge["moved"], knowledge["moved_uncovered"]);
  const std::string words = cluster({"--seeds", "seeds.csv"}).out;
  EXPECT_THAT(words, HasSubstr("seeds: 15 seeds of 3 labels, used ("));
  EXPECT_THAT(words, HasSubstr("over the 135 items that no seed or link names"));
}

TEST_F(KnowledgeFlags, AClusterWithoutASeedHasANumberForAName) {
  folder.write("seeds.csv", "0,setosa\n1,setosa\n50,2\n60,2\n");
  EXPECT_EQ(cluster_json({"--seeds", "seeds.csv"})["names"], (json{"setosa", "2", "cluster 2"}));
}

TEST_F(KnowledgeFlags, HardLinksHoldAndBrokenOnesAreListed) {
  folder.write("must.csv", "0,1\n1,2\n60,120\n");
  folder.write("cannot.csv", "id,id\n0,60\n70,120\n");
  const json hard = cluster_json({"--must-link", "must.csv", "--cannot-link", "cannot.csv"});
  EXPECT_EQ(hard["method"], "cop-kmeans");
  EXPECT_EQ(hard["knowledge"]["links"]["must_held"], 3);
  EXPECT_EQ(hard["knowledge"]["links"]["cannot_held"], 2);
  EXPECT_THAT(cluster({"--must-link", "must.csv"}).out, HasSubstr("links kept: 3 of 3 must-links"));

  folder.write("both.csv", "0,100\n");  // a setosa and a virginica: too dear for a soft method
  const json soft = cluster_json({"--must-link", "both.csv", "--method", "pcc", "--set", "must-weight=0"});
  EXPECT_EQ(soft["knowledge"]["links"]["must_broken"], json::array({json::array({"0", "100"})}));
  EXPECT_THAT(cluster({"--must-link", "both.csv", "--method", "pcc", "--set", "must-weight=0"}).out,
              HasSubstr("broken: '0' and '100'"));
}

TEST_F(KnowledgeFlags, SeedsAndLinksWorkTogether) {
  write_seeds();
  folder.write("must.csv", "61,121\n");
  const json result = cluster_json({"--seeds", "seeds.csv", "--must-link", "must.csv", "-o", "out"});
  EXPECT_EQ(result["method"], "cop-kmeans");
  const auto lines = lines_of(read("out/assignments.csv"));
  EXPECT_EQ(lines[1 + 60], "60,versicolor");
  EXPECT_EQ(lines[1 + 61].substr(3), lines[1 + 121].substr(4));
}

TEST_F(KnowledgeFlags, ContradictionsAreProvedByTheirChain) {
  folder.write("must.csv", "a,b\nb,c\n");
  folder.write("cannot.csv", "c,a\n");
  folder.write("items.csv", "id,x\na,1\nb,2\nc,3\nd,4\n");
  expect_refused(run({"cluster", "items.csv", "-k", "2", "--id-column", "id", "--must-link", "must.csv",
                      "--cannot-link", "cannot.csv"}),
                 1, "'c' and 'a' have a cannot-link, but must-links join them: 'c' = 'b' = 'a'");
  folder.write("seeds.csv", "a,red\nc,blue\n");
  expect_refused(run({"cluster", "items.csv", "-k", "2", "--id-column", "id", "--must-link", "must.csv",
                      "--seeds", "seeds.csv"}),
                 1, "the seed of 'a' is 'red' and that of 'c' is 'blue'");
}

TEST_F(KnowledgeFlags, EveryMistakeInAKnowledgeFileIsNamed) {
  folder.write("unknown.csv", "0,setosa\nnobody,setosa\n");
  expect_refused(cluster({"--seeds", "unknown.csv"}), 1, "unknown.csv:2: no item has the id 'nobody'");
  folder.write("twice.csv", "0,setosa\n0,virginica\n");
  expect_refused(cluster({"--seeds", "twice.csv"}), 1,
                 "twice.csv:2: the id '0' has two labels, 'setosa' and 'virginica'");
  folder.write("many.csv", "0,a\n1,b\n2,c\n3,d\n");
  expect_refused(cluster({"--seeds", "many.csv"}), 1,
                 "many.csv: has 4 different labels, but 3 clusters were asked for (use -k 4");
  folder.write("empty.csv", "id,label\n");
  expect_refused(cluster({"--seeds", "empty.csv"}), 1, "there is nothing in it");
  folder.write("one.csv", "0\n");
  expect_refused(cluster({"--must-link", "one.csv"}), 1, "one.csv:1: 1 column, where 2 are needed: id,id");
  folder.write("self.csv", "5,5\n");
  expect_refused(cluster({"--cannot-link", "self.csv"}), 1, "self.csv:1: '5' cannot be apart from itself");
  expect_refused(cluster({"--must-link", "none.csv"}), 1, "none.csv");
  folder.write("strangers.csv", "id,id\n0,1\n2,nobody\n");
  expect_refused(cluster({"--must-link", "strangers.csv"}), 1,
                 "strangers.csv:3: no item has the id 'nobody'");
  folder.write("weightless.csv", "0,1,2\n2,3,0\n");
  expect_refused(cluster({"--must-link", "weightless.csv"}), 1,
                 "weightless.csv:2: the weight is '0', but must be a number above 0");
}

TEST_F(KnowledgeFlags, AWeightIsThePriceOfALinkForPcc) {
  const auto objective = [&](const std::string& links) {
    folder.write("links.csv", links);
    return cluster_json({"--cannot-link", "links.csv", "--method", "pcc", "--set", "metric=none", "--trust",
                         "always"})["objective"]["value"]
        .get<double>();
  };
  const std::string pairs = "0,1\n2,3\n50,51\n";
  EXPECT_EQ(objective("0,1,1\n2,3,1\n50,51,1\n"), objective(pairs));
  EXPECT_LT(objective("id,id,weight\n0,1,1e-6\n2,3,1e-6\n50,51,1e-6\n"), objective(pairs));
}

TEST_F(KnowledgeFlags, ImpossibleLinksSayWhoAndWhatToDo) {
  folder.write("clique.csv", "0,50\n0,100\n50,100\n0,1\n1,50\n1,100\n");
  const auto ran = cluster({"--cannot-link", "clique.csv"});
  EXPECT_EQ(ran.status, 1);
  for (const char* id : {"'0'", "'1'", "'50'", "'100'"}) EXPECT_THAT(ran.err, HasSubstr(id));
  EXPECT_EQ(cluster_json({"--cannot-link", "clique.csv", "--set",
                          "on-conflict=relax"})["knowledge"]["links"]["cannot_broken"]
                .size(),
            1U);
}

TEST_F(KnowledgeFlags, AMethodThatTakesNoneRefusesKnowledgeAndOneThatNeedsItAsksForIt) {
  write_seeds();
  expect_refused(cluster({"--seeds", "seeds.csv", "--method", "kmeans"}), 2,
                 "kmeans takes no seeds; these methods do");
  expect_refused(cluster({"--method", "cop-kmeans"}), 2,
                 "cop-kmeans needs knowledge: give it --seeds FILE or --must-link FILE");
  expect_refused(cluster({"--method", "seeded-gm"}), 2, "seeded-gm needs knowledge: give it --seeds FILE");
}

TEST_F(KnowledgeFlags, AWrongValueIsToldByAMethodThatKnowsTheOption) {
  folder.write("must.csv", "0,1\n");
  expect_refused(cluster({"--must-link", "must.csv", "--set", "on-conflict=maybe"}), 2,
                 "must be one of search, fail, relax");
}

TEST_F(KnowledgeFlags, AMethodWithoutAModelKeepsNoneAndSaysSo) {
  folder.write("must.csv", "0,1\n");
  const auto ran = cluster({"--must-link", "must.csv", "--method", "csp", "-o", "out"});
  EXPECT_THAT(ran.out, HasSubstr("(csp has no model"));
  EXPECT_THAT(ran.out, Not(HasSubstr("bellwether assign")));
  EXPECT_TRUE(exists("out/assignments.csv"));
  EXPECT_FALSE(exists("out/model.bellwether"));
}

TEST_F(KnowledgeFlags, SizesStayWithinTheirBounds) {
  const json result = cluster_json({"--min-size", "48", "--max-size", "52"});
  EXPECT_EQ(result["method"], "kmeans");
  for (const int size : result["sizes"]) EXPECT_TRUE(size >= 48 && size <= 52) << size;
  write_seeds();
  const json seeded = cluster_json({"--max-size", "50", "--seeds", "seeds.csv", "--trust", "always"});
  EXPECT_EQ(seeded["sizes"], (json{50, 50, 50}));
  expect_refused(
      cluster({"--min-size", "51"}), 1,
      "3 clusters of at least 51 items are 153, but there are 150 items (use --min-size 50 or less)");
  expect_refused(cluster({"--max-size", "49"}), 1, "3 clusters of at most 49");
  expect_refused(cluster({"--max-size", "60", "--method", "gm"}), 2,
                 "gm takes no sizes; these methods do: kmeans");
}

TEST_F(KnowledgeFlags, ScrambledSeedsAreLeftOutInWords) {
  std::string text;
  for (int i = 0; i < 150; i += 2)
    text += fmt::format("{},{}\n", i, i * 7 / 2 % 3 == 0 ? "x" : i % 4 == 0 ? "y" : "z");
  folder.write("seeds.csv", text);
  const auto ran = cluster({"--seeds", "seeds.csv"});
  EXPECT_THAT(ran.out, HasSubstr("seeds: 75 seeds of 3 labels, NOT used"));
  EXPECT_THAT(ran.out, HasSubstr("--trust always"));
  EXPECT_THAT(cluster({"--seeds", "seeds.csv", "--trust", "always"}).out,
              HasSubstr("used (not checked, as asked)"));
}

}  // namespace
}  // namespace bellwether
