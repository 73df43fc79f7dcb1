// NumPy's .npz archives: one dense array, with labels or without, or what scipy.sparse.save_npz writes.

#include <bellwether/data/checks.h>
#include <bellwether/data/columns.h>
#include <bellwether/data/error.h>
#include <bellwether/data/formats.h>
#include <bellwether/data/from_matrix.h>
#include <bellwether/data/missing.h>
#include <bellwether/data/npy.h>
#include <bellwether/data/sparse_builder.h>
#include <bellwether/data/text.h>
#include <bellwether/data/zip.h>

#include <algorithm>
#include <optional>

namespace bellwether {
namespace {

class Arrays {
 public:
  Arrays(std::string_view archive, const std::string& file, std::uint64_t limit)
      : archive_(archive), file_(file), limit_(limit) {
    for (auto& entry : zip_entries(archive, file)) {
      if (!entry.name.ends_with(".npy")) continue;
      entry.name.resize(entry.name.size() - 4);
      entries_.push_back(std::move(entry));
    }
    require(!entries_.empty(), "{}: has no NumPy array inside (if it is a spreadsheet, save it as CSV)",
            file);
  }

  bool has(std::string_view name) const { return find(name) != nullptr; }
  std::size_t size() const { return entries_.size(); }
  const std::vector<ZipEntry>& entries() const { return entries_; }

  /// Reads the array of that name with one of the functions of npy.h.
  template <class Read>
  auto get(std::string_view name, Read&& read) const {
    const ZipEntry* entry = find(name);
    require(entry != nullptr, "{}: has no array named {}", file_, shown(name));
    const std::string bytes = zip_unpack(archive_, *entry, file_, limit_);
    Input input(memory_source(bytes), fmt::format("{}[{}]", file_, name));
    return read(input);
  }

 private:
  const ZipEntry* find(std::string_view name) const {
    const auto at = std::ranges::find(entries_, name, &ZipEntry::name);
    return at == entries_.end() ? nullptr : &*at;
  }

