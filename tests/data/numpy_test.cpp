#include <bellwether/data/error.h>
#include <bellwether/data/read.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "files.h"

namespace bellwether {
namespace {

using testing::ElementsAre;

std::string number(std::uint64_t value, int width) {
  std::string bytes;
  for (int i = 0; i < width; ++i) bytes += static_cast<char>(value >> (8 * i));
  return bytes;
}

std::string npy(const std::string& type, const std::string& shape, const std::string& values,
                bool fortran = false, int version = 1) {
  const auto header = fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': {}, }}\n", type,
                                  fortran ? "True" : "False", shape);
  return "\x93NUMPY" + number(static_cast<std::uint64_t>(version), 2) +
         number(header.size(), version == 1 ? 2 : 4) + header + values;
}

template <class T>
std::string bytes_of(std::initializer_list<T> values, bool big_endian = false) {
  std::string bytes;
  for (T value : values) {
    std::string one(sizeof(T), '\0');
    std::memcpy(one.data(), &value, sizeof(T));
    if (big_endian) std::reverse(one.begin(), one.end());
    bytes += one;
  }
  return bytes;
}

const Matrix four = matrix({{1, 2}, {3, 4}});

template <class T>
void expect_type(const std::string& type) {
  const auto values = bytes_of<T>({1, 2, 3, 4});
  EXPECT_EQ(dense(read_bytes(npy("<" + type, "(2, 2)", values), "f.npy")), four) << type;
  EXPECT_EQ(dense(read_bytes(npy(">" + type, "(2, 2)", bytes_of<T>({1, 2, 3, 4}, true)), "f.npy")), four)
      << type;
}

TEST(Npy, EveryTypeOfNumberInBothByteOrders) {
  expect_type<float>("f4");
  expect_type<double>("f8");
  expect_type<std::int8_t>("i1");
  expect_type<std::int16_t>("i2");
  expect_type<std::int32_t>("i4");
  expect_type<std::int64_t>("i8");
  expect_type<std::uint8_t>("u1");
  expect_type<std::uint16_t>("u2");
  expect_type<std::uint32_t>("u4");
  expect_type<std::uint64_t>("u8");
  EXPECT_EQ(dense(read_bytes(npy("|b1", "(2,)", std::string("\1\0", 2)), "f.npy")), matrix({{1}, {0}}));
  EXPECT_EQ(dense(read_bytes(npy("<i2", "(1, 1)", "\xFF\xFF"), "f.npy")), matrix({{-1}}));
}

TEST(Npy, EveryVersionAndBothOrders) {
  const auto values = bytes_of<double>({1, 2, 3, 4});
  for (int version : {1, 2, 3})
    EXPECT_EQ(dense(read_bytes(npy("<f8", "(2, 2)", values, false, version), "f")), four);
  EXPECT_EQ(dense(read_bytes(npy("<f8", "(2, 2)", values, true), "f")), four.transpose());
  EXPECT_EQ(dense(read_bytes(npy("<f8", "(1, 4)", values, true), "f")), matrix({{1, 2, 3, 4}}));
}

TEST(Npy, OneDimensionIsOneColumn) {
  EXPECT_EQ(dense(read_bytes(npy("<f8", "(3,)", bytes_of<double>({1, 2, 3})), "f.npy")),
            matrix({{1}, {2}, {3}}));
}

TEST(Npy, AColumnCanHoldTheLabels) {
  const auto data =
      read_bytes(npy("<f8", "(2, 2)", bytes_of<double>({1, 7, 2, 8.5})), "f.npy", {.label_column = "last"});
  EXPECT_EQ(dense(data), matrix({{1}, {2}}));
  EXPECT_THAT(data.labels, ElementsAre("7", "8.5"));
}

TEST(Npy, MissingAndInfiniteValuesAreNamed) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto bytes = npy("<f8", "(2, 2)", bytes_of<double>({1, 2, nan, 4}));
  expect_error(bytes, "f.npy",
               "f.npy: row 2, column 1 (counted from 1) is NaN (use missing = mean or missing = drop)");
  EXPECT_EQ(dense(read_bytes(bytes, "f.npy", {.missing = Missing::mean})), matrix({{1, 2}, {1, 4}}));
  EXPECT_EQ(dense(read_bytes(bytes, "f.npy", {.missing = Missing::drop})), matrix({{1, 2}}));
  expect_error(npy("<f8", "(1,)", bytes_of<double>({-std::numeric_limits<double>::infinity()})), "f.npy",
               "row 1, column 1 (counted from 1) is infinite");
}

