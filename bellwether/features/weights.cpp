#include <bellwether/features/weights.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include <bellwether/data/error.h>

namespace bellwether {
namespace {

constexpr double largest_count = 1e100;

/// Calls `visit(column, value)` for what is stored of row i.
template <class Visit>
void for_each_stored(const DenseRows& rows, Index i, const Visit& visit) {
  for (Index j = 0; j < rows.columns; ++j) visit(j, rows.values[i * rows.columns + j]);
}

template <class Visit>
void for_each_stored(const SparseRows& rows, Index i, const Visit& visit) {
  const SparseRow row = rows.row(i);
  for (std::size_t at = 0; at < row.values.size(); ++at) visit(Index{row.columns[at]}, row.values[at]);
}

void require_count(double value, Weighting kind, Index item, Index column) {
  require(value >= 0 && value <= largest_count,
          "item {}, column {} (counted from 0) is {}: weights are made of counts, which are numbers from 0 "
          "on; drop or mend the item, or ask for weights 'none'",
          item, column, value);
  require(kind != Weighting::ltc || value == 0 || value >= 1,
          "item {}, column {} (counted from 0) is {}: ltc takes the logarithm of counts that are at least 1; "
          "give it the counts themselves, or ask for weights 'tf-idf' or 'okapi'",
          item, column, value);
}

void require_counts(const Rows& counts, Weighting kind) {
  counts.visit([&](const auto& rows) {
    for (Index i = 0; i < rows.rows; ++i)
      for_each_stored(rows, i, [&](Index j, double value) { require_count(value, kind, i, j); });
  });
}

/// Before anything is changed: the weights of damaged items would be lost along with them.
void check(const Weighter& weighter, const Rows& counts) {
  require(weighter.document_frequency.size() == counts.columns(),
          "the weights were fitted on {} features, but these items have {}: make them with the same words",
          weighter.document_frequency.size(), counts.columns());
  require_counts(counts, weighter.options.kind);
}

double rarity(Weighting kind, double n, double df) {
  if (kind == Weighting::tf_idf) return std::log((1 + n) / (1 + df)) + 1;
  if (kind == Weighting::ltc) return df > 0 ? std::log(n / df) : 0;
  return std::log1p((n - df + 0.5) / (df + 0.5));
}

Vector rarities(const Weighter& w) {
  return w.document_frequency.unaryExpr([&](double df) { return rarity(w.options.kind, w.documents, df); });
}

/// The part of okapi's denominator that a document has in common: k1 (1 - b + b len / avg).
double length_part(const Weighter& w, double length) {
  const double relative = w.average_length > 0 ? length / w.average_length : 1;
  return w.options.k1 * (1 - w.options.b + w.options.b * relative);
}

/// Calls `column_of(at)` for the column of `values[at]`.
template <class ColumnOf>
void weigh_row(const Weighter& w, const Vector& rarity_of, std::span<double> values,
               const ColumnOf& column_of) {
  double length = 0, squares = 0;
  for (const double value : values) length += value;
  const double part = length_part(w, length);
  for (std::size_t at = 0; at < values.size(); ++at) {
    double& value = values[at];
    if (value == 0) continue;
    const double tf = value;
    value = rarity_of[column_of(at)];
    if (w.options.kind == Weighting::tf_idf) value *= tf;
    if (w.options.kind == Weighting::ltc) value *= 1 + std::log(tf);
    if (w.options.kind == Weighting::okapi) value *= (w.options.k1 + 1) / (1 + part / tf);
    squares += value * value;
  }
  if (w.options.kind != Weighting::ltc || squares == 0) return;
  const double euclidean = std::sqrt(squares);
  for (double& value : values) value /= euclidean;
}

/// What is zero is no longer stored.
void drop_zeros(SparseMatrix& items) {
  std::size_t kept = 0;
  std::int64_t begin = 0;
  for (Index i = 0; i < items.rows(); ++i) {
    const std::int64_t end = items.starts[i + 1];
    for (std::int64_t at = begin; at < end; ++at) {
      if (items.values[at] == 0) continue;
      items.column_of[kept] = items.column_of[at];
      items.values[kept++] = items.values[at];
    }
    items.starts[i + 1] = static_cast<std::int64_t>(kept);
    begin = end;
  }
  items.column_of.resize(kept);
  items.values.resize(kept);
}

Matrix one_number(double value) {
  return Matrix::Constant(1, 1, value);
}

double number_in(const StoredStep& step, std::string_view name) {
  const Matrix& table = parameter(step.tables, name);
  require(table.size() == 1, "the stored weights are damaged: '{}' has {} numbers instead of one", name,
          table.size());
  return table(0, 0);
}

void check_restored(const Weighter& w) {
  const double n = w.documents;
  require(n >= 1 && n <= largest_count && w.average_length >= 0 && std::isfinite(w.average_length),
          "the stored weights are damaged: they tell of {} documents of mean length {}", n, w.average_length);
  for (Index j = 0; j < w.document_frequency.size(); ++j)
    require(w.document_frequency[j] >= 0 && w.document_frequency[j] <= n,
            "the stored weights are damaged: word {} (from 0) is in {} of {} documents", j,
            w.document_frequency[j], n);
}

}  // namespace

Weighter fit_weighter(const Rows& counts, const WeightOptions& options) {
  check_options(options, "weights");
  if (options.kind == Weighting::none) return {options};
  require(counts.rows() > 0, "there are no documents to count words in");
  require_counts(counts, options.kind);
  Weighter fitted{options, static_cast<double>(counts.rows()), 0, Vector::Zero(counts.columns())};
  double total = 0;
  counts.visit([&](const auto& rows) {
    for (Index i = 0; i < rows.rows; ++i)
      for_each_stored(rows, i, [&](Index j, double value) {
        total += value;
        if (value > 0) fitted.document_frequency[j] += 1;
      });
  });
  fitted.average_length = total / fitted.documents;
  return fitted;
}

void apply(const Weighter& weighter, Matrix& counts, const Run& run) {
  if (weighter.options.kind == Weighting::none) return;
  check(weighter, counts);
  const Vector rarity_of = rarities(weighter);
  for_each_block(
      counts.rows(),
      [&](Index begin, Index end) {
        for (Index i = begin; i < end; ++i) {
          const std::span<double> row(counts.data() + i * counts.cols(),
                                      static_cast<std::size_t>(counts.cols()));
          weigh_row(weighter, rarity_of, row, [](std::size_t at) { return static_cast<Index>(at); });
        }
      },
      run);
}

void apply(const Weighter& weighter, SparseMatrix& counts, const Run& run) {
  if (weighter.options.kind == Weighting::none) return;
  check(weighter, counts);
  const Vector rarity_of = rarities(weighter);
  for_each_block(
      counts.rows(),
      [&](Index first, Index last) {
        for (Index i = first; i < last; ++i) {
          const std::int64_t begin = counts.starts[i];
          const std::span<double> row(counts.values.data() + begin,
                                      static_cast<std::size_t>(counts.starts[i + 1] - begin));
          const std::int32_t* columns = counts.column_of.data() + begin;
          weigh_row(weighter, rarity_of, row, [columns](std::size_t at) { return Index{columns[at]}; });
        }
      },
      run);
  if (std::ranges::find(counts.values, 0.0) != counts.values.end()) drop_zeros(counts);
}

void apply(const Weighter& weighter, Dataset& counts, const Run& run) {
  std::visit([&](auto& values) { apply(weighter, values, run); }, counts.values);
}

StoredStep store(const Weighter& weighter) {
  StoredStep step{"weights", settings_of(weighter.options), {}, {}};
  if (weighter.options.kind == Weighting::none) return step;
  step.tables = {{"documents", one_number(weighter.documents)},
                 {"average_length", one_number(weighter.average_length)},
                 {"document_frequency", weighter.document_frequency.transpose()}};
  return step;
}

Weighter restore_weighter(const StoredStep& step) {
  require(step.kind == "weights", "a stored step '{}' cannot be restored as weights", step.kind);
  Weighter restored{with_settings<WeightOptions>("weights", step.options)};
  if (restored.options.kind == Weighting::none) return restored;
  restored.documents = number_in(step, "documents");
  restored.average_length = number_in(step, "average_length");
  const Matrix& frequency = parameter(step.tables, "document_frequency");
  require(frequency.rows() == 1,
          "the stored weights are damaged: 'document_frequency' has {} rows instead of one",
          frequency.rows());
  restored.document_frequency = frequency.row(0).transpose();
  check_restored(restored);
  return restored;
}

}  // namespace bellwether
