// --ontology FILE: which categories stand out in each cluster, and whether they guide.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <tests/cli/tool.h>

#include <nlohmann/json.hpp>

namespace bellwether {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing_support::expect_refused;
using testing_support::Words;

class Ontology : public testing_support::ToolTest {
 protected:
  Ontology() {
    folder.write("tree.csv",
                 "term,parent\nprofit,money\nshares,money\nstorm,weather\nflood,weather\nrain,weather\n"
                 "money,thing\nweather,thing\n");
  }

  static Words with(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  const Words on_headlines{"cluster", "data:headlines", "-k", "6", "--language", "english", "--ontology"};
};

TEST_F(Ontology, OfWordsExplainsTheClusters) {
  const auto said = run(with(on_headlines, {"tree.csv", "-o", "out"}));
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("over-represented"));
  EXPECT_THAT(said.out, HasSubstr("ontology: 3 categories, above 6 of "));
  const auto json = nlohmann::json::parse(read("out/result.json")).at("ontology");
  EXPECT_EQ(json.at("file"), "tree.csv");
  EXPECT_EQ(json.at("categories"), 3);
  ASSERT_EQ(json.at("clusters").size(), 6U);
  std::vector<std::string> first;
  for (const auto& cluster : json.at("clusters"))
    if (!cluster.empty()) {
      first.push_back(cluster[0].at("category"));
      EXPECT_LT(cluster[0].at("adjusted_p"), 0.05);
      EXPECT_LE(cluster[0].at("p"), cluster[0].at("adjusted_p"));
      EXPECT_LE(cluster[0].at("items"), cluster[0].at("items_in_all"));
    }
  EXPECT_THAT(first, ::testing::IsSupersetOf({"money", "weather"}));
}

TEST_F(Ontology, OfItemsExplainsTablesAndChangesNothing) {
  std::string categories = "item,category\n";
  for (int i = 0; i < 50; ++i) categories += fmt::format("{},early\n", i);
  folder.write("early.csv", categories);
  const auto said = run({"cluster", "data:iris", "-k", "3", "--ontology", "early.csv", "-o", "with"});
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("early                          50       50"));
  EXPECT_THAT(said.out, Not(HasSubstr("ontology:")));
  ASSERT_EQ(run({"cluster", "data:iris", "-k", "3", "-o", "without"}).status, 0);
  EXPECT_EQ(read("with/assignments.csv"), read("without/assignments.csv"));
}

TEST_F(Ontology, ExplainsWhatAMethodFindsThatNeedsCounts) {
  const auto said = run(with(on_headlines, {"tree.csv", "--method", "sib"}));
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("over-represented"));
  EXPECT_THAT(said.out, HasSubstr("note: --ontology tree.csv only explains the clusters"));
}

TEST_F(Ontology, ComparedMethodsAreGuidedOrAtLeastExplained) {
  Words words =
      with(on_headlines, {"tree.csv", "--methods", "kmeans,multinomial", "--repeats", "1", "-o", "out"});
  words.front() = "compare";
  const auto said = run(words);
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("kmeans       vectors  no"));
  for (const char* method : {"kmeans", "multinomial"})
    EXPECT_EQ(nlohmann::json::parse(read(fmt::format("out/{}/result.json", method)))
                  .at("ontology")
                  .at("categories"),
              3);
}

TEST_F(Ontology, SaysWhatIsWrong) {
  folder.write("circle.csv", "a,b\nb,c\nc,a\n");
  expect_refused(run(with(on_headlines, {"circle.csv"})), 1,
                 "circle.csv: 'a' is above itself: 'a' -> 'b' -> 'c' -> 'a'");
  folder.write("other.csv", "xyzzy,nonsense\n");
  expect_refused(run(with(on_headlines, {"other.csv"})), 1,
                 "none of its 2 names (the first are 'xyzzy', 'nonsense') is a word of the items");
  folder.write("short.csv", "term,parent\nprofit\n");
  expect_refused(run(with(on_headlines, {"short.csv"})), 1, "short.csv:2: 1 column");
  folder.write("unknown.csv", "item,category\n0,a\nnobody,a\n");
  expect_refused(run(with(on_headlines, {"unknown.csv"})), 1, "unknown.csv:3: no item has the id 'nobody'");
  folder.write("empty.csv", "");
  expect_refused(run(with(on_headlines, {"empty.csv"})), 1, "empty.csv");
  expect_refused(run({"cluster", "data:iris", "-k", "3", "--ontology", "tree.csv"}), 1,
                 "--ontology tree.csv holds categories of words, but the features of data:iris are no words");
  expect_refused(run(with(on_headlines, {"tree.csv", "--vectors", "v.txt"})), 2,
                 "--vectors and --ontology both say what words mean");
}

}  // namespace
}  // namespace bellwether