TEST(Npy, PromisesAreCheckedAndNotTrusted) {
  const auto one = bytes_of<double>({1});
  expect_error(npy("<f8", "(1000000000000, 8)", one), "f.npy", "f.npy: ends in the middle of the array");
  expect_error(npy("<f8", "(9000000000000000000, 9000000000000000000)", one), "f.npy",
               "the shape of the NumPy array is too large");
  expect_error(npy("<f8", "(99999999999999999999,)", one), "f.npy", "the shape of the array is damaged");
  expect_error(npy("<f8", "(1,)", one + one), "f.npy", "f.npy: goes on after the end of the array");
  expect_error(npy("<f8", "(0, 3)", ""), "f.npy", "holds no data");
  expect_error("\x93NUMPY", "f.npy", "is not a NumPy array");
  const auto whole = npy("<f8", "(1,)", one);
  for (std::size_t size = 8; size < whole.size(); ++size) {
    EXPECT_THROW(read_bytes(whole.substr(0, size), "f.npy"), InvalidInput) << size;
  }
}

TEST(Npy, SaysWhichTypesAndShapesCanBeRead) {
  const auto one = bytes_of<double>({1});
  expect_error(npy("<f2", "(4,)", one), "f.npy", "half precision (float16)");
  expect_error(npy("|O", "(1,)", one), "f.npy", "holds values of type '|O', where f4, f8");
  expect_error(npy("<c16", "(1,)", one + one), "f.npy", "holds values of type '<c16'");
  expect_error(npy("<f8", "(1, 1, 1)", one), "f.npy",
               "has 3 dimensions, where rows and columns are needed (reshape it)");
  expect_error(npy("<f8", "()", one), "f.npy", "has 0 dimensions");
  expect_error(npy("|S8", "(1,)", one), "f.npy", "is an array of text");
}

// Archives

struct Member {
  std::string name;
  std::string bytes;
  bool deflated = false;
};

std::string deflated(const std::string& bytes) {
  const auto gzip = gzipped(bytes);
  return gzip.substr(10, gzip.size() - 18);  // without gzip's header and trailer
}

std::string zip(const std::vector<Member>& members) {
  std::string archive, directory;
  for (const auto& [name, bytes, packed] : members) {
    const auto data = packed ? deflated(bytes) : bytes;
    const auto sum = crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size()));
    const auto common = number(20, 2) + number(0, 2) + number(packed ? 8 : 0, 2) + number(0, 4) +
                        number(sum, 4) + number(data.size(), 4) + number(bytes.size(), 4) +
                        number(name.size(), 2) + number(0, 2);
    directory += "PK\1\2" + number(20, 2) + common + number(0, 2) + number(0, 2) + number(0, 2) +
                 number(0, 4) + number(archive.size(), 4) + name;
    archive += "PK\3\4" + common + name + data;
  }
  return archive + directory + "PK\5\6" + number(0, 4) + number(members.size(), 2) +
         number(members.size(), 2) + number(directory.size(), 4) + number(archive.size(), 4) + number(0, 2);
}

const std::string items = npy("<f8", "(2, 2)", bytes_of<double>({1, 2, 3, 4}));

TEST(Npz, TheOnlyArrayOrTheOneWithAUsualNameHoldsTheItems) {
  const auto other = npy("<f8", "(1,)", bytes_of<double>({9}));
  EXPECT_EQ(dense(read_bytes(zip({{"anything.npy", items}}), "f.npz")), four);
  EXPECT_EQ(dense(read_bytes(zip({{"anything.npy", items, true}}), "f.npz")), four);
  for (const char* name : {"X.npy", "data.npy", "arr_0.npy"}) {
    EXPECT_EQ(dense(read_bytes(zip({{"other.npy", other}, {name, items}}), "f.npz")), four);
  }
  expect_error(zip({{"a.npy", items}, {"b.npy", other}}), "f.npz",
               "f.npz: has 2 arrays, and none is named X, data or arr_0");
  expect_error(zip({{"a.xml", "text"}}), "f.npz", "has no NumPy array inside");
}

