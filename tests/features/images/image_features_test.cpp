#include <gmock/gmock.h>

#include <set>

#include <bellwether/data/error.h>
#include <bellwether/features/images/bags.h>
#include <bellwether/features/images/image_features.h>
#include <tests/features/images/drawing.h>
#include <tests/support/data.h>
#include <tests/support/temporary_folder.h>

namespace bellwether {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;
using testing_support::disc;
using testing_support::pgm;
using testing_support::png;
using testing_support::square;
using testing_support::tar;
using testing_support::TemporaryFolder;
using testing_support::texture;
using testing_support::to_dense;

const std::vector<std::string> kinds{"sift", "dense-sift", "hog", "pixels"};

Settings small(const std::string& kind) {
  if (kind == "hog") return {{"width", Value(std::int64_t{16})}, {"height", Value(std::int64_t{16})}};
  if (kind == "pixels") return {{"width", Value(std::int64_t{5})}, {"height", Value(std::int64_t{4})}};
  return {{"words", Value(std::int64_t{12})}, {"sample", Value(std::int64_t{300})}};
}

Matrix dense(const Dataset& items) {
  if (const auto* sparse = std::get_if<SparseMatrix>(&items.values)) return to_dense(*sparse);
  return std::get<Matrix>(items.values);
}

Dataset fitted(const std::string& kind, const std::filesystem::path& where, const Run& run = {}) {
  ImageVectorizer vectorizer = image_vectorizer(kind, small(kind));
  return fit_images(vectorizer, where, run);
}

class ImageFeatures : public testing::Test {
 protected:
  void SetUp() override {
    if (!reads_pictures()) GTEST_SKIP() << "built without OpenCV";
    for (int i = 0; i < 6; ++i) {
      names_.push_back(fmt::format("{}.{}", i, i % 2 == 0 ? "pgm" : "png"));
      const Picture picture = texture(60 + 4 * i, 50, static_cast<std::uint64_t>(i));
      bytes_.push_back(i % 2 == 0 ? pgm(picture) : png(picture));
      folder_.write(names_.back(), bytes_.back());
    }
  }

