#include <bellwether/models/model.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include <bellwether/data/error.h>
#include <bellwether/methods/around_zeros.h>
#include <bellwether/models/sealed.h>
#include <tests/support/data.h>
#include <tests/support/documents.h>
#include <tests/support/temporary_folder.h>

namespace bellwether {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using testing_support::from_texts;
using testing_support::random_matrix;
using testing_support::TemporaryFolder;

Model small_model() {
  Model model;
  model.method = "kmeans";
  model.options = {
      {"clusters", std::int64_t{2}}, {"tolerance", 0.1}, {"start", std::string("random")}, {"x", true}};
  model.vectorizer.steps = {Normaliser{Normalise::standard, Vector{{1.0, -2.0}}, Vector{{0.5, 3.0}}}};
  model.features = {"width", "height \"of\" it"};
  model.clusters = {"a", "b"};
  model.parameters = {{"means", Matrix{{1.5, 1e-300}, {-0.0, 1.0 / 3.0}}}};
  return model;
}

TEST(ModelFile, ReadsBackWhatWasWritten) {
  const Model model = small_model();
  const Model read = model_from_bytes(to_bytes(model), "m");
  EXPECT_EQ(read.method, model.method);
  EXPECT_THAT(read.options, ::testing::UnorderedElementsAreArray(model.options));
  ASSERT_EQ(read.vectorizer.steps.size(), 1U);
  const auto& normaliser = std::get<Normaliser>(read.vectorizer.steps[0]);
  EXPECT_EQ(normaliser.kind, Normalise::standard);
  EXPECT_EQ(normaliser.centre, (Vector{{1.0, -2.0}}));
  EXPECT_EQ(normaliser.scale, (Vector{{0.5, 3.0}}));
  EXPECT_EQ(read.features, model.features);
  EXPECT_EQ(read.clusters, model.clusters);
  ASSERT_EQ(read.parameters.size(), 1u);
  EXPECT_EQ(read.parameters[0].first, "means");
  EXPECT_EQ(read.parameters[0].second, model.parameters[0].second);
}

TEST(ModelFile, IsTheSameBytesOnEveryMachine) {
  const std::string bytes = to_bytes(small_model());
  EXPECT_EQ(bytes.substr(0, 8), "bellwthr");
  EXPECT_EQ(bytes.substr(8, 4), std::string("\2\0\0\0", 4));  // version 2, little end first
  EXPECT_NE(bytes.find(std::string("\0\0\0\0\0\0\xf8\x3f", 8)), std::string::npos);  // 1.5
}

TEST(ModelFile, CutAnywhereIsRefused) {
  const std::string bytes = to_bytes(small_model());
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_THROW(model_from_bytes(std::string_view(bytes).substr(0, size), "m"), InvalidInput) << size;
  EXPECT_THAT([&] { model_from_bytes(std::string_view(bytes).substr(0, bytes.size() - 1), "m"); },
              ThrowsMessage<InvalidInput>(HasSubstr("m is cut off")));
}

TEST(ModelFile, AlteredAnywhereIsRefused) {
  const std::string bytes = to_bytes(small_model());
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string altered = bytes;
    altered[at] = static_cast<char>(altered[at] ^ 4);
    EXPECT_THROW(model_from_bytes(altered, "m"), InvalidInput) << at;
  }
  std::string altered = bytes;
  altered[bytes.size() / 2] ^= 1;
  EXPECT_THAT([&] { model_from_bytes(altered, "m"); },
              ThrowsMessage<InvalidInput>(HasSubstr("altered or damaged")));
}

TEST(ModelFile, SaysWhatElseItIs) {
  std::string newer = to_bytes(small_model());
  newer[8] = 9;
  EXPECT_THAT([&] { model_from_bytes(newer, "m"); },
              ThrowsMessage<InvalidInput>(HasSubstr("version 9, but this bellwether reads version 2")));
  EXPECT_THAT([&] { model_from_bytes("id,cluster\n1,2\n and more of the same", "m.csv"); },
              ThrowsMessage<InvalidInput>(HasSubstr("m.csv is not a bellwether model")));
  EXPECT_THAT([&] { model_from_bytes(to_bytes(small_model()) + "x", "m"); },
              ThrowsMessage<InvalidInput>(HasSubstr("bytes after its end")));
  EXPECT_THAT([&] { load_model("no/such/file"); }, ThrowsMessage<InvalidInput>(HasSubstr("no/such/file")));
}

