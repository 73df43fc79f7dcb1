// NumPy's .npz archives, in the form of scipy.sparse.save_npz for sparse items and with an array X for dense
// ones, and the names beside them: ids, features, labels.

#include <archive.h>
#include <archive_entry.h>

#include <bellwether/data/atomic_file.h>
#include <bellwether/data/error.h>
#include <bellwether/data/npy.h>
#include <bellwether/data/text.h>
#include <bellwether/data/write.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <ostream>

namespace bellwether {
namespace {

static_assert(std::endian::native == std::endian::little, "arrays are written as they lie in memory");

la_ssize_t to_stream(archive*, void* out, const void* bytes, std::size_t size) {
  static_cast<std::ostream*>(out)->write(static_cast<const char*>(bytes), static_cast<std::streamsize>(size));
  return static_cast<la_ssize_t>(size);
}

class ZipWriter {
 public:
  explicit ZipWriter(std::ostream& out) : handle_(archive_write_new(), archive_write_free) {
    archive_write_set_format_zip(handle_.get());
    archive_write_set_bytes_in_last_block(handle_.get(), 1);
    check(archive_write_open(handle_.get(), &out, nullptr, to_stream, nullptr));
  }

  void add(const std::string& name, const std::string& header, std::string_view bytes) {
    const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(archive_entry_new(),
                                                                         archive_entry_free);
    archive_entry_set_pathname(entry.get(), name.c_str());
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), 0644);
    // No time is set: ZIP's is the local one, and the same bytes should come out each time and everywhere.
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(header.size() + bytes.size()));
    check(archive_write_header(handle_.get(), entry.get()));
    write(header);
    write(bytes);
  }

  void close() { check(archive_write_close(handle_.get())); }

 private:
  void write(std::string_view bytes) {
    require(archive_write_data(handle_.get(), bytes.data(), bytes.size()) ==
                static_cast<la_ssize_t>(bytes.size()),
            "the archive cannot be written: {}", archive_error_string(handle_.get()));
  }
  void check(int status) {
    require(status == ARCHIVE_OK, "the archive cannot be written: {}", archive_error_string(handle_.get()));
  }

  std::unique_ptr<archive, int (*)(archive*)> handle_;
};

template <class T>
std::string_view bytes_of(const T* values, std::size_t count) {
  return {reinterpret_cast<const char*>(values), count * sizeof(T)};
}

/// As NumPy does it: every text as wide as the longest, in UTF-32.
void add_words(ZipWriter& zip, const std::string& name, const std::vector<std::string>& words) {
  if (words.empty()) return;
  std::vector<std::u32string> wide;
  std::size_t width = 1;
  for (const std::string& word : words) width = std::max(width, wide.emplace_back(to_utf32(word)).size());
  constexpr std::size_t most = std::size_t{1} << 30;
  require(width * words.size() * 4 <= most,
          "the {} cannot be written to .npz, where all are as long as the longest: {}, of {} characters",
          name, shown(*std::ranges::max_element(words, {}, &std::string::size)), width);
  std::u32string all;
  all.reserve(width * words.size());
  for (std::u32string& word : wide) all += word.append(width - word.size(), U'\0');
  zip.add(name + ".npy", npy_header(fmt::format("<U{}", width), {static_cast<Index>(words.size())}),
          bytes_of(all.data(), all.size()));
}

void add_items(ZipWriter& zip, const DenseRows& rows) {
  zip.add("X.npy", npy_header("<f8", {rows.rows, rows.columns}),
          bytes_of(rows.values, static_cast<std::size_t>(rows.rows * rows.columns)));
}

void add_items(ZipWriter& zip, const SparseRows& rows) {
  const auto stored = static_cast<std::size_t>(rows.stored());
  const auto first = rows.rows == 0 ? 0 : rows.starts[0];
  std::vector<std::int64_t> starts(rows.starts, rows.starts + rows.rows + 1);
  for (auto& start : starts) start -= first;
  const std::int64_t shape[2] = {rows.rows, rows.columns};
  zip.add("indices.npy", npy_header("<i4", {rows.stored()}), bytes_of(rows.column_of + first, stored));
  zip.add("indptr.npy", npy_header("<i8", {rows.rows + 1}), bytes_of(starts.data(), starts.size()));
  zip.add("format.npy", npy_header("|S3", {}), "csr");
  zip.add("shape.npy", npy_header("<i8", {2}), bytes_of(shape, 2));
  zip.add("data.npy", npy_header("<f8", {rows.stored()}), bytes_of(rows.values + first, stored));
}

}  // namespace

void write_npz(const std::filesystem::path& path, const Dataset& dataset) {
  require_lengths(dataset);
  write_atomically(path, [&](std::ostream& out) {
    ZipWriter zip(out);
    dataset.rows().visit([&](const auto& rows) { add_items(zip, rows); });
    add_words(zip, "ids", dataset.ids);
    add_words(zip, "features", dataset.features);
    add_words(zip, "labels", dataset.labels);
    zip.close();
  });
}

}  // namespace bellwether
