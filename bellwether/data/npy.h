#pragma once
// NumPy's array files (.npy): a header in Python's notation, then the values as they lie in memory.

#include <string>
#include <string_view>
#include <vector>

#include <bellwether/data/input.h>

namespace bellwether {

struct NpyHeader {
  char kind = 'f';  ///< f float, i signed, u unsigned, b boolean, S bytes, U text
  Index size = 8;   ///< bytes of one value
  bool big_endian = false;
  bool by_columns = false;  ///< Fortran order
  std::vector<Index> shape = {};

  Index count() const;  ///< of the values; throws when it does not fit
  bool is_number() const { return kind != 'S' && kind != 'U'; }
};

/// Takes the header off the front of `input`.
NpyHeader read_npy_header(Input& input);

/// A whole array of numbers; one dimension makes one column. The values are read as far as they are there,
/// so that a false promise in the header costs nothing.
Matrix read_npy_matrix(Input& input);

/// An array of whole numbers with one dimension.
std::vector<Index> read_npy_integers(Input& input);

/// An array of anything with one dimension, or none, as text.
std::vector<std::string> read_npy_words(Input& input);

/// The header of an array of this type ("<f8") and shape.
std::string npy_header(std::string_view type, const std::vector<Index>& shape);

}  // namespace bellwether
