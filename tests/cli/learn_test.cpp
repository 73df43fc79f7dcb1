// bellwether learn, and cluster --transform.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <tests/cli/tool.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include <bellwether/collections/collections.h>
#include <bellwether/data/dataset.h>

namespace bellwether {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using testing_support::expect_refused;
using testing_support::Finished;
using testing_support::Words;

class Learn : public testing_support::ToolTest {
 protected:
  double adjusted_rand(Words words) const {
    words.push_back("--json");
    return run_json(words)["scores"]["adjusted_rand"];
  }
};

TEST_F(Learn, AMetricFromLabelsOfOtherItemsUndoesAStretch) {
  ASSERT_EQ(run({"data", "stretched", "-o", "items.csv"}).status, 0);
  const auto learned = run({"learn", "--known", "items.csv", "--label-column", "label", "--method", "xing",
                            "-o", "metric.bellwether"});
  ASSERT_EQ(learned.status, 0) << learned.err;
  EXPECT_THAT(learned.out, AllOf(HasSubstr("what counts"), HasSubstr("--transform metric.bellwether")));
  const Words plain{"cluster", "items.csv", "-k", "3", "--label-column", "label"};
  Words guided = plain;
  guided.insert(guided.end(), {"--transform", "metric.bellwether"});
  EXPECT_GT(adjusted_rand(guided), adjusted_rand(plain) + 0.2);
}

TEST_F(Learn, LinksTeachAMetricAndAnySearchUsesItWithKnowledgeToo) {
  const Dataset iris = make_collection("data:iris");
  std::string must, cannot, seeds;
  for (int i = 0; i + 7 < 150; i += 7)
    (iris.labels[i] == iris.labels[i + 7] ? must : cannot) += fmt::format("{},{}\n", i, i + 7);
  for (int i = 3; i < 100; i += 5) cannot += fmt::format("{},{}\n", i, i + 50);
  for (int i = 0; i < 150; i += 10) seeds += fmt::format("{},{}\n", i, iris.labels[i]);
  folder.write("must.csv", must);
  folder.write("cannot.csv", cannot);
  folder.write("seeds.csv", seeds);
  const json learned = run_json({"learn", "data:iris", "--must-link", "must.csv", "--cannot-link",
                                 "cannot.csv", "--set", "form=full", "-o", "metric.bellwether"});
  EXPECT_EQ(learned["method"], "xing");
  EXPECT_TRUE(learned["converged"]);
  EXPECT_EQ(learned["eigenvalues"].size(), 4U);
  EXPECT_LT(learned["figures"]["gap"], 1e-5);
  EXPECT_NEAR(learned["figures"]["dissimilar_sum"], 1, 1e-9);

  for (const char* method : {"kmeans", "gm", "seeded-kmeans", "constrained-gm", "cop-kmeans", "pcc", "csp"}) {
    Words words{"cluster", "data:iris", "-k", "3", "--transform", "metric.bellwether", "--method", method};
    const bool plain = method == std::string("kmeans") || method == std::string("gm");
    if (!plain) words.insert(words.end(), {"--seeds", "seeds.csv"});
    EXPECT_GT(adjusted_rand(words), 0.6) << method;
  }
}

TEST_F(Learn, ATransformIsKeptWithTheModelForNewItems) {
  ASSERT_EQ(run({"learn", "--known", "data:iris", "-o", "metric.bellwether"}).status, 0);
  ASSERT_EQ(run({"cluster", "data:iris", "-k", "3", "--transform", "metric.bellwether", "-o", "out"}).status,
            0);
  EXPECT_EQ(run({"assign", "out", "data:iris", "--quiet"}).out, read("out/assignments.csv"));
}

/// F(A) with gamma = 2 and A = a of one feature, classes {-1, 1} at x = -1, 1 with two items each: by hand.
TEST_F(Learn, PrintsTheObjectiveWithItsGapAndEigenvalues) {
  folder.write("known.csv", "x,class\n-2,a\n0,a\n0,b\n2,b\n");
  const json learned = run_json({"learn", "--known", "known.csv", "--label-column", "class", "--method",
                                 "tcs-gm", "--set", "gamma=2", "--trust", "always", "-o", "map.bellwether"});
  ASSERT_EQ(learned["eigenvalues"].size(), 1U);
  const double a = learned["eigenvalues"][0];
  const auto loss = [](double weight) {
    double sum = 0;
    for (const double x : {-2.0, 0.0, 0.0, 2.0}) {
      const double own = x == 2 ? 1 : x == -2 ? -1 : 1;  // by symmetry either mean is the own one of x = 0
      sum += 0.5 * weight * (x - own) * (x - own) + std::log(std::exp(-0.5 * weight * (x - 1) * (x - 1)) +
                                                             std::exp(-0.5 * weight * (x + 1) * (x + 1)));
    }
    return 2 * (weight - 1) * (weight - 1) + sum;
  };
  EXPECT_NEAR(learned["objective"]["value"], loss(a), 1e-9);
  for (const double other : {a - 1e-3, a + 1e-3}) EXPECT_GT(loss(other), loss(a));
  EXPECT_LT(learned["gap"], 1e-8);
  EXPECT_EQ(learned["objective"]["trace"].back(), learned["objective"]["value"]);
  EXPECT_EQ(learned["options"]["gamma"], 2);
  EXPECT_EQ(learned["options"]["tau"], 1);
}

TEST_F(Learn, GammaIsChosenOnClassesHeldOutAndItsCurveIsShown) {
  const json learned =
      run_json({"learn", "--known", "data:blobs?clusters=6&items=120", "-o", "map.bellwether"});
  EXPECT_EQ(learned["method"], "tcs-gm");
  EXPECT_EQ(learned["curve"]["tried"].size(), 8U);
  const int chosen = learned["curve"]["chosen"];
  for (const auto& tried : learned["curve"]["tried"])
    EXPECT_LE(tried["gain"], learned["curve"]["tried"][chosen]["gain"]);
  EXPECT_GT(learned["options"]["gamma"], 0);
}

TEST_F(Learn, AutoKeepsAMapThatNeedsNoItemsToBeClustered) {
  ASSERT_EQ(run({"data", "stretched?part=all", "-o", "items.csv"}).status, 0);
  const json learned = run_json({"learn", "--known", "items.csv", "--label-column", "label", "--method",
                                 "auto", "--candidates", "tcs-gm-l2 + whiten", "-o", "map.bellwether"});
  EXPECT_EQ(learned["method"], "tcs-gm");
  EXPECT_TRUE(learned["used"]);
  EXPECT_EQ(learned["known"]["check"]["tried"].size(), 2U);
}

TEST_F(Learn, LearnsOnTextsAfterTheirSteps) {
  ASSERT_EQ(run({"learn", "--known", "data:headlines", "--language", "english", "--svd", "20", "--method",
                 "xing", "-o", "m.bellwether"})
                .status,
            0);
  const json result = run_json({"cluster", "data:headlines", "-k", "6", "--transform", "m.bellwether"});
  EXPECT_EQ(result["features"], 20);
  EXPECT_GT(result["scores"]["nmi"], 0.8);
}

TEST_F(Learn, SaysWhatIsMissingOrTooMuch) {
  expect_refused(run({"learn", "-o", "m.bellwether"}), 2, "say what to learn from");
  expect_refused(run({"learn", "data:iris", "-o", "m.bellwether"}), 2, "nothing is known about data:iris");
  expect_refused(run({"learn", "data:iris", "--seeds", "s.csv", "--method", "lmnn", "-o", "m.bellwether"}), 2,
                 "lmnn learns from known classes");
  expect_refused(run({"learn", "--known", "data:iris", "-o", "no/such/m.bellwether"}), 1,
                 "there is no folder");
  expect_refused(run({"learn", "--known", "data:iris", "--method", "xin", "-o", "m.bellwether"}), 2,
                 "did you mean 'xing'?");
  expect_refused(run({"learn", "--known", "data:iris", "--set", "form=round", "-o", "m.bellwether"}), 2,
                 "full, diagonal");
  folder.write("items.csv", "x,y\n1,2\n3,4\n");
  expect_refused(run({"learn", "--known", "items.csv", "-o", "m.bellwether"}), 1, "its items have no labels");
  folder.write("must.csv", "0,1\n");
  expect_refused(run({"learn", "items.csv", "--must-link", "must.csv", "-o", "m.bellwether"}), 1,
                 "dissimilar");
  EXPECT_FALSE(exists("m.bellwether"));
}

TEST_F(Learn, ATransformOfOtherFeaturesIsRefused) {
  ASSERT_EQ(run({"learn", "--known", "data:iris", "-o", "m.bellwether"}).status, 0);
  expect_refused(run({"cluster", "data:blobs", "-k", "3", "--transform", "m.bellwether"}), 1, "features");
}

TEST_F(Learn, StepsAfterATransformAreLearnedFromWhatItGives) {
  ASSERT_EQ(run({"learn", "--known", "data:iris", "-o", "m.bellwether"}).status, 0);
  const json result =
      run_json({"cluster", "data:iris", "-k", "3", "--transform", "m.bellwether", "--svd", "2"});
  EXPECT_EQ(result["features"], 2);
  ASSERT_EQ(result["vectorizer"]["steps"].size(), 2U);
  EXPECT_THAT(result["vectorizer"]["steps"][0].get<std::string>(), HasSubstr("a learned map"));
  EXPECT_THAT(result["vectorizer"]["steps"][1].get<std::string>(), HasSubstr("svd to 2 dimensions"));
}

TEST_F(Learn, TheItemsThemselvesMayAllBeKnown) {
  EXPECT_EQ(run_json({"learn", "data:iris", "--known", "data:iris", "--method", "whiten", "-o",
                      "m.bellwether"})["items"],
            150);
}

}  // namespace
}  // namespace bellwether
