#include <bellwether/data/error.h>
#include <bellwether/data/text.h>
#include <bellwether/data/write.h>
#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <cstdlib>
#include <ctime>

#include <tests/support/data.h>

#include "files.h"

namespace bellwether {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;
using testing_support::random_matrix;
using testing_support::random_sparse;

Dataset named(std::variant<Matrix, SparseMatrix> values) {
  return {.values = std::move(values),
          .ids = {"a/1.txt", "日本", "", "𝄞 clef"},
          .features = {"café", "new york", "x"},
          .labels = {"red", "grün", "", "red"}};
}

void expect_names(const Dataset& found, const Dataset& written) {
  EXPECT_EQ(found.ids, written.ids);
  EXPECT_EQ(found.features, written.features);
  EXPECT_EQ(found.labels, written.labels);
}

TEST(WriteNpz, DenseItemsComeBackWithTheirNames) {
  const Folder folder;
  const Dataset written = named(random_matrix(4, 3, 1));
  write_npz(folder / "x.npz", written);
  const Dataset found = read(folder / "x.npz");
  EXPECT_FALSE(found.sparse());
  EXPECT_EQ(dense(found), dense(written));
  expect_names(found, written);
}

TEST(WriteNpz, SparseItemsComeBackWithTheirNames) {
  const Folder folder;
  const Dataset written = named(random_sparse(4, 3, 0.4, 2));
  write_npz(folder / "x.npz", written);
  const Dataset found = read(folder / "x.npz");
  ASSERT_TRUE(found.sparse());
  EXPECT_EQ(std::get<SparseMatrix>(found.values).starts, std::get<SparseMatrix>(written.values).starts);
  EXPECT_EQ(std::get<SparseMatrix>(found.values).column_of, std::get<SparseMatrix>(written.values).column_of);
  EXPECT_EQ(std::get<SparseMatrix>(found.values).values, std::get<SparseMatrix>(written.values).values);
  expect_names(found, written);
}

TEST(WriteNpz, ItemsWithoutNamesComeBackWithoutNames) {
  const Folder folder;
  write_npz(folder / "x.npz", {.values = Matrix{{1, 2}, {3, 4}}});
  const Dataset found = read(folder / "x.npz");
  EXPECT_EQ(dense(found), (Matrix{{1, 2}, {3, 4}}));
  EXPECT_THAT(found.ids, IsEmpty());
  EXPECT_THAT(found.features, IsEmpty());
  EXPECT_THAT(found.labels, IsEmpty());
}

RC_GTEST_PROP(WriteNpz, AnySparseMatrixComesBack, ()) {
  const Folder folder;
  const auto rows = *rc::gen::inRange<Index>(1, 30), columns = *rc::gen::inRange<Index>(1, 20);
  // Rows without any value, as empty documents are, and columns without one.
  Matrix values = testing_support::random_counts(rows, columns, 0.2, *rc::gen::arbitrary<std::uint32_t>());
  for (Index i = 0; i + 1 < rows; i += 3) values.row(i).setZero();
  const SparseMatrix sparse = testing_support::to_sparse(values);
  RC_PRE(!sparse.values.empty());
  write_npz(folder / "x.npz", {.values = sparse});
  const Dataset found = read(folder / "x.npz");
  RC_ASSERT(found.sparse());
  RC_ASSERT(dense(found) == values);
}

TEST(WriteNpz, GivesTheSameBytesEachTimeAndInEveryTimeZone) {
  const Folder folder;
  const Dataset items = named(random_sparse(4, 3, 0.4, 2));
  const char* before = std::getenv("TZ");
  const std::string kept = before == nullptr ? "" : before;
  std::string first;
  for (const char* zone : {"UTC", "Asia/Tokyo", "XXX+8", "XXX-5:30"}) {
    setenv("TZ", zone, 1);
    tzset();
    write_npz(folder / "x.npz", items);
    if (first.empty()) first = contents(folder / "x.npz");
    EXPECT_TRUE(contents(folder / "x.npz") == first) << zone;
  }
  before == nullptr ? unsetenv("TZ") : setenv("TZ", kept.c_str(), 1);
  tzset();
}

TEST(WriteNpz, SaysWhenTheNamesDoNotFit) {
  const Folder folder;
  EXPECT_THAT(
      [&] {
        write_npz(folder / "x.npz", {.values = Matrix{{1}}, .ids = {"a", "b"}});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("1 items, 2 ids")));
  EXPECT_THAT(
      [&] {
        write_npz(folder / "x.npz", {.values = Matrix{{1}}, .features = {"a", "b"}});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("1 columns with 2 names")));
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(WriteNpz, RefusesNamesThatWouldFillTheDisk) {
  const Folder folder;
  Dataset items{.values = Matrix::Zero(1000, 1).eval(), .ids = std::vector<std::string>(1000, "x")};
  items.ids[7] = std::string(300'000, 'y');
  EXPECT_THAT([&] { write_npz(folder / "x.npz", items); },
              ThrowsMessage<InvalidInput>(
                  AllOf(HasSubstr("the ids cannot be written to .npz"), HasSubstr("of 300000 characters"))));
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(WriteNpz, SaysWhenTheDiskIsFull) {
  EXPECT_THAT([] { write_npz("/dev/full", {.values = random_matrix(1000, 10, 1)}); },
              ThrowsMessage<InvalidInput>(HasSubstr("/dev/full: cannot be written")));
}

TEST(WriteDataset, ChoosesTheFormatByTheEnding) {
  const Folder folder;
  const Dataset items{.values = Matrix{{1, 2}, {3, 4}}, .labels = {"1", "2"}};
  for (const char* name : {"x.csv", "x.npy", "x.npz", "x.svm", "x.svmlight"}) {
    EXPECT_NO_THROW(require_writable_format(folder / name));
    write_dataset(folder / name, items);
    EXPECT_EQ(dense(read(folder / name, {.label_column = std::string(name) == "x.csv" ? "label" : ""})),
              (Matrix{{1, 2}, {3, 4}}))
        << name;
  }
}

TEST(WriteDataset, RefusesAnEndingThatItDoesNotKnow) {
  const Folder folder;
  for (const char* name : {"x.xlsx", "x", "x.csv.gz", "csv"}) {
    EXPECT_THAT([&] { write_dataset(folder / name, {.values = Matrix{{1}}}); },
                ThrowsMessage<InvalidOption>(AllOf(HasSubstr(name), HasSubstr(".csv, .npz, .npy or .svm"))));
    EXPECT_THROW(require_writable_format(folder / name), InvalidOption);
  }
  EXPECT_THAT(folder.names(), IsEmpty());
}

// ------------------------------------------------------------------------------------------------ to_utf32

TEST(ToUtf32, IsTheCharacters) {
  EXPECT_EQ(to_utf32("aé日𝄞"), U"aé日𝄞");
  EXPECT_EQ(to_utf32(""), U"");
  EXPECT_EQ(to_utf32(std::string_view("a\0b", 3)), std::u32string(U"a\0b", 3));
}

std::string to_utf8(char32_t c) {
  std::string out;
  const auto tail = [&](int shift) { out += static_cast<char>(0x80 | ((c >> shift) & 0x3F)); };
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | (c >> 6)), tail(0);
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | (c >> 12)), tail(6), tail(0);
  } else {
    out += static_cast<char>(0xF0 | (c >> 18)), tail(12), tail(6), tail(0);
  }
  return out;
}

TEST(ToUtf32, KnowsEveryCharacter) {
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    const bool surrogate = c >= 0xD800 && c <= 0xDFFF;
    const auto wide = to_utf32(to_utf8(c));
    ASSERT_EQ(wide.front(), surrogate ? U'\uFFFD' : c) << static_cast<std::uint32_t>(c);
    ASSERT_TRUE(surrogate || wide.size() == 1);
  }
}

