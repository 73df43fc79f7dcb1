#include <tests/support/over_workers.h>

namespace bellwether {
namespace {

using namespace over_workers;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(OverWorkers, TopicsAreThoseOfOneProcessToTheBit) {
  const Matrix dense = some_items(5000).cwiseAbs().array().floor() + 1;
  const SparseMatrix sparse = to_sparse(Matrix(dense.array() - 1));
  Settings settings = six_and("temper", 0.8);
  settings.insert(settings.end(), {{"restarts", std::int64_t{2}}, {"iterations", std::int64_t{8}}});
  for (const Rows& items : {Rows(dense), Rows(sparse)}) {
    const Outcome plain = find_method("plsa").cluster({.items = items}, settings, {.threads = 3});
    for (const Index shards : {1, 2, 7}) {
      Mortal workers(items, shards, 0);
      const Outcome found = cluster_over_workers("plsa", workers, settings, {.threads = 1});
      expect_same(found, plain);
      EXPECT_EQ(found.features.labels, plain.features.labels);
      const Noted noted = all_labels(workers, found.clustering.elsewhere);
      EXPECT_EQ(noted.labels, plain.clustering.labels);
      EXPECT_EQ(noted.probabilities, plain.clustering.probabilities);
    }
  }
}

Settings settings_of_tags(const char* weights) {
  return {{"clusters", std::int64_t{3}},
          {"weights", std::string(weights)},
          {"temper", 0.8},
          {"restarts", std::int64_t{2}},
          {"iterations", std::int64_t{8}}};
}

/// Dies once.
class Loses : public Mortal {
 public:
  Loses(const Rows& items, int at) : Mortal(items, 1, 0), at_(at) {}
  std::vector<Bytes> ask(std::string_view step, const Bytes& question) override {
    if (++asked_ == at_) forget(1);
    return PartsHere::ask(step, question);
  }

 private:
  int at_, asked_ = 0;
};

TEST(OverWorkers, ASearchForTopicsThatLosesMixturesBeginsAgainAndFindsTheSame) {
  const Matrix items = some_items(5000).cwiseAbs().array().floor() + 1;
  const Settings settings{
      {"clusters", std::int64_t{4}}, {"restarts", std::int64_t{1}}, {"iterations", std::int64_t{8}}};
  const Outcome plain = find_method("plsa").cluster({.items = items}, settings, {});
  for (const int at : {3, 4, 7}) {
    Loses workers(items, at);
    expect_same(cluster_over_workers("plsa", workers, settings, {.threads = 1}), plain);
  }
}

TEST(OverWorkers, TopicsOfItemsAndTagsAreThoseOfOneProcessToTheBit) {
  const Matrix dense = some_items(5000).cwiseAbs().array().floor() + 1;
  const SparseMatrix sparse = to_sparse(Matrix(dense.array() - 1));
  const Matrix tags{{4, 0, 1, 1}, {0, 5, 0, 2}, {1, 1, 6, 0}};
  for (const char* weights : {"rows", "even"}) {
    const Settings settings = settings_of_tags(weights);
    for (const Rows& items : {Rows(dense), Rows(sparse)}) {
      const Outcome plain =
          find_method("aplsa").cluster({.items = items, .tags = tags}, settings, {.threads = 3});
      for (const Index shards : {1, 2, 7}) {
        Mortal workers(items, shards, 0);
        const Outcome found = cluster_over_workers("aplsa", workers, settings, {.threads = 1}, tags);
        expect_same(found, plain);
        EXPECT_EQ(found.auxiliary, plain.auxiliary);
        EXPECT_EQ(all_labels(workers, found.clustering.elsewhere).labels, plain.clustering.labels);
      }
      Loses workers(items, 4);
      expect_same(cluster_over_workers("aplsa", workers, settings, {.threads = 1}, tags), plain);
    }
  }
}

TEST(OverWorkers, TagsOfOtherFeaturesAreAnError) {
  const Matrix items = some_items(3000).cwiseAbs().array().floor() + 1;
  Mortal workers(items, 1, 0);
  EXPECT_THAT(
      [&] {
        cluster_over_workers("aplsa", workers, settings_of_tags("rows"), {}, Matrix(Matrix::Ones(2, 3)));
      },
      ThrowsMessage<InvalidInput>(HasSubstr("3 features")));
}

}  // namespace
}  // namespace bellwether
