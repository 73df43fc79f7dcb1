#include <bellwether/methods/model.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include <bellwether/data/error.h>
#include <tests/support/data.h>
#include <tests/support/temporary_folder.h>

namespace bellwether {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
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

}  // namespace
}  // namespace bellwether