TEST(ModelFile, ATableWithRowsButNoColumnsIsRefused) {
  Model model = small_model();
  model.parameters.emplace(model.parameters.begin(), "normaliser centre", Matrix(3, 0));
  EXPECT_THAT([&] { model_from_bytes(to_bytes(model), "m"); },
              ThrowsMessage<InvalidInput>(HasSubstr("a table of 3 x 0 does not fit the file")));
}

TEST(Place, NormalisesNewItemsLikeTheOldOnes) {
  Dataset items;
  items.values = Matrix(100 * random_matrix(60, 3, 1).array() + 7);
  const Matrix raw = std::get<Matrix>(items.values);
  Model model;
  model.vectorizer.steps.push_back(fit_step({"standard"}, items));
  const auto outcome =
      find_method("gm").cluster({.items = items.rows()}, {{"clusters", std::int64_t{3}}}, {});
  model.method = "gm";
  model.parameters = outcome.parameters;

  const TemporaryFolder folder;
  save_model(model, folder / "m.bellwether");
  Dataset again;
  again.values = raw;
  EXPECT_EQ(place(load_model(folder / "m.bellwether"), again).labels, outcome.clustering.labels);
}

TEST(Place, SaysHowTheFeaturesDiffer) {
  Model model = small_model();
  Dataset three;
  three.values = Matrix(Matrix::Ones(2, 3));
  EXPECT_THAT(
      [&] { place(model, three); },
      ThrowsMessage<InvalidInput>(HasSubstr("the items have 3 features, but the model was made with 2")));
  Dataset other;
  other.values = Matrix(Matrix::Ones(2, 2));
  other.features = {"width", "depth"};
  EXPECT_THAT(
      [&] { place(model, other); },
      ThrowsMessage<InvalidInput>(HasSubstr("feature 2 is 'depth', but the model was made with 'height")));
}

TEST(Place, RefusesAModelWhoseTablesDoNotFitTogether) {
  Model model = small_model();
  model.method = "gm";  // which wants weights and a variance too
  model.features.clear();
  Dataset items;
  items.values = Matrix(Matrix::Ones(2, 2));
  EXPECT_THAT([&] { place(model, items); },
              ThrowsMessage<InvalidInput>(HasSubstr("the model has no 'weights'")));
}

TEST(Place, KnowsEveryFormOfAMixtureFromItsTables) {
  const Matrix items = random_matrix(120, 4, 1);  // as many clusters as features: no shape is only one form's
  const std::pair<std::string, std::pair<std::string, std::vector<std::string>>> forms[] = {
      {"gm", {"covariance", {"common", "round", "diagonal", "full", "shared"}}},
      {"vm", {"concentration", {"common", "own"}}}};
  for (const auto& [method, option] : forms)
    for (const std::string& form : option.second)
      for (const std::int64_t clusters : {1, 4}) {
        const Settings settings{
            {"clusters", clusters}, {option.first, form}, {"iterations", std::int64_t{5}}};
        const Outcome outcome = find_method(method).cluster({.items = items}, settings, {});
        Model model;
        model.method = method;
        model.options = outcome.options;
        model.parameters = outcome.parameters;
        Dataset again{.values = items};
        const Placement placed = place(model_from_bytes(to_bytes(model), "model"), again);
        EXPECT_EQ(placed.labels, outcome.clustering.labels) << method << " " << form << " " << clusters;
        for (std::size_t i = 0; i < placed.labels.size(); ++i)
          EXPECT_NEAR(placed.probabilities[i], outcome.clustering.probabilities[i], 1e-9) << form;
      }
}

TEST(Place, RefusesAMixtureWhoseCovariancesDoNotFitItsMeans) {
  Model model = small_model();
  model.method = "gm";
  model.features.clear();
  model.vectorizer.steps.clear();
  model.clusters.clear();
  Dataset items{.values = Matrix(Matrix::Ones(2, 2))};
  const auto place_with = [&](const char* name, const Matrix& table) {
    model.parameters = {
        {"means", Matrix::Zero(3, 2)}, {"weights", Matrix::Constant(3, 1, 1.0 / 3)}, {name, table}};
    place(model, items);
  };
  const auto expect_refused = [&](const char* name, const Matrix& table, const char* words) {
    EXPECT_THAT([&] { place_with(name, table); }, ThrowsMessage<InvalidInput>(HasSubstr(words)));
  };
  expect_refused("variances", Matrix::Ones(2, 1), "'variances' is 2 x 1");
  expect_refused("variances", Matrix::Ones(3, 3), "'variances' is 3 x 3");
  expect_refused("covariances", Matrix::Identity(4, 2), "'covariances' is 4 x 2");
  expect_refused("covariances", Matrix::Zero(2, 2), "not positive definite");
  EXPECT_NO_THROW(place_with("covariances", Matrix::Identity(2, 2)));
}

