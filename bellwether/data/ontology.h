#pragma once
// An ontology: terms below categories, which may be below others. A term may have several parents; no way
// upwards leads back to where it began.

#include <string>
#include <vector>

#include <bellwether/data/table.h>

namespace bellwether {

struct Ontology {
  std::vector<std::string> names = {};                 ///< in the order in which the file mentions them
  std::vector<std::vector<std::size_t>> parents = {};  ///< of each name
  std::vector<bool> is_category = {};                  ///< it is the parent of some name

  std::size_t size() const { return names.size(); }
};

/// From pairs of child and parent; a pair that is told twice counts once. Throws InvalidInput with
/// the chain that proves it if a name is above itself. `file` is what errors call the origin.
Ontology ontology_of(const Pairs& pairs, const std::string& file);

struct Above {
  std::size_t category = 0;
  int steps = 0;  ///< the fewest that lead to it

  friend bool operator==(const Above&, const Above&) = default;
};

/// Finds what is above a name. It remembers where it was, so that many questions cost no more than their
/// answers.
class Ancestors {
 public:
  explicit Ancestors(const Ontology& ontology) : ontology_(ontology), asked_(ontology.size()) {}

  /// Every category above the name, the nearest first; the name itself, 0 steps up, if it is a category.
  std::vector<Above> of(std::size_t name);

 private:
  const Ontology& ontology_;
  std::vector<std::size_t> asked_;  ///< the last question for which each name was seen
  std::size_t question_ = 0;
};

}  // namespace bellwether
