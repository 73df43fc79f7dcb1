// Solved collections choose an option: plans, draws, what is learned, what is used, and the file it is kept
// in.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>

#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>
#include <bellwether/models/model.h>
#include <bellwether/runs/tuning.h>
#include <tests/support/temporary_folder.h>

namespace bellwether {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

Strap strap_of(const std::string& method, const std::string& spec, const Settings& settings = {}) {
  return plan_strap(find_method(method), settings, spec);
}

/// Documents of `classes` topics; `mixed` is the share of words that tell nothing.
Dataset documents(int classes, Index items, double mixed, std::uint64_t random_seed) {
  Random random(random_seed);
  Dataset made;
  Matrix counts = Matrix::Zero(items, 8 * classes);
  for (Index i = 0; i < items; ++i) {
    const auto topic = static_cast<int>(i % classes);
    for (int word = 0; word < 30; ++word)
      counts(i, random.uniform() < mixed ? random.below(8 * classes) : 8 * topic + random.below(8)) += 1;
    made.labels.push_back(fmt::format("topic {}", topic));
  }
  made.values = std::move(counts);
  return made;
}

std::vector<SolvedCollection> solved(int count, int classes, double mixed = 0.7) {
  std::vector<SolvedCollection> all;
  for (int i = 0; i < count; ++i)
    all.push_back(solved_collection(fmt::format("c{}", i),
                                    documents(classes, 60, mixed, 100 + static_cast<std::uint64_t>(i))));
  return all;
}

const Settings quick{{"restarts", std::int64_t{2}}};

Tuned tuned_by(const Tuner& tuner, const Rows& items, int clusters, Trust trust,
               const bellwether::Run& run = {}) {
  return cluster_tuned(tuner, items,
                       cluster_at(find_method(tuner.method), tuner.settings, tuner.strap, items, clusters),
                       trust, run);
}

TEST(Straps, AreReadFromARangeOrAList) {
  const Strap range = strap_of("sib", "alpha=0.1:1.0:0.1");
  EXPECT_EQ(range.option, "alpha");
  EXPECT_THAT(range.values, ElementsAre(0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0));
  EXPECT_EQ(range.untuned, 9u);
  const Strap list = strap_of("sib", "alpha=0.5,0.25");
  EXPECT_THAT(list.values, ElementsAre(0.25, 0.5, 1.0)) << "the default is always among them";
  EXPECT_EQ(list.untuned, 2u);
  EXPECT_EQ(strap_of("idt", "").values, range.values) << "alpha is what sib and idt are tuned by";
  EXPECT_EQ(strap_of("sib", to_text(range)).values, range.values);
}

TEST(Straps, OfAnyMethodAndAnyNumber) {
  const Strap whole = strap_of("itcc", "feature-clusters=4:32:14");
  EXPECT_EQ(whole.option, "feature_clusters");
  EXPECT_THAT(whole.values, ElementsAre(4, 18, 32));
  EXPECT_EQ(whole.untuned, 2u);
}

TEST(Straps, RefuseWhatCannotBeChosen) {
  const auto refuses = [](const std::string& method, const std::string& spec, const std::string& words,
                          const Settings& settings = {}) {
    EXPECT_THAT([&] { strap_of(method, spec, settings); }, ThrowsMessage<InvalidOption>(HasSubstr(words)))
        << spec;
  };
  refuses("sib", "alpa=0.1:1:0.1", "did you mean 'alpha'?");
  refuses("sib", "alpha=0.1:1", "first:last:step");
  refuses("sib", "alpha=1:0.1:0.1", "first:last:step");
  refuses("sib", "alpha=0.1:1:0", "first:last:step");
  refuses("sib", "alpha=a,b", "'a' is not a number");
  refuses("sib", "alpha", "NAME=first:last:step");
  refuses("sib", "alpha=0.5,2", "alpha");
  refuses("sib", "alpha=1", "only one value");
  refuses("sib", "information=1,2", "not a number");
  refuses("sib", "clusters=2:5:1", "yours to say");
  refuses("itcc", "feature_clusters=1.5,3", "whole number");
  refuses("kmeans", "", "say which option");
  refuses("sib", "alpha=0:1:0.0001", "more than");
  refuses("sib", "", "leave out one", {{"alpha", std::string("0.5")}});
}

TEST(Straps, ClusterWithEveryValueAndTheSameOnAnyNumberOfThreads) {
  const Dataset items = documents(3, 60, 0.5, 1);
  const Strap strap = strap_of("sib", "alpha=0.5,1");
  const std::vector<int> clusters{3, 2};
  std::vector<ClusterAt> jobs;
  for (const int k : clusters) jobs.push_back(cluster_at(find_method("sib"), quick, strap, items.rows(), k));
  const auto one = cluster_over(jobs, strap.values, "clustering", {.threads = 1});
  const auto two = cluster_over(jobs, strap.values, "clustering", {.threads = 2});
  ASSERT_EQ(one.size(), 2u);
  for (std::size_t job = 0; job < 2; ++job)
    for (std::size_t at = 0; at < 2; ++at) {
      EXPECT_EQ(one[job][at].clustering.labels, two[job][at].clustering.labels);
      EXPECT_EQ(one[job][at].clustering.clusters, clusters[job]);
      const auto alpha =
          std::ranges::find(one[job][at].options, "alpha", &std::pair<std::string, Value>::first);
      EXPECT_EQ(std::get<double>(alpha->second), strap.values[at]);
    }
}

TEST(SolvedCollections, LeaveOutItemsWithoutALabelOrAFeature) {
  Dataset items;
  items.values = Matrix{{1, 0}, {0, 0}, {0, 2}, {1, 1}};
  items.labels = {"a", "a", "b", ""};
  const SolvedCollection solved = solved_collection("c", items);
  EXPECT_EQ(solved.items.items(), 2);
  EXPECT_THAT(solved.classes, ElementsAre(0, 1));
  EXPECT_EQ(solved.clusters(), 2);
  items.labels = {"a", "a", "a", ""};
  EXPECT_THAT([&] { solved_collection("c", items); }, ThrowsMessage<InvalidInput>(HasSubstr("one class")));
  items.labels.clear();
  EXPECT_THAT([&] { solved_collection("c", items); }, ThrowsMessage<InvalidInput>(HasSubstr("no labels")));
}

TEST(Tuners, ReturnOneOfTheClusteringsAndSayWhatUntunedGives) {
  const Method& method = find_method("sib");
  const Strap strap = strap_of("sib", "alpha=0.3,0.6,1");
  const Tuner tuner = learn_tuner(method, quick, strap, solved(4, 3), {}, {});
  EXPECT_TRUE(tuner.check.possible);
  EXPECT_THAT(tuner.collections, ElementsAre("c0", "c1", "c2", "c3"));
  const Dataset items = documents(3, 60, 0.7, 7);
  const Tuned tuned = tuned_by(tuner, items.rows(), 3, Trust::always, {});
  EXPECT_TRUE(tuned.used);
  EXPECT_FALSE(tuned.checked);
  ASSERT_EQ(tuned.scores.size(), 3u);
  const auto alone = [&](double alpha) {
    return method.cluster({.items = items.rows()}, settings_at(strap, alpha, quick, 3), {}).clustering.labels;
  };
  EXPECT_EQ(tuned.outcome.clustering.labels, alone(tuned.value));
  EXPECT_EQ(tuned.untuned.labels, alone(1.0));
  const auto best = std::ranges::max_element(tuned.scores) - tuned.scores.begin();
  EXPECT_EQ(tuned.value, strap.values[static_cast<std::size_t>(best)]);
}

TEST(Tuners, ThatDoWorseLeaveTheOptionAsItIs) {
  const Strap strap = strap_of("sib", "alpha=0.3,0.6,1");
  Tuner tuner = learn_tuner(find_method("sib"), quick, strap, solved(3, 2), {}, {});
  tuner.check = {.possible = true, .gain = -0.01};
  const Dataset items = documents(2, 40, 0.7, 8);
  const Tuned checked = tuned_by(tuner, items.rows(), 2, Trust::checked, {});
  EXPECT_FALSE(checked.used);
  EXPECT_TRUE(checked.checked);
  EXPECT_EQ(checked.value, 1.0);
  EXPECT_EQ(checked.outcome.clustering.labels, checked.untuned.labels);
  EXPECT_TRUE(tuned_by(tuner, items.rows(), 2, Trust::always, {}).used);
  tuner.check = {.possible = true, .gain = 0};
  EXPECT_TRUE(tuned_by(tuner, items.rows(), 2, Trust::checked, {}).used);
}

TEST(Tuners, ThatAreStoppedReturnTheUntunedClustering) {
  std::stop_source stop;
  stop.request_stop();
  const Strap strap = strap_of("sib", "alpha=0.3,1");
  const Tuner tuner =
      learn_tuner(find_method("sib"), quick, strap, solved(3, 2), {}, {.stop = stop.get_token()});
  EXPECT_TRUE(tuner.stopped);
  const Dataset items = documents(2, 40, 0.5, 8);
  const Tuned tuned = tuned_by(tuner, items.rows(), 2, Trust::checked, {.stop = stop.get_token()});
  EXPECT_FALSE(tuned.used);
  EXPECT_EQ(tuned.outcome.clustering.labels.size(), 40u);
  EXPECT_TRUE(tuned.outcome.clustering.stopped);
}

TEST(Tuners, OfMeasurementsBelowZero) {
  std::vector<SolvedCollection> collections = solved(3, 2);
  for (SolvedCollection& one : collections) std::get<Matrix>(one.items.values).array() -= 2.5;
  Matrix items = std::get<Matrix>(documents(2, 40, 0.5, 8).values);
  items.array() -= 2.5;
  const Strap strap = strap_of("kmeans", "iterations=1,2,300");
  const Tuner tuner = learn_tuner(find_method("kmeans"), quick, strap, collections, {}, {});
  const Tuned tuned = tuned_by(tuner, items, 2, Trust::always, {});
  EXPECT_EQ(tuned.outcome.clustering.labels.size(), 40u);
  for (const double score : tuned.scores) EXPECT_TRUE(std::isfinite(score));
}

TEST(Tuners, AreKeptInAFile) {
  const Strap strap = strap_of("sib", "alpha=0.3,0.6,1");
  const Tuner tuner = learn_tuner(find_method("sib"), quick, strap, solved(3, 2), {}, {});
  const testing_support::TemporaryFolder folder;
  save_tuner(tuner, folder / "t.bellwether");
  const Tuner again = load_tuner(folder / "t.bellwether");
  const Dataset items = documents(2, 40, 0.7, 9);
  const Tuned first = tuned_by(tuner, items.rows(), 2, Trust::checked, {});
  const Tuned second = tuned_by(again, items.rows(), 2, Trust::checked, {});
  EXPECT_EQ(first.scores, second.scores);
  EXPECT_EQ(first.outcome.clustering.labels, second.outcome.clustering.labels);
  EXPECT_EQ(again.collections, tuner.collections);
  EXPECT_EQ(again.check.tuned, tuner.check.tuned);
  EXPECT_EQ(to_bytes(again), to_bytes(tuner));
}

TEST(Tuners, RefuseFilesThatHoldSomethingElse) {
  const Strap strap = strap_of("sib", "alpha=0.3,1");
  const std::string bytes = to_bytes(learn_tuner(find_method("sib"), quick, strap, solved(3, 2), {}, {}));
  EXPECT_THAT([&] { model_from_bytes(bytes, "t"); },
              ThrowsMessage<InvalidInput>(HasSubstr("not a model: give it as tune")));
  EXPECT_THAT([] { tuner_from_bytes(to_bytes(Model{}), "m"); },
              ThrowsMessage<InvalidInput>(HasSubstr("not settings learned from solved collections")));
  EXPECT_THAT([&] { tuner_from_bytes(bytes.substr(0, bytes.size() / 2), "t"); },
              ThrowsMessage<InvalidInput>(HasSubstr("cut off")));
  EXPECT_THAT([] { tuner_from_bytes("nonsense", "t"); }, ThrowsMessage<InvalidInput>(HasSubstr("not a")));
}

TEST(LeastSquares, UseTheEstimateIfItHelpsOnTheMatchedCollection) {
  const Method& method = find_method("sib");
  const Strap strap = strap_of("sib", "alpha=0.3,0.6,1");
  const Dataset items = documents(3, 60, 0.75, 11);
  const SolvedCollection matched = solved(1, 3, 0.75)[0];
  LeastSquaresTuning tuning;
  const ClusterAt of_matched = cluster_at(method, quick, strap, matched.items.rows(), matched.clusters());
  const ClusterAt of_items = cluster_at(method, quick, strap, items.rows(), 3);
  const Tuned tuned =
      cluster_by_least_squares(strap, matched, of_matched, of_items, {}, Trust::always, tuning, {});
  ASSERT_EQ(tuning.errors.size(), 3u);
  EXPECT_EQ(tuned.value, tuning.estimate.value);
  EXPECT_TRUE(tuned.value >= 0.3 && tuned.value <= 1);
  const Tuned checked =
      cluster_by_least_squares(strap, matched, of_matched, of_items, {}, Trust::checked, tuning, {});
  EXPECT_EQ(checked.used, tuning.tuned_error <= tuning.untuned_error);
  if (!checked.used) {
    EXPECT_EQ(checked.outcome.clustering.labels, checked.untuned.labels);
  }
}

TEST(Draws, OfValuesBelowZeroAreThoseOfTheSameItemsShifted) {
  Dataset sorted = documents(6, 120, 0.3, 12);
  Matrix items = std::get<Matrix>(documents(6, 30, 0.3, 13).values);
  const auto before = draw_similar(items, solved_collection("all", sorted), 3, 2, 0, {});
  std::get<Matrix>(sorted.values).array() -= 0.5;
  items.array() -= 0.5;
  const auto after = draw_similar(items, solved_collection("all", sorted), 3, 2, 0, {});
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t d = 0; d < after.size(); ++d) EXPECT_EQ(after[d].items.labels, before[d].items.labels);
}

TEST(Draws, AreOfAsManyClassesAndItemsAsAskedFor) {
  const SolvedCollection sorted = solved_collection("all", documents(6, 120, 0.3, 12));
  const Matrix items = std::get<Matrix>(documents(6, 30, 0.3, 13).values);
  for (const auto& drawn : {draw_similar(items, sorted, 3, 4, 0, {}), draw_any(sorted, 3, 30, 4, 0)}) {
    ASSERT_EQ(drawn.size(), 4u);
    for (const SolvedCollection& one : drawn) {
      EXPECT_EQ(one.items.items(), 30);
      EXPECT_EQ(one.clusters(), 3);
    }
  }
  const SolvedCollection matched = draw_matched(items, sorted, 3, {});
  EXPECT_EQ(matched.items.items(), 30);
  EXPECT_EQ(matched.clusters(), 3);
  EXPECT_THAT([&] { draw_any(sorted, 7, 30, 1, 0); }, ThrowsMessage<InvalidInput>(HasSubstr("6 classes")));
}

}  // namespace
}  // namespace bellwether