TEST(ToUtf32, PutsAReplacementForWhatIsMalformed) {
  EXPECT_EQ(to_utf32("a\xE9z"), U"a\uFFFDz");                  // Latin-1
  EXPECT_EQ(to_utf32("a\xC3"), U"a\uFFFD");                    // cut off
  EXPECT_EQ(to_utf32("\xE6\x97z"), U"\uFFFDz");                // cut off, and what follows is kept
  EXPECT_EQ(to_utf32("\x80"), U"\uFFFD");                      // begins in the middle
  EXPECT_EQ(to_utf32("\xC0\xAF").front(), U'\uFFFD');          // '/' in two bytes
  EXPECT_EQ(to_utf32("\xF8\x88").front(), U'\uFFFD');          // no such first byte
  EXPECT_EQ(to_utf32("\xF4\x90\x80\x80").front(), U'\uFFFD');  // beyond the last character
}

RC_GTEST_PROP(ToUtf32, OfAnyBytesIsWellFormedAndAsciiStandsWhereItStood, (const std::string& bytes)) {
  const auto wide = to_utf32(bytes);
  RC_ASSERT(wide.size() <= bytes.size());
  std::string ascii, kept;
  for (const char c : bytes)
    if (static_cast<unsigned char>(c) < 0x80) ascii += c;
  for (const char32_t c : wide) {
    RC_ASSERT(c <= 0x10FFFF && (c < 0xD800 || c > 0xDFFF));
    if (c < 0x80) kept += static_cast<char>(c);
  }
  RC_ASSERT(kept == ascii);
}

}  // namespace
}  // namespace bellwether
