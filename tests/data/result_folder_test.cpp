#include <bellwether/data/error.h>
#include <bellwether/data/manifest.h>
#include <bellwether/data/result_folder.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include <tests/support/temporary_folder.h>

namespace bellwether::testing_support {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename().string());
  return names;
}

using Names = std::set<std::string>;

/// A result of two files, one of them in a folder of its own.
void publish(const fs::path& place, const std::string& text) {
  ResultFolder folder(place, "test");
  write(folder.path() / "a.txt", text);
  write(folder.path() / "below" / "b.txt", text);
  folder.publish();
}

class ResultFolders : public testing::Test {
 protected:
  TemporaryFolder folder;
  fs::path out = folder / "out";
};

TEST_F(ResultFolders, NothingIsThereUntilAllIs) {
  {
    ResultFolder result(out, "test");
    write(result.path() / "a.txt", "new");
    EXPECT_FALSE(fs::exists(out));
    result.publish();
  }
  EXPECT_EQ(names_in(folder.path()), Names{"out"});
  EXPECT_EQ(names_in(out), (Names{"a.txt", "manifest.json"}));
}

TEST_F(ResultFolders, WhatIsNotPublishedLeavesNoTrace) {
  { ResultFolder(folder / "some" / "where", "test").path(); }
  EXPECT_EQ(names_in(folder.path()), Names{});
  publish(out, "old");
  {
    ResultFolder result(out, "test");
    write(result.path() / "a.txt", "new");
  }
  EXPECT_EQ(names_in(folder.path()), Names{"out"});
  EXPECT_EQ(read(out / "a.txt"), "old");
}

TEST_F(ResultFolders, FilesThatWereReplacedOneByOneComeBackWhenOneCannotBe) {
  publish(out, "old");
  write(out / "mine.txt", "mine");  // so files are replaced one by one
  fs::remove(out / "below" / "b.txt");
  write(out / "below" / "b.txt" / "c.txt", "mine");  // where a file is to be
  EXPECT_THAT([&] { publish(out, "new"); },
              ThrowsMessage<InvalidInput>(AllOf(HasSubstr("b.txt"), HasSubstr("cannot be written"))));
  EXPECT_EQ(read(out / "a.txt"), "old");
  EXPECT_EQ(read(out / "below" / "b.txt" / "c.txt"), "mine");
  EXPECT_EQ(names_in(folder.path()), Names{"out"});
  EXPECT_EQ(names_in(out), (Names{"a.txt", "below", "manifest.json", "mine.txt"}));
}

TEST_F(ResultFolders, AResultIsExchangedAsAWhole) {
  publish(out, "old");
  struct stat old = {}, fresh = {};
  ::stat(out.c_str(), &old);
  publish(out, "new");
  ::stat(out.c_str(), &fresh);
  EXPECT_NE(old.st_ino, fresh.st_ino);
  EXPECT_EQ(names_in(folder.path()), Names{"out"});
  EXPECT_EQ(read(out / "below" / "b.txt"), "new");
}

TEST_F(ResultFolders, FilesOfOthersStay) {
  publish(out, "old");
  write(out / "below" / "mine.txt", "mine");
  {
    ResultFolder result(out, "test");
    write(result.path() / "c.txt", "new");
    result.publish();
  }
  EXPECT_EQ(names_in(out), (Names{"below", "c.txt", "manifest.json"}));
  EXPECT_EQ(names_in(out / "below"), Names{"mine.txt"});
  EXPECT_EQ(names_in(folder.path()), Names{"out"});
}

TEST_F(ResultFolders, ALinkToAFolderStaysALink) {
  publish(folder / "real", "old");
  fs::create_directory_symlink("real", out);
  publish(out, "new");
  EXPECT_TRUE(fs::is_symlink(out));
  EXPECT_EQ(read(folder / "real" / "a.txt"), "new");
}

TEST_F(ResultFolders, AManifestThatLeadsOutOfItsFolderIsNone) {
  write(folder / "mine.txt", "mine");
  write(out / "manifest.json",
        R"({"bellwether-folder": "test", "files": [{"name": "../mine.txt", "bytes": 4, "crc32": 0}]})");
  EXPECT_FALSE(read_manifest(out));
  publish(out, "new");
  EXPECT_TRUE(fs::exists(folder / "mine.txt"));
}

