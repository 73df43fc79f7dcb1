#include <experiments/tcs_data.h>

#include <algorithm>
#include <functional>

#include <bellwether/data/error.h>
#include <bellwether/data/files.h>
#include <bellwether/data/read.h>
#include <bellwether/features/images/hog.h>
#include <bellwether/features/svd.h>
#include <bellwether/features/weights.h>

namespace bellwether::experiments {
namespace {

namespace fs = std::filesystem;
using Files = std::vector<fs::path>;

constexpr int kept_dimensions = 30;
constexpr Index mnist_per_class = 1000;

/// A table of numbers and the class of each row.
struct CodedTable {
  Matrix values = {};
  std::vector<std::string> labels = {};
};

CodedTable dense(Dataset data) {
  return {std::get<Matrix>(std::move(data.values)), std::move(data.labels)};
}

/// One below the other.
CodedTable stacked(const std::vector<CodedTable>& parts) {
  CodedTable all{Matrix(0, 0), {}};
  Index rows = 0;
  for (const CodedTable& part : parts) rows += part.values.rows();
  all.values.resize(rows, parts.front().values.cols());
  rows = 0;
  for (const CodedTable& part : parts) {
    all.values.middleRows(rows, part.values.rows()) = part.values;
    rows += part.values.rows();
    all.labels.insert(all.labels.end(), part.labels.begin(), part.labels.end());
  }
  return all;
}

CodedTable read_coded(const Files& files, const std::string& label_column) {
  std::vector<CodedTable> parts;
  for (const fs::path& file : files) parts.push_back(dense(read(file, {.label_column = label_column})));
  return stacked(parts);
}

PreparedData coded(CodedTable table, std::string prepared) {
  CodedLabels codes = encode(table.labels);
  return {std::move(table.values), std::move(codes.codes), static_cast<int>(codes.names.size()),
          std::move(prepared)};
}

/// Each feature from its least to its greatest value becomes 0 to 1; features that do not vary are dropped.
Matrix range_scaled(const Matrix& x) {
  const Eigen::RowVectorXd least = x.colwise().minCoeff(), range = x.colwise().maxCoeff() - least;
  std::vector<Index> kept;
  for (Index j = 0; j < x.cols(); ++j)
    if (range[j] > 0) kept.push_back(j);
  Matrix scaled(x.rows(), static_cast<Index>(kept.size()));
  for (std::size_t j = 0; j < kept.size(); ++j)
    scaled.col(static_cast<Index>(j)) = (x.col(kept[j]).array() - least[kept[j]]) / range[kept[j]];
  return scaled;
}

void scale_to_range(PreparedData& data) {
  const Index before = data.items.cols();
  data.items = range_scaled(data.items);
  const Index dropped = before - data.items.cols();
  data.prepared += ", each scaled to [0, 1]";
  if (dropped > 0) data.prepared += fmt::format("; {} that do not vary dropped", dropped);
}

Matrix few_dimensions(const Rows& items, const Run& run) {
  return project(fit_svd(items, {.dimensions = kept_dimensions}, run), items, run);
}

PreparedData pictures(CodedTable table, int width, int height, double black, double white, const Run& run) {
  table.values = (table.values.array() - black) / (white - black);
  const Matrix hog = hog_of_rows(table.values, {.cell = 2, .width = width, .height = height}, run);
  table.values = few_dimensions(hog, run);
  return coded(std::move(table),
               fmt::format("HOG with cells of 2 ({} numbers), svd to {}", hog.cols(), kept_dimensions));
}

PreparedData words(Dataset counts, const Run& run) {
  apply(fit_weighter(counts.rows(), {.kind = Weighting::ltc}), counts, run);
  const Index terms = counts.rows().columns();
  return coded({few_dimensions(counts.rows(), run), std::move(counts.labels)},
               fmt::format("{} words weighted by ltc, svd to {}", terms, kept_dimensions));
}

/// Columns: train or test, speaker, sex, ten features, vowel.
PreparedData read_vowel(const Files& files, const Run&) {
  CodedTable table = dense(read(files[0], {.label_column = "last"}));
  require(table.values.cols() >= 4, "{}: has {} columns, and three of them are not features",
          files[0].string(), table.values.cols());
  table.values = Matrix(table.values.rightCols(table.values.cols() - 3));
  return coded(std::move(table), "10 features");
}

/// The rows of each species, in their order.
std::vector<std::pair<std::string, std::vector<Index>>> by_species(const CodedTable& table) {
  const CodedLabels codes = encode(table.labels);
  std::vector<std::pair<std::string, std::vector<Index>>> species;
  for (const std::string& name : codes.names) species.emplace_back(name, std::vector<Index>{});
  for (std::size_t i = 0; i < codes.codes.size(); ++i)
    species[static_cast<std::size_t>(codes.codes[i])].second.push_back(static_cast<Index>(i));
  return species;
}

/// Margin, shape and texture of a leaf stand in three files without its number: the rows of a species are
/// joined in the order in which each file has them, as many as all three have. Whether they are of one leaf
/// nobody can tell; they are of one species, and that is the class.
PreparedData read_leaves(const Files& files, const Run&) {
  std::vector<CodedTable> parts;
  for (const fs::path& file : files) parts.push_back(dense(read(file, {.label_column = "first"})));
  std::vector<std::vector<std::pair<std::string, std::vector<Index>>>> species;
  for (const CodedTable& part : parts) species.push_back(by_species(part));

  CodedTable joined{Matrix(parts[0].values.rows(), 3 * parts[0].values.cols()), {}};
  Index rows = 0;
  for (const auto& [name, margin] : species[0]) {
    std::vector<const std::vector<Index>*> found{&margin};
    for (std::size_t p = 1; p < 3; ++p)
      for (const auto& other : species[p])
        if (other.first == name) found.push_back(&other.second);
    if (found.size() < 3) continue;
    const std::size_t count = std::min({found[0]->size(), found[1]->size(), found[2]->size()});
    for (std::size_t i = 0; i < count; ++i, ++rows) {
      joined.values.row(rows) << parts[0].values.row((*found[0])[i]), parts[1].values.row((*found[1])[i]),
          parts[2].values.row((*found[2])[i]);
      joined.labels.push_back(name);
    }
  }
  joined.values.conservativeResize(rows, Eigen::NoChange);
  return coded(std::move(joined),
               "64 margin, 64 shape and 64 texture features, joined in the order of each file");
}

std::uint32_t big_endian(const std::string& bytes, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) number = number << 8 | static_cast<unsigned char>(bytes.at(at + i));
  return number;
}

/// The first pictures of each class. IDX: sizes in a header of big-endian numbers, then bytes.
PreparedData read_mnist(const Files& files, const Run& run) {
  const std::string pixels = bytes_of({.name = files[0].string(), .path = files[0]});
  const std::string classes = bytes_of({.name = files[1].string(), .path = files[1]});
  const std::size_t count = big_endian(pixels, 4), size = 28 * 28;
  require(pixels.size() == 16 + count * size && classes.size() == 8 + count,
          "{}: does not hold {} pictures of 28 x 28 with a label each", files[0].string(), count);
  std::vector<std::size_t> kept;
  std::vector<Index> taken(256);
  for (std::size_t i = 0; i < count; ++i)
    if (taken[static_cast<unsigned char>(classes[8 + i])]++ < mnist_per_class) kept.push_back(i);
  CodedTable table{Matrix(static_cast<Index>(kept.size()), static_cast<Index>(size)), {}};
  for (std::size_t i = 0; i < kept.size(); ++i) {
    for (std::size_t j = 0; j < size; ++j)
      table.values(static_cast<Index>(i), static_cast<Index>(j)) =
          static_cast<unsigned char>(pixels[16 + kept[i] * size + j]);
    table.labels.push_back(std::to_string(classes[8 + kept[i]]));
  }
  PreparedData data = pictures(std::move(table), 28, 28, 0, 255, run);
  data.prepared += fmt::format("; the first {} of each class", mnist_per_class);
  return data;
}

struct TcsSource {
  std::string name = {};
  std::vector<std::string> files = {};
  std::function<PreparedData(const Files&, const Run&)> prepare = {};
  bool scaled = false;  ///< feature by feature, unless it is asked for as it is
};

const std::vector<TcsSource>& tcs_sources() {
  const auto table = [](const char* label_column, const char* what) {
    return [=](const Files& files, const Run&) { return coded(read_coded(files, label_column), what); };
  };
  static const std::vector<TcsSource> all{
      {"libras", {"libras/movement_libras.data"}, table("last", "90 coordinates as given"), true},
      {"cnae",
       {"cnae/CNAE-9.data.gz"},
       [](const Files& f, const Run& run) { return words(read(f[0], {.label_column = "first"}), run); }},
      {"k9",
       {"cluto_docs/k1a.mat.gz", "cluto_docs/k1a.mat.rclass"},
       [](const Files& f, const Run& run) { return words(read(f[0]), run); }},
      {"penbased", {"penbased/pendigits.tra", "penbased/pendigits.tes"}, table("last", "16 features"), true},
      {"letter", {"letter/letter-recognition.data"}, table("first", "16 features"), true},
      {"usps",
       {"usps/zip.train.gz", "usps/zip.test.gz"},
       [](const Files& f, const Run& run) {
         // Classes are written 6.0000 in one file and 6 in the other.
         CodedTable digits = read_coded(f, "first");
         for (std::string& label : digits.labels)
           label.resize(std::min<std::size_t>(label.find('.'), label.size()));
         return pictures(std::move(digits), 16, 16, -1, 1, run);
       }},
      {"binalpha",
       {"binalpha/binaryalphadigs.csv.gz"},
       [](const Files& f, const Run& run) { return pictures(read_coded(f, "last"), 16, 20, 0, 1, run); }},
      {"optrec",
       {"optrec/optdigits.tra", "optrec/optdigits.tes"},
       [](const Files& f, const Run& run) { return pictures(read_coded(f, "last"), 8, 8, 0, 16, run); }},
      {"mnist", {"mnist/train-images-idx3-ubyte.gz", "mnist/train-labels-idx1-ubyte.gz"}, read_mnist},
      {"isolet",
       {"isolet/isolet.csv.gz"},
       [](const Files& f, const Run& run) {
         CodedTable sounds = read_coded(f, "last");
         const Index features = sounds.values.cols();
         sounds.values = few_dimensions(sounds.values, run);
         return coded(std::move(sounds), fmt::format("{} features, svd to {}", features, kept_dimensions));
       }},
      {"image",
       {"image/segmentation.data", "image/segmentation.test"},
       [](const Files& f, const Run&) {
         return coded(stacked({dense(read_after(f[0], 5)), dense(read_after(f[1], 5))}), "19 features");
       },
       true},
      {"vowel", {"vowel/vowel-context.data"}, read_vowel, true},
      {"leaves",
       {"leaves/data_Mar_64.txt.gz", "leaves/data_Sha_64.txt.gz", "leaves/data_Tex_64.txt.gz"},
       read_leaves,
       true},
  };
  return all;
}

const TcsSource& tcs_source_of(const std::string& dataset) {
  const auto found = std::ranges::find(tcs_sources(), dataset, &TcsSource::name);
  require<InvalidOption>(found != tcs_sources().end(), "there is no data set '{}'", dataset);
  return *found;
}

}  // namespace

