#pragma once
// Files for tests: written to a folder of the test's own, packed where asked for.

#include <bellwether/data/dataset.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <unistd.h>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace bellwether {

/// A folder that lives as long as its test.
class Folder {
 public:
  Folder() : path_(std::filesystem::path(testing::TempDir()) / unique_name()) {
    std::filesystem::create_directories(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

  std::filesystem::path put(const std::string& name, std::string_view bytes) const {
    std::ofstream(path_ / name, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return path_ / name;
  }

  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(path_))
      found.push_back(entry.path().filename());
    return found;
  }

 private:
  static std::string unique_name() {
    static std::atomic<int> count{0};
    return "bellwether-" + std::to_string(::getpid()) + "-" + std::to_string(count++);
  }
  std::filesystem::path path_;
};

inline std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline std::string gzipped(std::string_view text) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

inline std::string zstd_packed(std::string_view text) {
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
  return packed;
}

/// All values, whichever way they are stored.
inline Matrix dense(const Dataset& dataset) {
  if (const auto* matrix = std::get_if<Matrix>(&dataset.values)) return *matrix;
  const auto& sparse = std::get<SparseMatrix>(dataset.values);
  Matrix result = Matrix::Zero(sparse.rows(), sparse.columns);
  for (Index i = 0; i < sparse.rows(); ++i) {
    for (auto at = sparse.starts[static_cast<std::size_t>(i)];
         at < sparse.starts[static_cast<std::size_t>(i) + 1]; ++at) {
      const auto place = static_cast<std::size_t>(at);
      result(i, sparse.column_of[place]) = sparse.values[place];
    }
  }
  return result;
}

/// matrix({{1, 2}, {3, 4}})
inline Matrix matrix(std::initializer_list<std::initializer_list<double>> rows) {
  return Matrix(rows);
}

}  // namespace bellwether
