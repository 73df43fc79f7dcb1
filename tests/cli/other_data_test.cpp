// bellwether cluster with other data that share the items' features: --auxiliary, --annotated, --combine and
// --represent.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <tests/cli/tool.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include <bellwether/engine/random.h>

namespace bellwether {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using testing_support::expect_refused;
using testing_support::lines_of;
using testing_support::Words;

const std::string few = "data:topics?items=40&features=300&clusters=2";
const std::string many = "data:topics?items=150&features=300&clusters=6&random_seed=3";

using Counts = std::vector<std::vector<double>>;

class OtherData : public testing_support::ToolTest {
 protected:
  /// Counts of two kinds of items in named columns; `shift` says with which column the names begin.
  static std::string counts(int items, int columns, int shift, std::uint64_t random_seed,
                            Counts* kept = nullptr) {
    Random random(random_seed);
    std::string text = "id";
    for (int j = 0; j < columns; ++j) text += fmt::format(",w{}", j + shift);
    for (int i = 0; i < items; ++i) {
      std::vector<double> row(static_cast<std::size_t>(columns), 0.0);
      for (int word = 0; word < 30; ++word)
        row[static_cast<std::size_t>(random.uniform() < 0.7 ? i % 2 + 2 * random.below(columns / 2)
                                                            : random.below(columns))] += 1;
      text += fmt::format("\nitem{}", i);
      for (const double value : row) text += fmt::format(",{}", value);
      if (kept != nullptr) kept->push_back(row);
    }
    return text + "\n";
  }

  /// id to cluster, or feature to cluster, of a file that the tool wrote.
  std::vector<int> second_column(const std::string& name) const {
    std::vector<int> numbers;
    for (const std::string& line : lines_of(read(name))) {
      if (line.starts_with("id,") || line.starts_with("feature,")) continue;
      numbers.push_back(std::stoi(line.substr(line.find(',') + 1)));
    }
    return numbers;
  }

