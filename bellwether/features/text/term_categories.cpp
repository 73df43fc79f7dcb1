#include <bellwether/features/text/term_categories.h>

#include <algorithm>
#include <cmath>

#include <bellwether/features/svd.h>
#include <bellwether/features/text/term_places.h>

namespace bellwether {
namespace {

/// Each category once, by the fewest steps, in the order of the categories.
void tidy(std::vector<Above>& categories) {
  std::ranges::sort(categories, [](const Above& a, const Above& b) {
    return a.category != b.category ? a.category < b.category : a.steps < b.steps;
  });
  const auto same = [](const Above& a, const Above& b) { return a.category == b.category; };
  categories.erase(std::unique(categories.begin(), categories.end(), same), categories.end());
}

/// Categories that no term is below are left out, and the others numbered anew.
void keep_those_found(const Ontology& ontology, TermCategories& made) {
  std::vector<bool> found(ontology.size(), false);
  for (const auto& categories : made.of_terms)
    for (const Above& above : categories) found[above.category] = true;
  std::vector<std::size_t> number(ontology.size(), 0);
  for (std::size_t name = 0; name < ontology.size(); ++name) {
    if (!found[name]) continue;
    number[name] = made.names.size();
    made.names.push_back(ontology.names[name]);
  }
  for (auto& categories : made.of_terms)
    for (Above& above : categories) above.category = number[above.category];
}

SparseMatrix damped(const TermCategories& categories, double damping) {
  SparseMatrix rows{.columns = std::ssize(categories.names)};
  for (const auto& of_term : categories.of_terms) {
    for (const Above& above : of_term) {
      rows.column_of.push_back(static_cast<std::int32_t>(above.category));
      rows.values.push_back(std::pow(damping, above.steps));
    }
    rows.starts.push_back(std::ssize(rows.values));
  }
  return rows;
}

Matrix dense(const SparseMatrix& rows) {
  Matrix all = Matrix::Zero(rows.rows(), rows.columns);
  for (Index i = 0; i < rows.rows(); ++i)
    for (auto at = static_cast<std::size_t>(rows.starts[static_cast<std::size_t>(i)]);
         at < static_cast<std::size_t>(rows.starts[static_cast<std::size_t>(i) + 1]); ++at)
      all(i, rows.column_of[at]) = rows.values[at];
  return all;
}

}  // namespace

TermCategories categories_of_terms(const Ontology& ontology, const std::vector<std::string>& terms,
                                   const TextOptions& options) {
  TermCategories made{.of_terms = std::vector<std::vector<Above>>(terms.size())};
  TermPlaces places(terms, options);
  Ancestors ancestors(ontology);
  for (std::size_t name = 0; name < ontology.size(); ++name) {
    const auto term = places.find(ontology.names[name]);
    if (!term) continue;
    auto& categories = made.of_terms[static_cast<std::size_t>(*term)];
    for (const Above& above : ancestors.of(name)) categories.push_back(above);
  }
  for (auto& categories : made.of_terms) {
    tidy(categories);
    made.found += categories.empty() ? 0 : 1;
  }
  keep_those_found(ontology, made);
  return made;
}

Matrix category_vectors(const TermCategories& categories, const CategoryVectorsOptions& options,
                        const Run& run) {
  const SparseMatrix rows = damped(categories, options.damping);
  if (rows.columns <= options.most_dimensions) return dense(rows);
  const auto most = static_cast<int>(std::min<Index>(options.most_dimensions, rows.rows()));
  return project(fit_svd(rows, {.dimensions = most}, run), rows, run);
}

}  // namespace bellwether