TEST(Npz, LabelsMayBeNumbersOrText) {
  const auto labels = [](const std::string& name, const std::string& array) {
    return read_bytes(zip({{"X.npy", items}, {name, array}}), "f.npz").labels;
  };
  const auto integers = npy("<i8", "(2,)", bytes_of<std::int64_t>({5, -6}));
  EXPECT_THAT(labels("y.npy", integers), ElementsAre("5", "-6"));
  EXPECT_THAT(labels("labels.npy", integers), ElementsAre("5", "-6"));
  EXPECT_THAT(labels("y.npy", npy("|S2", "(2,)", std::string("abc\0", 4))), ElementsAre("ab", "c"));
  const auto text = number('x', 4) + number(0, 4) + number(0xE9, 4) + number(0x1F411, 4);
  EXPECT_THAT(labels("y.npy", npy("<U2", "(2,)", text)), ElementsAre("x", "\xC3\xA9\xF0\x9F\x90\x91"));
  expect_error(zip({{"X.npy", items}, {"y.npy", npy("<i8", "(1,)", bytes_of<std::int64_t>({5}))}}), "f.npz",
               "the array y has 1 labels for 2 rows");
}

TEST(Npz, IdsDiffer) {
  expect_error(zip({{"X.npy", items}, {"ids.npy", npy("|S1", "(2,)", "aa")}}), "f.npz",
               "have the same id 'a'");
}

std::vector<Member> sparse_parts(const std::string& format,
                                 std::initializer_list<std::int64_t> shape = {2, 3}) {
  std::vector<Member> parts{{"format.npy", npy("|S3", "()", format)},
                            {"shape.npy", npy("<i8", "(2,)", bytes_of<std::int64_t>(shape))},
                            {"data.npy", npy("<f8", "(3,)", bytes_of<double>({5, 6, 7}), false), true}};
  const auto integers = [](std::initializer_list<std::int32_t> values) {
    return npy("<i4", fmt::format("({},)", values.size()), bytes_of<std::int32_t>(values));
  };
  if (format == "csr")
    parts.insert(parts.end(), {{"indices.npy", integers({2, 0, 1})}, {"indptr.npy", integers({0, 2, 3})}});
  if (format == "csc")
    parts.insert(parts.end(), {{"indices.npy", integers({0, 1, 0})}, {"indptr.npy", integers({0, 1, 2, 3})}});
  if (format == "coo")
    parts.insert(parts.end(), {{"row.npy", integers({0, 0, 1})}, {"col.npy", integers({2, 0, 1})}});
  return parts;
}

TEST(Npz, SparseMatricesOfScipyStaySparse) {
  for (const char* format : {"csr", "coo"}) {
    const auto data = read_bytes(zip(sparse_parts(format)), "f.npz");
    EXPECT_TRUE(data.sparse());
    EXPECT_EQ(dense(data), matrix({{6, 0, 5}, {0, 7, 0}})) << format;
  }
  EXPECT_EQ(dense(read_bytes(zip(sparse_parts("csc")), "f.npz")), matrix({{5, 0, 7}, {0, 6, 0}}));
}

TEST(Npz, SparsePartsMustFitTogether) {
  expect_error(zip(sparse_parts("csr", {3, 3})), "f.npz",
               "data, indices and indptr of the sparse matrix do not fit together");
  expect_error(zip(sparse_parts("csr", {2, 2})), "f.npz", "column 2 is not among 0 to 1");
  expect_error(zip(sparse_parts("coo", {1, 3})), "f.npz", "row 1 is not among 0 to 0");
  expect_error(zip(sparse_parts("coo", {1'000'000'000'000, 3})), "f.npz", "are more than the");
  expect_error(zip(sparse_parts("coo", {2'000'000'000, 3})), "f.npz",
               "2000000000 rows are promised, but only 3 values");
  expect_error(zip(sparse_parts("coo", {-1, 3})), "f.npz", "holds no data");
  expect_error(zip(sparse_parts("bsr")), "f.npz",
               "in another form than csr, csc and coo (call tocsr() before saving)");
  auto parts = sparse_parts("csr");
  parts.pop_back();
  expect_error(zip(parts), "f.npz", "f.npz: has no array named 'indptr'");
}

TEST(Npz, DamageIsNoticed) {
  const auto whole = zip({{"X.npy", items, true}});
  for (std::size_t size = 4; size < whole.size(); ++size) {
    EXPECT_THROW(read_bytes(whole.substr(0, size), "f.npz"), InvalidInput) << size;
  }
  auto changed = zip({{"X.npy", items}});
  changed[changed.find("NUMPY") + 100] ^= 1;
  expect_error(changed, "f.npz", "f.npz: the archive is damaged or cut off");
}

}  // namespace
}  // namespace bellwether
