#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <bellwether/data/error.h>
#include <bellwether/features/images/picture.h>
#include <bellwether/features/images/picture_format.h>
#include <tests/features/images/drawing.h>

namespace bellwether {
namespace {

using testing::Each;
using testing::HasSubstr;
using testing::ThrowsMessage;
using testing_support::bmp;
using testing_support::grey_jpeg;
using testing_support::pgm;
using testing_support::png;
using testing_support::png_chunk;
using testing_support::png_header;
using testing_support::texture;

class Decoding : public testing::Test {
 protected:
  void SetUp() override {
    if (!reads_pictures()) GTEST_SKIP() << "built without OpenCV";
  }
};
using Resizing = Decoding;

const Picture drawing = texture(21, 13, 1);

TEST_F(Decoding, GivesTheGreyValuesThatWereWritten) {
  for (const std::string& bytes : {pgm(drawing), png(drawing), bmp(drawing)}) {
    const auto picture = decode_picture(bytes);
    ASSERT_TRUE(picture) << bytes.substr(0, 4);
    EXPECT_EQ(picture->width, 21);
    EXPECT_EQ(picture->height, 13);
    EXPECT_EQ(picture->grey, drawing.grey);
  }
}

TEST_F(Decoding, ReadsAJpegMadeByHand) {
  const auto picture = decode_picture(grey_jpeg());
  ASSERT_TRUE(picture);
  EXPECT_EQ(picture->width * picture->height, 64);
  EXPECT_THAT(picture->grey, Each(128));
}

TEST_F(Decoding, MakesGreyOfColours) {
  const auto picture = decode_picture(std::string("P6 1 1 255\n\xC8\x64\x32", 14));
  ASSERT_TRUE(picture);
  EXPECT_NEAR(picture->grey[0], 0.299 * 200 + 0.587 * 100 + 0.114 * 50, 1);
}

TEST_F(Decoding, AThumbnailIsASmallJpegInColours) {
  const auto small = thumbnail(pgm(texture(400, 100, 1)), 96);
  ASSERT_TRUE(small);
  const auto picture = decode_picture(*small);
  ASSERT_TRUE(picture);
  EXPECT_EQ(picture->width, 96);
  EXPECT_EQ(picture->height, 24);
  const auto as_it_is = decode_picture(*thumbnail(pgm(drawing), 96));
  EXPECT_EQ(as_it_is->width, 21);  // never larger
  const auto thin = decode_picture(*thumbnail(pgm(texture(300, 3, 1)), 96));
  EXPECT_EQ(thin->width, 96);
  EXPECT_EQ(thin->height, 1);
  std::string red = "P6 8 8 255\n";
  for (int i = 0; i < 64; ++i) red += "\xC8\x14\x14";
  const auto grey = decode_picture(*thumbnail(red, 96));
  EXPECT_THAT(grey->grey, Each(testing::FloatNear(0.299F * 200 + 0.701F * 20, 3)));  // JPEG rounds
  EXPECT_FALSE(thumbnail("no picture", 96));
}

TEST_F(Decoding, GivesNothingForAFileThatIsCutOffAnywhereAndPrintsNothing) {
  testing::internal::CaptureStderr();
  for (const std::string& bytes : {pgm(drawing), png(drawing), bmp(drawing), grey_jpeg()})
    for (std::size_t size = 0; size < bytes.size(); ++size)
      EXPECT_FALSE(decode_picture(std::string_view(bytes).substr(0, size))) << bytes.substr(0, 4) << size;
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST_F(Decoding, GivesNothingForWhatIsNoPicture) {
  testing::internal::CaptureStderr();
  for (const char* bytes : {"", "B", "BM", "P5", "P5 ", "P5 3", "P5 # no end", "P6 2 2 0\n............",
                            "RIFF", "II*", "hello, this is text", "\xFF\xD8\xFF", "<svg/>", "GIF89a"})
    EXPECT_FALSE(decode_picture(bytes)) << bytes;
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST_F(Decoding, RefusesSizesThatNobodyHas) {
  EXPECT_FALSE(decode_picture("P5 40000 1 255\n" + std::string(40000, 'a')));
  EXPECT_FALSE(decode_picture("P5 30000 30000 255\n"));
  EXPECT_FALSE(decode_picture("P5 99999999999999999999 1 255\na"));
  EXPECT_FALSE(decode_picture("P5 0 5 255\n"));
  EXPECT_FALSE(decode_picture(png_header(30000, 30000) + png_chunk("IDAT", "x") + png_chunk("IEND", "")));
}

TEST_F(Decoding, OfAPngNoticesADamagedByte) {
  const std::string sound = png(drawing);
  for (std::size_t at = 8; at < sound.size(); ++at) {
    std::string damaged = sound;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    EXPECT_FALSE(sound_picture(damaged)) << at;
  }
}

RC_GTEST_PROP(SoundPicture, NeverReadsBeyondTheEndOfDamagedBytes, ()) {
  const std::vector<std::string> sound{pgm(drawing),
                                       png(drawing),
                                       bmp(drawing),
                                       grey_jpeg(),
                                       std::string("II*\0\x08\0\0\0\x02\0", 10) + std::string(40, '\x01'),
                                       "RIFF" + std::string(4, '\0') + "WEBPVP8L" + std::string(40, '\x02')};
  std::string bytes = *rc::gen::elementOf(sound);
  const auto changes = *rc::gen::container<std::vector<std::pair<std::uint16_t, char>>>(
      rc::gen::arbitrary<std::pair<std::uint16_t, char>>());
  for (const auto& change : changes)
    bytes[change.first % std::min<std::size_t>(bytes.size(), 60)] = change.second;
  bytes.resize(*rc::gen::inRange<std::size_t>(0, bytes.size() + 1));
  bytes.shrink_to_fit();  // so that the address sanitizer sees the end
  sound_picture(bytes);
}

TEST_F(Resizing, ToHalfAveragesFourPixels) {
  const Picture picture{4, 2, {0, 4, 10, 10, 8, 0, 20, 40}};
  const Picture half = resized(picture, 2, 1);
  EXPECT_EQ(half.grey, (std::vector<float>{3, 20}));
}

TEST_F(Resizing, KeepsAnEvenPictureEven) {
  const Picture even{10, 6, std::vector<float>(60, 77)};
  for (const auto& [width, height] :
       {std::pair(5, 3), std::pair(7, 4), std::pair(20, 12), std::pair(3, 11)}) {
    const Picture made = resized(even, width, height);
    EXPECT_EQ(made.width, width);
    EXPECT_EQ(made.height, height);
    for (const float grey : made.grey) EXPECT_NEAR(grey, 77, 1e-4);
  }
}

TEST_F(Resizing, ShrinksTheLongestSideAndKeepsTheProportion) {
  const Picture shrunk = shrunk_to(texture(100, 50, 1), 20);
  EXPECT_EQ(shrunk.width, 20);
  EXPECT_EQ(shrunk.height, 10);
  EXPECT_EQ(shrunk_to(texture(20, 10, 1), 20).grey, texture(20, 10, 1).grey);
  EXPECT_EQ(shrunk_to(texture(1000, 2, 1), 20).height, 1);
}

TEST_F(Resizing, RefusesASizeOfNothing) {
  EXPECT_THAT([] { resized(drawing, 0, 5); }, ThrowsMessage<InvalidOption>(HasSubstr("0 x 5")));
}

}  // namespace
}  // namespace bellwether
