#include <bellwether/features/text/encoding.h>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <bellwether/data/error.h>

namespace bellwether {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using std::string_literals::operator""s;

std::string decoded(std::string bytes, const std::string& encoding = "auto") {
  decode(bytes, encoding);
  return bytes;
}

TEST(Encoding, Utf8StaysAsItIs) {
  EXPECT_EQ(decoded("naïve 日本"), "naïve 日本");
  EXPECT_EQ(decoded(""), "");
}

TEST(Encoding, AByteOrderMarkGoes) {
  EXPECT_EQ(decoded("\xEF\xBB\xBFtext"), "text");
  EXPECT_EQ(decoded("\xFF\xFEt\0\xE9\0"s), "té");
  EXPECT_EQ(decoded("\xFE\xFF\0t\0\xE9"s), "té");
}

TEST(Encoding, WhatIsNotUtf8IsReadAsWindows1252AndSaysSo) {
  std::string bytes = "na\xEFve \x93quoted\x94";
  EXPECT_EQ(decode(bytes, "auto"), Decoded::fallback);
  EXPECT_EQ(bytes, "naïve “quoted”");
}

TEST(Encoding, CanBeSaid) {
  EXPECT_EQ(decoded("\xEB\xCF\xD4", "koi8-r"), "Кот");
  EXPECT_EQ(decoded("\x94\x4C", "shift-jis"), "猫");
}

TEST(Encoding, BytesWithoutMeaningAreReplacedAndCounted) {
  std::string bytes =
      "a\xFF"
      "b";
  EXPECT_EQ(decode(bytes, "utf-8"), Decoded::lossy);
  EXPECT_EQ(bytes, "a\uFFFDb");
}

TEST(Encoding, ThatDoesNotExistIsRefused) {
  EXPECT_THAT([] { require_encoding("klingon-7"); }, ThrowsMessage<InvalidOption>(HasSubstr("klingon-7")));
  EXPECT_NO_THROW(require_encoding("latin-1"));
  EXPECT_NO_THROW(require_encoding("auto"));
}

TEST(Encoding, OverlongAndSurrogateSequencesAreNoUtf8) {
  std::size_t at = 0;
  EXPECT_FALSE(is_utf8("ab\xC0\x80", &at));
  EXPECT_EQ(at, 2U);
  EXPECT_FALSE(is_utf8("\xED\xA0\x80"));
  EXPECT_FALSE(is_utf8("\xF4\x90\x80\x80"));
  EXPECT_FALSE(is_utf8("\xE2\x82"));
  EXPECT_TRUE(is_utf8("\xF4\x8F\xBF\xBF"));
}

TEST(Encoding, NullBytesTellWhatIsNoText) {
  EXPECT_TRUE(
      is_binary("\x7F"
                "ELF\0\0"s));
  EXPECT_FALSE(is_binary("text"));
  EXPECT_FALSE(is_binary("\xFF\xFEt\0"s));
}

RC_GTEST_PROP(Encoding, AnyBytesBecomeUtf8, (std::string bytes)) {
  for (const char* encoding : {"auto", "utf-8", "latin-1", "utf-16", "shift-jis"})
    RC_ASSERT(is_utf8(decoded(bytes, encoding)));
  RC_ASSERT(is_ascii(bytes) ==
            std::all_of(bytes.begin(), bytes.end(), [](char c) { return (c & 0x80) == 0; }));
}

}  // namespace
}  // namespace bellwether
