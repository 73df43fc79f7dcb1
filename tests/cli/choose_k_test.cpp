// -k auto and --k-range: the number of clusters is chosen, and the choice told.

#include <gmock/gmock.h>
#include <tests/cli/tool.h>

namespace bellwether::testing_support {
namespace {

using testing::HasSubstr;

class ChooseK : public ToolTest {
 protected:
  Words auto_on(Words more = {}) const {
    Words words{"cluster", "data:blobs?clusters=4", "-k", "auto"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
};

TEST_F(ChooseK, TheSummaryNamesItHowSureItIsAndTheRunnerUp) {
  const std::string out = run(auto_on()).out;
  EXPECT_THAT(out, HasSubstr("k: 4 (sure 100 %, runner-up "));
  EXPECT_THAT(out, HasSubstr("the most clusters that are all apart"));
}

TEST_F(ChooseK, JsonHasTheWholeCurve) {
  const auto result = run_json(auto_on({"--k-range", "2:8"}));
  EXPECT_EQ(result.at("clusters"), 4);
  const auto& k = result.at("k");
  EXPECT_EQ(k.at("clusters"), 4);
  EXPECT_EQ(k.at("rule"), "borders");
  EXPECT_EQ(k.at("least"), 2);
  EXPECT_EQ(k.at("most"), 8);
  ASSERT_EQ(k.at("curve").size(), 7u);
  EXPECT_EQ(k.at("curve")[0].at("clusters"), 2);
  EXPECT_GE(k.at("curve")[2].at("apart").get<double>(), 1);
  EXPECT_FALSE(run_json({"cluster", "data:iris", "-k", "3"}).contains("k"));
}

TEST_F(ChooseK, HeadlinesAreSixTopics) {
  EXPECT_EQ(run_json({"cluster", "data:headlines", "-k", "auto"}).at("clusters"), 6);
}

TEST_F(ChooseK, ARangeAloneAsksForAChoice) {
  const auto result = run_json({"cluster", "data:iris", "--k-range", "3:5"});
  EXPECT_GE(result.at("clusters"), 3);
  EXPECT_LE(result.at("clusters"), 5);
}

TEST_F(ChooseK, SeedsSayHowFewThereCanBe) {
  folder.write("seeds.csv", "id,label\n0,a\n1,a\n2,a\n60,b\n61,b\n62,b\n110,c\n111,c\n112,c\n");
  const auto result = run_json({"cluster", "data:iris", "-k", "auto", "--seeds", "seeds.csv"});
  EXPECT_EQ(result.at("clusters"), 3);
  EXPECT_EQ(result.at("k").at("least"), 3);
  EXPECT_EQ(result.at("k").at("least_reason"), "the seeds have 3 labels");
}

TEST_F(ChooseK, ADryRunSaysWhatWouldBeTried) {
  const std::string out = run(auto_on({"--dry-run", "--k-range", "2:8"})).out;
  EXPECT_THAT(out, HasSubstr("k: 2 to 8 would be tried; rule: the most clusters that are all apart"));
  EXPECT_THAT(run(auto_on({"--dry-run", "--method", "gm"})).out, HasSubstr("rule: BIC"));
}

TEST_F(ChooseK, ComparedMethodsAllHaveTheOneNumber) {
  const auto result = run_json(
      {"compare", "data:blobs?clusters=4", "-k", "auto", "--methods", "kmeans,gm", "--repeats", "2"});
  EXPECT_EQ(result.at("clusters"), 4);
  EXPECT_EQ(result.at("k").at("clusters"), 4);
  const std::string out =
      run({"compare", "data:blobs?clusters=4", "-k", "auto", "--methods", "kmeans", "--repeats", "2"}).out;
  EXPECT_THAT(out, HasSubstr("(once,"));
}

TEST_F(ChooseK, ThePageDrawsTheCurve) {
  ASSERT_EQ(run(auto_on({"-o", "out"})).status, 0);
  ASSERT_EQ(run({"report", "out", "-o", "page.html"}).status, 0);
  // Whole pages would flood the log.
  const auto on_page = [&](const char* page, const char* words) {
    return read(page).find(words) != std::string::npos;
  };
  EXPECT_TRUE(on_page("page.html", "How many groups"));
  EXPECT_TRUE(on_page("page.html", "4 groups were chosen (sure 100"));
  EXPECT_TRUE(on_page("page.html", "What was measured for each number of groups"));
  ASSERT_EQ(run({"cluster", "data:iris", "-k", "3", "-o", "given"}).status, 0);
  ASSERT_EQ(run({"report", "given", "-o", "given.html"}).status, 0);
  EXPECT_FALSE(on_page("given.html", "How many groups"));
}

TEST_F(ChooseK, SaysWhatIsWrongWithTheWordsBeforeAnythingIsRead) {
  const auto refused = [&](const Words& words, const char* told) {
    Words all{"cluster", "no-such-file.csv"};
    all.insert(all.end(), words.begin(), words.end());
    expect_refused(run(all), 2, told);
  };
  refused({"-k", "0"}, "-k is '0', but must be auto or a whole number, at least 1");
  refused({"-k", "foo"}, "-k is 'foo', but must be auto or a whole number, at least 1");
  refused({"-k", "auto", "--k-range", "5"}, "must be two whole numbers, as in --k-range 2:30");
  refused({"-k", "auto", "--k-range", "9:3"}, "--k-range 9:3 is empty: write --k-range 3:9");
  refused({"-k", "auto", "--k-range", "0:3"}, "at least 1");
  refused({"-k", "auto", "--k-range", "2:"}, "must be a whole number");
  refused({"-k", "3", "--k-range", "2:9"}, "is about -k auto, but -k is 3");
  refused({"-k", "auto", "--init", "start.csv"}, "--init says how many clusters there are");
  refused({}, "-k auto chooses");
}

TEST_F(ChooseK, SaysAtOnceWhatTheItemsOrTheKnowledgeRuleOut) {
  folder.write("apart.csv", "0,60\n60,110\n0,110\n");
  expect_refused(run({"cluster", "data:iris", "-k", "auto", "--k-range", "2:200"}), 1, "use --k-range 2:149");
  expect_refused(
      run({"cluster", "data:iris", "-k", "auto", "--k-range", "1:2", "--cannot-link", "apart.csv"}), 1,
      "cannot-links keep 3 items apart from each other (use --k-range 3:4)");
  expect_refused(run({"cluster", "data:iris", "-k", "auto", "--min-size", "200"}), 1, "use --min-size 150");
}

}  // namespace
}  // namespace bellwether::testing_support
