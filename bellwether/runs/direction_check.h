#pragma once

namespace bellwether {

/// Whether labels of some items help to choose the words that count.
struct DirectionCheck {
  bool possible = false;  ///< there were labels enough to hold some back
  double guided = 0;      ///< adjusted Rand index with the labels held back, the words chosen by the others
  double plain = 0;       ///< the same with all words
  bool used = true;       ///< the labels are used for the result
};

}  // namespace bellwether
