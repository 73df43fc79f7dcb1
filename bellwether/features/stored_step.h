#pragma once
// A fitted step in the form that a file keeps: every step of the way from raw items to numbers can be turned
// into one and back. Restoring checks everything, since files may be damaged.

#include <string>
#include <vector>

#include <bellwether/engine/options.h>
#include <bellwether/engine/parameters.h>

namespace bellwether {

struct StoredStep {
  std::string kind = {};                ///< "words", "sift", "weights", "svd", "normalise", ...
  Settings options = {};                ///< every option with its value
  std::vector<std::string> words = {};  ///< a vocabulary, where the step has one
  Parameters tables = {};               ///< what was learned
};

}  // namespace bellwether
