#pragma once
// The categories of an ontology that terms of texts are below, and vectors of them: a term also counts,
// damped, for its ancestors.
//
//   a_jc = damping^d   where c is d steps above term j (0: j is c itself); 0 where it is not above it

#include <string>
#include <vector>

#include <bellwether/data/matrix.h>
#include <bellwether/data/ontology.h>
#include <bellwether/engine/run.h>
#include <bellwether/features/text/text_options.h>

namespace bellwether {

struct TermCategories {
  std::vector<std::string> names = {};            ///< of the categories that some term is below
  std::vector<std::vector<Above>> of_terms = {};  ///< of each term, in the order of the names
  Index found = 0;                                ///< terms that have a category
};

/// Names of the ontology are folded and stemmed as the terms are; where several come to one term, it has the
/// categories of all of them, by the fewest steps. A name of several words comes to no
/// term.
TermCategories categories_of_terms(const Ontology& ontology, const std::vector<std::string>& terms,
                                   const TextOptions& options);

struct CategoryVectorsOptions {
  double damping = 0.5;
  int most_dimensions = 300;  ///< more categories are reduced to so many by an SVD
};

/// Terms x categories, or terms x dimensions; a row of zeros where a term has no category.
Matrix category_vectors(const TermCategories& categories, const CategoryVectorsOptions& options = {},
                        const Run& run = {});

}  // namespace bellwether
