#include <bellwether/data/byte_source.h>
#include <bellwether/data/error.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "files.h"

namespace bellwether {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

std::string all_of(std::string_view bytes, std::size_t step = 1000) {
  const auto source = unpacked(memory_source(bytes), "f");
  std::string result;
  std::string block(step, '\0');
  while (const auto count = source(block.data(), block.size())) result.append(block, 0, count);
  return result;
}

RC_GTEST_PROP(ByteSource, PackedBytesUnpackToThemselves, (const std::string& bytes)) {
  const auto step = *rc::gen::inRange<std::size_t>(1, 50);
  RC_ASSERT(all_of(gzipped(bytes), step) == bytes);
  RC_ASSERT(all_of(zstd_packed(bytes), step) == bytes);
}

TEST(ByteSource, LargePackedBytesUnpackToThemselves) {
  std::string bytes;
  for (int i = 0; i < 100'000; ++i) bytes += std::to_string(i * 7919);
  EXPECT_EQ(all_of(gzipped(bytes)), bytes);
  EXPECT_EQ(all_of(zstd_packed(bytes)), bytes);
}

TEST(ByteSource, PlainBytesPassThrough) {
  EXPECT_EQ(all_of("abc", 1), "abc");
  EXPECT_EQ(all_of("abcdefgh", 3), "abcdefgh");
  EXPECT_EQ(all_of(""), "");
}

TEST(ByteSource, SeveralPackedStreamsInOneFileAreJoined) {
  EXPECT_EQ(all_of(gzipped("one,") + gzipped("two")), "one,two");
  EXPECT_EQ(all_of(gzipped("one,") + std::string(300, '\0')), "one,");
  EXPECT_EQ(all_of(zstd_packed("one,") + zstd_packed("two")), "one,two");
}

TEST(ByteSource, EveryCutOfAPackedStreamIsAnError) {
  const std::string bytes = "1,2,3\n4,5,6\n7,8,9\n";
  for (const auto& packed : {gzipped(bytes), zstd_packed(bytes)}) {
    for (std::size_t size = 4; size < packed.size(); ++size) {
      EXPECT_THAT([&] { all_of(packed.substr(0, size)); },
                  ThrowsMessage<InvalidInput>(AllOf(HasSubstr("f: the "), HasSubstr("stream is cut off"))))
          << size << " of " << packed.size();
    }
  }
}

TEST(ByteSource, SaysThatAPackedStreamIsDamaged) {
  auto packed = gzipped("1,2,3\n4,5,6\n");
  packed[packed.size() - 6] ^= 1;  // the checksum
  EXPECT_THAT([&] { all_of(packed); }, ThrowsMessage<InvalidInput>(HasSubstr("the gzip stream is damaged")));
  EXPECT_THAT([&] { all_of(gzipped("1") + "junk"); }, ThrowsMessage<InvalidInput>(HasSubstr("damaged")));
  auto frame = zstd_packed("1,2,3\n4,5,6\n");
  frame[4] = static_cast<char>(0xFF);
  EXPECT_THAT([&] { all_of(frame); }, ThrowsMessage<InvalidInput>(HasSubstr("the zstd stream is damaged")));
}

TEST(ByteSource, SaysWhyAFileCannotBeOpened) {
  const Folder folder;
  EXPECT_THAT([&] { file_source(folder / "none.csv"); },
              ThrowsMessage<InvalidInput>(AllOf(HasSubstr("none.csv"), HasSubstr("No such file"))));
  EXPECT_THAT([&] { file_source(folder / "."); }, ThrowsMessage<InvalidInput>(HasSubstr("is a folder")));
}

}  // namespace
}  // namespace bellwether
