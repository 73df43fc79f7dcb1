#pragma once
// Workers that are this process and forget what they remembered, and what a method finds over them beside
// what it finds in one place.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>

#include <bellwether/methods/over_workers.h>
#include <bellwether/methods/part_steps.h>
#include <tests/support/data.h>

namespace bellwether::over_workers {

using testing_support::to_sparse;

/// Parts of some shards each, with their seeds.
inline std::vector<Part> cut(const Rows& items, std::span<const int> seeds, Index shards) {
  std::vector<Part> parts;
  const Index step = shards * shard_rows(items);
  for (Index begin = 0; begin < items.rows(); begin += step) {
    const Index count = std::min(step, items.rows() - begin);
    const auto known = seeds.empty() ? seeds : seeds.subspan(begin, count);
    items.slice(begin, count).visit([&](const auto& rows) {
      parts.emplace_back(shape_of(items), begin, rows, known);
    });
  }
  return parts;
}

/// At every `death`-th question one of the parts has forgotten everything.
class Mortal : public PartsHere {
 public:
  Mortal(const Rows& items, Index shards, int death, std::span<const int> seeds = {})
      : PartsHere(shape_of(items), items.sparse(), cut(items, seeds, shards), {.threads = 1}),
        parts_(static_cast<int>((shard_count(items) + shards - 1) / shards)),
        death_(death) {}

  std::vector<Bytes> ask(std::string_view step, const Bytes& question) override {
    if (death_ > 0 && ++asked_ % death_ == 0) forget(static_cast<std::size_t>(asked_ / death_ % parts_));
    return PartsHere::ask(step, question);
  }

 private:
  int parts_;
  int death_;
  int asked_ = 0;
};

inline Matrix some_items(Index rows) {
  Random random(7);
  Matrix m(rows, 4);
  for (Index i = 0; i < m.size(); ++i) m.data()[i] = random.normal() + 3 * static_cast<double>(i / 4 % 5);
  return m;
}

inline SparseMatrix some_sparse_items(Index rows) {
  Matrix m = some_items(rows);
  for (Index i = 0; i < m.size(); ++i)
    if (i % 3 == 0 && i % 4 != 1) m.data()[i] = 0;
  return to_sparse(m);
}

inline std::vector<int> some_seeds(Index rows, int clusters) {
  std::vector<int> seeds(static_cast<std::size_t>(rows), unlabelled);
  for (std::size_t i = 0; i < seeds.size(); i += 17)
    if (i % 3 != 0) seeds[i] = static_cast<int>(i % static_cast<std::size_t>(clusters));
  return seeds;
}

/// What workers say of their items, part by part.
inline Noted all_labels(PartsHere& workers, const Elsewhere& found) {
  Noted all;
  workers.labels(found, [&](const Noted& part) {
    all.labels.insert(all.labels.end(), part.labels.begin(), part.labels.end());
    all.probabilities.insert(all.probabilities.end(), part.probabilities.begin(), part.probabilities.end());
  });
  return all;
}

inline void expect_same(const Outcome& found, const Outcome& plain) {
  EXPECT_EQ(found.parameters, plain.parameters);
  EXPECT_EQ(found.options, plain.options);
  const Clustering &a = found.clustering, &b = plain.clustering;
  EXPECT_EQ(a.objective.trace, b.objective.trace);
  EXPECT_EQ(a.figures, b.figures);
  EXPECT_EQ(a.iterations, b.iterations);
  EXPECT_EQ(a.restart, b.restart);
  EXPECT_EQ(a.refills, b.refills);
  const auto sizes = cluster_sizes(b.labels, b.clusters);
  EXPECT_EQ(a.elsewhere.sizes, std::vector<double>(sizes.begin(), sizes.end()));
}

/// The method over parts of any size, of which some forget, against the same in one process.
inline void expect_the_bits_of_one_process(const char* method, const Rows& items, Settings settings,
                                           const std::vector<int>& seeds = {}) {
  settings.emplace_back("restarts", std::int64_t{2});
  settings.emplace_back("iterations", std::int64_t{12});
  const Method& row = find_method(method);
  const Outcome plain =
      row.cluster({.items = items, .knowledge = {.seeds = seeds}}, settings, {.threads = 3});
  for (const Index shards : {1, 2, 7}) {
    for (const int death : {0, 3}) {
      SCOPED_TRACE(fmt::format("{}, {} shards in a part, a death in {}", method, shards, death));
      Mortal workers(items, shards, death, seeds);
      const Outcome found = cluster_over_workers(method, workers, settings, {.threads = 1});
      expect_same(found, plain);
      const Noted noted = all_labels(workers, found.clustering.elsewhere);
      EXPECT_EQ(noted.labels, plain.clustering.labels);
      EXPECT_EQ(noted.probabilities, plain.clustering.probabilities);
    }
  }
}

inline const Settings six{{"clusters", std::int64_t{6}}};
inline Settings six_and(std::string name, Value value) {
  return {{"clusters", std::int64_t{6}}, {std::move(name), std::move(value)}};
}

}  // namespace bellwether::over_workers
