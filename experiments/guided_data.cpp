#include <experiments/guided_data.h>

#include <algorithm>
#include <functional>
#include <map>

#include <bellwether/data/error.h>
#include <bellwether/data/read.h>
#include <bellwether/data/take.h>
#include <bellwether/features/text/text_vectorizer.h>
#include <experiments/tcs_data.h>
#include <experiments/transfer_problem.h>

namespace bellwether::experiments {
namespace {

namespace fs = std::filesystem;
using Files = std::vector<fs::path>;

struct Read {
  Dataset items = {};  ///< with labels
  Vectorizer vectorizer = {};
  std::string prepared = {};
};

struct Source {
  std::string name = {};
  std::vector<std::string> files = {};
  std::function<Read(const Files&, const Run&)> read = {};
  bool developed_on = false;
  bool counts = false;
};

Dataset read_tables(const Files& files, const std::string& label_column) {
  Dataset all = read(files.front(), {.label_column = label_column});
  for (std::size_t f = 1; f < files.size(); ++f)
    append_items(all, read(files[f], {.label_column = label_column}), files[f].string());
  return all;
}

/// The items that `keep` takes, by their number.
Dataset chosen(const Dataset& items, const std::function<bool(Index)>& keep) {
  std::vector<Index> rows;
  for (Index i = 0; i < items.items(); ++i)
    if (keep(i)) rows.push_back(i);
  return take_items(items, rows);
}

Read image(const Files& files, const Run&) {
  Dataset all = read_after(files[0], 5);
  append_items(all, read_after(files[1], 5), files[1].string());
  return {std::move(all), {}, "19 features"};
}

/// Columns: train or test, speaker, sex, ten features, vowel.
Read vowel(const Files& files, const Run&) {
  Dataset all = read(files[0], {.label_column = "last"});
  Matrix& values = std::get<Matrix>(all.values);
  require(values.cols() >= 4, "{}: has {} columns, and three of them are not features", files[0].string(),
          values.cols());
  values = Matrix(values.rightCols(values.cols() - 3));
  all.features.clear();
  return {std::move(all), {}, "10 features"};
}

/// Classes are written 6.0000 in one file and 6 in the other.
Read usps(const Files& files, const Run&) {
  Dataset all = read_tables(files, "first");
  for (std::string& label : all.labels) label.resize(std::min(label.find('.'), label.size()));
  return {std::move(all), {}, "256 pixels"};
}

Read letter(const Files& files, const Run&) {
  const Dataset all = read(files[0], {.label_column = "first"});
  return {chosen(all, [&](Index i) { return all.labels[static_cast<std::size_t>(i)] <= "J"; }),
          {},
          "16 features; the classes A to J"};
}

Read all_letters(const Files& files, const Run&) {
  return {read(files[0], {.label_column = "first"}), {}, "16 features; the classes A to Z"};
}

/// Documents whose class `class_of` knows, at most `each` of it; 0: all.
Read texts(const fs::path& path, int each, const std::string& strip,
           const std::function<std::string(const std::string&)>& class_of, const Run& run) {
  Documents documents = documents_in_files(path);
  std::map<std::string, int> seen;
  const auto next = documents.next;
  documents.next = [&, next](Document& document) {
    while (next(document)) {
      const std::string mine = class_of(document.id);
      if (!mine.empty() && (each == 0 || seen[mine]++ < each)) return true;
    }
    return false;
  };
  TextVectorizer words{.options = {.language = "english", .min_documents = 2, .strip = strip}};
  Read made{.items = fit_text(words, std::move(documents), {}, run)};
  made.items.labels.clear();
  for (const std::string& id : made.items.ids) made.items.labels.push_back(class_of(id));
  made.vectorizer.extractor = std::move(words);
  return made;
}

Read newsgroups(const Files& files, const Run& run) {
  constexpr int each = 200;
  static const std::vector<std::string> groups{"comp.graphics", "rec.autos", "sci.med", "sci.space",
                                               "talk.politics.mideast"};
  const auto class_of = [](const std::string& id) {
    const std::string group = id.substr(0, std::min(id.find('/'), id.size()));
    return std::ranges::find(groups, group) == groups.end() ? std::string() : group;
  };
  Read made = texts(files[0], each, "headers", class_of, run);
  made.prepared =
      fmt::format("counts of stems in the first {} articles of {}", each, fmt::join(groups, ", "));
  return made;
}

Read all_newsgroups(const Files& files, const Run& run) {
  constexpr int each = 130;
  const auto class_of = [](const std::string& id) { return id.substr(0, std::min(id.find('/'), id.size())); };
  Read made = texts(files[0], each, "headers", class_of, run);
  made.prepared = fmt::format("counts of stems in the first {} articles of every group", each);
  return made;
}

Read bbc(const Files& files, const Run& run) {
  const auto class_of = [](const std::string& id) {
    const std::string inside = id.starts_with("bbc/") ? id.substr(4) : id;
    const std::size_t slash = inside.find('/');
    return slash == std::string::npos ? std::string() : inside.substr(0, slash);
  };
  Read made = texts(files[0], 0, "none", class_of, run);
  made.prepared = "counts of stems";
  return made;
}

/// Words that fewer than two of the items have are dropped.
void drop_rare_words(Dataset& items) {
  SparseMatrix& counts = std::get<SparseMatrix>(items.values);
  const Index before = counts.columns;
  counts = columns_in(counts, 2);
  if (counts.columns < before) items.features.clear();
}

const std::vector<Source>& sources() {
  const auto table = [](const char* label_column, const char* what) {
    return [=](const Files& files, const Run&) { return Read{read_tables(files, label_column), {}, what}; };
  };
  const auto cluto = [](const std::string& name, bool seen) {
    return Source{name,
                  {fmt::format("cluto_docs/{}.mat.gz", name), fmt::format("cluto_docs/{}.mat.rclass", name)},
                  [](const Files& files, const Run&) {
                    return Read{read(files[0]), {}, "counts of words"};
                  },
                  seen,
                  true};
  };
  static const std::vector<Source> all{
      {"wine", {"wine/wine.data"}, table("first", "13 features"), true},
      {"image", {"image/segmentation.data", "image/segmentation.test"}, image, true},
      {"usps", {"usps/zip.train.gz", "usps/zip.test.gz"}, usps, true},
      {"vowel", {"vowel/vowel-context.data"}, vowel, true},
      {"ionosphere", {"ionosphere/ionosphere.data"}, table("last", "34 features"), true},
      {"cnae", {"cnae/CNAE-9.data.gz"}, table("first", "counts of words"), true, true},
      cluto("tr11", true),
      cluto("re0", true),
      cluto("hitech", true),
      {"20newsgroups", {"20newsgroups"}, newsgroups, true, true},
      {"iris", {"iris/iris.data"}, table("last", "4 features")},
      {"optrec", {"optrec/optdigits.tra", "optrec/optdigits.tes"}, table("last", "64 pixels")},
      {"isolet", {"isolet/isolet.csv.gz"}, table("last", "617 features")},
      {"libras", {"libras/movement_libras.data"}, table("last", "90 coordinates")},
      {"penbased", {"penbased/pendigits.tra", "penbased/pendigits.tes"}, table("last", "16 features")},
      {"letter", {"letter/letter-recognition.data"}, letter},
      cluto("k1b", false),
      cluto("fbis", false),
      cluto("tr45", false),
      cluto("classic", false),
      {"bbc_news", {"bbc_news"}, bbc, false, true},
  };
  return all;
}

/// Sets with all of their classes, of which others draw some.
const std::vector<Source>& sources_to_draw_from() {
  static const std::vector<Source> all{
      {"letter", {"letter/letter-recognition.data"}, all_letters},
      {"20newsgroups", {"20newsgroups"}, all_newsgroups, true, true},
  };
  return all;
}

const Source& source_of(const std::string& name) {
  const auto found = std::ranges::find(sources(), name, &Source::name);
  require<InvalidOption>(found != sources().end(), "there is no data set '{}'", name);
  return *found;
}

std::optional<GuidedSet> read_set(const Source& source, Index most, const fs::path& folder,
                                  std::string& missing, const Run& run) {
  Files files;
  for (const std::string& file : source.files) {
    files.push_back(folder / file);
    std::error_code ignored;
    if (fs::exists(files.back(), ignored)) continue;
    missing = file;
    return std::nullopt;
  }
  auto [items, vectorizer, prepared] = source.read(files, run);
  const Index every = (items.items() + most - 1) / most;
  if (every > 1) {
    items = chosen(items, [&](Index i) { return i % every == 0; });
    prepared += fmt::format("; one item of {}", every);
  }
  if (items.sparse() && std::holds_alternative<std::monostate>(vectorizer.extractor)) drop_rare_words(items);
  CodedLabels classes = encode(items.labels);
  items.labels.clear();
  GuidedSet set{.truth = std::move(classes.codes),
                .classes = static_cast<int>(classes.names.size()),
                .counts = source.counts,
                .prepared = std::move(prepared)};
  set.material = material_of(std::move(items));
  set.material.source = source.name;
  set.material.vectorizer = std::move(vectorizer);
  set.material.zeros_allowed = true;
  return set;
}

}  // namespace

const std::vector<std::string>& guided_set_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> made;
    for (const Source& source : sources()) made.push_back(source.name);
    return made;
  }();
  return names;
}

bool developed_on(const std::string& name) {
  return source_of(name).developed_on;
}

std::optional<GuidedSet> read_guided_set(const fs::path& folder, const std::string& name,
                                         std::string& missing, const Run& run) {
  return read_set(source_of(name), most_guided_items, folder, missing, run);
}

std::optional<GuidedSet> read_set_to_draw_from(const fs::path& folder, const std::string& name,
                                               std::string& missing, const Run& run) {
  constexpr Index most_items = 2600;
  const auto& all = sources_to_draw_from();
  const auto source = std::ranges::find(all, name, &Source::name);
  if (source == all.end()) return read_guided_set(folder, name, missing, run);
  return read_set(*source, most_items, folder, missing, run);
}

}  // namespace bellwether::experiments