  std::vector<std::string> names_, bytes_;
  TemporaryFolder folder_, other_;
};

TEST_F(ImageFeatures, AreOneRowForEachPictureByName) {
  for (const std::string& kind : kinds) {
    const Dataset items = fitted(kind, folder_.path());
    EXPECT_EQ(items.ids, names_);
    EXPECT_EQ(items.items(), 6);
    EXPECT_EQ(static_cast<Index>(items.features.size()), items.rows().columns());
    EXPECT_EQ(std::set(items.features.begin(), items.features.end()).size(), items.features.size());
    EXPECT_THAT(items.labels, IsEmpty());
    EXPECT_THAT(items.notes, IsEmpty());
    EXPECT_EQ(items.sparse(), kind.ends_with("sift"));
    EXPECT_GT(dense(items).rowwise().sum().minCoeff(), 0) << kind;
  }
}

TEST_F(ImageFeatures, DoNotDependOnThreads) {
  for (const std::string& kind : kinds)
    EXPECT_EQ(dense(fitted(kind, folder_.path(), {.threads = 1})),
              dense(fitted(kind, folder_.path(), {.threads = 4})))
        << kind;
}

TEST_F(ImageFeatures, OfAnArchiveInAnyOrderAreThoseOfTheFolder) {
  std::vector<std::pair<std::string, std::string>> files;
  for (const int i : {4, 0, 5, 2, 1, 3}) files.emplace_back(names_[i], bytes_[i]);
  const auto archive = other_.write("pictures.tar", tar(files));
  for (const std::string& kind : kinds) {
    const Dataset from_archive = fitted(kind, archive);
    EXPECT_EQ(from_archive.ids, names_);
    EXPECT_EQ(dense(from_archive), dense(fitted(kind, folder_.path()))) << kind;
  }
}

TEST_F(ImageFeatures, AppliedToTheSamePicturesAreTheSameAndToOneAreItsRow) {
  other_.write(names_[3], bytes_[3]);
  for (const std::string& kind : kinds) {
    ImageVectorizer vectorizer = image_vectorizer(kind, small(kind));
    const Dataset items = fit_images(vectorizer, folder_.path(), {});
    EXPECT_EQ(dense(apply(vectorizer, folder_.path())), dense(items)) << kind;
    const Dataset one = apply(vectorizer, other_.path());
    EXPECT_EQ(dense(one).row(0), dense(items).row(3)) << kind;
    EXPECT_EQ(one.features, items.features);
  }
}

TEST_F(ImageFeatures, SurviveBeingStored) {
  for (const std::string& kind : kinds) {
    ImageVectorizer vectorizer = image_vectorizer(kind, small(kind));
    const Dataset items = fit_images(vectorizer, folder_.path(), {});
    const StoredStep step = store(vectorizer);
    EXPECT_EQ(step.kind, kind);
    const ImageVectorizer restored = restore_images(step);
    EXPECT_EQ(restored.codebook, vectorizer.codebook);
    EXPECT_EQ(dense(apply(restored, folder_.path())), dense(items));
  }
}

TEST_F(ImageFeatures, CountEachDescriptorOnce) {
  const Dataset items = fitted("dense-sift", folder_.path());
  // A grid of step 8 and patches of 16 pixels in 60 x 50, 64 x 50, ...
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(dense(items).row(i).sum(), ((60 + 4 * i - 16) / 8 + 1) * ((50 - 16) / 8 + 1));
}

TEST_F(ImageFeatures, AreTheSameWhenDescriptorsDoNotFitIntoMemory) {
  SiftOptions options;
  options.codebook = {.words = 12, .sample = 300};
  Matrix kept, again;
  const Dataset remembered = fit_bags(options, kept, folder_.path(), {});
  const Dataset described_again = fit_bags(options, again, folder_.path(), {}, 1000);
  EXPECT_EQ(kept, again);
  EXPECT_EQ(dense(remembered), dense(described_again));
}

TEST_F(ImageFeatures, LeaveOutWhatIsNoPictureAndSaySo) {
  folder_.write("notes.txt", "not a picture");
  folder_.write("cut.png", bytes_[1].substr(0, bytes_[1].size() / 2));
  for (int i = 0; i < 4; ++i) folder_.write(fmt::format("z{}.jpg", i), "");
  testing::internal::CaptureStderr();
  for (const std::string& kind : kinds) {
    const Dataset items = fitted(kind, folder_.path());
    EXPECT_EQ(items.ids, names_);
    EXPECT_THAT(items.notes,
                ElementsAre("6 files are no pictures that can be read and were left out: 'cut.png', "
                            "'notes.txt', 'z0.jpg', 'z1.jpg', 'z2.jpg', ..."));
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST_F(ImageFeatures, KeepAPictureWithoutKeypointsAsZerosAndSaySo) {
  folder_.write("even.pgm", pgm({40, 40, std::vector<float>(1600, 90)}));
  const Dataset items = fitted("sift", folder_.path());
  EXPECT_EQ(items.ids[6], "even.pgm");
  EXPECT_EQ(dense(items).row(6).sum(), 0);
  EXPECT_THAT(items.notes,
              ElementsAre("1 picture has nothing to describe and is a row of zeros: 'even.pgm'"));
}

TEST_F(ImageFeatures, OfAFolderWithoutPicturesAreAnError) {
  const auto empty = other_.path().string();
  for (const std::string& kind : kinds) {
    EXPECT_THAT([&] { fitted(kind, other_.path()); },
                ThrowsMessage<InvalidInput>(HasSubstr(fmt::format("{}: there is no picture in it", empty))));
  }
  other_.write("a.txt", "text");
  EXPECT_THAT([&] { fitted("hog", other_.path()); }, ThrowsMessage<InvalidInput>(HasSubstr("JPEG, PNG")));
  EXPECT_THAT([&] { fitted("hog", other_ / "none"); },
              ThrowsMessage<InvalidInput>(HasSubstr("no such file")));
}

TEST_F(ImageFeatures, RefuseTwoPicturesOfOneName) {
  const auto archive = other_.write("twice.tar", tar({{"a.pgm", bytes_[0]}, {"a.pgm", bytes_[2]}}));
  EXPECT_THAT([&] { fitted("pixels", archive); }, ThrowsMessage<InvalidInput>(HasSubstr("the name 'a.pgm'")));
}

TEST_F(ImageFeatures, WithTooManyWordsSayTheWayOut) {
  ImageVectorizer vectorizer = image_vectorizer("sift", {{"words", Value(std::int64_t{100000})}});
  EXPECT_THAT([&] { fit_images(vectorizer, folder_.path(), {}); },
              ThrowsMessage<InvalidOption>(HasSubstr("ask for fewer words")));
  EXPECT_THAT([&] { apply(vectorizer, folder_.path()); },
              ThrowsMessage<InvalidOption>(HasSubstr("fit them first")));
}

TEST_F(ImageFeatures, StopWhenAskedTo) {
  std::stop_source source;
  source.request_stop();
  for (const std::string& kind : kinds)
    EXPECT_THAT([&] { fitted(kind, folder_.path(), {.stop = source.get_token()}); },
                ThrowsMessage<Error>(HasSubstr("interrupted")));
  std::stop_source later;
  ImageVectorizer vectorizer = image_vectorizer("sift", small("sift"));
  const auto stop_at_words = [&](const Progress& p) {
    if (p.stage == std::string_view("learning visual words")) later.request_stop();
  };
  EXPECT_THROW(
      fit_images(vectorizer, folder_.path(), {.on_progress = stop_at_words, .stop = later.get_token()}),
      Error);
  EXPECT_EQ(vectorizer.codebook.size(), 0);
}

TEST_F(ImageFeatures, ReportHowFarTheyAre) {
  std::int64_t most = 0;
  double share = 0;
  fitted("pixels", folder_.path(), {.threads = 1, .on_progress = [&](const Progress& p) {
                                      EXPECT_EQ(p.unit, std::string_view("pictures"));
                                      most = std::max(most, p.done);
                                      share = p.share;
                                    }});
  EXPECT_EQ(most, 6);
  EXPECT_EQ(share, 1);
}

TEST_F(ImageFeatures, OfASquareAndItsTurnedCopyAreMoreAlikeThanThoseOfADisc) {
  other_.write("square.pgm", pgm(square(60, 64, 0)));
  other_.write("turned.pgm", pgm(square(68, 60, 0.6)));
  other_.write("disc.pgm", pgm(disc(62, 66)));
  ImageVectorizer vectorizer = image_vectorizer("sift", {{"words", Value(std::int64_t{8})}});
  const Matrix words = dense(fit_images(vectorizer, other_.path(), {}));  // disc, square, turned
  const auto cosine = [&](Index a, Index b) {
    return words.row(a).dot(words.row(b)) / (words.row(a).norm() * words.row(b).norm());
  };
  EXPECT_GT(cosine(1, 2), cosine(1, 0) + 0.1);
  EXPECT_GT(cosine(1, 2), cosine(2, 0) + 0.1);
}

TEST_F(ImageFeatures, OfPixelsAreTheGreyValues) {
  other_.write("a.pgm", pgm({2, 2, {1, 2, 3, 250}}));
  ImageVectorizer vectorizer{PixelOptions{.width = 2, .height = 2}, {}};
  const Dataset items = fit_images(vectorizer, other_.path(), {});
  EXPECT_EQ(dense(items), (Matrix{{1, 2, 3, 250}}));
  EXPECT_THAT(items.features, ElementsAre("pixel 0 0", "pixel 0 1", "pixel 1 0", "pixel 1 1"));
}

TEST_F(ImageFeatures, OfHogAsPicturesAreNeedOneSizeAndRememberIt) {
  ImageVectorizer vectorizer{HogOptions{.width = 0, .height = 0}, {}};
  EXPECT_THAT(
      [&] { fit_images(vectorizer, folder_.path(), {}); },
      ThrowsMessage<InvalidInput>(HasSubstr("1.png is 64 x 50 pixels, but 0.pgm is 60 x 50: set width and "
                                            "height")));
  other_.write("a.pgm", pgm(texture(24, 16, 1)));
  other_.write("b.pgm", pgm(texture(24, 16, 2)));
  const Dataset items = fit_images(vectorizer, other_.path(), {});
  EXPECT_EQ(items.rows().columns(), 3 * 2 * 31);
  EXPECT_EQ(apply(vectorizer, folder_.path()).rows().columns(), 3 * 2 * 31);
}

TEST(ImageVectorizers, AreKnownByName) {
  EXPECT_EQ(image_feature_names(), kinds);
  for (const std::string& kind : kinds) EXPECT_EQ(name_of(image_vectorizer(kind)), kind);
  EXPECT_THAT(
      [] { image_vectorizer("shift"); },
      ThrowsMessage<InvalidOption>(HasSubstr("no image features 'shift' (did you mean 'sift'?): choose sift, "
                                             "dense-sift, hog, pixels")));
  EXPECT_THAT(
      [] {
        image_vectorizer("sift", {{"word", Value(std::int64_t{3})}});
      },
      ThrowsMessage<InvalidOption>(HasSubstr("did you mean 'words'")));
  EXPECT_THAT(
      [] {
        image_vectorizer("hog", {{"width", Value(std::int64_t{0})}});
      },
      ThrowsMessage<InvalidOption>(HasSubstr("set both")));
}

TEST(ImageVectorizers, DescribeTheirOptions) {
  const auto names = [](const std::string& kind) {
    std::vector<std::string> all;
    for (const auto& field : image_feature_options(kind)) all.push_back(field.name);
    return all;
  };
  EXPECT_THAT(names("sift"), ElementsAre("keypoints", "largest_side", "words", "sample",
                                         "codebook_iterations", "random_seed"));
  EXPECT_THAT(names("dense-sift"), Contains("patch"));
  EXPECT_THAT(names("hog"), ElementsAre("cell", "orientations", "width", "height"));
  EXPECT_THAT(names("pixels"), ElementsAre("width", "height"));
  EXPECT_EQ(std::get<std::int64_t>(image_feature_options("sift")[2].get()), 800);
}

TEST(ImageVectorizers, AreNotRestoredFromDamagedSteps) {
  ImageVectorizer vectorizer = image_vectorizer("sift", {{"words", Value(std::int64_t{3})}});
  vectorizer.codebook = Matrix::Constant(3, descriptor_size, 7);
  const StoredStep sound = store(vectorizer);
  EXPECT_EQ(restore_images(sound).codebook, vectorizer.codebook);

  const auto refuses = [](StoredStep step, const char* words) {
    EXPECT_THAT([&] { restore_images(step); }, ThrowsMessage<InvalidInput>(HasSubstr(words)));
  };
  StoredStep step = sound;
  step.kind = "svd";
  refuses(step, "no image features 'svd'");
  step = sound;
  step.tables.clear();
  refuses(step, "no 'codebook'");
  step = sound;
  step.tables[0].second.resize(3, 5);
  refuses(step, "3 x 5, but must be 3 x 128");
  step = sound;
  step.tables[0].second(1, 1) = std::nan("");
  refuses(step, "damaged");
  step = sound;
  step.tables[0].second(1, 1) = -1;
  refuses(step, "damaged");
  step = sound;
  step.options[0].second = std::int64_t{0};
  refuses(step, "keypoints");
  refuses(store({HogOptions{.width = 0, .height = 0}, {}}), "no size");
}

TEST(ImageVectorizers, SayWhatIsMissingWithoutOpenCV) {
  if (reads_pictures()) GTEST_SKIP() << "built with OpenCV";
  ImageVectorizer vectorizer = image_vectorizer("sift");
  EXPECT_THAT([&] { fit_images(vectorizer, ".", {}); },
              ThrowsMessage<InvalidOption>(HasSubstr("install libopencv-features2d-dev")));
  EXPECT_THAT([&] { apply(vectorizer, ".", {}); },
              ThrowsMessage<InvalidOption>(HasSubstr("this bellwether was built without OpenCV")));
}

}  // namespace
}  // namespace bellwether