const std::vector<std::string>& tcs_dataset_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> made;
    for (const TcsSource& source : tcs_sources()) made.push_back(source.name);
    return made;
  }();
  return names;
}

std::vector<std::string> tcs_files(const std::string& dataset) {
  return tcs_source_of(dataset).files;
}

std::optional<PreparedData> read_tcs_data(const fs::path& folder, const std::string& dataset, const Run& run,
                                          TableScale scale) {
  const TcsSource& source = tcs_source_of(dataset);
  Files files;
  for (const std::string& file : source.files) {
    files.push_back(folder / file);
    std::error_code ignored;
    if (!fs::exists(files.back(), ignored)) return std::nullopt;
  }
  PreparedData data = source.prepare(files, run);
  if (source.scaled && scale == TableScale::range) scale_to_range(data);
  return data;
}

Dataset read_after(const fs::path& file, int lines) {
  std::string bytes = bytes_of({.name = file.string(), .path = file});
  std::size_t at = 0;
  for (int i = 0; i < lines && at != std::string::npos; ++i) at = bytes.find('\n', at) + 1;
  return read_bytes(std::string_view(bytes).substr(at), file.string(), {.label_column = "first"});
}

TableScale scale_asked(const Request& request) {
  return chosen_value(request, "scale", "range") == "none" ? TableScale::none : TableScale::range;
}

}  // namespace bellwether::experiments
