#include <gmock/gmock.h>
#include <tests/cli/tool.h>

#include <algorithm>

namespace bellwether::testing_support {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

class Listings : public ToolTest {};

TEST_F(Listings, MethodsNamesThemAll) {
  EXPECT_THAT(run({"methods"}).out,
              AllOf(HasSubstr("kmeans"), HasSubstr("spherical-kmeans"), HasSubstr("gm"), HasSubstr("vm")));
  EXPECT_GE(run_json({"methods"})["methods"].size(), 4U);
}

TEST_F(Listings, OneMethodIsShownWithItsOptions) {
  EXPECT_THAT(run({"methods", "gm"}).out,
              AllOf(HasSubstr("log-likelihood"), HasSubstr("--set equal_weights=false"),
                    HasSubstr("one of k-means++, random"), HasSubstr("a whole number, at least 1")));
  const auto options = run_json({"methods", "kmeans"})["options"];
  EXPECT_EQ(options[0]["name"], "clusters");
  EXPECT_EQ(options[0]["default"], 2);
}

TEST_F(Listings, EveryMethodOfTheListClusters) {
  folder.write("seeds.csv", "0,setosa\n50,versicolor\n100,virginica\n");
  folder.write("must.csv", "0,1\n50,51\n");
  for (const auto& method : run_json({"methods"})["methods"]) {
    if (method["verb"] != "cluster") continue;
    testing_support::Words words{"cluster", "data:iris", "-k", "3", "--method", method["name"]};
    const auto takes = method["takes"].get<std::vector<std::string>>();
    if (std::ranges::count(takes, "seeds") > 0) words.insert(words.end(), {"--seeds", "seeds.csv"});
    if (std::ranges::count(takes, "links") > 0) words.insert(words.end(), {"--must-link", "must.csv"});
    EXPECT_EQ(run_json(words)["method"], method["name"]);
  }
}

TEST_F(Listings, EveryCollectionOfTheListCanBeClustered) {
  const auto listed = run_json({"data"});
  for (const auto& collection : listed["collections"]) {
    const std::string spec = "data:" + collection["name"].get<std::string>();
    EXPECT_EQ(run_json({"cluster", spec, "-k", "2"})["clusters"], 2) << spec;
  }
}

TEST_F(Listings, ACollectionIsDescribedWithOrWithoutItsPrefix) {
  EXPECT_THAT(run({"data", "blobs"}).out, AllOf(HasSubstr("300 items"), HasSubstr("spread=1")));
  EXPECT_EQ(run_json({"data", "blobs?items=10"})["items"], 10);
  EXPECT_EQ(run_json({"data", "data:blobs?items=10"})["items"], 10);
}

TEST_F(Listings, AWrittenCollectionClustersLikeTheOriginal) {
  for (const char* file : {"iris.csv", "iris.npy", "iris.svm"}) {
    ASSERT_EQ(run({"data", "iris", "-o", file}).status, 0);
    Words command{"cluster", file, "-k", "3", "--method", "kmeans"};
    if (std::string(file) == "iris.csv") command.insert(command.end(), {"--label-column", "label"});
    EXPECT_NEAR(run_json(command)["objective"]["value"], 78.8514, 1e-4) << file;
  }
}

TEST_F(Listings, RefusesWhatIsNotThere) {
  expect_refused(run({"methods", "kmean"}), 2, "did you mean 'kmeans'?");
  expect_refused(run({"data", "irsi"}), 2, "did you mean 'data:iris'?");
  expect_refused(run({"data", "blobs?item=3"}), 2, "did you mean 'items'?");
  expect_refused(run({"data", "blobs?items=0"}), 2, "must be a whole number from 1");
  expect_refused(run({"data", "iris", "-o", "iris.doc"}), 2, "must be .csv, .npz, .npy or .svm");
  expect_refused(run({"data", "-o", "iris.csv"}), 2, "name the collection to write");
  expect_refused(run({"data", "iris", "-o", "no/such/iris.csv"}), 1, "no/such/iris.csv: cannot be written");
}

TEST_F(Listings, VersionAndHelpSucceed) {
  EXPECT_THAT(run({"--version"}).out,
              AllOf(StartsWith("bellwether 0."), HasSubstr("\n  linear algebra: OpenBLAS"),
                    HasSubstr("\n  pictures: ")));
  for (const char* verb : {"cluster", "assign", "evaluate", "methods", "data"}) {
    const auto help = run({verb, "--help"});
    EXPECT_EQ(help.status, 0);
    EXPECT_THAT(help.out, AllOf(HasSubstr("Usage: bellwether"), HasSubstr("Examples:"))) << verb;
  }
}

}  // namespace
}  // namespace bellwether::testing_support
