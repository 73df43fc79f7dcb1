#include <bellwether/features/images/image_features.h>

#include <fmt/ranges.h>

#include <memory>
#include <tuple>
#include <type_traits>

#include <bellwether/features/images/bags.h>
#include <bellwether/features/images/gather.h>

namespace bellwether {
namespace {

namespace fs = std::filesystem;

/// Calls `use` with a default object of the kind's options.
template <class Use>
auto with_kind(std::string_view kind, const Use& use) {
  const auto& names = image_feature_names();
  if (kind == names[0]) return use(SiftOptions{});
  if (kind == names[1]) return use(DenseSiftOptions{});
  if (kind == names[2]) return use(HogOptions{});
  if (kind == names[3]) return use(PixelOptions{});
  const std::string near = nearest_name(kind, names);
  throw InvalidOption(fmt::format("there are no image features '{}'{}: choose {}", kind,
                                  near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near),
                                  fmt::join(names, ", ")));
}

Dataset fit(const SiftOptions& options, Matrix& codebook, const fs::path& where, const Run& run) {
  return fit_bags(options, codebook, where, run);
}
Dataset fit(const DenseSiftOptions& options, Matrix& codebook, const fs::path& where, const Run& run) {
  return fit_bags(options, codebook, where, run);
}

Dataset apply_to(const SiftOptions& options, const Matrix& codebook, const fs::path& where, const Run& run) {
  return apply_bags(options, codebook, where, run);
}
Dataset apply_to(const DenseSiftOptions& options, const Matrix& codebook, const fs::path& where,
                 const Run& run) {
  return apply_bags(options, codebook, where, run);
}

Dataset table(Gathered<std::vector<double>> gathered) {
  Dataset items = named_items(names_of(gathered), gathered.left_out, gathered.no_files);
  const auto columns = static_cast<Index>(gathered.pictures.front().second.size());
  Matrix values(static_cast<Index>(gathered.pictures.size()), columns);
  Index row = 0;
  for (auto& [name, numbers] : gathered.pictures) {
    values.row(row++) = Eigen::Map<const Eigen::RowVectorXd>(numbers.data(), columns);
    numbers = {};
  }
  items.values = std::move(values);
  return items;
}

Dataset apply_to(const PixelOptions& options, const Matrix&, const fs::path& where, const Run& run) {
  const auto grey_values = [&](const std::string&, const Picture& picture, int) {
    const Picture small = resized(picture, options.width, options.height);
    return std::vector<double>(small.grey.begin(), small.grey.end());
  };
  Dataset items = table(for_each_picture(where, grey_values, run));
  for (int y = 0; y < options.height; ++y)
    for (int x = 0; x < options.width; ++x) items.features.push_back(fmt::format("pixel {} {}", y, x));
  return items;
}

Dataset fit(const PixelOptions& options, const Matrix& codebook, const fs::path& where, const Run& run) {
  return apply_to(options, codebook, where, run);
}

/// The size of the first picture, which all others must share.
std::pair<int, int> common_size(const fs::path& where, const Run& run) {
  const auto size = [](const std::string&, const Picture& picture, int) {
    return std::pair(picture.width, picture.height);
  };
  const auto sizes = for_each_picture(where, size, run).pictures;
  const auto& [first_name, first] = sizes.front();
  for (const auto& [name, other] : sizes)
    require(
        other == first,
        "{} is {} x {} pixels, but {} is {} x {}: set width and height, to which all pictures are resized",
        name, other.first, other.second, first_name, first.first, first.second);
  return first;
}

void check_size(const HogOptions& options) {
  require<InvalidOption>(
      (options.width == 0) == (options.height == 0),
      "hog has width {} and height {}: set both, or both to 0 to take pictures as they are", options.width,
      options.height);
  if (options.width > 0) hog_size(options.width, options.height, options);
}

Dataset apply_to(const HogOptions& options, const Matrix&, const fs::path& where, const Run& run) {
  require<InvalidOption>(options.width > 0 && options.height > 0,
                         "these image features do not know their size yet: fit them first");
  const auto make = [&](const std::string&, const Picture& picture, int) {
    return hog(resized(picture, options.width, options.height), options);
  };
  Dataset items = table(for_each_picture(where, make, run));
  items.features = hog_names(options.width, options.height, options);
  return items;
}

Dataset fit(HogOptions& options, const Matrix& codebook, const fs::path& where, const Run& run) {
  check_size(options);
  HogOptions fitted = options;
  if (fitted.width == 0) std::tie(fitted.width, fitted.height) = common_size(where, run);
  Dataset items = apply_to(fitted, codebook, where, run);
  options = fitted;
  return items;
}

void check_codebook(const Matrix& codebook, const CodebookOptions& options) {
  require(codebook.rows() == options.words && codebook.cols() == descriptor_size,
          "the stored codebook is {} x {}, but must be {} x {}", codebook.rows(), codebook.cols(),
          options.words, descriptor_size);
  require(codebook.allFinite() && codebook.minCoeff() >= 0 && codebook.maxCoeff() <= 255,
          "the stored codebook has values that no mean of bytes can have: it is damaged");
}

}  // namespace

const std::vector<std::string>& image_feature_names() {
  static const std::vector<std::string> names{"sift", "dense-sift", "hog", "pixels"};
  return names;
}

const std::string& name_of(const ImageVectorizer& vectorizer) {
  return image_feature_names()[vectorizer.options.index()];
}

ImageVectorizer image_vectorizer(std::string_view kind, const Settings& settings) {
  return with_kind(kind, [&](const auto& options) {
    ImageVectorizer made{with_settings<std::decay_t<decltype(options)>>(kind, settings), {}};
    if (const auto* hog = std::get_if<HogOptions>(&made.options)) check_size(*hog);
    return made;
  });
}

std::vector<OptionField> image_feature_options(std::string_view kind) {
  return with_kind(kind,
                   [](const auto& options) { return default_fields<std::decay_t<decltype(options)>>(); });
}

Dataset fit_images(ImageVectorizer& vectorizer, const fs::path& folder_or_archive, const Run& run) {
  require_pictures();
  return std::visit(
      [&](auto& options) {
        check_options(options, name_of(vectorizer));
        return fit(options, vectorizer.codebook, folder_or_archive, run);
      },
      vectorizer.options);
}

Dataset apply(const ImageVectorizer& vectorizer, const fs::path& folder_or_archive, const Run& run) {
  require_pictures();
  return std::visit(
      [&](const auto& options) { return apply_to(options, vectorizer.codebook, folder_or_archive, run); },
      vectorizer.options);
}

StoredStep store(const ImageVectorizer& vectorizer) {
  StoredStep step{.kind = name_of(vectorizer)};
  std::visit([&](const auto& options) { step.options = settings_of(options); }, vectorizer.options);
  if (vectorizer.codebook.size() > 0) step.tables.emplace_back("codebook", vectorizer.codebook);
  return step;
}

ImageVectorizer restore_images(const StoredStep& step) {
  try {
    ImageVectorizer restored = image_vectorizer(step.kind, step.options);
    std::visit(
        [&](const auto& options) {
          if constexpr (requires { options.codebook; }) {
            restored.codebook = parameter(step.tables, "codebook");
            check_codebook(restored.codebook, options.codebook);
          }
        },
        restored.options);
    if (const auto* hog = std::get_if<HogOptions>(&restored.options))
      require(hog->width > 0, "its pictures have no size");
    return restored;
  } catch (const Error& wrong) {
    throw InvalidInput(fmt::format("the stored image features are damaged: {}", wrong.text()));
  }
}

}  // namespace bellwether
