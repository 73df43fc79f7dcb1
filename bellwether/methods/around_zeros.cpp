#include <bellwether/methods/around_zeros.h>

#include <algorithm>
#include <limits>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/links/groups.h>

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

/// The numbers of the rows that are left.
std::vector<Index> others_than(const std::vector<Index>& left_out, Index rows) {
  std::vector<Index> kept;
  for (Index i = 0; i < rows; ++i)
    if (!std::ranges::binary_search(left_out, i)) kept.push_back(i);
  return kept;
}

/// What is known of the rows that are left: what follows from links of the others, too.
Knowledge known_of(const std::vector<Index>& kept, const Knowledge& knowledge, const Groups& groups) {
  Knowledge known{.name_item = [kept, knowledge](Index i) { return knowledge.item(kept[i]); },
                  .name_cluster = knowledge.name_cluster};
  if (knowledge.has_seeds()) known.seeds.assign(kept.size(), unlabelled);
  std::vector<Index> first(static_cast<std::size_t>(groups.count), -1);  // of each group
  for (Index i = 0; i < std::ssize(kept); ++i) {
    const int group = groups.of[kept[i]];
    if (groups.cluster[group] != unlabelled) known.seeds[i] = groups.cluster[group];
    if (first[group] < 0)
      first[group] = i;
    else
      known.must_link.emplace_back(first[group], i);
  }
  for (int g = 0; groups.any_apart() && g < groups.count; ++g)
    for (const int other : groups.apart_from(g))
      if (g < other && first[g] >= 0 && first[other] >= 0)
        known.cannot_link.emplace_back(first[g], first[other]);
  return known;
}

/// The largest cluster that is open to a group and not full; -1 if there is none.
int largest_open(const Groups& groups, int group, const std::vector<int>& clusters,
                 const std::vector<std::int64_t>& sizes, std::int64_t most) {
  std::vector<bool> closed(sizes.size(), false);
  if (groups.any_apart())
    for (const int other : groups.apart_from(group))
      if (clusters[other] != unlabelled) closed[clusters[other]] = true;
  int best = -1;
  for (std::size_t k = 0; k < sizes.size(); ++k)
    if (!closed[k] && sizes[k] < most && (best < 0 || sizes[k] > sizes[best])) best = static_cast<int>(k);
  return best;
}

/// Rows of zeros go where the others of their group are, or its seed, or else to the largest cluster that is
/// open to them.
void place_zeros(const std::vector<Index>& zeros, const Groups& groups, std::int64_t most,
                 Clustering& found) {
  std::vector<int> clusters = groups.cluster;
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(found.clusters), 0);
  for (const Index i : others_than(zeros, std::ssize(found.labels))) {
    clusters[groups.of[i]] = found.labels[i];
    ++sizes[found.labels[i]];
  }
  for (const Index zero : zeros) {
    int& cluster = clusters[groups.of[zero]];
    if (cluster == unlabelled) cluster = largest_open(groups, groups.of[zero], clusters, sizes, most);
    if (cluster == unlabelled) cluster = found.labels[zero];
    found.labels[zero] = cluster;
    ++sizes[cluster];
  }
}

/// What the option max_size was, if the method has it.
std::int64_t largest_size(const Settings& options) {
  for (const auto& [name, value] : options)
    if (name == "max_size" && std::get<std::int64_t>(value) > 0) return std::get<std::int64_t>(value);
  return std::numeric_limits<std::int64_t>::max();
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

Knowledge without_items(const Knowledge& knowledge, const std::vector<Index>& left_out) {
  Knowledge kept{.seeds = without(knowledge.seeds, left_out), .name_cluster = knowledge.name_cluster};
  const auto place = [&](Index item) {  // how many of those before it are left
    return item - (std::ranges::lower_bound(left_out, item) - left_out.begin());
  };
  const auto gone = [&](Index item) { return std::ranges::binary_search(left_out, item); };
  const auto keep = [&](const std::vector<Link>& links, const std::vector<double>& weights,
                        std::vector<Link>& into, std::vector<double>& into_weights) {
    for (std::size_t l = 0; l < links.size(); ++l) {
      const auto& [first, second] = links[l];
      if (gone(first) || gone(second)) continue;
      into.emplace_back(place(first), place(second));
      if (!weights.empty()) into_weights.push_back(weights[l]);
    }
  };
  keep(knowledge.must_link, knowledge.must_weights, kept.must_link, kept.must_weights);
  keep(knowledge.cannot_link, knowledge.cannot_weights, kept.cannot_link, kept.cannot_weights);
  return kept;
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

  // The method says if there are too few clusters for the seeds.
  const Groups groups = close_links(knowledge, problem.items.rows(), std::numeric_limits<int>::max());
  const Knowledge kept_knowledge = known_of(others_than(zeros, problem.items.rows()), knowledge, groups);
  const std::vector<int> kept_start = without(problem.start, zeros);
  Outcome outcome = problem.items.visit([&](const auto& rows) {
    const auto kept = without(rows, zeros);
    return method.cluster({kept, kept_start, kept_knowledge}, settings, run);
  });
  put_back_zeros(outcome.clustering, zeros, notes);
  place_zeros(zeros, groups, largest_size(outcome.options), outcome.clustering);
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