TEST_F(ResultFolders, AManifestOfImpossibleNumbersIsNone) {
  for (const char* number : {"1e300", "-1", "0.5", "\"4\""}) {
    write(out / "manifest.json",
          std::string(R"({"bellwether-folder": "test", "files": [{"name": "a.txt", "crc32": 0, "bytes": )") +
              number + "}]}");
    EXPECT_FALSE(read_manifest(out)) << number;
  }
}

TEST_F(ResultFolders, AnAlteredFileIsRefusedWithWhatToDo) {
  publish(out, "old");
  EXPECT_NO_THROW(require_as_in_manifest(out / "a.txt"));
  EXPECT_NO_THROW(require_as_in_manifest(out / "unknown.txt"));
  write(out / "a.txt", "odl");
  EXPECT_THAT([&] { require_as_in_manifest(out / "a.txt"); },
              ThrowsMessage<InvalidInput>(AllOf(HasSubstr("a.txt: does not belong to the other files of"),
                                                HasSubstr("its checksum is another"),
                                                HasSubstr("run the command that made it again"))));
  write(out / "a.txt", "longer");
  EXPECT_THAT([&] { require_as_in_manifest(out / "a.txt"); },
              ThrowsMessage<InvalidInput>(HasSubstr("it has 6 bytes instead of 3")));
  fs::remove(out / "a.txt");
  EXPECT_THAT([&] { require_as_in_manifest(out / "a.txt"); },
              ThrowsMessage<InvalidInput>(HasSubstr("it is not there")));
}

/// Writes results without end, each of files that all say the same, until it is killed.
[[noreturn]] void publish_without_end(const fs::path& place, int told) {
  for (int i = 0;; ++i) {
    publish(place, std::string(1 + static_cast<std::size_t>(i % 997), 'x'));
    if (i == 0 && ::write(told, "!", 1) != 1) _exit(1);
  }
}

void kill_while_writing(const fs::path& place, int microseconds) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) publish_without_end(place, ends[1]);
  char byte = 0;
  ASSERT_EQ(::read(ends[0], &byte, 1), 1);  // a result is there
  usleep(static_cast<useconds_t>(microseconds));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  close(ends[0]);
  close(ends[1]);
}

TEST_F(ResultFolders, AKilledRunLeavesTheOldOrTheNewAndTheNextOneTidiesUp) {
  for (int round = 0; round < 30; ++round) {
    kill_while_writing(out, 137 * round);
    EXPECT_EQ(read(out / "a.txt"), read(out / "below" / "b.txt"));
    EXPECT_NO_THROW(require_as_in_manifest(out / "a.txt"));
    EXPECT_NE(read_manifest(out)->find("below/b.txt"), nullptr);
    publish(out, "new");
    EXPECT_EQ(names_in(folder.path()), Names{"out"});
    EXPECT_EQ(names_in(out), (Names{"a.txt", "below", "manifest.json"}));
  }
}

TEST_F(ResultFolders, WhereOthersHaveFilesAKilledRunIsFoundOut) {
  publish(out, "first");
  write(out / "mine.txt", "mine");
  for (int round = 0; round < 30; ++round) {
    kill_while_writing(out, 137 * round);
    const bool torn = read(out / "a.txt") != read(out / "below" / "b.txt");
    bool refused = false;
    for (const char* name : {"a.txt", "below/b.txt"}) {
      const ManifestFile* told = read_manifest(out)->find(name);
      ASSERT_NE(told, nullptr);
      refused = refused || told->bytes != fs::file_size(out / name);
    }
    EXPECT_TRUE(!torn || refused);
    publish(out, "new");
    EXPECT_EQ(names_in(folder.path()), Names{"out"});
    EXPECT_EQ(names_in(out), (Names{"a.txt", "below", "manifest.json", "mine.txt"}));
  }
}

TEST_F(ResultFolders, WhatALivingRunWritesIsLeftAlone) {
  ResultFolder first(out, "test");
  write(first.path() / "a.txt", "first");
  publish(out, "second");
  EXPECT_TRUE(fs::exists(first.path() / "a.txt"));
  first.publish();
  EXPECT_EQ(names_in(out), (Names{"a.txt", "manifest.json"}));
  EXPECT_EQ(names_in(folder.path()), Names{"out"});
}

}  // namespace
}  // namespace bellwether::testing_support
