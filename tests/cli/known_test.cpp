// bellwether cluster --known: what other clusters teach.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <tests/cli/tool.h>

#include <nlohmann/json.hpp>
#include <set>

#include <bellwether/collections/headlines.h>
#include <bellwether/engine/random.h>

namespace bellwether {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using testing_support::expect_refused;
using testing_support::lines_of;
using testing_support::Words;

class Known : public testing_support::ToolTest {
 protected:
  /// Classes apart along x, each stretched along y so that y looks like what matters. Rows of x,y,class.
  static std::string stretched_rows(int first, int last) {
    Random random(static_cast<std::uint64_t>(first));
    std::string rows = "x,y,class\n";
    for (int c = first; c < last; ++c)
      for (int i = 0; i < 30; ++i)
        rows += fmt::format("{},{},c{}\n", 3.0 * c + 0.4 * random.normal(), 9 * random.normal(), c);
    return rows;
  }

  /// Labels of the headlines of three topics or regions.
  void label_headlines(HeadlineLabels by, const std::set<std::string>& of) const {
    std::string labels = "id,label\n";
    for (std::size_t i = 0; i < headlines().size(); ++i)
      if (const std::string label(label_of(headlines()[i], by)); of.contains(label))
        labels += fmt::format("{},{}\n", i, label);
    folder.write("known.csv", labels);
  }
};

const Words mixed{"--method", "whiten", "--set", "weights=mixed", "--set", "shrinkage=0.8"};

TEST_F(Known, FigureOneOfThePaper) {
  const Words plain{"cluster", "data:stretched", "-k", "3"};
  EXPECT_LT(run_json(plain)["scores"]["nmi"], 0.4);
  Words taught = plain;
  taught.insert(taught.end(), {"--known", "data:stretched?part=known", "--method", "tcs-gm-l2"});
  const json result = run_json(taught);
  EXPECT_EQ(result["scores"]["nmi"], 1);
  EXPECT_EQ(result["method"], "gm");
  EXPECT_EQ(result["items"], 300);
  EXPECT_EQ(result["known"]["representation"], "tcs-gm-l2");
  EXPECT_EQ(result["known"]["classes"], (json{"c4", "c5", "c6"}));
  EXPECT_LT(result["known"]["plain"]["scores"]["nmi"], 0.4);
  EXPECT_GT(result["known"]["moved"], 50);
  EXPECT_EQ(result["known"]["directions"][0]["features"].items().begin().key(), "x");
}

TEST_F(Known, AUserLabelsThreeRegionsAndGetsTheOthers) {
  label_headlines(HeadlineLabels::region, {"Brazil", "Germany", "Japan"});
  Words words{"cluster",  "data:headlines?labels=region", "-k", "3", "--language", "english", "--known",
              "known.csv"};
  words.insert(words.end(), mixed.begin(), mixed.end());
  const json result = run_json(words);
  EXPECT_EQ(result["items"], 306);
  EXPECT_EQ(result["features"], 30) << "more than 200 words are reduced";
  EXPECT_GT(result["scores"]["nmi"], 0.95);
  EXPECT_GT(result["scores"]["nmi"], result["plain"]["scores"]["nmi"].get<double>() + 0.7);
  EXPECT_EQ(result["known"]["plain"]["scores"], result["plain"]["scores"]);
  EXPECT_THAT(run(words).out, AllOf(HasSubstr("kenyan, kenya, nairobi"), HasSubstr("indian, india, mumbai")));
}

TEST_F(Known, TheSameHeadlinesByTopicIfTopicsAreLabelled) {
  label_headlines(HeadlineLabels::topic, {"business", "culture", "weather"});
  Words words{"cluster", "data:headlines", "-k", "3", "--language", "english", "--known", "known.csv"};
  words.insert(words.end(), mixed.begin(), mixed.end());
  EXPECT_GT(run_json(words)["scores"]["nmi"], 0.95);
}

TEST_F(Known, AutoTriesMapsOnClassesHeldOutAndSaysWhatTheyGain) {
  folder.write("sorted.csv", stretched_rows(0, 6));
  folder.write("new.csv", stretched_rows(6, 10));
  const Words words{"cluster", "new.csv", "-k", "4", "--known", "sorted.csv", "--label-column", "class"};
  const json result = run_json(words);
  EXPECT_TRUE(result["known"]["used"]);
  EXPECT_GT(result["scores"]["nmi"], double(result["known"]["plain"]["scores"]["nmi"]) + 0.1);
  EXPECT_EQ(result["known"]["check"]["tried"].size(), 4U);
  EXPECT_EQ(result["known"]["check"]["splits"], 8);  // and that was clear
  EXPECT_EQ(result["vectorizer"]["steps"][0], "range");
  const auto printed = run(words);
  EXPECT_THAT(printed.out, AllOf(HasSubstr("known: 180 items of 6 known classes, used ("),
                                 HasSubstr("held-out known classes"), HasSubstr(" +- "),
                                 HasSubstr("what counts as a group"),
                                 HasSubstr("in brackets: without any knowledge (kmeans)")));
}

TEST_F(Known, KnowledgeThatDoesNotHelpIsNotUsed) {
  // The known classes lie apart along y, the new ones along x: what the first teach is wrong for themselves,
  // too, since they are drawn by chance.
  Random random(3);
  std::string known = "x,y,class\n";
  for (int i = 0; i < 120; ++i) known += fmt::format("{},{},c{}\n", random.normal(), random.normal(), i % 6);
  folder.write("sorted.csv", known);
  folder.write("new.csv", stretched_rows(0, 4));
  const Words words{"cluster", "new.csv", "-k", "4", "--known", "sorted.csv", "--label-column", "class"};
  for (const char* method : {"auto", "tcs-gm", "lmnn"}) {
    Words asked = words;
    asked.insert(asked.end(), {"--method", method});
    const json result = run_json(asked);
    EXPECT_FALSE(result["known"]["used"]) << method;
    EXPECT_EQ(result["known"]["representation"], "none");
    EXPECT_THAT(run(asked).out, HasSubstr("NOT used")) << method;
    if (method == std::string("auto")) continue;
    asked.insert(asked.end(), {"--trust", "always"});
    EXPECT_TRUE(run_json(asked)["known"]["used"]) << method;
  }
}

TEST_F(Known, FewerThanFourClassesCannotBeTried) {
  folder.write("sorted.csv", stretched_rows(0, 3));
  folder.write("new.csv", stretched_rows(3, 6));
  const auto printed =
      run({"cluster", "new.csv", "-k", "3", "--known", "sorted.csv", "--label-column", "class"});
  EXPECT_THAT(printed.out,
              AllOf(HasSubstr("NOT used"), ContainsRegex("needs at least 4[ \n]+known classes, got 3"),
                    HasSubstr("--method whiten --set weights=mixed")));
}

TEST_F(Known, MayBeTheSameFileWithLabelsOfSomeRows) {
  std::string rows = "x,y,class\n";
  for (const auto& line : lines_of(stretched_rows(0, 8))) {
    if (line == "x,y,class") continue;
    const bool known = line.back() < '5';
    rows += (known ? line : line.substr(0, line.rfind(',') + 1)) + "\n";
  }
  folder.write("items.csv", rows);
  const json result = run_json(
      {"cluster", "items.csv", "-k", "3", "--known", "items.csv", "--label-column", "class", "-o", "out"});
  EXPECT_EQ(result["items"], 90);
  EXPECT_EQ(result["known"]["items"], 150);
  EXPECT_TRUE(result["scores"].empty());
  const auto assigned = lines_of(read("out/assignments.csv"));
  ASSERT_EQ(assigned.size(), 91U);
  EXPECT_THAT(assigned[1], ::testing::StartsWith("150,")) << "items keep their row number";
}

TEST_F(Known, NewItemsArePlacedByTheModel) {
  folder.write("sorted.csv", stretched_rows(0, 6));
  folder.write("new.csv", stretched_rows(6, 10));
  ASSERT_EQ(
      run({"cluster", "new.csv", "-k", "4", "--known", "sorted.csv", "--label-column", "class", "-o", "out"})
          .status,
      0);
  const auto placed = lines_of(run({"assign", "out", "new.csv", "--label-column", "class", "--quiet"}).out);
  const auto assigned = lines_of(read("out/assignments.csv"));
  ASSERT_EQ(placed.size(), assigned.size());
  for (std::size_t i = 0; i < placed.size(); ++i)  // the last digit of a probability may differ
    EXPECT_EQ(placed[i].substr(0, placed[i].rfind(',')), assigned[i].substr(0, assigned[i].rfind(',')));
}

TEST_F(Known, SeedsAndLinksWorkInTheLearnedSpace) {
  folder.write("sorted.csv", stretched_rows(0, 6));
  folder.write("new.csv", stretched_rows(6, 9));
  folder.write("seeds.csv", "id,label\n0,six\n30,seven\n60,eight\n1,six\n31,seven\n61,eight\n");
  const json result = run_json({"cluster", "new.csv", "-k", "3", "--known", "sorted.csv", "--label-column",
                                "class", "--seeds", "seeds.csv", "--method", "constrained-gm"});
  EXPECT_EQ(result["method"], "constrained-gm");
  EXPECT_TRUE(result["known"]["used"]);
  EXPECT_GT(result["scores"]["nmi"], 0.8);
  const json named = run_json({"cluster", "new.csv", "-k", "3", "--known", "sorted.csv", "--label-column",
                               "class", "--represent", "tcs-gm-l2", "--method", "kmeans"});
  EXPECT_EQ(named["method"], "kmeans");
  EXPECT_EQ(named["known"]["representation"], "tcs-gm-l2");
}

TEST_F(Known, AnyListOfCandidatesMayBeTried) {
  folder.write("sorted.csv", stretched_rows(0, 6));
  folder.write("new.csv", stretched_rows(6, 9));
  const json result =
      run_json({"cluster", "new.csv", "-k", "3", "--known", "sorted.csv", "--label-column", "class",
                "--candidates", "whiten + tcs-gm-l2:gamma=0.01 + lmnn", "--caution", "2"});
  EXPECT_EQ(result["known"]["check"]["tried"].size(), 3U);
  EXPECT_EQ(result["known"]["check"]["tried"][2]["name"], "lmnn");
}

TEST_F(Known, SaysWhatIsWrong) {
  folder.write("sorted.csv", stretched_rows(0, 6));
  folder.write("new.csv", "x,z,class\n1,2,a\n3,4,b\n5,6,c\n");
  folder.write("labels.csv", "id,label\n999,a\n");
  const Words start{"cluster", "new.csv", "-k", "2", "--label-column", "class"};
  const auto refused = [&](const Words& more, int status, const std::string& words) {
    Words all = start;
    all.insert(all.end(), more.begin(), more.end());
    expect_refused(run(all), status, words);
  };
  refused({"--known", "sorted.csv"}, 1, "feature 2 of sorted.csv is 'y'");
  refused({"--known", "labels.csv"}, 1, "no item has the id");
  folder.write("twice.csv", "id,label\n0,a\n0,b\n");
  refused({"--known", "twice.csv"}, 1, "has two labels, 'a' and 'b'");
  refused({"--known", "new.csv"}, 1, "there is nothing left to cluster");
  refused({"--known", "new.csv", "--truth", "x"}, 2, "the truth is to be a file of id,label");
  refused({"--method", "tcs-gm"}, 2, "tcs-gm learns from known clusters");
  refused({"--caution", "2"}, 2, "--known");
  refused({"--known", "sorted.csv", "--method", "tcs-gn"}, 2, "did you mean 'tcs-gm'?");
  refused({"--known", "sorted.csv", "--represent", "lmn"}, 2, "did you mean 'lmnn'?");
  refused({"--known", "sorted.csv", "--candidates", "whiten:shrink=1"}, 2, "whiten has no option 'shrink'");
  refused({"--known", "sorted.csv", "--method", "tcs-gm", "--set", "gamma=-1"}, 2, "or auto");
  refused({"--known", "sorted.csv", "--represent", "lmnn", "--method", "tcs-gm"}, 2, "both name what learns");
  refused({"--known", "no-such.csv"}, 1, "no-such.csv");
  refused({"--known", "data:headlines"}, 1, "both must be of one kind");
}

}  // namespace
}  // namespace bellwether
