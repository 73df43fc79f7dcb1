#pragma once
// A stream of bytes: a file, a piece of memory, or either of them unpacked.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace bellwether {

/// Puts up to `size` bytes at `into` and returns how many; 0 means that the stream has ended.
using ByteSource = std::function<std::size_t(char* into, std::size_t size)>;

/// `limit` is how many bytes a file may give that is no regular one, such as a pipe or a device, which may
/// never end; 0: 1 GiB. More is an error that says how to raise it. A regular file ends by itself.
ByteSource file_source(const std::filesystem::path& path, std::uint64_t limit = 0);

/// The bytes must outlive the source.
ByteSource memory_source(std::string_view bytes);

/// Fills `into` unless the stream ends before.
std::size_t read_fully(const ByteSource& source, char* into, std::size_t size);

/// Unpacks gzip and zstd, which it knows by their first bytes; passes everything else through.
/// `name` is what errors call the stream. `limit` is how many bytes may come out of packed ones: a few
/// kilobytes can be packed to unfold to anything. 0: 100 times as many as went in, and always 256 MiB.
ByteSource unpacked(ByteSource source, const std::string& name, std::uint64_t limit = 0);

/// Throws if `made` bytes are more than `packed` ones may unfold to, by the rule of unpacked().
void require_within_limit(std::uint64_t made, std::uint64_t packed, std::uint64_t limit,
                          const std::string& name);

/// All that the stream has, in one piece.
std::string all_bytes(const ByteSource& source);

}  // namespace bellwether
