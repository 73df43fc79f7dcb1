#include <gmock/gmock.h>
#include <tests/cli/tool.h>

#include <set>

namespace bellwether::testing_support {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class Cluster : public ToolTest {
 protected:
  /// Two groups of three, far apart, with ids and true classes.
  void write_six() const {
    folder.write("six.csv",
                 "id,x,y,kind\na,0,0,low\nb,0,1,low\nc,1,0,low\nd,9,9,high\ne,9,8,high\nf,8,9,high\n");
  }
};

json without_times(json result) {
  result.erase("seconds");
  return result;
}

TEST_F(Cluster, JsonHasTheKeysOfTheContractInTheirOrder) {
  const auto finished = run({"cluster", "data:iris", "-k", "3", "--json"});
  const auto result = nlohmann::ordered_json::parse(finished.out);
  Words keys;
  for (const auto& [key, value] : result.items()) keys.push_back(key);
  EXPECT_THAT(keys, ElementsAre("bellwether", "schema", "method", "method_reason", "clusters", "items",
                                "features", "vectorizer", "random_seed", "options", "restart", "iterations",
                                "converged", "interrupted", "refills", "objective", "sizes", "scores",
                                "seconds", "warnings", "usual"));
}

TEST_F(Cluster, JsonSaysWhatWasFoundInIris) {
  const json result = run_json({"cluster", "data:iris", "-k", "3", "--random-seed", "7"});
  EXPECT_EQ(result["method"], "kmeans");
  EXPECT_EQ(result["clusters"], 3);
  EXPECT_EQ(result["items"], 150);
  EXPECT_EQ(result["features"], 4);
  EXPECT_EQ(result["random_seed"], 7);
  EXPECT_EQ(result["options"]["restarts"], 10);
  EXPECT_EQ(result["converged"], true);
  EXPECT_EQ(result["interrupted"], false);
  EXPECT_EQ(result["objective"]["name"], "sum of squared distances");
  EXPECT_EQ(result["objective"]["goal"], "minimise");
  EXPECT_NEAR(result["objective"]["value"], 78.8514, 1e-4);  // the well-known best for three means
  EXPECT_EQ(result["objective"]["trace"].back(), result["objective"]["value"]);
  EXPECT_EQ(result["objective"]["trace"].size(), result["iterations"].get<std::size_t>() + 1);
  EXPECT_NEAR(result["scores"]["nmi"], 0.7582, 1e-4);
  EXPECT_THAT(result["warnings"], IsEmpty());
  auto sizes = result["sizes"].get<std::vector<int>>();
  std::sort(sizes.begin(), sizes.end());
  EXPECT_THAT(sizes, ElementsAre(38, 50, 62));
}

TEST_F(Cluster, TheFilesOfTheResultAgreeWithEachOther) {
  write_six();
  const auto finished =
      run({"cluster", "six.csv", "-k", "2", "--truth", "kind", "-o", "deep/result", "--json"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(finished.out, read("deep/result/result.json"));
  EXPECT_EQ(json::parse(finished.out)["scores"]["accuracy"], 1.0);

  const Words lines = lines_of(read("deep/result/assignments.csv"));
  ASSERT_EQ(lines.size(), 7U);
  EXPECT_EQ(lines[0], "id,cluster");
  const auto cluster_of = [&](std::size_t line) { return lines[line].substr(2); };
  EXPECT_EQ(lines[1].substr(0, 2), "a,");
  EXPECT_EQ(cluster_of(1), cluster_of(3));
  EXPECT_EQ(cluster_of(4), cluster_of(6));
  EXPECT_NE(cluster_of(1), cluster_of(4));

  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "deep/result"))
    names.insert(entry.path().filename());
  EXPECT_THAT(names, ElementsAre("assignments.csv", "manifest.json", "model.bellwether", "portrait.json",
                                 "result.json"));
}

TEST_F(Cluster, ASoftMethodWritesProbabilities) {
  run({"cluster", "data:iris", "-k", "3", "--method", "gm", "-o", "soft", "--quiet"});
  const Words lines = lines_of(read("soft/assignments.csv"));
  ASSERT_EQ(lines.size(), 151U);
  EXPECT_EQ(lines[0], "id,cluster,probability");
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const double probability = std::stod(lines[i].substr(lines[i].rfind(',') + 1));
    EXPECT_GE(probability, 1.0 / 3) << lines[i];
    EXPECT_LE(probability, 1.0) << lines[i];
  }
}

