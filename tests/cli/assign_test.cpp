#include <gmock/gmock.h>
#include <tests/cli/tool.h>

namespace bellwether::testing_support {
namespace {

using testing::HasSubstr;

class Assign : public ToolTest {};

/// The same ids and clusters. A probability may differ by the rounding of its sums, which are not taken in
/// the same blocks of items.
void expect_same_assignments(const std::string& placed, const std::string& trained) {
  const Words one = lines_of(placed), two = lines_of(trained);
  ASSERT_EQ(one.size(), two.size());
  EXPECT_EQ(one[0], two[0]);
  for (std::size_t i = 1; i < one.size(); ++i) {
    const auto cluster_end = [](const std::string& line) { return line.find(',', line.find(',') + 1); };
    EXPECT_EQ(one[i].substr(0, cluster_end(one[i])), two[i].substr(0, cluster_end(two[i])));
    if (cluster_end(one[i]) == std::string::npos) continue;
    const double probability = std::stod(two[i].substr(cluster_end(two[i]) + 1));
    EXPECT_NEAR(std::stod(one[i].substr(cluster_end(one[i]) + 1)), probability, 1e-10);
  }
}

TEST_F(Assign, PlacesTheTrainingItemsWhereTrainingPutThem) {
  for (const Words& how :
       {Words{"--method", "kmeans"}, Words{"--method", "kmeans", "--normalise", "standard"},
        Words{"--method", "spherical-kmeans"}, Words{"--method", "gm", "--normalise", "l2"},
        Words{"--method", "vm"}}) {
    Words command{"cluster", "data:iris", "-k", "3", "-o", "trained", "--quiet"};
    command.insert(command.end(), how.begin(), how.end());
    ASSERT_EQ(run(command).status, 0);
    const auto placed = run({"assign", "trained/model.bellwether", "data:iris", "--quiet"});
    EXPECT_EQ(placed.status, 0);
    expect_same_assignments(placed.out, read("trained/assignments.csv"));
  }
}

TEST_F(Assign, PrintsCsvForPipesAndTheSummaryBeside) {
  run({"cluster", "data:iris", "-k", "3", "-o", "trained", "--quiet"});
  folder.write("new.csv", "id,a,b,c,d,kind\nn1,5.1,3.5,1.4,0.2,setosa\nn2,6.5,3.0,5.5,2.0,virginica\n");
  const auto placed = run({"assign", "trained", "new.csv", "--truth", "kind"});
  EXPECT_EQ(placed.status, 1) << "the names of the features differ";
  folder.write("new.csv", "n1,5.1,3.5,1.4,0.2,setosa\nn2,6.5,3.0,5.5,2.0,virginica\n");
  const auto again = run({"assign", "trained", "new.csv", "--id-column", "first", "--truth", "last"});
  EXPECT_EQ(again.status, 0) << again.err;
  const Words lines = lines_of(again.out);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0], "id,cluster");
  EXPECT_THAT(lines[1], testing::StartsWith("n1,"));
  EXPECT_NE(lines[1].substr(3), lines[2].substr(3));
  EXPECT_THAT(again.err, HasSubstr("2 items placed by trained"));
  EXPECT_THAT(again.err, HasSubstr("accuracy"));
}

TEST_F(Assign, WritesAFileOrIntoAFolder) {
  run({"cluster", "data:iris", "-k", "3", "-o", "trained", "--quiet"});
  const auto to_file = run({"assign", "trained", "data:iris", "-o", "new/placed.csv"});
  EXPECT_EQ(to_file.status, 0) << to_file.err;
  EXPECT_THAT(to_file.out, HasSubstr("written to new/placed.csv"));
  run({"assign", "trained", "data:iris", "-o", "placed"});
  EXPECT_EQ(read("new/placed.csv"), read("trained/assignments.csv"));
  EXPECT_EQ(read("placed/assignments.csv"), read("trained/assignments.csv"));
}

TEST_F(Assign, JsonSaysTheSizesAndTheScores) {
  run({"cluster", "data:iris", "-k", "3", "-o", "trained", "--quiet"});
  const auto result = run_json({"assign", "trained", "data:iris"});
  EXPECT_EQ(result["sizes"], read_json("trained/result.json")["sizes"]);
  EXPECT_EQ(result["scores"], read_json("trained/result.json")["scores"]);
  EXPECT_EQ(result["items"], 150);
}

TEST_F(Assign, RefusesAModelThatIsCutAlteredOrOfAnotherVersion) {
  run({"cluster", "data:iris", "-k", "3", "-o", "trained", "--quiet"});
  const std::string model = read("trained/model.bellwether");

  folder.write("cut", model.substr(0, model.size() / 2));
  expect_refused(run({"assign", "cut", "data:iris"}), 1, "cut is cut off");

  std::string altered = model;
  altered[altered.size() - 20] = static_cast<char>(altered[altered.size() - 20] ^ 1);
  folder.write("altered", altered);
  expect_refused(run({"assign", "altered", "data:iris"}), 1, "altered was altered or damaged");

  std::string newer = model;
  newer[8] = 99;
  folder.write("newer", newer);
  expect_refused(run({"assign", "newer", "data:iris"}), 1, "newer is a model of version 99");

  folder.write("other", "hello, I am not a model of anything at all");
  expect_refused(run({"assign", "other", "data:iris"}), 1, "other is not a bellwether model");
  expect_refused(run({"assign", "nothing", "data:iris"}), 1, "nothing: cannot be opened");
}

TEST_F(Assign, RefusesItemsWithOtherFeatures) {
  run({"cluster", "data:iris", "-k", "3", "-o", "trained", "--quiet"});
  expect_refused(run({"assign", "trained", "data:blobs"}), 1,
                 "the items have 2 features, but the model was made with 4");
}

}  // namespace
}  // namespace bellwether::testing_support