// ------------------------------------------------------------------------------------- models of raw items

const std::vector<std::string> texts{"cats purr and cats sleep",
                                     "the cat sleeps, purring",
                                     "a purring cat",
                                     "stocks fell as bonds rose",
                                     "bonds and stocks rose",
                                     "",
                                     "falling stocks"};

/// Texts, clustered: what is kept, and where the texts went.
std::pair<Model, std::vector<int>> text_model(const std::string& method, const std::string& steps) {
  Model model;
  TextVectorizer words{{.language = "english"}, {}};
  Dataset items = fit_text(words, from_texts(texts));
  for (const StepPlan& plan : plan_steps(steps)) model.vectorizer.steps.push_back(fit_step(plan, items));
  model.vectorizer.extractor = std::move(words);
  const Outcome outcome =
      cluster_around_zeros(find_method(method), items, {}, {}, {{"clusters", std::int64_t{2}}}, {});
  model.method = method;
  model.options = outcome.options;
  model.parameters = outcome.parameters;
  const auto sizes = cluster_sizes(outcome.clustering.labels, 2);
  model.fallback = sizes[1] > sizes[0] ? 1 : 0;
  return {model, outcome.clustering.labels};
}

TEST(Place, PutsNewRawDocumentsWhereTheOldOnesWent) {
  for (const char* method : {"spherical-kmeans", "vm"}) {
    for (const char* steps : {"", "ltc", "tf-idf + l2", "ltc + svd:3 + l2"}) {
      const auto [model, labels] = text_model(method, steps);
      const Model read = model_from_bytes(to_bytes(model), "m");
      EXPECT_EQ(to_bytes(read), to_bytes(model));
      ASSERT_TRUE(read.vectorizer.reads_raw_items());
      Dataset again = apply(std::get<TextVectorizer>(read.vectorizer.extractor), from_texts(texts));
      EXPECT_EQ(place(read, again).labels, labels) << method << ' ' << steps;
      EXPECT_THAT(again.notes, ::testing::Contains(HasSubstr("1 item without any feature")));
    }
  }
}

TEST(Place, PutsDocumentsWithoutAKnownWordIntoTheLargestCluster) {
  const auto [model, labels] = text_model("spherical-kmeans", "ltc");
  Dataset strange = apply(std::get<TextVectorizer>(model.vectorizer.extractor), from_texts({"zebra", "cat"}));
  const auto placed = place(model, strange).labels;
  EXPECT_EQ(placed[0], model.fallback);
  EXPECT_EQ(placed[1], labels[2]);
}

TEST(Place, RefusesAFileThatHoldsAVectorizerAlone) {
  Model model = text_model("vm", "ltc").first;
  const TemporaryFolder folder;
  save_model({.vectorizer = model.vectorizer}, folder / "words.bellwether");
  const Model read = load_model(folder / "words.bellwether");
  EXPECT_EQ(std::get<TextVectorizer>(read.vectorizer.extractor).vocabulary,
            std::get<TextVectorizer>(model.vectorizer.extractor).vocabulary);
  Dataset items = apply(std::get<TextVectorizer>(read.vectorizer.extractor), from_texts(texts));
  EXPECT_THAT([&] { place(read, items); },
              ThrowsMessage<InvalidInput>(HasSubstr("holds a vectorizer and no clusters")));
}

TEST(Place, OfATableDoesNotTakeZerosForItemsThatShowNothing) {
  auto [model, labels] = text_model("vm", "");
  model.vectorizer.extractor = {};
  Dataset items;
  items.values = Matrix(Matrix::Zero(2, features_in(find_method(model.method), model.parameters)));
  EXPECT_THROW(place(model, items), InvalidInput);
}

TEST(ModelFile, OfTextsCutOrAlteredIsRefused) {
  const std::string bytes = to_bytes(text_model("vm", "ltc + svd:2").first);
  for (std::size_t at = 0; at < bytes.size(); at += 7) {
    EXPECT_THROW(model_from_bytes(std::string_view(bytes).substr(0, at), "m"), InvalidInput) << at;
    std::string altered = bytes;
    altered[at] = static_cast<char>(altered[at] ^ 4);
    EXPECT_THROW(model_from_bytes(altered, "m"), InvalidInput) << at;
  }
}

