#pragma once
// Which format a file has, by its first bytes and, where they do not tell, by its name.

#include <string>
#include <string_view>

namespace bellwether {

enum class Format { delimited, npy, npz, svmlight, matrix_market, cluto, arff, json };

/// `head` is the start of the unpacked file. Throws when it is empty or no format that can be read.
Format recognise(std::string_view head, const std::string& name);

}  // namespace bellwether