TEST_F(Cluster, IdsAreQuotedWhereTheyMustBe) {
  folder.write("odd.csv", "id,x\n\"a,b\",0\n\"say \"\"c\"\"\",1\n");
  run({"cluster", "odd.csv", "-k", "1", "-o", "out", "--quiet"});
  EXPECT_EQ(read("out/assignments.csv"), "id,cluster\n\"a,b\",0\n\"say \"\"c\"\"\",0\n");
}

TEST_F(Cluster, BytesThatAreNotTextDoNotSpoilTheJson) {
  folder.write("items.csv", "\xff id,x\np,1\nq,2\n");
  const auto finished =
      run({"cluster", "items.csv", "-k", "1", "--id-column", "first", "--json", "-o", "out"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_TRUE(json::accept(finished.out));
  EXPECT_TRUE(json::accept(read("out/result.json")));
}

TEST_F(Cluster, TheNumberOfThreadsDoesNotShow) {
  for (const char* method : {"kmeans", "spherical-kmeans", "gm", "vm"}) {
    const Words command{"cluster", "data:blobs?items=5000&features=5", "-k", "4", "--method", method};
    Words one = command, four = command;
    one.insert(one.end(), {"--threads", "1", "-o", "one"});
    four.insert(four.end(), {"--threads", "4", "-o", "four"});
    EXPECT_EQ(without_times(run_json(one)), without_times(run_json(four))) << method;
    EXPECT_EQ(read("one/assignments.csv"), read("four/assignments.csv")) << method;
    EXPECT_EQ(read("one/model.bellwether"), read("four/model.bellwether")) << method;
  }
}

TEST_F(Cluster, TheRandomSeedDecidesTheDraws) {
  const Words command{"cluster", "data:blobs?items=2000&clusters=30", "-k", "40", "--restarts", "1"};
  Words same = command, other = command;
  same.insert(same.end(), {"--random-seed", "0"});
  other.insert(other.end(), {"--random-seed", "1"});
  EXPECT_EQ(without_times(run_json(command)), without_times(run_json(same)));
  EXPECT_NE(run_json(command)["objective"], run_json(other)["objective"]);
}

TEST_F(Cluster, TheTruthIsAColumnOrAFileAndNeverAFeature) {
  write_six();
  folder.write("truth.csv", "id,label\nf,high\ne,high\nd,high\nc,low\nb,low\na,low\n");
  const json column = run_json({"cluster", "six.csv", "-k", "2", "--truth", "last"});
  const json file =
      run_json({"cluster", "six.csv", "-k", "2", "--truth", "truth.csv", "--label-column", "kind"});
  EXPECT_EQ(without_times(column), without_times(file));
  EXPECT_EQ(column["features"], 2);
  EXPECT_EQ(column["scores"]["nmi"], 1.0);
}

TEST_F(Cluster, WithoutTruthThereAreNoScores) {
  folder.write("plain.csv", "1,2\n3,4\n5,9\n");
  EXPECT_THAT(run_json({"cluster", "plain.csv", "-k", "2"})["scores"], IsEmpty());
}

TEST_F(Cluster, BeginsFromTheClustersOfInit) {
  write_six();
  // Three rounds from a bad start would find the groups; none are left to do from the right one.
  folder.write("start.csv", "id,cluster\na,near\nb,near\nc,near\nd,far\ne,far\nf,far\n");
  const json result = run_json({"cluster", "six.csv", "-k", "2", "--truth", "kind", "--init", "start.csv"});
  EXPECT_EQ(result["scores"]["accuracy"], 1.0);
  const auto& trace = result["objective"]["trace"];
  EXPECT_EQ(trace.front(), trace.back());
}

TEST_F(Cluster, NormalisesTheItemsBeforeTheyAreClustered) {
  const json raw = run_json({"cluster", "data:iris", "-k", "3"});
  const json scaled = run_json({"cluster", "data:iris", "-k", "3", "--normalise", "standard"});
  EXPECT_EQ(scaled["vectorizer"]["steps"], json::array({"standard"}));
  EXPECT_NE(raw["objective"]["value"], scaled["objective"]["value"]);
  EXPECT_EQ(without_times(scaled),
            without_times(run_json({"cluster", "data:iris", "-k", "3", "--normalize", "standard"})));
}

TEST_F(Cluster, AnyOptionOfTheMethodCanBeSetByName) {
  const json result = run_json({"cluster", "data:iris", "-k", "3", "--method", "gm", "--set",
                                "equal-weights=true", "--set", "start=random", "--restarts", "2"});
  EXPECT_EQ(result["options"]["equal_weights"], true);
  EXPECT_EQ(result["options"]["start"], "random");
  EXPECT_EQ(result["options"]["restarts"], 2);
}

TEST_F(Cluster, AMixtureTellsItsBicInTheSummaryAndInTheResult) {
  const Words words{"cluster", "data:iris", "-k", "3", "--method", "gm", "--set", "covariance=full"};
  const double bic = run_json(words)["figures"]["bic"];
  EXPECT_NEAR(bic, 583.53, 0.01);
  EXPECT_THAT(run(words).out, HasSubstr("BIC: 583.53 (smaller is better)"));
  EXPECT_FALSE(run_json({"cluster", "data:iris", "-k", "3"}).contains("figures"));
}

TEST_F(Cluster, SparseItemsAreClusteredByDirection) {
  const json usual = run_json({"cluster", "data:topics?items=100", "-k", "4"});
  EXPECT_EQ(usual["vectorizer"]["steps"].back(), "l2");
  const json sized = run_json({"cluster", "data:topics?items=100", "-k", "4", "--weighting", "ltc"});
  EXPECT_EQ(sized["method"], "spherical-kmeans");
  EXPECT_THAT(sized["method_reason"], HasSubstr("sparse"));
}

TEST_F(Cluster, MissingValuesAreFilledOrDroppedWhenAskedTo) {
  folder.write("gaps.csv", "x,y\n1,2\n3,NA\n5,6\n");
  const json filled = run_json({"cluster", "gaps.csv", "-k", "2", "--missing", "mean"});
  EXPECT_EQ(filled["items"], 3);
  EXPECT_THAT(filled["warnings"][0], HasSubstr("mean"));
  EXPECT_EQ(run_json({"cluster", "gaps.csv", "-k", "2", "--missing", "drop"})["items"], 2);
}

TEST_F(Cluster, TheSummaryIsPlainAndTellsPeopleWhatWasDone) {
  const auto finished = run({"cluster", "data:iris", "-k", "3", "-o", "out"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.err, "");
  EXPECT_THAT(finished.out, HasSubstr("150 items x 4 features, dense"));
  EXPECT_THAT(finished.out,
              HasSubstr("method: kmeans (groups in two halves of the values agree best this way)"));
  EXPECT_THAT(finished.out, HasSubstr("sum of squared distances: 78.8514 (smaller is better), converged"));
  EXPECT_THAT(finished.out, HasSubstr("nmi             0.7582"));
  EXPECT_THAT(finished.out, HasSubstr("written to out"));
  EXPECT_THAT(finished.out, HasSubstr("bellwether assign out NEW_ITEMS"));
  EXPECT_THAT(finished.out, Not(HasSubstr("\033")));
}

TEST_F(Cluster, TheSummaryWarnsOfASearchThatWasCutShort) {
  const auto finished = run({"cluster", "data:iris", "-k", "3", "--iterations", "1"});
  EXPECT_THAT(finished.out, HasSubstr("not converged after 1"));
  EXPECT_THAT(finished.out, HasSubstr("try --iterations 10"));
}

TEST_F(Cluster, TheSummaryAdvisesToNormaliseFeaturesOfDifferentScales) {
  folder.write("scales.csv", "1,1000\n2,5000\n3,2000\n4,9000\n");
  EXPECT_THAT(run({"cluster", "scales.csv", "-k", "2"}).out,
              HasSubstr("bellwether cluster scales.csv -k 2 --normalise standard"));
}

TEST_F(Cluster, ManyClustersAreNotAllListed) {
  const auto finished = run({"cluster", "data:blobs", "-k", "25"});
  EXPECT_THAT(finished.out, HasSubstr("\n       19 "));
  EXPECT_THAT(finished.out, Not(HasSubstr("\n       20 ")));
  EXPECT_THAT(finished.out, HasSubstr("and 5 more"));
}

TEST_F(Cluster, QuietIsSilent) {
  const auto finished = run({"cluster", "data:iris", "-k", "3", "--quiet", "-o", "out"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.out, "");
  EXPECT_EQ(finished.err, "");
  EXPECT_TRUE(exists("out/result.json"));
}

}  // namespace
}  // namespace bellwether::testing_support
