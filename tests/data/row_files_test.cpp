#include <bellwether/data/row_files.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include <bellwether/data/error.h>
#include <bellwether/data/npy.h>
#include <tests/support/data.h>
#include <tests/support/temporary_folder.h>

namespace bellwether {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using testing_support::random_matrix;
using testing_support::TemporaryFolder;

template <class T>
std::string npy(std::string_view type, const Matrix& m) {
  std::string bytes = npy_header(type, {m.rows(), m.cols()});
  for (Index i = 0; i < m.size(); ++i) {
    const T value = static_cast<T>(m.data()[i]);
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  return bytes;
}

RC_GTEST_PROP(RowFiles, AnyRowsOfPartsAreReadAsTheyWereWritten, ()) {
  const TemporaryFolder folder;
  const Matrix all = random_matrix(60, 3, 1).cast<float>().cast<double>();
  Index first = 0;
  for (int part = 0; first < 60; ++part) {
    const Index rows = *rc::gen::inRange<Index>(0, 61 - first);
    const Matrix some = all.middleRows(first, rows);
    const bool narrow = *rc::gen::arbitrary<bool>();
    folder.write(std::string("part-") + static_cast<char>('a' + part) + ".npy",
                 narrow ? npy<float>("<f4", some) : npy<double>("<f8", some));
    first += rows;
    if (part == 20) return;  // too many empty parts
  }
  const RowFiles files(folder.path());
  RC_ASSERT(files.rows() == 60 && files.columns() == 3);
  const Index from = *rc::gen::inRange<Index>(0, 60), count = *rc::gen::inRange<Index>(0, 61 - from);
  Matrix read(count, 3);
  files.read(from, count, read.data());
  RC_ASSERT(read == all.middleRows(from, count));
}

TEST(RowFiles, NameFileRowAndColumnOfWhatIsNoNumber) {
  const TemporaryFolder folder;
  Matrix items = random_matrix(50, 3, 1);
  folder.write("a.npy", npy<double>("<f8", items));
  items(7, 2) = std::nan("");
  folder.write("b.npy", npy<double>("<f8", items));
  const RowFiles files(folder.path());
  Matrix read(100, 3);
  EXPECT_THAT([&] { files.read(0, 100, read.data()); },
              ThrowsMessage<InvalidInput>(AllOf(HasSubstr("b.npy"), HasSubstr("8"), HasSubstr("column 3"))));
  items(7, 2) = INFINITY;
  folder.write("c.npy", npy<float>("<f4", items));
  EXPECT_THROW(RowFiles(folder / "c.npy").read(7, 1, read.data()), InvalidInput);
  EXPECT_NO_THROW(RowFiles(folder / "c.npy").read(8, 1, read.data()));
}

TEST(RowFiles, WhatCannotStayOnDiskIsRefusedWithARemedy) {
  const TemporaryFolder folder;
  const Matrix items = random_matrix(5, 3, 1);
  const auto refused = [&](const std::string& bytes, const char* words) {
    const auto path = folder.write("x.npy", bytes);
    EXPECT_THAT([&] { RowFiles files(path); }, ThrowsMessage<InvalidInput>(HasSubstr(words)));
  };
  refused(npy<std::int64_t>("<i8", items), "numpy.save");
  refused(npy<double>(">f8", items), "numpy.save");
  refused(npy<double>("<f8", items).substr(0, 200), "cut off");
  refused(npy_header("<f8", {15}) + std::string(120, '\0'), "1 dimensions");
  refused("no array", "not a NumPy array");
  const auto other = folder.write("y.npy", npy<double>("<f8", random_matrix(5, 4, 1)));
  folder.write("x.npy", npy<double>("<f8", items));
  EXPECT_THAT(
      [&] { RowFiles files(folder.path()); },
      ThrowsMessage<InvalidInput>(AllOf(HasSubstr("y.npy: has 4 columns"), HasSubstr("x.npy has 3"))));
  EXPECT_THROW(RowFiles(folder / "none.npy"), InvalidInput);
}

}  // namespace
}  // namespace bellwether
