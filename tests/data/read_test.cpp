#include <bellwether/data/error.h>
#include <bellwether/data/read.h>

#include "files.h"

namespace bellwether {
namespace {

TEST(Read, AreKnownByTheirContent) {
  const auto sparse = matrix({{0.5, 0}, {0, 2}});
  EXPECT_EQ(dense(read_bytes("%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 0.5\n2 2 2\n", "f")),
            sparse);
  EXPECT_EQ(dense(read_bytes("a 1:0.5\nb 2:2\n", "f.txt")), sparse);
  EXPECT_EQ(dense(read_bytes("% note\n@RELATION r\n@attribute a real\n@attribute b real\n@data\n0.5,0\n0,2\n",
                             "f")),
            sparse);
  EXPECT_EQ(dense(read_bytes("0.5,0\n0,2\n", "f")), sparse);
}

TEST(Read, PackedFilesAreKnownWhateverTheirName) {
  const auto plain = matrix({{1, 2}, {3, 4}});
  for (const char* name : {"f.csv", "f.csv.gz", "f.csv.zst", "f"}) {
    EXPECT_EQ(dense(read_bytes(gzipped("1,2\n3,4\n"), name)), plain);
    EXPECT_EQ(dense(read_bytes(zstd_packed("1,2\n3,4\n"), name)), plain);
  }
  EXPECT_EQ(dense(read_bytes(gzipped("2 2\n1 2\n3 4\n"), "f.mat.gz")), plain);
}

TEST(Read, SaysWhatAFileIsThatCannotBeRead) {
  expect_error(std::string_view("\x01\0\x02\x03", 4), "f", "f: is not text and not NumPy's form");
  expect_error("MATLAB 5.0 MAT-file", "f.mat", "is a MATLAB file, not CLUTO's");
  expect_error("BZh91AY", "f", "is compressed with bzip2");
  expect_error(gzipped(gzipped("1,2\n")), "f", "is compressed twice");
  expect_error(std::string_view("\xFF\xFE"
                                "1\0",
                                4),
               "f.csv", "is in UTF-16");
  expect_error("1,2\n", "f.npy", "f.npy: does not start like a NumPy file");
  expect_error("1 2 3\n", "f.mtx", "does not start with %%MatrixMarket");
}

}  // namespace
}  // namespace bellwether
