#pragma once
// Archives and packed files for tests, made with the libraries that read them.

#include <archive.h>
#include <archive_entry.h>
#include <zlib.h>

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bellwether::testing_support {

using NamedBytes = std::vector<std::pair<std::string, std::string>>;

/// The format and the packing are told by the ending: .zip, .tar, .tar.gz, .tgz, .tar.xz, .tar.bz2, .tar.zst.
inline void write_archive(const std::filesystem::path& path, const NamedBytes& files) {
  const std::unique_ptr<archive, int (*)(archive*)> out(archive_write_new(), archive_write_free);
  const auto check = [&](int status) {
    if (status < ARCHIVE_WARN) throw std::runtime_error(archive_error_string(out.get()));
  };
  const std::string name = path.string();
  check(name.ends_with(".zip") ? archive_write_set_format_zip(out.get())
                               : archive_write_set_format_pax_restricted(out.get()));
  if (name.ends_with("gz")) check(archive_write_add_filter_gzip(out.get()));
  if (name.ends_with(".xz")) check(archive_write_add_filter_xz(out.get()));
  if (name.ends_with(".bz2")) check(archive_write_add_filter_bzip2(out.get()));
  if (name.ends_with(".zst")) check(archive_write_add_filter_zstd(out.get()));
  check(archive_write_open_filename(out.get(), name.c_str()));
  for (const auto& [file, bytes] : files) {
    const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(archive_entry_new(),
                                                                         archive_entry_free);
    const bool folder = file.ends_with('/');
    archive_entry_set_pathname(entry.get(), file.c_str());
    archive_entry_set_filetype(entry.get(), folder ? AE_IFDIR : AE_IFREG);
    archive_entry_set_perm(entry.get(), folder ? 0755 : 0644);
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(bytes.size()));
    check(archive_write_header(out.get(), entry.get()));
    if (archive_write_data(out.get(), bytes.data(), bytes.size()) != static_cast<la_ssize_t>(bytes.size()))
      throw std::runtime_error(archive_error_string(out.get()));
  }
  check(archive_write_close(out.get()));
}

inline std::string gzip_of(std::string_view text) {
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

}  // namespace bellwether::testing_support