/// The description of a model changed and sealed again, as no accident does it but a bad writer might.
std::string resealed(const Model& model, const std::string& from, const std::string& to) {
  std::string payload(unsealed(to_bytes(model), "m"));
  const auto size = get<std::uint64_t>(payload, 0);
  std::string text = payload.substr(8, size);
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  std::string made;
  put(made, static_cast<std::uint64_t>(text.size()));
  return sealed(made + text + payload.substr(8 + size));
}

TEST(Place, RefusesAModelThatNamesFewerClustersThanItHas) {
  Model model = small_model();
  model.clusters = {"a"};
  Dataset items{.values = Matrix(Matrix::Ones(2, 2)), .features = model.features};
  EXPECT_THAT([&] { place(model, items); },
              ThrowsMessage<InvalidInput>(HasSubstr("the model names 1 clusters, but has 2")));
}

TEST(Place, RefusesAModelOfAMethodThatCannotPlace) {
  Model model = small_model();
  model.method = "csp";
  Dataset items{.values = Matrix(Matrix::Ones(2, 2)), .features = model.features};
  EXPECT_THAT([&] { place(model, items); },
              ThrowsMessage<InvalidInput>(HasSubstr("one of csp, which cannot place new items")));
}

TEST(ModelFile, WithNonsenseInItsDescriptionIsRefused) {
  const Model model = text_model("vm", "ltc").first;
  const std::vector<std::pair<std::string, std::string>> changes{
      {"\"english\"", "\"klingon\""},
      {"\"auto\"", "\"morse\""},
      {"\"kind\":\"words\"", "\"kind\":\"wrods\""},
      {"\"bond\"", "\"zzz\""},
      {"\"ngrams\":1", "\"ngrams\":[]"},
      {"\"ngrams\":1", "\"ngrams\":-1"},
      {"\"fallback\":", "\"fallback\":\"x\",\"y\":"},
      {"\"fallback\":", "\"fallback\":1e300,\"y\":"},
      {"\"rows\":", "\"rows\":-1.5,\"y\":"},
      {"\"steps\":", "\"step\":"}};
  for (const auto& change : changes)
    EXPECT_THAT([&] { model_from_bytes(resealed(model, change.first, change.second), "m"); },
                ThrowsMessage<InvalidInput>(HasSubstr("m is damaged")))
        << change.first << " -> " << change.second;
}

// ------------------------------------------------------------------------------------ rows that others hold

TEST(PlaceRows, PutsThemWherePlaceDoes) {
  for (const char* steps : {"", "ltc", "ltc + svd:3 + l2"}) {
    const Model model = text_model("vm", steps).first;
    const Dataset counts = apply(std::get<TextVectorizer>(model.vectorizer.extractor), from_texts(texts));
    Dataset same = counts;
    const Placement placed = place(model, same);
    std::vector<std::string> notes;
    const Placement rows = place_rows(model, counts.rows(), ZeroRows::largest, notes);
    EXPECT_EQ(rows.labels, placed.labels) << steps;
    EXPECT_EQ(rows.probabilities, placed.probabilities) << steps;
    EXPECT_THAT(notes, ::testing::Contains(HasSubstr("1 item without any feature")));
    EXPECT_THAT([&] { place_rows(model, counts.rows(), ZeroRows::error, notes); },
                ThrowsMessage<InvalidInput>(HasSubstr("item '5' is all zeros")));
  }
}

TEST(PlaceRows, MustHaveTheFeaturesOfTheModel) {
  const Model model = small_model();
  std::vector<std::string> notes;
  EXPECT_THAT([&] { place_rows(model, Matrix(1, 3), ZeroRows::error, notes); },
              ThrowsMessage<InvalidInput>(HasSubstr("the items have 3 features")));
  EXPECT_THAT([&] { measured(model, Matrix(1, 3)); },
              ThrowsMessage<InvalidInput>(HasSubstr("the items have 3 features")));
}

TEST(Measured, AppliesTheStepsAndLeavesTheRowsAlone) {
  const Model model = small_model();
  const Matrix items{{1.0, -2.0}, {3.0, 1.0}};
  const Dataset moved = measured(model, items);
  Dataset expected{.values = items};
  for (const Step& step : model.vectorizer.steps) apply(step, expected);
  EXPECT_EQ(std::get<Matrix>(moved.values), std::get<Matrix>(expected.values));
  EXPECT_EQ(items(1, 0), 3.0);
}

}  // namespace
}  // namespace bellwether