  void refused(const Words& more, int status, const std::string& words) const {
    Words all{"cluster", few, "-k", "2"};
    all.insert(all.end(), more.begin(), more.end());
    expect_refused(run(all), status, words);
  }
};

/// I(X;Z) - I(X~;Z~) in nats, from the definition.
double loss(const Counts& counts, const std::vector<int>& items, const std::vector<int>& features) {
  const auto information = [&](const auto& row_of, const auto& column_of) {
    std::map<std::pair<int, int>, double> joint;
    std::map<int, double> rows, columns;
    double total = 0;
    for (std::size_t i = 0; i < counts.size(); ++i)
      for (std::size_t j = 0; j < counts[i].size(); ++j) {
        joint[{row_of(i), column_of(j)}] += counts[i][j];
        rows[row_of(i)] += counts[i][j];
        columns[column_of(j)] += counts[i][j];
        total += counts[i][j];
      }
    double sum = 0;
    for (const auto& [at, n] : joint)
      if (n > 0) sum += n / total * std::log(n * total / (rows[at.first] * columns[at.second]));
    return sum;
  };
  const auto itself = [](std::size_t i) { return static_cast<int>(i); };
  return information(itself, itself) -
         information([&](std::size_t i) { return items[i]; }, [&](std::size_t j) { return features[j]; });
}

TEST_F(OtherData, TheObjectiveIsThatOfTheFilesWritten) {
  Counts items, others;
  folder.write("few.csv", counts(30, 40, 0, 1, &items));
  folder.write("many.csv", counts(80, 40, 0, 2, &others));
  const json result =
      run_json({"cluster", "few.csv", "-k", "2", "--method", "stc", "--auxiliary", "many.csv", "--lambda",
                "0.5", "--set", "feature-clusters=5", "--trust", "always", "-o", "out"});
  EXPECT_EQ(result["method"], "stc");
  EXPECT_EQ(result["options"]["lambda"], 0.5);
  EXPECT_EQ(result["objective"]["name"], "loss in mutual information (nats)");
  EXPECT_EQ(result["other_data"]["sources"][0]["shared_features"], 40);
  const auto features = second_column("out/features.csv");
  ASSERT_EQ(features.size(), 40u);
  const double expected = loss(items, second_column("out/assignments.csv"), features) +
                          0.5 * loss(others, second_column("out/auxiliary.csv"), features);
  EXPECT_NEAR(result["objective"]["value"], expected, 1e-12);
}

TEST_F(OtherData, AutoTriesWordVectorsChecksThemAndComparesThem) {
  const json result = run_json({"cluster", few, "-k", "2", "--auxiliary", many});
  const json& other = result["other_data"];
  EXPECT_TRUE(other["check"].contains("with"));
  EXPECT_EQ(other["used"], other.contains("representation") || result["method"] == "stc");
  EXPECT_EQ(other["plain"]["method"], "sib") << "the default of few counts";
  EXPECT_TRUE(other["plain"]["scores"].contains("nmi"));
  const auto shown = run({"cluster", few, "-k", "2", "--auxiliary", many});
  EXPECT_EQ(shown.status, 0);
  EXPECT_THAT(shown.out, AllOf(HasSubstr("150 items"), HasSubstr("held-out"), HasSubstr("word-vectors"),
                               HasSubstr("its features")));
}

TEST_F(OtherData, WordVectorsPlaceNewItemsWhereTheyWere) {
  for (const std::string way : {"word-vectors", "word-vectors:dimensions=20,power=1,weights=okapi"}) {
    const json result = run_json({"cluster", few, "-k", "2", "--auxiliary", many, "--represent", way,
                                  "--trust", "always", "-o", "out"});
    EXPECT_EQ(result["other_data"]["representation"], "word-vectors");
    EXPECT_GT(result["scores"]["nmi"], 0.8);
    const auto clusters = lines_of(read("out/assignments.csv"));
    const auto placed = lines_of(run({"assign", "out", few}).out);
    ASSERT_EQ(placed.size(), clusters.size());
    for (std::size_t i = 1; i < placed.size(); ++i)
      EXPECT_EQ(placed[i].substr(0, placed[i].find(',', 3)), clusters[i].substr(0, clusters[i].find(',', 3)));
  }
  refused({"--represent", "word-vectors"}, 2, "--auxiliary ITEMS");
  refused({"--method", "word-vectors", "--auxiliary", many}, 2, "--represent word-vectors");
}

TEST_F(OtherData, FeaturesAreMatchedByNameAndTheOverlapIsTold) {
  folder.write("few.csv", counts(30, 40, 0, 1));
  folder.write("half.csv", counts(60, 40, 20, 2));
  folder.write("none.csv", counts(60, 40, 100, 2));
  const json result = run_json({"cluster", "few.csv", "-k", "2", "--auxiliary", "half.csv"});
  EXPECT_EQ(result["other_data"]["sources"][0]["shared_features"], 20);
  EXPECT_EQ(result["other_data"]["sources"][0]["features"], 40);
  expect_refused(run({"cluster", "few.csv", "-k", "2", "--auxiliary", "none.csv"}), 1,
                 "only 0 of its 40 features are among the 40 of the items");
}

TEST_F(OtherData, SeveralCollectionsHaveTheirOwnWeights) {
  const json result = run_json({"cluster", few, "-k", "2", "--auxiliary", many, "--auxiliary", few,
                                "--lambda", "0.5", "--lambda", "2", "--trust", "always", "-o", "out"});
  ASSERT_EQ(result["other_data"]["sources"].size(), 2u);
  EXPECT_EQ(result["other_data"]["sources"][0]["lambda"], 0.5);
  EXPECT_EQ(result["other_data"]["sources"][1]["lambda"], 2);
  EXPECT_EQ(second_column("out/auxiliary.csv").size(), 150u);
  EXPECT_EQ(second_column("out/auxiliary-2.csv").size(), 40u);
  refused({"--auxiliary", many, "--lambda", "1", "--lambda", "2"}, 2, "2 --lambda for 1 --auxiliary");
  refused({"--auxiliary", many, "--lambda", "-1"}, 2, "at least 0");
}

TEST_F(OtherData, CombinedItemsAreClusteredAsOneAndScoredAlone) {
  for (const std::string method : {"kmeans", "itcc", "plsa", "feature-clustering", "spherical-kmeans"}) {
    const json result = run_json(
        {"cluster", few, "-k", "2", "--auxiliary", many, "--combine", "--method", method, "-o", "out"});
    EXPECT_EQ(result["items"], 40);
    EXPECT_EQ(result["other_data"]["combined"], true);
    EXPECT_TRUE(result["other_data"]["plain"]["scores"].contains("nmi"));
    EXPECT_EQ(second_column("out/assignments.csv").size(), 40u);
    EXPECT_EQ(second_column("out/auxiliary.csv").size(), 150u);
  }
  refused({"--auxiliary", many, "--combine", "--method", "stc"}, 2, "leave out one of them");
  refused({"--auxiliary", many, "--combine", "--represent", "stc"}, 2, "leave it out");
}

TEST_F(OtherData, ARepresentationTakesSeedsAndItsModelPlacesNewItems) {
  folder.write("seeds.csv", "id,label\n0,a\n1,b\n2,a\n3,b\n");
  for (const Words& by : {Words{"itcc"}, Words{"plsa"}, Words{"stc", "--auxiliary", many},
                          Words{"aplsa", "--annotated", many}}) {
    Words words{"cluster", few,   "-k",      "2",      "--seeds",    "seeds.csv",
                "-o",      "out", "--trust", "always", "--represent"};
    words.insert(words.end(), by.begin(), by.end());
    const json result = run_json(words);
    EXPECT_EQ(result["method"], "constrained-kmeans");
    EXPECT_THAT(result["vectorizer"]["steps"][0].get<std::string>(),
                HasSubstr(by[0].ends_with("plsa") ? "plsa" : "tc"));
    EXPECT_GT(result["scores"]["nmi"], 0.8) << by[0];
    EXPECT_EQ(second_column("out/features.csv").size(), 300u) << by[0];
    const auto placed = run({"assign", "out", few, "--json"});
    EXPECT_EQ(placed.status, 0) << placed.err;
  }
}

TEST_F(OtherData, ModelsOfCountsPlaceNewItems) {
  for (const std::string method : {"itcc", "plsa", "feature-clustering"}) {
    run_json({"cluster", few, "-k", "2", "--method", method, "-o", "out"});
    const auto placed = run({"assign", "out", few});
    EXPECT_EQ(placed.status, 0) << placed.err;
    EXPECT_EQ(lines_of(placed.out).size(), 41u) << method;
    expect_refused(run({"assign", "out", "data:iris"}), 1,
                   "the items have 4 features, but the model was made with 300");
  }
}

TEST_F(OtherData, TagsComeFromLabelsColumnsOrFiles) {
  const json labels = run_json({"cluster", few, "-k", "2", "--annotated", many});
  EXPECT_EQ(labels["other_data"]["sources"][0]["tags"], 6);
  EXPECT_THAT(labels["method"].get<std::string>(), ::testing::AnyOf("aplsa", "sib"));

  std::string table = "id,w0,w1,w2,TAG_x,TAG_y\n", tags = "id,tag\n";
  for (int i = 0; i < 12; ++i) {
    table += fmt::format("t{},{},{},{},{},{}\n", i, i % 3 + 1, i % 2 * 3, 1, i % 2, 1 - i % 2);
    tags += fmt::format("t{},{}\n", i, i % 2 == 0 ? "even" : "odd");
  }
  folder.write("tagged.csv", table);
  folder.write("tags.csv", tags);
  folder.write("items.csv", "id,w0,w1,w2\na,3,0,1\nb,0,4,1\nc,2,0,1\nd,1,5,1\ne,4,1,0\n");
  const Words run_on{"cluster", "items.csv", "-k", "2", "--annotated", "tagged.csv", "--trust", "always"};
  for (const Words& how :
       {Words{"--tag-columns", "TAG_*"}, Words{"--tag-columns", "4-5"}, Words{"--tags", "tags.csv"}}) {
    Words words = run_on;
    words.insert(words.end(), how.begin(), how.end());
    const json result = run_json(words);
    EXPECT_EQ(result["method"], "aplsa");
    EXPECT_EQ(result["options"]["lambda"], 0.2);
    EXPECT_EQ(result["other_data"]["sources"][0]["tags"], 2);
    EXPECT_EQ(result["other_data"]["sources"][0]["items"], 12);
  }
  Words kept = run_on;
  kept.insert(kept.end(), {"--tags", "tags.csv", "-o", "out"});
  run_json(kept);
  EXPECT_THAT(read("out/auxiliary.csv"), AllOf(HasSubstr("id,cluster\neven,"), HasSubstr("\nodd,")));
  Words wrong = run_on;
  wrong.insert(wrong.end(), {"--tag-columns", "NO_*"});
  expect_refused(run(wrong), 2, "0 of the 5 columns");
  wrong.back() = "4-9";
  expect_refused(run(wrong), 2, "has the columns 1 to 5");
}

TEST_F(OtherData, LambdaOneIsPlsa) {
  const json alone = run_json({"cluster", few, "-k", "2", "--method", "plsa"});
  const json with = run_json({"cluster", few, "-k", "2", "--method", "aplsa", "--annotated", many, "--lambda",
                              "1", "--trust", "always"});
  EXPECT_EQ(alone["objective"]["value"], with["objective"]["value"]);
  EXPECT_EQ(alone["sizes"], with["sizes"]);
}

TEST_F(OtherData, TextsAreCountedForMethodsThatWantCounts) {
  std::string few_texts = "id,text\n", many_texts = "id,text\n";
  const char* const kinds[2][4] = {{"ship", "sea", "wave", "storm"}, {"loaf", "oven", "flour", "crust"}};
  Random random(1);
  for (int i = 0; i < 60; ++i) {
    std::string text;
    for (int word = 0; word < 12; ++word)
      text += fmt::format("{} ", random.uniform() < 0.8 ? kinds[i % 2][random.below(4)] : "the");
    (i < 20 ? few_texts : many_texts) += fmt::format("{},{}\n", i, text);
  }
  folder.write("few.csv", few_texts);
  folder.write("many.csv", many_texts);
  const json result =
      run_json({"cluster", "few.csv", "-k", "2", "--text-column", "text", "--id-column", "id", "--auxiliary",
                "many.csv", "--set", "feature-clusters=3", "--trust", "always", "-o", "out"});
  EXPECT_TRUE(result["vectorizer"]["steps"].empty());
  EXPECT_THAT(read("out/features.csv"), AllOf(HasSubstr("oven,"), HasSubstr("wave,")));
  expect_refused(run({"cluster", "few.csv", "-k", "2", "--text-column", "text", "--auxiliary", "data:iris"}),
                 1, "both must be of one kind");
}

TEST_F(OtherData, WhatDoesNotGoTogetherIsRefused) {
  refused({"--method", "stc"}, 2, "--auxiliary ITEMS");
  refused({"--method", "aplsa"}, 2, "--annotated ITEMS");
  refused({"--lambda", "2"}, 2, "are about other data");
  refused({"--combine"}, 2, "are about other data");
  refused({"--tags", "t.csv"}, 2, "are about annotated items: name them with --annotated ITEMS");
  refused({"--represent", "kmeans"}, 2, "--represent kmeans: these represent items: itcc");
  refused({"--represent", "stc"}, 2, "--auxiliary ITEMS");
  refused({"--auxiliary", "missing.csv"}, 1, "missing.csv");
  folder.write("negative.csv", "a,b\n1,2\n3,-4\n5,6\n");
  expect_refused(run({"cluster", "negative.csv", "-k", "2", "--method", "itcc"}), 1, "-4");
}

TEST_F(OtherData, ServeEveryMethodAndEveryOtherKindOfKnowledge) {
  folder.write("seeds.csv", "id,label\n0,a\n1,b\n2,a\n3,b\n");
  const auto kinds_used = [&](const Words& more) {
    Words words{"cluster", few, "-k", "2", "--auxiliary", many, "--trust", "always"};
    words.insert(words.end(), more.begin(), more.end());
    const json result = run_json(words);
    Words kinds;
    for (const json& kind : result["evidence"])
      if (kind["used"]) kinds.push_back(kind["kind"]);
    for (const json& link : result["representations"]) kinds.push_back(link["name"]);
    return kinds;
  };
  EXPECT_THAT(kinds_used({"--method", "kmeans"}), ElementsAre("auxiliary", "word-vectors"));
  EXPECT_THAT(kinds_used({"--annotated", many}),
              ::testing::UnorderedElementsAre("auxiliary", "annotated", "stc", "aplsa"));
  EXPECT_THAT(kinds_used({"--seeds", "seeds.csv"}), ElementsAre("seeds", "auxiliary", "word-vectors"));
  EXPECT_THAT(kinds_used({"--known", many, "--method", "whiten"}),
              ElementsAre("known", "auxiliary", "word-vectors", "whiten"));
  EXPECT_EQ(run_json({"cluster", few, "-k", "2", "--represent", "itcc", "--method", "itcc"})["method"],
            "itcc");
}

TEST_F(OtherData, FilesOfAnOlderRunDoNotStay) {
  run_json(
      {"cluster", few, "-k", "2", "--method", "stc", "--auxiliary", many, "--trust", "always", "-o", "out"});
  EXPECT_TRUE(exists("out/auxiliary.csv"));
  run_json({"cluster", few, "-k", "2", "-o", "out"});
  EXPECT_FALSE(exists("out/auxiliary.csv"));
  EXPECT_FALSE(exists("out/features.csv"));
}

}  // namespace
}  // namespace bellwether
