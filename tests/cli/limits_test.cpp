// What has no end, or unfolds to more than it should, is refused wherever the tool reads.

#include <gmock/gmock.h>
#include <tests/cli/tool.h>

#include <tests/support/archives.h>

namespace bellwether::testing_support {
namespace {

class Limits : public ToolTest {
 protected:
  void expect_limited(Words command) const {
    command.insert(command.end(), {"--limit", "1MB"});
    SCOPED_TRACE(testing::PrintToString(command));
    const Finished finished = run(command);
    EXPECT_EQ(finished.status, 1);
    EXPECT_THAT(finished.err, testing::ContainsRegex("more than 1 MB.*--limit"));
  }
};

TEST_F(Limits, ADeviceWithoutEndIsRefusedWhereverAFileIsRead) {
  folder.write("tagged.csv", "id,a,b\nx,1,2\ny,2,1\n");
  ASSERT_EQ(run({"cluster", "data:iris", "-k", "3", "-o", "out", "--quiet"}).status, 0);
  for (const char* flag : {"--seeds", "--must-link", "--cannot-link", "--transform", "--tune", "--init"})
    expect_limited({"cluster", "data:iris", "-k", "3", flag, "/dev/zero"});
  expect_limited({"cluster", "data:iris", "-k", "3", "--truth", "/dev/zero"});
  expect_limited({"cluster", "/dev/zero", "-k", "3", "--lines"});
  expect_limited({"cluster", "/dev/zero", "-k", "3", "--text-column", "first"});
  expect_limited({"cluster", "data:headlines", "-k", "3", "--select-for", "/dev/zero"});
  expect_limited({"cluster", "tagged.csv", "-k", "2", "--annotated", "tagged.csv", "--tags", "/dev/zero"});
  expect_limited({"assign", "/dev/zero", "data:iris"});
  expect_limited({"evaluate", "/dev/zero", "--truth", "data:iris"});
  expect_limited({"evaluate", "out/assignments.csv", "--truth", "/dev/zero"});
  expect_limited({"vectorize", "/dev/zero", "--lines", "-o", "v.npz"});
  expect_limited({"learn", "data:iris", "--must-link", "/dev/zero", "-o", "m"});
  // As a table of numbers it is refused by its first bytes.
  expect_refused(run({"cluster", "/dev/zero", "-k", "3"}), 1, "/dev/zero: is not text");
  expect_refused(run({"assign", "out", "/dev/zero"}), 1, "/dev/zero: is not text");
}

TEST_F(Limits, AModelThatNeverEndsIsRefusedWithoutBeingAsked) {
  const Finished finished = run({"assign", "/dev/zero", "data:iris"});
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.err, testing::HasSubstr("more than 1 GiB"));
}

TEST_F(Limits, ABombIsRefusedAndTheLimitCanBeRaised) {
  std::string rows;
  for (int i = 0; i < 100'000; ++i) rows += i % 2 == 0 ? "1,2,3,4,5,6,7\n" : "9,9,9,9,9,9,9\n";
  folder.write("items.csv.gz", gzip_of(rows));
  expect_limited({"cluster", "items.csv.gz", "-k", "2"});
  EXPECT_EQ(run({"cluster", "items.csv.gz", "-k", "2", "--limit", "2MB", "--quiet"}).status, 0);
  for (const char* name : {"texts.zip", "texts.tar.gz", "texts.tar.zst"}) {
    write_archive(folder.path() / name, {{"one.txt", rows}, {"two.txt.gz", gzip_of(rows)}});
    expect_limited({"cluster", name, "-k", "2", "--features", "words"});
  }
  expect_refused(run({"cluster", "data:iris", "-k", "2", "--limit", "lots"}), 2, "--limit is 'lots'");
}

}  // namespace
}  // namespace bellwether::testing_support
