#pragma once
// Sealed bytes: 8 bytes "bellwthr", a version, the length of what follows, that, and a checksum of it all.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace bellwether {

/// Numbers are written with their little end first.
template <class Number>
void put(std::string& out, Number number) {
  for (std::size_t byte = 0; byte < sizeof number; ++byte)
    out.push_back(static_cast<char>((number >> (8 * byte)) & 0xff));
}

template <class Number>
Number get(std::string_view bytes, std::size_t at) {
  Number number = 0;
  for (std::size_t byte = 0; byte < sizeof number; ++byte)
    number |=
        static_cast<Number>(static_cast<Number>(static_cast<unsigned char>(bytes[at + byte])) << (8 * byte));
  return number;
}

std::string sealed(std::string_view payload);

/// The bytes of a file, as they are. `limit` as for file_source().
std::string sealed_bytes(const std::filesystem::path& path, std::uint64_t limit);

/// What was sealed. Throws if the bytes were cut or altered or are of another version; `name` is what the
/// error calls the file.
std::string_view unsealed(std::string_view bytes, const std::string& name);

}  // namespace bellwether