  std::string_view archive_;
  const std::string& file_;
  std::uint64_t limit_;
  std::vector<ZipEntry> entries_;
};

/// The parts of a sparse matrix as SciPy saves them.
struct SparseParts {
  Index rows = 0;
  Index columns = 0;
  Matrix values = {};  ///< one column
};

std::int32_t within(Index place, Index limit, const char* what, const std::string& file) {
  require(place >= 0 && place < limit, "{}: {} {} is not among 0 to {}", file, what, place, limit - 1);
  return static_cast<std::int32_t>(place);
}

std::vector<Triplet> compressed_triplets(const Arrays& arrays, const SparseParts& parts, bool by_rows,
                                         const std::string& file) {
  const auto places = arrays.get("indices", read_npy_integers);
  const auto starts = arrays.get("indptr", read_npy_integers);
  const Index major = by_rows ? parts.rows : parts.columns;
  const Index minor = by_rows ? parts.columns : parts.rows;
  const Index stored = parts.values.size();
  require(std::ssize(starts) == major + 1 && starts.front() == 0 && starts.back() == stored &&
              std::ranges::is_sorted(starts) && std::ssize(places) == stored,
          "{}: data, indices and indptr of the sparse matrix do not fit together", file);
  std::vector<Triplet> triplets;
  for (Index i = 0; i < major; ++i) {
    for (Index at = starts[static_cast<std::size_t>(i)]; at < starts[static_cast<std::size_t>(i) + 1]; ++at) {
      const auto outer = static_cast<std::int32_t>(i);
      const auto inner =
          within(places[static_cast<std::size_t>(at)], minor, by_rows ? "column" : "row", file);
      triplets.push_back({by_rows ? outer : inner, by_rows ? inner : outer, parts.values(at, 0)});
    }
  }
  return triplets;
}

std::vector<Triplet> coordinate_triplets(const Arrays& arrays, const SparseParts& parts,
                                         const std::string& file) {
  const auto rows = arrays.get("row", read_npy_integers);
  const auto columns = arrays.get("col", read_npy_integers);
  require(std::ssize(rows) == parts.values.size() && rows.size() == columns.size(),
          "{}: data, row and col of the sparse matrix do not fit together", file);
  std::vector<Triplet> triplets;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    triplets.push_back({within(rows[i], parts.rows, "row", file),
                        within(columns[i], parts.columns, "column", file),
                        parts.values(static_cast<Index>(i), 0)});
  }
  return triplets;
}

SparseMatrix read_sparse(const Arrays& arrays, const std::string& file) {
  const auto format = arrays.get("format", read_npy_words);
  const auto shape = arrays.get("shape", read_npy_integers);
  require(format.size() == 1 && (format[0] == "csr" || format[0] == "csc" || format[0] == "coo"),
          "{}: is a sparse matrix in another form than csr, csc and coo (call tocsr() before saving)", file);
  require(shape.size() == 2, "{}: the sparse matrix has {} dimensions, where two are needed", file,
          shape.size());
  SparseParts parts{shape[0], shape[1], arrays.get("data", read_npy_matrix)};
  require(parts.values.cols() == 1, "{}: the data of the sparse matrix have two dimensions", file);
  require_plausible_size(parts.rows, parts.columns, parts.values.size(), file);
  const auto triplets = format[0] == "coo" ? coordinate_triplets(arrays, parts, file)
                                           : compressed_triplets(arrays, parts, format[0] == "csr", file);
  return from_triplets(parts.rows, parts.columns, triplets, file);
}

std::vector<std::string> read_labels(const Arrays& arrays, Index rows, const std::string& file) {
  for (const char* name : {"y", "labels"}) {
    if (!arrays.has(name)) continue;
    auto labels = arrays.get(name, read_npy_words);
    require(std::ssize(labels) == rows, "{}: the array {} has {} labels for {} rows", file, name,
            labels.size(), rows);
    return labels;
  }
  return {};
}

/// The names beside the values, if the archive has them.
std::vector<std::string> read_names(const Arrays& arrays, const char* name, Index count,
                                    const std::string& file) {
  if (!arrays.has(name)) return {};
  auto names = arrays.get(name, read_npy_words);
  require(std::ssize(names) == count, "{}: the array {} has {} names, where {} are needed", file, name,
          names.size(), count);
  return names;
}

std::string name_of_items(const Arrays& arrays, const std::string& file) {
  for (const char* name : {"X", "data", "arr_0"}) {
    if (arrays.has(name)) return name;
  }
  std::vector<std::string> names;
  for (const auto& entry : arrays.entries()) {
    if (entry.name != "y" && entry.name != "labels") names.push_back(entry.name);
  }
  require(names.size() == 1, "{}: has {} arrays, and none is named X, data or arr_0 (name the items X)", file,
          arrays.size());
  return names.front();
}

}  // namespace

Dataset read_npz(Input& input, const ReadOptions& options) {
  const std::string& file = input.name();
  const Arrays arrays(input.take_all(), file, options.how.limit);
  if (arrays.has("format") && arrays.has("shape")) {
    require_no_columns_asked(options, file, "a sparse matrix");
    Dataset dataset;
    dataset.values = read_sparse(arrays, file);
    dataset.labels = read_labels(arrays, dataset.items(), file);
    dataset.ids = read_names(arrays, "ids", dataset.items(), file);
    dataset.features = read_names(arrays, "features", dataset.rows().columns(), file);
    require_ids_unique(dataset);
    settle_missing(dataset, options.missing, file);
    return dataset;
  }
  Matrix items = arrays.get(name_of_items(arrays, file), read_npy_matrix);
  const Index rows = items.rows(), columns = items.cols();
  Dataset dataset = from_matrix(std::move(items), options, file, read_labels(arrays, rows, file));
  const bool whole =
      dataset.items() == rows && dataset.rows().columns() == columns;  // none dropped or taken out
  if (whole && dataset.ids.empty()) dataset.ids = read_names(arrays, "ids", rows, file);
  if (whole && dataset.features.empty()) dataset.features = read_names(arrays, "features", columns, file);
  require_ids_unique(dataset);
  return dataset;
}

}  // namespace bellwether
