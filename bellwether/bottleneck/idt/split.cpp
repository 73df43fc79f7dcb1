#include <bellwether/bottleneck/idt/split.h>

#include <algorithm>

#include <bellwether/bottleneck/idt/naive_bayes.h>
#include <bellwether/bottleneck/idt/projection.h>
#include <bellwether/bottleneck/idt/two_means.h>
#include <bellwether/engine/best.h>

namespace bellwether::denoising {
namespace {

constexpr Index most_directions = 10;  ///< whose signs are starts

bool same_row(const SparseMatrix& items, Index a, Index b) {
  const auto begin = [&](Index i) { return items.starts[static_cast<std::size_t>(i)]; };
  const auto size = begin(a + 1) - begin(a);
  return size == begin(b + 1) - begin(b) &&
         std::equal(items.column_of.begin() + begin(a), items.column_of.begin() + begin(a) + size,
                    items.column_of.begin() + begin(b)) &&
         std::equal(items.values.begin() + begin(a), items.values.begin() + begin(a) + size,
                    items.values.begin() + begin(b));
}

/// Where no projection tells the items apart: those like the first, and the others.
std::vector<int> first_against_others(const SparseMatrix& words) {
  std::vector<int> labels(static_cast<std::size_t>(words.rows()), 0);
  bool any = false;
  for (Index i = 1; i < words.rows(); ++i)
    if (!same_row(words, 0, i)) {
      labels[static_cast<std::size_t>(i)] = 1;
      any = true;
    }
  return any ? labels : std::vector<int>{};
}

/// Starts from the signs of the directions (the first, of which all scores may have one sign, about its mean)
/// and then at random.
std::vector<int> start_of(const Projection& projection, Index number, Random random) {
  const Index items = projection.scores.rows();
  std::vector<int> labels(static_cast<std::size_t>(items));
  if (number >= std::min(projection.scores.cols(), most_directions)) {
    for (int& label : labels) label = static_cast<int>(random.below(2));
    return labels;
  }
  const double middle = number == 0 ? projection.scores.col(0).mean() : 0;
  for (Index i = 0; i < items; ++i)
    labels[static_cast<std::size_t>(i)] = projection.scores(i, number) > middle ? 1 : 0;
  return labels;
}

Cut best_cut(const Projection& projection, const IdtOptions& options, const Random& random, const Run& run) {
  const Index signs = std::min(projection.scores.cols(), most_directions);
  std::vector<Cut> cuts(static_cast<std::size_t>(signs + options.restarts));
  for_each_parallel(static_cast<int>(cuts.size()), [&](int number) {
    if (number > 0 && run.stop.stop_requested()) return;
    cuts[static_cast<std::size_t>(number)] =
        cut_in_two(projection.distributions,
                   start_of(projection, number, random.split(static_cast<std::uint64_t>(number))),
                   {options.information, options.alpha, options.iterations, options.tolerance});
  });
  std::erase_if(cuts, [](const Cut& cut) { return cut.labels.empty(); });
  if (cuts.empty()) return {};
  return std::move(cuts[first_best(Goal::maximise, cuts, [](const Cut& c) { return c.information; })]);
}

}  // namespace

Split split_node(const Items& items, std::span<const Index> rows, const IdtOptions& options,
                 const Random& random, const Run& run) {
  const SparseMatrix words = rows_with_own_columns(items.words, rows);
  Split split{.labels = first_against_others(words)};
  if (split.labels.empty()) return split;
  const Projection projection = project_items(rows_with_own_columns(items.weighted, rows), options.dimensions,
                                              options.random_seed, run);
  split.dimensions = static_cast<int>(std::max<Index>(projection.scores.cols(), 1));
  if (projection.scores.cols() > 0) {
    Cut cut = best_cut(projection, options, random, run);
    if (!cut.labels.empty()) {
      split.labels = std::move(cut.labels);
      split.information = cut.information;
      split.converged = cut.converged;
    }
  }
  auto refined = refine(words, std::move(split.labels), 2, options.smoothing, options.iterations, run);
  split.labels = std::move(refined.labels);
  split.converged = split.converged && refined.converged;
  split.information = information_kept(words, split.labels, 2, options.information, options.alpha);
  return split;
}

}  // namespace bellwether::denoising
