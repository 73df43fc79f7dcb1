#include <bellwether/data/files.h>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <bellwether/data/error.h>
#include <tests/support/archives.h>
#include <tests/support/temporary_folder.h>

namespace bellwether {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::ThrowsMessage;
using testing_support::gzip_of;
using testing_support::NamedBytes;
using testing_support::TemporaryFolder;
using testing_support::write_archive;

namespace fs = std::filesystem;

NamedBytes all_of(FileStream files) {
  NamedBytes all;
  double before = 0;
  for (NamedFile file; files.next(file); file = {}) {
    EXPECT_GE(files.share(), before);
    EXPECT_LE(files.share(), 1);
    before = files.share();
    const std::string name = file.name;
    all.emplace_back(name, bytes_of(std::move(file)));
  }
  NamedFile more;
  EXPECT_FALSE(files.next(more));
  return all;
}

std::vector<std::string> names_of(const fs::path& path) {
  std::vector<std::string> names;
  for (const auto& file : all_of(FileStream(path))) names.push_back(file.first);
  return names;
}

std::string contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(FileStream, GivesAFoldersFilesInTheOrderOfTheirNames) {
  const TemporaryFolder folder;
  for (const char* sub : {"b", "a/deep", "empty"}) fs::create_directories(folder / sub);
  for (const char* name : {"z", "b/2", "b/10", "a/deep/x", "a/y"}) folder.write(name, name);
  EXPECT_THAT(all_of(FileStream(folder.path())),
              ElementsAre(Pair("a/deep/x", "a/deep/x"), Pair("a/y", "a/y"), Pair("b/10", "b/10"),
                          Pair("b/2", "b/2"), Pair("z", "z")));
  EXPECT_EQ(names_of(folder / ""), names_of(folder.path()));  // a slash at the end changes nothing
}

TEST(FileStream, LeavesOutHiddenFiles) {
  const TemporaryFolder folder;
  fs::create_directories(folder / ".git/objects");
  fs::create_directories(folder / "a");
  for (const char* name :
       {".hidden", ".git/config", ".git/objects/x", "a/.DS_Store", "a/seen", "dotted.name"})
    folder.write(name, "");
  EXPECT_THAT(names_of(folder.path()), ElementsAre("a/seen", "dotted.name"));

  write_archive(folder / "x.zip", {{".hidden", ""}, {"a/.b/c", ""}, {"__MACOSX/a", ""}, {"a/seen", ""}});
  EXPECT_THAT(names_of(folder / "x.zip"), ElementsAre("a/seen"));
}

TEST(FileStream, OfAHiddenFolderGivesItsFiles) {
  const TemporaryFolder folder;
  fs::create_directories(folder / ".cache");
  folder.write(".cache/x", "");
  EXPECT_THAT(names_of(folder / ".cache"), ElementsAre("x"));
}

TEST(FileStream, FollowsLinksToFilesButNotToFolders) {
  const TemporaryFolder folder;
  fs::create_directories(folder / "a");
  folder.write("a/x", "text");
  fs::create_directory_symlink(folder.path(), folder / "a/circle");
  fs::create_symlink(folder / "a/x", folder / "link");
  fs::create_symlink(folder / "gone", folder / "dangling");
  EXPECT_THAT(all_of(FileStream(folder.path())), ElementsAre(Pair("a/x", "text"), Pair("link", "text")));
}

TEST(FileStream, OfAnEmptyFolderGivesNothing) {
  const TemporaryFolder folder;
  EXPECT_THAT(names_of(folder.path()), IsEmpty());
}

TEST(FileStream, GivesAnArchivesFilesAsTheyLieInIt) {
  const TemporaryFolder folder;
  for (const char* name : {"x.tar", "x.tar.gz", "x.tgz", "x.tar.xz", "x.tar.bz2", "x.tar.zst", "x.zip"}) {
    const NamedBytes files{{"b/2", "two"}, {"b/1", ""}, {"a", std::string(200'000, 'a')}};
    write_archive(folder / name, files);
    EXPECT_EQ(all_of(FileStream(folder / name)), files) << name;
  }
}

TEST(FileStream, LeavesOutWhatAnArchiveHasBesideFiles_AndTheDotsBeforeNames) {
  const TemporaryFolder folder;
  write_archive(folder / "x.tar", {{"./", ""}, {"./a/", ""}, {"./a/b", "text"}});
  EXPECT_THAT(all_of(FileStream(folder / "x.tar")), ElementsAre(Pair("a/b", "text")));
}

TEST(FileStream, KeepsNamesThatAreNotAscii) {
  const TemporaryFolder folder;
  for (const char* name : {"x.tar", "x.zip"}) {
    write_archive(folder / name, {{"café/日本.txt", "text"}, {"plain", "more"}});
    EXPECT_THAT(all_of(FileStream(folder / name)),
                ElementsAre(Pair("café/日本.txt", "text"), Pair("plain", "more")))
        << name;
  }
  fs::create_directories(folder / "sub/café");
  folder.write("sub/café/日本.txt", "text");
  EXPECT_THAT(names_of(folder / "sub"), ElementsAre("café/日本.txt"));
}

TEST(FileStream, TakesAnArchiveInAFolderForASubfolder) {
  const TemporaryFolder folder;
  fs::create_directories(folder / "in");
  write_archive(folder / "in/spam.tar.gz", {{"1.txt", "one"}});
  write_archive(folder / "ham.zip", {{"ham/2.txt", "two"}});  // its files lie in a folder of its name already
  folder.write("z", "");
  EXPECT_THAT(all_of(FileStream(folder.path())),
              ElementsAre(Pair("ham/2.txt", "two"), Pair("in/spam/1.txt", "one"), Pair("z", "")));
}

TEST(FileStream, AnArchiveInASubfolderThatHoldsAFolderOfItsNameIsNotDoubledEither) {
  const TemporaryFolder folder;
  fs::create_directories(folder / "in");
  write_archive(folder / "in/spam.tar.gz", {{"spam/1.txt", "one"}});
  EXPECT_THAT(names_of(folder.path()), ElementsAre("in/spam/1.txt"));
}

TEST(FileStream, SaysWhatCannotBeRead) {
  const TemporaryFolder folder;
  EXPECT_THAT([&] { FileStream(folder / "nowhere"); },
              ThrowsMessage<InvalidInput>(HasSubstr("nowhere: there is no such file or folder")));
  const auto text = folder.write("broken.zip", "this is no archive at all, but a text that says so");
  EXPECT_THAT(
      [&] { all_of(FileStream(text)); },
      ThrowsMessage<InvalidInput>(HasSubstr("broken.zip: is no archive that can be read, or damaged")));
  EXPECT_THAT([&] { all_of(FileStream(folder.path())); },
              ThrowsMessage<InvalidInput>(HasSubstr("broken.zip")));
}

TEST(FileStream, SaysWhenAnArchiveIsCutOffOrAltered) {
  const TemporaryFolder folder;
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += std::to_string(i * 7919 % 10007) + ' ';
  for (const char* name : {"x.tar", "x.tar.gz", "x.zip"}) {
    write_archive(folder / name, {{"a", text}, {"b", "more"}});
    const std::string whole = contents(folder / name);
    folder.write(name, std::string_view(whole).substr(0, whole.size() / 2));
    EXPECT_THAT([&] { all_of(FileStream(folder / name)); },
                ThrowsMessage<InvalidInput>(AllOf(HasSubstr(name), HasSubstr("damaged"))))
        << name;
    if (std::string(name) != "x.zip") continue;  // libarchive does not look at gzip's checksum
    std::string altered = whole;
    altered[whole.size() / 2] ^= 0x10;
    folder.write(name, altered);
    EXPECT_THAT([&] { all_of(FileStream(folder / name)); },
                ThrowsMessage<InvalidInput>(AllOf(HasSubstr(name), HasSubstr("damaged"))))
        << name << ", altered";
  }
}

TEST(FileStream, StartsNoProgramWhateverAnArchiveBeginsWith) {
  const TemporaryFolder folder;
  const auto mark = (folder / "started").string();
  for (const char* program : {"lrzip", "grzip", "lzop", "uncompress"}) {
    folder.write(program, "#!/bin/sh\necho " + std::string(program) + " >> " + mark + "\n");
    fs::permissions(folder / program, fs::perms::owner_all);
  }
  const std::string path = std::getenv("PATH");
  setenv("PATH", (folder.path().string() + ":" + path).c_str(), 1);
  for (const std::string_view begin :
       {std::string_view("LRZI\0\0\0\0", 8), std::string_view("GRZipII\0\2\4:)", 12),
        std::string_view("\x89LZO\0\r\n\x1a\n", 9)}) {
    folder.write("x.tar.gz", std::string(begin) + std::string(1000, 'x'));
    EXPECT_THROW(all_of(FileStream(folder / "x.tar.gz")), InvalidInput);
  }
  setenv("PATH", path.c_str(), 1);
  EXPECT_FALSE(fs::exists(mark));
}

TEST(FileStream, UnpacksNoMoreOfWhatItPassesOverThanTheLimit) {
  const TemporaryFolder folder;
  for (const char* name : {"x.tar.gz", "x.tar.zst"}) {
    write_archive(folder / name, {{".hidden", std::string(3 << 20, '0')}, {"a", "text"}});
    EXPECT_THAT([&] { all_of(FileStream(folder / name, 1 << 20)); },
                ThrowsMessage<InvalidInput>(HasSubstr("unpacks to more than")))
        << name;
    EXPECT_EQ(all_of(FileStream(folder / name, 4 << 20)).size(), 1U) << name;
  }
}

TEST(BytesOf, AreUnpacked) {
  const TemporaryFolder folder;
  EXPECT_EQ(bytes_of({.name = "x", .bytes = "plain"}), "plain");
  EXPECT_EQ(bytes_of({.name = "x", .bytes = gzip_of("packed")}), "packed");
  EXPECT_EQ(bytes_of({.name = "x", .bytes = ""}), "");
  EXPECT_EQ(bytes_of({.name = "x", .path = folder.write("x", gzip_of("on the disk"))}), "on the disk");
  EXPECT_THAT([&] { bytes_of({.name = "x", .path = folder / "gone"}); },
              ThrowsMessage<InvalidInput>(HasSubstr("gone")));
}

RC_GTEST_PROP(BytesOf, AreTheSameHoweverTheyAreKept, ()) {
  // Around the sizes at which the room for them doubles.
  const auto size = *rc::gen::element(0, 1, 16'383, 16'384, 16'385, 32'768, 32'769, 100'000);
  std::string text(static_cast<std::size_t>(size), 'x');
  for (std::size_t i = 0; i < text.size(); i += 7) text[i] = static_cast<char>('a' + i % 26);
  RC_ASSERT(bytes_of({.name = "x", .bytes = text}) == text);
  RC_ASSERT(bytes_of({.name = "x", .bytes = gzip_of(text)}) == text);
}

TEST(IsArchive, IsToldByTheName) {
  for (const char* name :
       {"a.tar", "a.tar.gz", "b/a.tgz", "a.TAR.ZST", "a.tar.xz", "a.tar.bz2", "a.zip", "a.b.ZIP"})
    EXPECT_TRUE(is_archive(name)) << name;
  for (const char* name :
       {"a", "a.gz", "tar", ".zip", "zip", "a.zip.txt", "a.tar/b", "a.tar.lz4", "a.npz", ""})
    EXPECT_FALSE(is_archive(name)) << name;
}

using Names = std::vector<std::string>;

TEST(LabelsFromFolders, AreTheTopFoldersOrThoseOfTheFile) {
  const Names names{"spam/2024/1.txt", "spam/2025/1.txt", "ham/2024/2.txt"};
  EXPECT_THAT(labels_from_folders(names, LabelFolder::top), ElementsAre("spam", "spam", "ham"));
  EXPECT_THAT(labels_from_folders(names, LabelFolder::parent), ElementsAre("2024", "2025", "2024"));
  EXPECT_THAT(labels_from_folders(names, LabelFolder::none), IsEmpty());
}

TEST(LabelsFromFolders, PassOverFoldersThatAllShare) {
  const Names names{"mail/all/spam/1", "mail/all/spend/1", "mail/all/spam/2"};
  EXPECT_THAT(labels_from_folders(names, LabelFolder::top), ElementsAre("spam", "spend", "spam"));
  EXPECT_THAT(labels_from_folders(names, LabelFolder::parent), ElementsAre("spam", "spend", "spam"));
}

TEST(LabelsFromFolders, OfFilesInNoFolderAreEmpty) {
  EXPECT_THAT(labels_from_folders({"README", "spam/1", "ham/2"}, LabelFolder::top),
              ElementsAre("", "spam", "ham"));
  EXPECT_THAT(labels_from_folders({"README", "spam/1"}, LabelFolder::parent), ElementsAre("", "spam"));
  EXPECT_THAT(labels_from_folders({"1", "2"}, LabelFolder::top), ElementsAre("", ""));
  EXPECT_THAT(labels_from_folders({"all/1", "all/2"}, LabelFolder::top), ElementsAre("", ""));
  EXPECT_THAT(labels_from_folders({"all/1", "all/2"}, LabelFolder::parent), ElementsAre("all", "all"));
  EXPECT_THAT(labels_from_folders({}, LabelFolder::top), IsEmpty());
}

}  // namespace
}  // namespace bellwether
