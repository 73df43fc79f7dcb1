#include <bellwether/data/atomic_file.h>
#include <bellwether/data/error.h>
#include <bellwether/data/formula.h>
#include <bellwether/data/npy.h>
#include <bellwether/data/number.h>
#include <bellwether/data/text.h>
#include <bellwether/data/write.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <ostream>

namespace bellwether {
namespace {

static_assert(std::endian::native == std::endian::little, "arrays are written as they lie in memory");

void append(std::string& text, double value) {
  char digits[32];
  text.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

void append_quoted(std::string& text, std::string_view cell) {
  text += '"';
  for (const char c : cell) {
    if (c == '"') text += c;
    text += c;
  }
  text += '"';
}

void append_cell(std::string& text, std::string_view words) {
  const std::string cell = guarded(words);
  const bool comment =
      !cell.empty() && (cell.front() == '#' || cell.front() == '%');  // at the head of a file
  const bool plain = !comment && trim(cell).size() == cell.size() &&
                     cell.find_first_of(",;\t\"\n\r") == std::string_view::npos;
  plain ? void(text += cell) : append_quoted(text, cell);
}

void ends_cell(std::string& text) {
  text += ',';
}

/// The line's last delimiter becomes its end.
void end_line(std::string& text, std::ostream& out) {
  text.back() = '\n';
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  text.clear();
}

/// Calls `use` with every row as all its values.
template <class Use>
void for_each_dense_row(const Rows& rows, Use&& use) {
  std::vector<double> values(static_cast<std::size_t>(rows.columns()));
  rows.visit([&](const auto& view) {
    for (Index i = 0; i < view.rows; ++i) {
      if constexpr (std::is_same_v<std::decay_t<decltype(view)>, DenseRows>) {
        use(i, view.row(i));
      } else {
        std::ranges::fill(values, 0.0);
        const SparseRow row = view.row(i);
        for (std::size_t at = 0; at < row.values.size(); ++at) {
          values[static_cast<std::size_t>(row.columns[at])] = row.values[at];
        }
        use(i, std::span<const double>(values));
      }
    }
  });
}

/// Names that look like numbers are quoted, so that the header can be told from a row.
void write_header(const Dataset& dataset, Index columns, std::ostream& out) {
  std::string text;
  if (!dataset.ids.empty()) text += "id,";
  for (Index j = 0; j < columns; ++j) {
    const auto name =
        dataset.features.empty() ? fmt::format("f{}", j) : dataset.features[static_cast<std::size_t>(j)];
    to_number(name) || name.empty() ? append_quoted(text, name) : append_cell(text, name);
    ends_cell(text);
  }
  if (!dataset.labels.empty()) text += "label,";
  end_line(text, out);
}

void write_bytes(std::ostream& out, std::string_view bytes) {
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

void append_entry(std::string& text, Index column, double value) {
  text += fmt::format(" {}:", column + 1);
  append(text, value);
}

/// The first row names the last column, even if it is 0: a reader learns from it how many there are.
void append_last(std::string& text, Index row, Index columns, bool named) {
  if (row == 0 && !named) append_entry(text, columns - 1, 0.0);
}

void append_entries(std::string& text, const DenseRows& rows, Index i) {
  for (Index j = 0; j < rows.columns; ++j) {
    const double value = rows.row(i)[static_cast<std::size_t>(j)];
    if (value != 0.0) append_entry(text, j, value);
  }
  append_last(text, i, rows.columns, rows.row(i).back() != 0.0);
}

void append_entries(std::string& text, const SparseRows& rows, Index i) {
  const SparseRow row = rows.row(i);
  for (std::size_t at = 0; at < row.values.size(); ++at) append_entry(text, row.columns[at], row.values[at]);
  append_last(text, i, rows.columns, !row.columns.empty() && row.columns.back() == rows.columns - 1);
}

void require_plain_label(const std::string& label) {
  require(!label.empty() && label.find_first_of(" \t\r\n#:") == std::string::npos,
          "the label {} cannot be written in SVMlight form, where a label is one word without # and : "
          "(rename it, or "
          "write CSV)",
          shown(label));
}

}  // namespace

void require_lengths(const Dataset& dataset) {
  const auto fits = [](const std::vector<std::string>& words, Index count) {
    return words.empty() || std::ssize(words) == count;
  };
  const Rows rows = dataset.rows();
  require(fits(dataset.ids, rows.rows()) && fits(dataset.labels, rows.rows()),
          "there are {} items, {} ids and {} labels, where the counts must agree", rows.rows(),
          dataset.ids.size(), dataset.labels.size());
  require(fits(dataset.features, rows.columns()), "there are {} columns with {} names", rows.columns(),
          dataset.features.size());
}

void write_csv(const std::filesystem::path& path, const Dataset& dataset) {
  require_lengths(dataset);
  write_atomically(path, [&](std::ostream& out) {
    const Rows rows = dataset.rows();
    write_header(dataset, rows.columns(), out);
    std::string text;
    for_each_dense_row(rows, [&](Index i, std::span<const double> values) {
      if (!dataset.ids.empty()) append_cell(text, dataset.ids[static_cast<std::size_t>(i)]), ends_cell(text);
      for (const double value : values) append(text, value), ends_cell(text);
      if (!dataset.labels.empty())
        append_cell(text, dataset.labels[static_cast<std::size_t>(i)]), ends_cell(text);
      end_line(text, out);
    });
  });
}

void write_npy(const std::filesystem::path& path, const Rows& rows) {
  write_atomically(path, [&](std::ostream& out) {
    write_bytes(out, npy_header("<f8", {rows.rows(), rows.columns()}));
    for_each_dense_row(rows, [&](Index, std::span<const double> values) {
      write_bytes(out, {reinterpret_cast<const char*>(values.data()), values.size_bytes()});
    });
  });
}

void write_svmlight(const std::filesystem::path& path, const Dataset& dataset) {
  require_lengths(dataset);
  for (const auto& label : dataset.labels) require_plain_label(label);
  write_atomically(path, [&](std::ostream& out) {
    std::string text;
    dataset.rows().visit([&](const auto& rows) {
      for (Index i = 0; i < rows.rows; ++i) {
        text += dataset.labels.empty() ? "0" : dataset.labels[static_cast<std::size_t>(i)];
        append_entries(text, rows, i);
        text += ' ';
        end_line(text, out);
      }
    });
  });
}

void require_writable_format(const std::filesystem::path& path) {
  const auto ending = path.extension();
  require<InvalidOption>(
      ending == ".csv" || ending == ".npy" || ending == ".npz" || ending == ".svm" || ending == ".svmlight",
      "{}: the ending says the format, so it must be .csv, .npz, .npy or .svm",
      setting("output", path.string()));
}

void write_dataset(const std::filesystem::path& path, const Dataset& dataset) {
  require_writable_format(path);
  const auto ending = path.extension();
  if (ending == ".csv") return write_csv(path, dataset);
  if (ending == ".npy") return write_npy(path, dataset.rows());
  if (ending == ".npz") return write_npz(path, dataset);
  write_svmlight(path, dataset);
}

}  // namespace bellwether
