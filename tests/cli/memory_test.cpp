// Little memory and many threads: a sentence and exit status 1, or success; never an abort, never a wait
// without end.

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <tests/cli/tool.h>

#include <cstdlib>

namespace bellwether::testing_support {
namespace {

class Memory : public ToolTest {
 protected:
  /// The status of the tool where it may have so many megabytes of addresses. A minute only guards against a
  /// program that waits for ever.
  int status_with(int megabytes, const std::string& arguments) const {
    const std::string command =
        "cd '" + folder.path().string() + "' && ulimit -v " + std::to_string(1000 * megabytes) +
        " && exec timeout -s KILL 60 '" BELLWETHER_TOOL "' " + arguments + " > out 2> err";
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  /// The least with which the libraries can be loaded; 0 where a limit makes no sense, as with sanitizers.
  int least() const {
    for (int megabytes = 100; megabytes <= 4000; megabytes += 20)
      if (status_with(megabytes, "--version") == 0) return megabytes;
    return 0;
  }

  void expect_words_or_success(const std::string& arguments, int limit) const {
    const int status = status_with(limit, arguments);
    const std::string words = read("err");
    EXPECT_TRUE(status == 0 || status == 1)
        << arguments << " with " << limit << " MB: " << status << " " << words;
    if (status == 1)
      EXPECT_THAT(words, testing::StartsWith("bellwether: ")) << arguments << " with " << limit << " MB";
  }
};

TEST_F(Memory, TooLittleIsSaidAndNothingHangs) {
  const int loaded = least();
  if (loaded == 0) GTEST_SKIP() << "this build needs more addresses than can be limited";
  for (int limit = loaded; limit < loaded + 500; limit += 120)
    for (const char* arguments :
         {"cluster data:iris -k 3 --quiet", "cluster data:iris -k 3 --threads 256 --quiet",
          "cluster data:stretched -k 3 --known 'data:stretched?part=known' --method whiten --quiet"})
      expect_words_or_success(arguments, limit);
}

TEST_F(Memory, MoreThreadsThanCanBeStartedAreNotNeeded) {
  if (least() == 0) GTEST_SKIP() << "this build needs more addresses than can be limited";
  EXPECT_EQ(status_with(2000, "cluster 'data:blobs?items=5000' -k 5 --threads 256 --quiet"), 0)
      << read("err");
}

}  // namespace
}  // namespace bellwether::testing_support
