#include <bellwether/projects/project_file.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include <bellwether/data/error.h>
#include <tests/support/temporary_folder.h>

namespace bellwether {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using testing_support::TemporaryFolder;
using enum ProjectFile::For;

TEST(ProjectFile, KeepsEventsInTheirOrderAndFactsByName) {
  const TemporaryFolder folder;
  {
    ProjectFile file(folder / "a.bwp", owning);
    EXPECT_EQ(file.append("today", "one"), 1);
    EXPECT_EQ(file.append("today", std::string_view("t\0wo", 4)), 2);
    file.keep("plan", "old");
    file.keep("plan", "new");
    file.keep_labels(2, {0, 2, -1});
  }
  const ProjectFile file(folder / "a.bwp", reading);
  ASSERT_EQ(file.events().size(), 2u);
  EXPECT_EQ(file.events()[1].said, std::string_view("t\0wo", 4));
  EXPECT_EQ(file.kept("plan"), "new");
  EXPECT_EQ(file.kept("names"), std::nullopt);
  EXPECT_EQ(file.labels_after(2), (std::vector<int>{0, 2, -1}));
  EXPECT_TRUE(file.labels_after(1).empty());
}

TEST(ProjectFile, ASecondOwnerIsToldWhichProcessHoldsIt) {
  const TemporaryFolder folder;
  const auto path = folder / "a.bwp";
  int ready[2], over[2];
  ASSERT_EQ(pipe(ready) + pipe(over), 0);
  const pid_t child = fork();
  if (child == 0) {
    const ProjectFile held(path, owning);
    char byte = 0;
    if (write(ready[1], &byte, 1) != 1 || read(over[0], &byte, 1) != 1) _exit(2);
    _exit(0);
  }
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  EXPECT_THAT(
      [&] { ProjectFile(path, owning); },
      ThrowsMessage<InvalidInput>(AllOf(HasSubstr("another studio"), HasSubstr(std::to_string(child)))));
  EXPECT_NO_THROW(ProjectFile(path, reading));
  ASSERT_EQ(write(over[1], &byte, 1), 1);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_NO_THROW(ProjectFile(path, owning));
}

TEST(ProjectFile, AKilledProcessLosesNoEventThatItWasToldIsKept) {
  const TemporaryFolder folder;
  const auto path = folder / "a.bwp";
  int told[2];
  ASSERT_EQ(pipe(told), 0);
  const pid_t child = fork();
  if (child == 0) {
    ProjectFile file(path, owning);
    for (;;) {
      const std::int64_t number = file.append("now", "said");
      if (write(told[1], &number, sizeof number) != sizeof number) _exit(2);
    }
  }
  close(told[1]);
  std::int64_t last = 0, number = 0;
  while (last < 20 && read(told[0], &number, sizeof number) == sizeof number) last = number;
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  while (read(told[0], &number, sizeof number) == sizeof number) last = number;
  const ProjectFile file(path, owning);
  EXPECT_GE(std::ssize(file.events()), last);
  EXPECT_LE(std::ssize(file.events()), last + 1);
}

TEST(ProjectFile, OtherFilesAreRefused) {
  const TemporaryFolder folder;
  std::ofstream(folder / "text.bwp")
      << "this is no database, but long enough to be taken for the header of one: 0123456789";
  EXPECT_THROW(ProjectFile(folder / "text.bwp", owning), InvalidInput);
  EXPECT_THROW(ProjectFile(folder / "text.bwp", reading), InvalidInput);
  EXPECT_THAT([&] { ProjectFile(folder / "none.bwp", reading); },
              ThrowsMessage<InvalidInput>(HasSubstr("no such project file")));
  EXPECT_THROW(ProjectFile(folder.path(), owning), InvalidInput);
  EXPECT_THROW(ProjectFile(folder / "no" / "where.bwp", owning), InvalidInput);
}

}  // namespace
}  // namespace bellwether
