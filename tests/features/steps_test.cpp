#include <bellwether/features/steps.h>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <limits>

#include <bellwether/data/error.h>
#include <tests/support/data.h>

namespace bellwether {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::ThrowsMessage;
using testing_support::random_counts;
using testing_support::random_matrix;
using testing_support::to_dense;
using testing_support::to_sparse;

constexpr double epsilon = std::numeric_limits<double>::epsilon();

Matrix values_of(const Dataset& items) {
  if (const auto* sparse = std::get_if<SparseMatrix>(&items.values)) return to_dense(*sparse);
  return std::get<Matrix>(items.values);
}

// -------------------------------------------------------------------------------------------------- parsing

TEST(NamedOptions, AreANameAndItsOptions) {
  const NamedOptions parsed = parse_named_options("sift: words = 800 ,keypoints=a=b");
  EXPECT_EQ(parsed.name, "sift");
  EXPECT_EQ(parsed.options, (Settings{{"words", std::string("800")}, {"keypoints", std::string("a=b")}}));
}

TEST(NamedOptions, MayHaveNone) {
  EXPECT_EQ(parse_named_options("l2").name, "l2");
  EXPECT_THAT(parse_named_options("l2").options, IsEmpty());
  EXPECT_THAT(parse_named_options("svd:").options, IsEmpty());
  EXPECT_EQ(parse_named_options("").name, "");
}

TEST(NamedOptions, TheFirstValueNeedsNoNameIfThereIsOneForIt) {
  EXPECT_EQ(parse_named_options("svd:30,solver=lanczos", "dimensions").options,
            (Settings{{"dimensions", std::string("30")}, {"solver", std::string("lanczos")}}));
  EXPECT_THAT(
      [] { parse_named_options("svd:30"); },
      ThrowsMessage<InvalidOption>(HasSubstr("'30' in 'svd:30' is not name=value: write svd:name=value")));
  EXPECT_THAT([] { parse_named_options("svd:solver=lanczos,30", "dimensions"); },
              ThrowsMessage<InvalidOption>(HasSubstr("'30' in")));
  EXPECT_THAT([] { parse_named_options("svd:=3"); },
              ThrowsMessage<InvalidOption>(HasSubstr("is not name=value")));
}

TEST(PlanSteps, ArePartedByBlanksOrPlusSigns) {
  for (const char* specs : {"ltc + svd:30 + l2", "ltc+svd:30+l2", " ltc\tsvd:30  l2 ", "+ltc++svd:30 l2+"}) {
    const auto plans = plan_steps(specs);
    ASSERT_EQ(plans.size(), 3) << specs;
    EXPECT_EQ(plans[0].name, "ltc");
    EXPECT_EQ(plans[1].name, "svd");
    EXPECT_EQ(plans[1].options, (Settings{{"dimensions", std::string("30")}}));
    EXPECT_EQ(plans[2].name, "l2");
  }
  EXPECT_THAT(plan_steps(""), IsEmpty());
  EXPECT_THAT(plan_steps(" + "), IsEmpty());
}

TEST(PlanSteps, KnowNamesWithoutCase) {
  EXPECT_EQ(plan_step("TF-IDF").name, "tf-idf");
  EXPECT_EQ(plan_step("SVD:3").name, "svd");
}

void expect_refused(std::string_view spec, const std::string& words) {
  EXPECT_THAT([&] { plan_step(spec); }, ThrowsMessage<InvalidOption>(HasSubstr(words))) << spec;
}

TEST(PlanSteps, SayWhatIsWrong) {
  expect_refused("tfidf",
                 "there is no step 'tfidf' (did you mean 'tf-idf'?); the steps are: tf-idf, ltc, okapi, svd");
  expect_refused("zebra", "there is no step 'zebra'; the steps are");
  expect_refused("", "there is no step ''");
  expect_refused("svd:0", "dimensions");
  expect_refused("svd:many", "dimensions");
  expect_refused("svd:dimension=3", "dimensions");
  expect_refused("okapi:b=2", "b");
  expect_refused("okapi:k2=1", "k2");
  expect_refused("l2:3", "l2 has no options");
  expect_refused("ltc:weights=okapi", "weights");
  EXPECT_THAT([] { plan_steps("ltc svd:x"); }, ThrowsMessage<InvalidOption>(HasSubstr("dimensions")));
}

// --------------------------------------------------------------------------------------------- fit and apply

const std::vector<std::string> every_step{"tf-idf", "ltc",      "okapi", "okapi:k1=1.2,b=0.5",
                                          "svd:3",  "standard", "l1",    "l2"};

Dataset counts(std::uint64_t random_seed = 3, Index rows = 20) {
  return {.values = random_counts(rows, 8, 0.5, random_seed)};
}

TEST(Steps, GiveNewItemsWhatTheyGaveTheFittedOnes) {
  for (const auto& spec : every_step) {
    Dataset fitted = counts(), again = counts();
    const Step step = fit_step(plan_step(spec), fitted);
    apply(step, again);
    EXPECT_EQ(values_of(fitted), values_of(again)) << spec;
    EXPECT_EQ(fitted.features, again.features) << spec;
  }
}

TEST(Steps, ComeBackFromTheirStoredForm) {
  for (const auto& spec : every_step) {
    Dataset items = counts();
    const Step step = fit_step(plan_step(spec), items);
    const StoredStep stored = store(step);
    const Step back = restore_step(stored);
    EXPECT_EQ(back.index(), step.index()) << spec;
    EXPECT_EQ(columns_expected(back), columns_expected(step)) << spec;
    EXPECT_EQ(in_words(back), in_words(step)) << spec;
    EXPECT_EQ(store(back).options, stored.options) << spec;
    Dataset one = counts(9), two = counts(9);
    apply(step, one);
    apply(back, two);
    EXPECT_EQ(values_of(one), values_of(two)) << spec;
  }
}

TEST(Steps, AreTheSameOnSparseItems) {
  for (const auto& spec : every_step) {
    if (spec == "standard") continue;  // sparse items cannot be made standard
    Dataset dense_items = counts();
    Dataset sparse_items{.values = to_sparse(values_of(counts()))};
    fit_step(plan_step(spec), dense_items);
    fit_step(plan_step(spec), sparse_items);
    EXPECT_TRUE(values_of(dense_items).isApprox(values_of(sparse_items), 1000 * epsilon)) << spec;
  }
}

TEST(Steps, SayWhatTheyAre) {
  Dataset items = counts();
  EXPECT_EQ(in_words(fit_step(plan_step("okapi:k1=1"), items)), "okapi");
  EXPECT_EQ(in_words(fit_step(plan_step("l2"), items)), "l2");
  // All the variance: as many dimensions as there are features.
  EXPECT_EQ(in_words(fit_step(plan_step("svd:8"), items)), "svd to 8 dimensions (100 % of the variance)");
  EXPECT_EQ(in_words(fit_step(plan_step("standard"), items)), "standard");
}

TEST(Steps, AnSvdNamesItsDimensionsAndMakesItemsDense) {
  Dataset items{.values = to_sparse(values_of(counts())), .ids = {}, .features = {}};
  items.features.assign(8, "word");
  fit_step(plan_step("svd:2"), items);
  EXPECT_FALSE(items.sparse());
  EXPECT_THAT(items.features, ElementsAre("svd 1", "svd 2"));
}

TEST(Steps, SayHowManyColumnsTheyExpect) {
  Dataset items = counts();
  EXPECT_EQ(columns_expected(fit_step(plan_step("ltc"), items)), 8);
  EXPECT_EQ(columns_expected(fit_step(plan_step("l2"), items)), 0);
  EXPECT_EQ(columns_expected(fit_step(plan_step("svd:2"), items)), 8);
  EXPECT_EQ(columns_expected(fit_step(plan_step("standard"), items)), 2);
}

TEST(Steps, RefuseItemsOfAnotherWidth) {
  for (const char* spec : {"tf-idf", "ltc", "okapi", "svd:2", "standard"}) {
    Dataset items = counts();
    const Step step = fit_step(plan_step(spec), items);
    Dataset narrow{.values = Matrix(Matrix::Ones(3, 5))};
    EXPECT_THROW(apply(step, narrow), InvalidInput) << spec;
  }
}

RC_GTEST_PROP(Steps, AChainPlacesEachItemAsItPlacedItAmongTheOthers, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  const auto rows = *rc::gen::inRange<Index>(6, 40);
  const Matrix all = random_counts(rows, 10, 0.4, seed);
  Dataset fitted{.values = to_sparse(all)};
  std::vector<Step> steps;
  for (const StepPlan& plan : plan_steps("ltc + svd:4 + l2")) steps.push_back(fit_step(plan, fitted));
  const auto first = *rc::gen::inRange<Index>(0, rows), last = *rc::gen::inRange<Index>(first, rows) + 1;
  Dataset some{.values = to_sparse(all.middleRows(first, last - first))};
  for (const Step& step : steps) apply(step, some);
  const Matrix difference = values_of(fitted).middleRows(first, last - first) - values_of(some);
  // Sums of ten products of numbers below 1; a blocked product may take them in another order. Rows that ltc
  // leaves (nearly) nothing of have no direction worth comparing.
  for (Index i = 0; i < difference.rows(); ++i)
    if (values_of(fitted).row(first + i).norm() > 0.5)
      RC_ASSERT(difference.row(i).cwiseAbs().maxCoeff() < 1e-9);
}

TEST(Steps, TheNumberOfThreadsDoesNotShow) {
  for (const auto& spec : every_step) {
    Dataset one = counts(5, 300), four = counts(5, 300);
    fit_step(plan_step(spec), one, {.threads = 1});
    fit_step(plan_step(spec), four, {.threads = 4});
    EXPECT_EQ(values_of(one), values_of(four)) << spec;
  }
}

// --------------------------------------------------------------------------------------------------- damaged

StoredStep stored_standard() {
  Dataset items = counts();
  return store(fit_step(plan_step("standard"), items));
}

TEST(StoredSteps, AreRefusedWhenDamaged) {
  EXPECT_THAT([] { restore_step({.kind = "magic"}); },
              ThrowsMessage<InvalidInput>(HasSubstr("a step 'magic', which this bellwether does not know")));
  EXPECT_THAT([] { restore_step({.kind = "normalise"}); }, ThrowsMessage<InvalidInput>(HasSubstr("by what")));
  EXPECT_THROW(restore_step({.kind = "normalise", .options = {{"by", 3.0}}}), InvalidInput);
  EXPECT_THROW(restore_step({.kind = "normalise", .options = {{"by", std::string("luck")}}}), Error);
  EXPECT_THROW(restore_step({.kind = "normalise", .options = {{"by", std::string("l2")}}}),
               Error);  // no tables

  StoredStep short_scale = stored_standard();
  short_scale.tables[1].second = Matrix::Ones(3, 1);
  EXPECT_THAT([&] { restore_step(short_scale); },
              ThrowsMessage<InvalidInput>(HasSubstr("8 centres and 3 scales")));
  StoredStep wide = stored_standard();
  wide.tables[0].second = Matrix::Ones(4, 2);
  EXPECT_THROW(restore_step(wide), InvalidInput);
  StoredStep other = stored_standard();
  other.options[0].second = std::string("l2");
  EXPECT_THROW(restore_step(other), InvalidInput);
  for (const double bad :
       {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    StoredStep scale = stored_standard();
    scale.tables[1].second(2, 0) = bad;
    EXPECT_THROW(restore_step(scale), InvalidInput) << bad;
  }
  StoredStep centre = stored_standard();
  centre.tables[0].second(2, 0) = std::numeric_limits<double>::infinity();
  EXPECT_THROW(restore_step(centre), InvalidInput);
}

TEST(StoredSteps, AreRefusedWithoutTheirTables) {
  for (const auto& spec : every_step) {
    Dataset items = counts();
    const StoredStep whole = store(fit_step(plan_step(spec), items));
    for (std::size_t t = 0; t < whole.tables.size(); ++t) {
      StoredStep step = whole;
      step.tables.erase(step.tables.begin() + static_cast<std::ptrdiff_t>(t));
      EXPECT_THROW(restore_step(step), InvalidInput) << spec << " without " << whole.tables[t].first;
    }
  }
}

}  // namespace
}  // namespace bellwether
