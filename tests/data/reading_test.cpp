#include <bellwether/data/reading.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bellwether/data/byte_source.h>
#include <bellwether/data/error.h>
#include <bellwether/data/files.h>
#include <bellwether/data/read.h>
#include <bellwether/data/table.h>
#include <tests/support/archives.h>
#include <tests/support/temporary_folder.h>

namespace bellwether {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using testing_support::gzip_of;
using testing_support::TemporaryFolder;
using testing_support::write_archive;

TEST(Sizes, AreReadAndSaidInTheUsualUnits) {
  EXPECT_EQ(bytes_by_name("8GB"), 8'000'000'000u);
  EXPECT_EQ(bytes_by_name("2 GiB"), std::uint64_t{2} << 30);
  EXPECT_EQ(bytes_by_name("1.5kb"), 1500u);
  EXPECT_EQ(bytes_by_name("4096"), 4096u);
  EXPECT_EQ(bytes_by_name(""), 0u);
  for (const char* wrong : {"GB", "0", "-1", "3 apples", "1e30GB", "1.2.3"})
    EXPECT_THROW(bytes_by_name(wrong), InvalidOption) << wrong;
  for (const char* size : {"8 GB", "2 GiB", "5 MiB", "12 kB"})
    EXPECT_EQ(bytes_in_words(bytes_by_name(size)), size);
}

TEST(Delimiters, AreACharacterOrAWord) {
  EXPECT_EQ(delimiter_by_name("tab"), '\t');
  EXPECT_EQ(delimiter_by_name("|"), '|');
  EXPECT_EQ(delimiter_by_name(""), '\0');
  for (const char* wrong : {"||", "\"", "\n", "pipe"}) EXPECT_THROW(delimiter_by_name(wrong), InvalidOption);
}

TEST(Read, TakesTheFirstRowAndTheDelimiterAsItIsTold) {
  EXPECT_EQ(read_bytes("1,2\n3,4\n", "a.csv", {.how = {.header = Header::yes}}).items(), 1);
  EXPECT_EQ(read_bytes("1,2\n3,4\n", "a.csv", {.how = {.header = Header::yes}}).features,
            (std::vector<std::string>{"1", "2"}));
  EXPECT_THROW(read_bytes("a,b\n3,4\n", "a.csv", {.how = {.header = Header::no}}), InvalidInput);
  EXPECT_EQ(read_bytes("1|2\n3|4\n", "a.csv", {.how = {.delimiter = '|'}}).rows().columns(), 2);
}

MATCHER_P2(IsPair, first, second, "") {
  return arg.first == first && arg.second == second;
}

TEST(ReadPairs, TakesTheFirstRowAsItIsTold) {
  const TemporaryFolder folder;
  const auto file = folder.write("p.csv", "id,label\na,b\n");
  EXPECT_THAT(read_pairs(file, "id", "label"), ElementsAre(IsPair("a", "b")));
  EXPECT_THAT(read_pairs(file, "id", "label", {.header = Header::no}),
              ElementsAre(IsPair("id", "label"), IsPair("a", "b")));
  EXPECT_THAT(read_pairs(folder.write("q.csv", "who,what\na,b\n"), "id", "label", {.header = Header::yes}),
              ElementsAre(IsPair("a", "b")));
}

// --------------------------------------------------------------------------------------------- limits

constexpr std::uint64_t megabyte = 1'000'000;
constexpr Reading small{.limit = megabyte};

TEST(Limits, HoldForWhatNeverEnds) {
  EXPECT_THAT(
      [] { read_table("/dev/zero", small); },
      ThrowsMessage<InvalidInput>(HasSubstr("/dev/zero: is no regular file, and gives more than 1 MB")));
  EXPECT_THAT([] { all_bytes(file_source("/dev/zero", megabyte)); },
              ThrowsMessage<InvalidInput>(HasSubstr("limit = 8MB")));
  EXPECT_THROW(read("/dev/zero"), InvalidInput);
}

TEST(Limits, HoldForWhatUnfoldsFromAFewBytes) {
  const std::string bomb = gzip_of(std::string(20 * megabyte, '0'));
  EXPECT_THAT([&] { read_bytes(bomb, "b.csv.gz", {.how = small}); },
              ThrowsMessage<InvalidInput>(HasSubstr("b.csv.gz: unpacks to more than 1 MB")));
  EXPECT_THROW(bytes_of({.name = "b.gz", .bytes = bomb}, megabyte), InvalidInput);
  EXPECT_EQ(bytes_of({.name = "b.gz", .bytes = bomb}).size(), 20 * megabyte);
}

TEST(Limits, AreAHundredTimesThePackedSizeIfNobodySaysOtherwise) {
  const std::string member = gzip_of(std::string(std::size_t{1} << 20, '\0'));
  std::string bomb;  // members follow each other, and unpack to 300 MiB
  for (int i = 0; i < 300; ++i) bomb += member;
  constexpr std::size_t unfolded = std::size_t{300} << 20;
  ASSERT_LT(100 * bomb.size(), unfolded);
  EXPECT_THAT(
      [&] { all_bytes(unpacked(memory_source(bomb), "b.gz")); },
      ThrowsMessage<InvalidInput>(HasSubstr("unpacks to more than 256 MiB, far more than its packed")));
  EXPECT_EQ(all_bytes(unpacked(memory_source(bomb), "b.gz", std::uint64_t{1} << 30)).size(), unfolded);
}

TEST(Limits, HoldForAllFilesOfAnArchiveTogether) {
  const TemporaryFolder folder;
  const std::string part(600'000, 'a');
  for (const char* name : {"b.zip", "b.tar.gz", "b.tar.zst"}) {
    write_archive(folder.path() / name, {{"one.txt", part}, {"two.txt", part}});
    const auto read_all = [&](std::uint64_t limit) {
      FileStream files(folder.path() / name, limit);
      int count = 0;
      for (NamedFile file; files.next(file);) count += bytes_of(std::move(file), limit).empty() ? 0 : 1;
      return count;
    };
    EXPECT_THAT([&] { read_all(megabyte); },
                ThrowsMessage<InvalidInput>(HasSubstr("unpacks to more than 1 MB")))
        << name;
    EXPECT_EQ(read_all(2 * megabyte), 2) << name;
  }
}

TEST(Limits, HoldForAPackedFileInsideAnArchive) {
  const TemporaryFolder folder;
  write_archive(folder.path() / "b.tar.gz", {{"inner.gz", gzip_of(std::string(5 * megabyte, 'a'))}});
  FileStream files(folder.path() / "b.tar.gz", megabyte);
  NamedFile file;
  ASSERT_TRUE(files.next(file));
  EXPECT_THROW(bytes_of(std::move(file), megabyte), InvalidInput);
}

}  // namespace
}  // namespace bellwether
