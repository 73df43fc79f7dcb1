#include <fmt/format.h>
#include <gmock/gmock.h>
#include <tests/cli/tool.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include <bellwether/collections/headlines.h>

namespace bellwether {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using testing_support::Words;

class Direction : public testing_support::ToolTest {
 protected:
  /// Labels of every tenth headline, as id,label.
  template <class LabelOf>
  void write_labels(const LabelOf& label_of) const {
    std::string text = "id,label\n";
    for (std::size_t i = 0; i < headlines().size(); i += 10) text += fmt::format("{},{}\n", i, label_of(i));
    folder.write("labels.csv", text);
  }

  json guided(const std::string& items, const Words& more = {}) const {
    Words words{"cluster", items, "-k",           "6",          "--language", "english", "--vocabulary", "60",
                "--svd",   "12",  "--select-for", "labels.csv", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    const auto ran = run(words);
    EXPECT_EQ(ran.status, 0) << ran.err;
    return json::parse(ran.out);
  }
};

TEST_F(Direction, LabelsOfAFewTurnTheClustersTowardsWhatTheyMean) {
  write_labels([](std::size_t i) { return headlines()[i].region; });
  const json result = guided("data:headlines?labels=region");
  EXPECT_TRUE(result["direction"]["used"]);
  EXPECT_GT(result["direction"]["guided_adjusted_rand"], result["direction"]["plain_adjusted_rand"]);
  EXPECT_GT(result["scores"]["nmi"], 0.5);
  EXPECT_EQ(result["vectorizer"]["vocabulary"], 60);
}

TEST_F(Direction, LabelsWithoutMeaningAreLeftOutAndThatIsSaid) {
  write_labels([](std::size_t i) { return i / 10 % 3 == 0 ? "no" : "yes"; });
  const json result = guided("data:headlines");
  EXPECT_FALSE(result["direction"]["used"]);
  EXPECT_GT(result["vectorizer"]["vocabulary"], 60);
  const auto told = run({"cluster", "data:headlines", "-k", "6", "--language", "english", "--vocabulary",
                         "60", "--svd", "12", "--select-for", "labels.csv"});
  EXPECT_THAT(told.out, HasSubstr("the labels of labels.csv do not choose the words"));

  const json trusted = guided("data:headlines", {"--trust", "always"});
  EXPECT_FALSE(trusted.contains("direction"));
  EXPECT_EQ(trusted["vectorizer"]["vocabulary"], 60);
}

TEST_F(Direction, TooFewLabelsToHoldSomeBackAreUsedUnchecked) {
  folder.write("labels.csv", "id,label\n0,a\n1,b\n");
  const json result = guided("data:headlines");
  EXPECT_FALSE(result["direction"]["checked"]);
  EXPECT_TRUE(result["direction"]["used"]);
}

TEST_F(Direction, OfItemsThatAreNotThereIsRefused) {
  folder.write("labels.csv", "id,label\n0,a\n1,b\n2,a\nx7,b\n");
  const auto ran =
      run({"cluster", "data:headlines", "-k", "6", "--vocabulary", "60", "--select-for", "labels.csv"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.err, HasSubstr("'x7'"));
}

}  // namespace
}  // namespace bellwether
