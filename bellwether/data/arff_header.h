#pragma once
// The head of an ARFF file (Weka): the attributes, their types, and which of them holds the label or the id.

#include <string>
#include <string_view>
#include <vector>

#include <bellwether/data/columns.h>
#include <bellwether/data/input.h>

namespace bellwether {

struct Attribute {
  enum class Type { numeric, nominal, text };
  std::string name = {};
  Type type = Type::numeric;
  std::vector<std::string> values = {};  ///< of a nominal attribute, in the order of the file
  std::vector<double> numbers = {};      ///< the same, sorted, when all are numbers: then it is a feature
  double when_left_out = 0.0;            ///< in a sparse row; of a nominal attribute, its first value
};

/// Takes a word, in quotes (' or ", with \ before what is meant literally) or up to one of `stops`; blanks
/// around it are skipped. `quoted` tells which. Throws, with `place`, when a quote is never closed.
std::string take_arff_word(std::string_view& rest, std::string_view stops, bool& quoted, const Where& place);

/// Reads up to and with the line of @data.
std::vector<Attribute> read_arff_attributes(Input& input);

/// The label is what the options ask for, else a nominal attribute named class (if its values are numbers,
/// only at either end), else the last if its values are words. Throws, and says the way out, when text is
/// left among the features.
Columns assign_attributes(const std::vector<Attribute>& attributes, const ReadOptions& options,
                          const std::string& file);

}  // namespace bellwether
