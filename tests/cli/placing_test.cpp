// Every method of the table whose model places items, through the command line: cluster with -o, then assign.

#include <gmock/gmock.h>
#include <tests/cli/tool.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace bellwether::testing_support {
namespace {

/// Counts of three groups that use different columns: fit for every method. Item i is of group i mod 3.
std::string table_of_counts() {
  std::string text = "id,a,b,c,d,e,f,g,h,i\n";
  for (int item = 0; item < 30; ++item) {
    text += "n" + std::to_string(item);
    for (int column = 0; column < 9; ++column)
      text += "," + std::to_string((column / 3 == item % 3 ? 5 : 0) + (7 * item + 3 * column) % 4);
    text += "\n";
  }
  return text;
}

/// The knowledge without which a method does not start.
Words knowledge_for(const nlohmann::json& method) {
  const auto takes = [&](const char* kind) {
    return std::ranges::find(method.at("takes"), kind) != method.at("takes").end();
  };
  if (takes("seeds")) return {"--seeds", "seeds.csv"};
  if (takes("auxiliary")) return {"--auxiliary", "items.csv"};
  if (takes("annotated")) return {"--annotated", "items.csv", "--tags", "tags.tsv"};
  return {};
}

class Placing : public ToolTest {
 protected:
  void SetUp() override {
    folder.write("items.csv", table_of_counts());
    folder.write("seeds.csv", "id,label\nn0,x\nn1,y\nn2,z\n");
    std::string tags;
    for (int item = 0; item < 30; ++item)
      tags += "n" + std::to_string(item) + "\ttag" + std::to_string(item % 3) + "\n";
    folder.write("tags.tsv", tags);
  }

  /// Clusters the items by the method into `clusters`, with the result in a folder of the method's name.
  Finished cluster(const nlohmann::json& method, int clusters) const {
    const auto name = method.at("name").get<std::string>();
    Words command{"cluster", "items.csv", "--method", name,         "-k", std::to_string(clusters),
                  "-o",      name,        "--quiet",  "--restarts", "2"};
    for (const auto& word : knowledge_for(method)) command.push_back(word);
    return run(command);
  }
};

/// The cluster of each id, by the second column of a CSV file.
std::map<std::string, std::string> clusters_of(const std::string& csv) {
  std::map<std::string, std::string> clusters;
  const Words lines = lines_of(csv);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto first = lines[i].find(','), second = lines[i].find(',', first + 1);
    clusters[lines[i].substr(0, first)] = lines[i].substr(first + 1, second - first - 1);
  }
  return clusters;
}

TEST_F(Placing, EveryMethodsModelPlacesItsOwnItemsInAsManyClustersAsWereAskedFor) {
  int placed_by = 0;
  const auto listed = run_json({"methods"});
  for (const auto& method : listed.at("methods")) {
    if (!method.at("places_new_items").get<bool>()) continue;
    const auto name = method.at("name").get<std::string>();
    SCOPED_TRACE(name);
    const Finished made = cluster(method, 3);
    ASSERT_EQ(made.status, 0) << made.err;
    const Finished assigned = run({"assign", name, "items.csv", "--quiet"});
    ASSERT_EQ(assigned.status, 0) << assigned.err;
    const auto placed = clusters_of(assigned.out), trained = clusters_of(read(name + "/assignments.csv"));
    EXPECT_EQ(placed.size(), 30U);
    std::map<std::string, int> used;
    for (const auto& [id, cluster] : placed) ++used[cluster];
    EXPECT_LE(used.size(), 3U);
    if (method.at("places_exactly").get<bool>()) EXPECT_EQ(placed, trained);

    const auto told = run_json({"assign", name, "items.csv"});
    EXPECT_EQ(told.at("clusters"), 3);
    const auto sizes = told.at("sizes").get<std::vector<int>>();
    EXPECT_EQ(sizes.size(), 3U);
    EXPECT_EQ(std::accumulate(sizes.begin(), sizes.end(), 0), 30);
    ++placed_by;
  }
  EXPECT_GE(placed_by, 15);
}

TEST_F(Placing, CoClusteringsPlaceItemsInMoreClustersThanTheirFirstTableHasRows) {
  for (const char* method : {"itcc", "feature-clustering"}) {
    SCOPED_TRACE(method);
    ASSERT_EQ(run({"cluster", "data:headlines", "-k", "12", "--method", method, "--restarts", "1",
                   "--iterations", "4", "-o", method, "--quiet"})
                  .status,
              0);
    const auto told = run_json({"assign", method, "data:headlines"});
    const auto sizes = told.at("sizes").get<std::vector<int>>();
    EXPECT_EQ(sizes.size(), 12U);
    EXPECT_EQ(std::accumulate(sizes.begin(), sizes.end(), 0), told.at("items").get<int>());
  }
}

}  // namespace
}  // namespace bellwether::testing_support
