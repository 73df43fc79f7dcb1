#include <bellwether/methods/around_zeros.h>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <bellwether/data/error.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;
using testing_support::random_counts;
using testing_support::to_sparse;

const std::vector<std::string> directional{"spherical-kmeans", "vm"};

Settings three_clusters() {
  return {{"clusters", std::int64_t{3}}};
}

/// The rows of `items` with rows of zeros put in, after every row whose number is in `after` (-1: first).
Matrix with_zeros(const Matrix& items, const std::vector<Index>& after) {
  Matrix made = Matrix::Zero(items.rows() + static_cast<Index>(after.size()), items.cols());
  Index at = static_cast<Index>(std::count(after.begin(), after.end(), Index{-1}));
  for (Index i = 0; i < items.rows(); ++i) {
    made.row(at) = items.row(i);
    at += 1 + static_cast<Index>(std::count(after.begin(), after.end(), i));
  }
  return made;
}

Dataset dataset(const Matrix& items, bool sparse) {
  Dataset made;
  if (sparse)
    made.values = to_sparse(items);
  else
    made.values = items;
  return made;
}

TEST(ZeroRows, AreFoundInBothForms) {
  const Matrix items{{0, 0}, {0, 1}, {0, 0}, {-1, 1}, {-0.0, 0}};
  EXPECT_THAT(zero_rows(items), ElementsAre(0, 2, 4));
  EXPECT_THAT(zero_rows(to_sparse(items)), ElementsAre(0, 2, 4));
  SparseMatrix stored{.columns = 2, .starts = {0, 1, 2}, .column_of = {0, 1}, .values = {0, 3}};
  EXPECT_THAT(zero_rows(stored), ElementsAre(0));  // a zero that is stored is a zero
  EXPECT_THAT(zero_rows(Matrix(Matrix::Ones(3, 2))), IsEmpty());
}

TEST(AroundZeros, LinksOfRowsOfZerosHold) {
  const Matrix items = with_zeros(random_counts(40, 6, 0.5, 3), {4, 4, 17, 39});  // 5, 6, 20 and 43
  // Item 5 joins 0 and 1; 2, 3 and 4 are apart from each other, and 6 from 2 and 3; 20 and 43 are apart.
  const Knowledge known{.must_link = {{0, 5}, {5, 1}},
                        .cannot_link = {{2, 3}, {3, 4}, {2, 4}, {6, 2}, {6, 3}, {20, 43}}};
  Dataset data = dataset(items, false);
  const auto outcome =
      cluster_around_zeros(find_method("constrained-sib"), data, {}, known, three_clusters(), {});
  const LinkReport links = report_links(known, outcome.clustering.labels);
  EXPECT_THAT(links.must_broken, IsEmpty());
  EXPECT_THAT(links.cannot_broken, IsEmpty());
}

TEST(AroundZeros, RowsOfZerosDoNotOverfillACluster) {
  const Matrix items = with_zeros(random_counts(20, 6, 0.5, 3), {4, 4, 4, 4});
  Dataset data = dataset(items, false);
  Settings bounded = three_clusters();
  bounded.emplace_back("max_size", std::int64_t{8});
  const auto outcome = cluster_around_zeros(find_method("sib"), data, {}, {}, bounded, {});
  EXPECT_THAT(cluster_sizes(outcome.clustering.labels, 3), ElementsAre(8, 8, 8));
}

TEST(AroundZeros, OthersAreClusteredAsIfTheZerosWereNotThere) {
  const Matrix items = random_counts(40, 6, 0.5, 3);
  const Matrix mixed = with_zeros(items, {-1, 4, 4, 17, 39});
  for (const auto& name : directional) {
    for (const bool sparse : {false, true}) {
      const Method& method = find_method(name);
      Dataset without = dataset(items, sparse), with = dataset(mixed, sparse);
      const Outcome plain = method.cluster({.items = without.rows()}, three_clusters(), {});
      const Outcome outcome = cluster_around_zeros(method, with, {}, {}, three_clusters(), {});
      const auto& labels = outcome.clustering.labels;
      ASSERT_EQ(labels.size(), 45U);

      const auto sizes = cluster_sizes(plain.clustering.labels, 3);
      const auto largest = static_cast<int>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
      std::size_t k = 0;
      for (Index i = 0; i < mixed.rows(); ++i) {
        const bool zero = mixed.row(i).isZero(0);
        EXPECT_EQ(labels[static_cast<std::size_t>(i)], zero ? largest : plain.clustering.labels[k])
            << name << i;
        if (!plain.clustering.probabilities.empty()) {
          EXPECT_EQ(outcome.clustering.probabilities[static_cast<std::size_t>(i)],
                    zero ? 1.0 / 3 : plain.clustering.probabilities[k]);
        }
        if (!zero) ++k;
      }
      EXPECT_EQ(outcome.clustering.objective.value, plain.clustering.objective.value);
      ASSERT_EQ(outcome.parameters.size(), plain.parameters.size());
      for (std::size_t p = 0; p < plain.parameters.size(); ++p)
        EXPECT_EQ(outcome.parameters[p].second, plain.parameters[p].second);
      EXPECT_THAT(with.notes,
                  ElementsAre(HasSubstr("5 items without any feature are in the largest cluster")));
      EXPECT_EQ(with.items(), 45);
    }
  }
}

