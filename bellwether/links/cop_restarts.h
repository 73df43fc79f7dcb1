#pragma once
// What cop-kmeans and cop-spherical-kmeans do around their rounds: check what is asked for, and restart.

#include <functional>
#include <string_view>

#include <bellwether/links/cop_search.h>

namespace bellwether {

/// Throws unless the options are in range, go together, and fit the items.
void check_cop_options(const Rows& items, const CopKMeansOptions& options, std::string_view name);

/// Where some items start, from seeds and links; empty if nothing is known.
std::vector<int> known_starts(const CopProblem& problem);

/// The best of as many restarts as are worthwhile; one that finds no labels counts only if none does.
CopKMeansResult best_from(const std::function<Matrix(const Random&, const Run&)>& first_centres,
                          const CopProblem& problem, const Run& run);

/// From given first centres, once.
CopKMeansResult best_from(const Matrix& first_centres, const CopProblem& problem, const Run& run);

}  // namespace bellwether
