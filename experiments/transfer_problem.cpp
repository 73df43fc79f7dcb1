#include <experiments/transfer_problem.h>

#include <algorithm>
#include <numbers>
#include <span>

#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>
#include <bellwether/scores/information.h>

namespace bellwether::experiments {
namespace {

/// By the class's name, so that a class is drawn alike in every task.
std::uint64_t number_of(const std::string& name) {
  std::uint64_t hash = 14695981039346656037U;  // FNV-1a
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return hash >> 1;
}

bool any_counts(const SparseMatrix& counts, Index row) {
  const auto i = static_cast<std::size_t>(row);
  return counts.starts[i] < counts.starts[i + 1];
}

/// The items of a class that have counts, in an order by chance.
std::vector<Index> shuffled_items(const Corpus& corpus, const std::string& name, Random random) {
  std::vector<Index> rows;
  for (std::size_t i = 0; i < corpus.classes.size(); ++i)
    if (corpus.classes[i] == name && any_counts(corpus.counts, static_cast<Index>(i)))
      rows.push_back(static_cast<Index>(i));
  random.shuffle(rows);
  return rows;
}

std::vector<Index> drawn(const Corpus& corpus, const std::string& name, int items, const Random& random) {
  std::vector<Index> rows = shuffled_items(corpus, name, random.split(number_of(name)));
  require(std::ssize(rows) >= std::max(items, 1), "class {} has {} items, but {} are to be drawn", name,
          rows.size(), std::max(items, 1));
  if (items > 0) rows.resize(static_cast<std::size_t>(items));
  std::ranges::sort(rows);
  return rows;
}

void append(SparseMatrix& all, const SparseMatrix& more) {
  const auto before = static_cast<std::int64_t>(all.values.size());
  all.column_of.insert(all.column_of.end(), more.column_of.begin(), more.column_of.end());
  all.values.insert(all.values.end(), more.values.begin(), more.values.end());
  for (std::size_t i = 1; i < more.starts.size(); ++i) all.starts.push_back(before + more.starts[i]);
}

/// Items that lost all their features are dropped, so that every method has the same ones.
std::vector<Index> rows_with_counts(const SparseMatrix& counts, Index begin, Index end) {
  std::vector<Index> rows;
  for (Index i = begin; i < end; ++i)
    if (any_counts(counts, i)) rows.push_back(i);
  return rows;
}

}  // namespace

SparseMatrix rows_of(const SparseMatrix& values, const std::vector<Index>& rows) {
  SparseMatrix some{.columns = values.columns};
  for (const Index row : rows) {
    const auto begin = values.starts[static_cast<std::size_t>(row)],
               end = values.starts[static_cast<std::size_t>(row) + 1];
    some.column_of.insert(some.column_of.end(), values.column_of.begin() + begin,
                          values.column_of.begin() + end);
    some.values.insert(some.values.end(), values.values.begin() + begin, values.values.begin() + end);
    some.starts.push_back(static_cast<std::int64_t>(some.values.size()));
  }
  return some;
}

SparseMatrix columns_in(const SparseMatrix& values, int in) {
  std::vector<int> rows(static_cast<std::size_t>(values.columns));
  for (const std::int32_t column : values.column_of) ++rows[static_cast<std::size_t>(column)];
  std::vector<std::int32_t> number(rows.size(), -1);
  SparseMatrix kept;
  for (std::size_t j = 0; j < rows.size(); ++j)
    if (rows[j] >= in) number[j] = static_cast<std::int32_t>(kept.columns++);
  for (Index i = 0; i < values.rows(); ++i) {
    for (auto at = static_cast<std::size_t>(values.starts[static_cast<std::size_t>(i)]);
         at < static_cast<std::size_t>(values.starts[static_cast<std::size_t>(i) + 1]); ++at) {
      const std::int32_t column = number[static_cast<std::size_t>(values.column_of[at])];
      if (column < 0) continue;
      kept.column_of.push_back(column);
      kept.values.push_back(values.values[at]);
    }
    kept.starts.push_back(static_cast<std::int64_t>(kept.values.size()));
  }
  return kept;
}

Problem draw_problem(const Corpus& corpus, const Task& task, std::uint64_t random_seed, int split,
                     int items) {
  const Random random = Random(random_seed).split(static_cast<std::uint64_t>(split));
  std::vector<Index> rows;
  std::vector<int> truth;
  for (std::size_t k = 0; k < task.classes.size(); ++k)
    for (const Index row : drawn(corpus, task.classes[k], items > 0 ? items : task.items, random)) {
      rows.push_back(row);
      truth.push_back(static_cast<int>(k));
    }
  const auto targets = static_cast<Index>(rows.size());
  for (const std::string& name : task.others)
    for (const Index row : drawn(corpus, name, task.other_items, random)) rows.push_back(row);

  const SparseMatrix all = columns_in(rows_of(corpus.counts, rows), std::max(task.feature_in, 1));
  const std::vector<Index> target = rows_with_counts(all, 0, targets);
  const std::vector<Index> auxiliary = rows_with_counts(all, targets, all.rows());
  Problem problem{.target = rows_of(all, target),
                  .classes = static_cast<int>(task.classes.size()),
                  .auxiliary = rows_of(all, auxiliary)};
  for (const Index i : target) problem.truth.push_back(truth[static_cast<std::size_t>(i)]);
  problem.both = problem.target;
  append(problem.both, problem.auxiliary);
  if (corpus.tags.rows() > 0) {
    std::vector<Index> tagged;
    for (const Index i : auxiliary) tagged.push_back(rows[static_cast<std::size_t>(i)]);
    problem.tagged_with = columns_in(rows_of(corpus.tags, tagged), std::max(task.tag_in, 1));
  }
  return problem;
}

double entropy_of_target(const Clustering& found, const Problem& problem, EntropyUnit unit) {
  require(found.labels.size() >= problem.truth.size(), "{} labels for {} items", found.labels.size(),
          problem.truth.size());
  const std::span<const int> labels(found.labels.data(), problem.truth.size());
  const double bits = entropy_bits(cross_tabulate(labels, problem.truth));
  return unit == EntropyUnit::bits ? bits : bits * std::numbers::ln2;
}

Searched search_from_starts(const Problem& problem, const Search& search, int restarts,
                            std::uint64_t random_seed, EntropyUnit unit, const Run& run) {
  const Random random(random_seed);
  Searched searched;
  double best_objective = 0;
  for (int restart = 0; restart < restarts && !run.stop.stop_requested(); ++restart) {
    const std::uint64_t start =
        random.split(static_cast<std::uint64_t>(restart)).bits() >> 1;  // options take 63 bits
    const Clustering found = search(problem, {start, run});
    const double score = entropy_of_target(found, problem, unit);
    searched.mean += score / restarts;
    if (restart > 0 && !better(found.objective.goal, found.objective.value, best_objective)) continue;
    best_objective = found.objective.value;
    searched.best = score;
  }
  return searched;
}

}  // namespace bellwether::experiments