TEST(AroundZeros, AStartIsKeptForTheOthers) {
  const Matrix items{{9, 1}, {8, 1}, {1, 9}, {1, 8}};
  Dataset with = dataset(with_zeros(items, {-1, 1}), true);
  const std::vector<int> start{1, 1, 1, 0, 0, 0};
  const Outcome outcome = cluster_around_zeros(find_method("spherical-kmeans"), with, start, {},
                                               {{"clusters", std::int64_t{2}}}, {});
  const auto& labels = outcome.clustering.labels;
  EXPECT_THAT(std::vector<int>({labels[1], labels[2], labels[4], labels[5]}), ElementsAre(1, 1, 0, 0));
}

TEST(AroundZeros, NothingIsSaidWhereThereAreNone) {
  Dataset items = dataset(random_counts(20, 4, 0.6, 1), true);
  cluster_around_zeros(find_method("vm"), items, {}, {}, three_clusters(), {});
  EXPECT_THAT(items.notes, IsEmpty());
}

TEST(AroundZeros, AllZeroIsAnError) {
  for (const bool sparse : {false, true}) {
    Dataset items = dataset(Matrix::Zero(4, 2), sparse);
    items.ids = {"a.txt", "b.txt", "c.txt", "d.txt"};
    EXPECT_THAT([&] { cluster_around_zeros(find_method("vm"), items, {}, {}, three_clusters(), {}); },
                ThrowsMessage<InvalidInput>(HasSubstr("a.txt")));
  }
}

TEST(AroundZeros, NewZerosGoToTheLargestClusterToo) {
  const Matrix items = random_counts(30, 5, 0.5, 8);
  for (const auto& name : directional) {
    const Method& method = find_method(name);
    const Outcome outcome = method.cluster({.items = items}, three_clusters(), {});
    const Placement plain = method.place(outcome.parameters, items, {});
    Dataset mixed = dataset(with_zeros(items, {0, 29}), true);
    const Placement placed = place_around_zeros(method, outcome.parameters, 2, mixed, {});
    ASSERT_EQ(placed.labels.size(), 32U);
    EXPECT_EQ(placed.labels[0], plain.labels[0]);
    EXPECT_EQ(placed.labels[1], 2);
    EXPECT_EQ(placed.labels[31], 2);
    for (std::size_t i = 1; i < 30; ++i) EXPECT_EQ(placed.labels[i + 1], plain.labels[i]);
    EXPECT_EQ(placed.probabilities.size(), plain.probabilities.empty() ? 0 : 32U);
    EXPECT_THAT(mixed.notes,
                ElementsAre(HasSubstr("2 items without any feature are in the largest cluster")));
  }
}

TEST(AroundZeros, NewItemsMayAllBeZero) {
  const Method& method = find_method("spherical-kmeans");
  const Outcome outcome = method.cluster({.items = random_counts(30, 5, 0.5, 8)}, three_clusters(), {});
  Dataset zeros = dataset(Matrix::Zero(1, 5), true);
  EXPECT_THAT(place_around_zeros(method, outcome.parameters, 1, zeros, {}).labels, ElementsAre(1));
  EXPECT_THAT(zeros.notes, ElementsAre(HasSubstr("1 item without any feature is in the largest cluster")));
  EXPECT_THROW(place_around_zeros(method, outcome.parameters, 3, zeros, {}), InvalidInput);
  EXPECT_THROW(place_around_zeros(method, outcome.parameters, -1, zeros, {}), InvalidInput);
}

TEST(AroundZeros, ASeedWithoutAnyFeatureStaysInItsCluster) {
  Dataset items;
  items.values = Matrix{{1, 0}, {1, 0.1}, {0, 0}, {0, 1}, {0.1, 1}, {1, 0.2}};
  const Knowledge known{.seeds = {0, unlabelled, 1, 1, unlabelled, unlabelled}};
  for (const char* name : {"constrained-spherical-kmeans", "seeded-vm"}) {
    const auto outcome =
        cluster_around_zeros(find_method(name), items, {}, known, {{"clusters", std::int64_t{2}}}, {});
    EXPECT_THAT(outcome.clustering.labels, ElementsAre(0, 0, 1, 1, 1, 0)) << name;
  }
  EXPECT_EQ(items.notes.size(), 1U);  // however often the items are clustered
}

}  // namespace
}  // namespace bellwether
