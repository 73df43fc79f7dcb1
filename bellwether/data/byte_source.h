#pragma once
// A stream of bytes: a file, a piece of memory, or either of them unpacked.

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace bellwether {

/// Puts up to `size` bytes at `into` and returns how many; 0 means that the stream has ended.
using ByteSource = std::function<std::size_t(char* into, std::size_t size)>;

ByteSource file_source(const std::filesystem::path& path);

/// The bytes must outlive the source.
ByteSource memory_source(std::string_view bytes);

/// Fills `into` unless the stream ends before.
std::size_t read_fully(const ByteSource& source, char* into, std::size_t size);

/// Unpacks gzip and zstd, which it knows by their first bytes; passes everything else through.
/// `name` is what errors call the stream.
ByteSource unpacked(ByteSource source, const std::string& name);

}  // namespace bellwether
