#include <bellwether/methods/around_zeros.h>

#include <algorithm>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>

namespace bellwether {
namespace {

bool is_zero(const DenseRows& rows, Index i) {
  return std::ranges::all_of(rows.row(i), [](double value) { return value == 0; });
}

bool is_zero(const SparseRows& rows, Index i) {
  return std::ranges::all_of(rows.row(i).values, [](double value) { return value == 0; });
}

/// What is left without the rows in `left_out`, which rise.
Matrix without(const DenseRows& rows, const std::vector<Index>& left_out) {
  Matrix kept(rows.rows - static_cast<Index>(left_out.size()), rows.columns);
  for (Index i = 0, k = 0; i < rows.rows; ++i)
    if (!std::ranges::binary_search(left_out, i)) kept.row(k++) = rows.matrix().row(i);
  return kept;
}

SparseMatrix without(const SparseRows& rows, const std::vector<Index>& left_out) {
  SparseMatrix kept{.columns = rows.columns};
  for (Index i = 0; i < rows.rows; ++i) {
    if (std::ranges::binary_search(left_out, i)) continue;
    const SparseRow row = rows.row(i);
    kept.column_of.insert(kept.column_of.end(), row.columns.begin(), row.columns.end());
    kept.values.insert(kept.values.end(), row.values.begin(), row.values.end());
    kept.starts.push_back(static_cast<std::int64_t>(kept.values.size()));
  }
  return kept;
}

std::vector<int> without(std::span<const int> values, const std::vector<Index>& left_out) {
  std::vector<int> kept;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::ranges::binary_search(left_out, static_cast<Index>(i))) kept.push_back(values[i]);
  return kept;
}

/// `values` with `filler` put in at the places in `left_out`; empty stays empty.
template <class T>
std::vector<T> with_filler(const std::vector<T>& values, const std::vector<Index>& left_out, T filler) {
  if (values.empty()) return {};
  std::vector<T> all(values.size() + left_out.size(), filler);
  for (std::size_t i = 0, k = 0; i < all.size(); ++i)
    if (!std::ranges::binary_search(left_out, static_cast<Index>(i))) all[i] = values[k++];
  return all;
}

/// Once, however often the items are clustered.
void note_zeros(std::vector<std::string>& notes, std::size_t count) {
  const std::string note =
      fmt::format("{} without any feature {} in the largest cluster, for want of a better place",
                  count == 1 ? "1 item" : fmt::format("{} items", count), count == 1 ? "is" : "are");
  if (std::ranges::find(notes, note) == notes.end()) notes.push_back(note);
}

}  // namespace

std::vector<Index> zero_rows(const Rows& rows) {
  return rows.visit([](const auto& r) {
    std::vector<Index> zeros;
    for (Index i = 0; i < r.rows; ++i)
      if (is_zero(r, i)) zeros.push_back(i);
    return zeros;
  });
}

void put_back_zeros(Clustering& found, const std::vector<Index>& zeros, std::vector<std::string>& notes) {
  if (zeros.empty()) return;
  const auto sizes = cluster_sizes(found.labels, found.clusters);
  const auto largest = static_cast<int>(std::ranges::max_element(sizes) - sizes.begin());
  found.labels = with_filler(found.labels, zeros, largest);
  found.probabilities = with_filler(found.probabilities, zeros, 1.0 / found.clusters);
  note_zeros(notes, zeros.size());
}

Outcome cluster_around_zeros(const Method& method, const Problem& problem, const Settings& settings,
                             std::vector<std::string>& notes, const Run& run) {
  const std::vector<Index> zeros = zero_rows(problem.items);
  if (zeros.empty()) return method.cluster(problem, settings, run);
  const Knowledge& knowledge = problem.knowledge;
  if (static_cast<Index>(zeros.size()) == problem.items.rows())
    require_directions(problem.items, [&](Index i) {
      return knowledge.name_item ? knowledge.name_item(i) : std::to_string(i);
    });

  const std::vector<int> kept_start = without(problem.start, zeros);
  const Knowledge kept_knowledge{.seeds = without(knowledge.seeds, zeros)};
  Outcome outcome = problem.items.visit([&](const auto& rows) {
    const auto kept = without(rows, zeros);
    return method.cluster({kept, kept_start, kept_knowledge}, settings, run);
  });
  Clustering& c = outcome.clustering;
  put_back_zeros(c, zeros, notes);
  for (const Index zero : zeros)
    if (knowledge.has_seeds() && knowledge.seeds[zero] != unlabelled) c.labels[zero] = knowledge.seeds[zero];
  return outcome;
}

Outcome cluster_around_zeros(const Method& method, Dataset& items, std::span<const int> start,
                             const Knowledge& knowledge, const Settings& settings, const Run& run) {
  if (static_cast<Index>(zero_rows(items.rows()).size()) == items.items()) require_directions(items);
  return cluster_around_zeros(method, {items.rows(), start, knowledge}, settings, items.notes, run);
}

Placement place_around_zeros(const Method& method, const Parameters& parameters, int fallback,
                             const Rows& items, std::vector<std::string>& notes, const Run& run) {
  const std::vector<Index> zeros = zero_rows(items);
  if (zeros.empty()) return method.place(parameters, items, run);
  Placement placement = items.visit([&](const auto& rows) {
    const auto kept = without(rows, zeros);
    return kept.rows() == 0 ? Placement{} : method.place(parameters, kept, run);
  });
  const int clusters = clusters_in(method, parameters);
  require(fallback >= 0 && fallback < clusters, "the model's largest cluster is {} of {}", fallback,
          clusters);
  const bool none_kept = placement.labels.empty();
  placement.labels =
      none_kept ? std::vector<int>(zeros.size(), fallback) : with_filler(placement.labels, zeros, fallback);
  placement.probabilities = with_filler(placement.probabilities, zeros, 1.0 / static_cast<double>(clusters));
  note_zeros(notes, zeros.size());
  return placement;
}

Placement place_around_zeros(const Method& method, const Parameters& parameters, int fallback, Dataset& items,
                             const Run& run) {
  return place_around_zeros(method, parameters, fallback, items.rows(), items.notes, run);
}

}  // namespace bellwether
