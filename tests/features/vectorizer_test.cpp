#include <bellwether/features/vectorizer.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/features/images/hog.h>
#include <tests/support/data.h>
#include <tests/support/documents.h>
#include <tests/support/temporary_folder.h>

namespace bellwether {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::ThrowsMessage;
using testing_support::from_texts;
using testing_support::random_matrix;
using testing_support::TemporaryFolder;

const std::vector<std::string> texts{"the cat sat on the mat", "a dog sat by the cat",
                                     "stocks fell and bonds rose", "bonds and stocks", "dogs, cats and mats"};

TEST(PlanExtractor, KnowsEveryKindOfFeatures) {
  EXPECT_THAT(feature_names(), ElementsAre("words", "sift", "dense-sift", "hog", "pixels", "fourier"));
  for (const auto& name : feature_names()) {
    EXPECT_EQ(name_of(plan_extractor(name)), name);
    EXPECT_FALSE(feature_options(name).empty()) << name;
  }
  EXPECT_EQ(name_of(Extractor{}), "");
  EXPECT_FALSE(Vectorizer{}.reads_raw_items());
}

TEST(PlanExtractor, TakesOptions) {
  const auto words = std::get<TextVectorizer>(plan_extractor("words:language=german,ngrams=2,stem=false"));
  EXPECT_EQ(words.options.language, "german");
  EXPECT_EQ(words.options.ngrams, 2);
  EXPECT_FALSE(words.options.stem);
  EXPECT_EQ(std::get<FourierOptions>(plan_extractor("fourier:coefficients=4")).coefficients, 4);
  const auto hog = std::get<ImageVectorizer>(plan_extractor("hog:cell=4"));
  EXPECT_EQ(std::get<HogOptions>(hog.options).cell, 4);
}

TEST(PlanExtractor, SaysWhatIsWrong) {
  EXPECT_THAT([] { plan_extractor("wrods"); },
              ThrowsMessage<InvalidOption>(
                  HasSubstr("there are no features 'wrods' (did you mean 'words'?); there are: "
                            "words, sift, dense-sift, hog, pixels, fourier")));
  EXPECT_THAT([] { plan_extractor(""); },
              ThrowsMessage<InvalidOption>(HasSubstr("there are no features ''")));
  EXPECT_THAT([] { plan_extractor("words:langauge=german"); },
              ThrowsMessage<InvalidOption>(HasSubstr("language")));
  EXPECT_THAT([] { plan_extractor("words:ngrams=0"); }, ThrowsMessage<InvalidOption>(HasSubstr("ngrams")));
  EXPECT_THAT([] { plan_extractor("sift:words=none"); }, ThrowsMessage<InvalidOption>(HasSubstr("words")));
  EXPECT_THAT([] { plan_extractor("hog:8"); }, ThrowsMessage<InvalidOption>(HasSubstr("is not name=value")));
  EXPECT_THROW(feature_options("wrods"), InvalidOption);
}

TEST(ExtractRows, TakesARowForASeriesOrAPicture) {
  const Dataset rows{.values = random_matrix(5, 64, 1).cwiseAbs().eval(),
                     .ids = {"a", "b", "c", "d", "e"},
                     .labels = {"x", "y", "x", "y", "x"}};
  const Dataset series = extract_rows(plan_extractor("fourier:coefficients=3"), rows);
  EXPECT_EQ(series.rows().columns(), 5);  // cos 0, and cos and sin of 1 and 2
  EXPECT_EQ(std::get<Matrix>(series.values), std::get<Matrix>(fourier(rows, {.coefficients = 3}).values));
  EXPECT_EQ(series.ids, rows.ids);
  EXPECT_EQ(series.labels, rows.labels);

  const HogOptions options{.cell = 4, .width = 8, .height = 8};
  const Dataset pictures = extract_rows(plan_extractor("hog:cell=4,width=8,height=8"), rows);
  EXPECT_EQ(std::get<Matrix>(pictures.values), hog_of_rows(rows.rows(), options));
  EXPECT_EQ(pictures.ids, rows.ids);
  EXPECT_EQ(pictures.labels, rows.labels);
}

TEST(ExtractRows, SaysWhatCannotBe) {
  const Dataset rows{.values = random_matrix(2, 6, 1)};
  for (const char* kind : {"words", "sift", "dense-sift"})
    EXPECT_THAT(
        [&] { extract_rows(plan_extractor(kind), rows); },
        ThrowsMessage<InvalidOption>(AllOf(HasSubstr(kind), HasSubstr("needs a folder or an archive"))));
  EXPECT_THAT([&] { extract_rows(plan_extractor("hog:cell=1,width=3,height=3"), rows); },
              ThrowsMessage<InvalidOption>(
                  HasSubstr("the rows have 6 columns, but a picture of 3 x 3 has 9 pixels")));
}

TEST(ExtractFiles, AreNotTexts) {
  const TemporaryFolder folder;
  EXPECT_THROW(extract_files(plan_extractor("words"), folder.path()), InvalidOption);
}

Dataset fit(Vectorizer& vectorizer, const std::string& steps) {
  Dataset items = fit_text(std::get<TextVectorizer>(vectorizer.extractor), from_texts(texts));
  for (const StepPlan& plan : plan_steps(steps)) vectorizer.steps.push_back(fit_step(plan, items));
  return items;
}

TEST(Vectorizer, OfTextComesBackWholeAndMeasuresNewDocumentsAlike) {
  Vectorizer vectorizer{.extractor = plan_extractor("words:language=english")};
  const Dataset fitted = fit(vectorizer, "ltc + svd:2 + l2");
  const auto stored = store(vectorizer);
  ASSERT_THAT(stored, SizeIs(4));
  EXPECT_EQ(stored.front().kind, "words");

  const Vectorizer back = restore_vectorizer(stored);
  EXPECT_TRUE(back.reads_raw_items());
  ASSERT_THAT(back.steps, SizeIs(3));
  Dataset again = apply(std::get<TextVectorizer>(back.extractor), from_texts(texts));
  for (const Step& step : back.steps) apply(step, again);
  EXPECT_EQ(std::get<Matrix>(again.values), std::get<Matrix>(fitted.values));
  EXPECT_EQ(again.features, fitted.features);
}

TEST(Vectorizer, OfTablesAndSeriesComeBackToo) {
  Dataset items{.values = random_matrix(9, 4, 2)};
  Vectorizer table;
  table.steps.push_back(fit_step(plan_step("standard"), items));
  const Vectorizer back = restore_vectorizer(store(table));
  EXPECT_FALSE(back.reads_raw_items());
  EXPECT_THAT(back.steps, SizeIs(1));

  const Vectorizer series =
      restore_vectorizer(store(Vectorizer{.extractor = FourierOptions{.coefficients = 7}}));
  EXPECT_EQ(std::get<FourierOptions>(series.extractor).coefficients, 7);
  EXPECT_FALSE(restore_vectorizer({}).reads_raw_items());
}

TEST(Vectorizer, IsRefusedWhenDamaged) {
  Vectorizer vectorizer{.extractor = plan_extractor("words")};
  fit(vectorizer, "ltc");
  auto stored = store(vectorizer);
  std::ranges::reverse(stored);  // words must come first
  EXPECT_THROW(restore_vectorizer(stored), InvalidInput);
  auto twice = store(vectorizer);
  twice.insert(twice.begin(), twice.front());
  EXPECT_THROW(restore_vectorizer(twice), InvalidInput);
}

}  // namespace
}  // namespace bellwether
