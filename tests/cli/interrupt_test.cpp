#include <gmock/gmock.h>
#include <signal.h>
#include <tests/cli/tool.h>

namespace bellwether::testing_support {
namespace {

using testing::HasSubstr;

// Would run for days; waits for the first words about its iterations, so that the search has begun.
const Words endless{"cluster",     "data:blobs?items=50000&features=16",
                    "-k",          "20",
                    "--restarts",  "1000000",
                    "--tolerance", "0",
                    "-o",          "out"};

class Interrupt : public ToolTest {};

TEST_F(Interrupt, TheFirstKeepsTheBestSoFar) {
  for (const int signal : {SIGINT, SIGTERM}) {
    RunningTool tool(endless, folder.path(), RunningTool::Stderr::terminal);
    ASSERT_TRUE(tool.wait_for_stderr("iteration"));
    tool.send(signal);
    const Finished finished = tool.finish();
    EXPECT_EQ(finished.status, 130);
    EXPECT_THAT(finished.err, HasSubstr("stopping with the best so far"));
    EXPECT_THAT(finished.out, HasSubstr("note: interrupted"));

    const auto result = read_json("out/result.json");
    EXPECT_EQ(result["converged"], false);
    EXPECT_EQ(result["interrupted"], true);
    const Words lines = lines_of(read("out/assignments.csv"));
    ASSERT_EQ(lines.size(), 50001U);
    for (std::size_t i = 1; i < lines.size(); ++i)
      ASSERT_EQ(lines[i].substr(0, lines[i].find(',')), std::to_string(i - 1));
    EXPECT_EQ(run({"assign", "out", "data:blobs?items=10&features=16", "--quiet"}).status, 0);
    std::filesystem::remove_all(folder / "out");
  }
}

TEST_F(Interrupt, OneIsEnoughForABillionRestarts) {
  RunningTool tool({"cluster", "data:blobs?items=2000", "-k", "5", "--restarts", "1000000000", "-o", "out"},
                   folder.path(), RunningTool::Stderr::terminal);
  ASSERT_TRUE(tool.wait_for_stderr("restart"));
  tool.send(SIGINT);
  EXPECT_EQ(tool.finish().status, 130);
  EXPECT_EQ(read_json("out/result.json")["interrupted"], true);
}

TEST_F(Interrupt, OneIsEnoughWhereSeveralSearchesFollowEachOther) {
  RunningTool tool({"cluster", "data:stretched", "-k", "3", "--known", "data:stretched?part=known",
                    "--method", "tcs-gm-l2", "--restarts", "1000000000", "-o", "out"},
                   folder.path(), RunningTool::Stderr::terminal);
  ASSERT_TRUE(tool.wait_for_stderr("restart"));
  tool.send(SIGINT);
  EXPECT_EQ(tool.finish().status, 130);
  EXPECT_TRUE(exists("out/result.json"));
}

TEST_F(Interrupt, TheSecondEndsAtOnce) {
  // One iteration takes long, so that the second signal comes before the first is obeyed.
  RunningTool tool({"cluster", "data:blobs?items=400000&features=64", "-k", "500", "--restarts", "1000",
                    "--tolerance", "0", "--threads", "1", "--set", "search=lloyd", "-o", "out"},
                   folder.path(), RunningTool::Stderr::terminal);
  ASSERT_TRUE(tool.wait_for_stderr("clustering"));
  tool.send(SIGINT);
  ASSERT_TRUE(tool.wait_for_stderr("stopping"));
  tool.send(SIGINT);
  EXPECT_EQ(tool.finish().status, 130);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST_F(Interrupt, TheBarIsCleanedUpAndNeverPartOfTheOutput) {
  RunningTool tool({"cluster", "data:iris", "-k", "3", "--json"}, folder.path(),
                   RunningTool::Stderr::terminal);
  const Finished finished = tool.finish();
  EXPECT_EQ(finished.status, 0);
  EXPECT_TRUE(nlohmann::json::accept(finished.out));
  EXPECT_THAT(finished.err, HasSubstr("reading data:iris"));
  EXPECT_THAT(finished.err, testing::EndsWith("\r\033[K"));
}

TEST_F(Interrupt, QuietDrawsNoBar) {
  RunningTool tool({"cluster", "data:iris", "-k", "3", "--quiet"}, folder.path(),
                   RunningTool::Stderr::terminal);
  EXPECT_EQ(tool.finish().err, "");
}

}  // namespace
}  // namespace bellwether::testing_support
