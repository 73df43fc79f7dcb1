#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/data/text.h>
#include <bellwether/data/values.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace bellwether {
namespace {

void require_finite_value(double value, Index row, Index column) {
  require(std::isfinite(value), "row {}, column {} (counted from 1) is {} (correct it, or drop the row)",
          row + 1, column + 1, std::isnan(value) ? "missing (NaN)" : "infinite");
}

void require_finite_row(const DenseRows& rows, Index i) {
  Index column = 0;
  for (const double value : rows.row(i)) require_finite_value(value, i, column++);
}

void require_finite_row(const SparseRows& rows, Index i) {
  const SparseRow row = rows.row(i);
  for (std::size_t at = 0; at < row.values.size(); ++at) {
    require_finite_value(row.values[at], i, row.columns[at]);
  }
}

void mix(std::uint64_t& hash, std::uint64_t word) {
  hash = (std::rotl(hash, 29) ^ word) * 0x9E3779B97F4A7C15ull;
  hash ^= hash >> 32;
}

std::uint64_t bits(double value) {
  return std::bit_cast<std::uint64_t>(value + 0.0);  // minus zero becomes zero
}

std::uint64_t hash_row(const DenseRows& rows, Index i) {
  std::uint64_t hash = 0;
  for (const double value : rows.row(i)) mix(hash, bits(value));
  return hash;
}

std::uint64_t hash_row(const SparseRows& rows, Index i) {
  const SparseRow row = rows.row(i);
  std::uint64_t hash = 0;
  for (std::size_t at = 0; at < row.values.size(); ++at) {
    if (row.values[at] == 0.0) continue;
    mix(hash, static_cast<std::uint64_t>(row.columns[at]));
    mix(hash, bits(row.values[at]));
  }
  return hash;
}

bool equal_rows(const DenseRows& rows, Index a, Index b) {
  return std::ranges::equal(rows.row(a), rows.row(b));
}

/// The next entry that is not zero, from `at` on.
std::size_t next_nonzero(const SparseRow& row, std::size_t at) {
  while (at < row.values.size() && row.values[at] == 0.0) ++at;
  return at;
}

bool equal_rows(const SparseRows& rows, Index a, Index b) {
  const SparseRow x = rows.row(a);
  const SparseRow y = rows.row(b);
  std::size_t i = next_nonzero(x, 0);
  std::size_t j = next_nonzero(y, 0);
  while (i < x.values.size() && j < y.values.size()) {
    if (x.columns[i] != y.columns[j] || x.values[i] != y.values[j]) return false;
    i = next_nonzero(x, i + 1);
    j = next_nonzero(y, j + 1);
  }
  return i == x.values.size() && j == y.values.size();
}

template <class View>
bool has_distinct(const View& rows, Index k) {
  const auto hash = [&](Index i) { return static_cast<std::size_t>(hash_row(rows, i)); };
  const auto equal = [&](Index a, Index b) { return equal_rows(rows, a, b); };
  std::unordered_set<Index, decltype(hash), decltype(equal)> seen(64, hash, equal);
  for (Index i = 0; i < rows.rows; ++i) {
    seen.insert(i);
    if (static_cast<Index>(seen.size()) >= k) return true;
  }
  return k <= 0;
}

}  // namespace

void require_finite(const Rows& rows) {
  rows.visit([](const auto& view) {
    for (Index i = 0; i < view.rows; ++i) require_finite_row(view, i);
  });
}

void require_finite(const RowSource& rows) {
  constexpr Index piece = 4096;
  std::vector<double> values(static_cast<std::size_t>(piece * rows.columns()));
  for (Index first = 0; first < rows.rows(); first += piece) {
    const Index count = std::min(piece, rows.rows() - first);
    rows.read(first, count, values.data());
    for (Index at = 0; at < count * rows.columns(); ++at)
      require_finite_value(values[at], first + at / rows.columns(), at % rows.columns());
  }
}

void require_counts(const Rows& rows, std::string_view name) {
  require_finite(rows);
  for_each_value(rows, [&](Index i, Index j, double value) {
    require<NegativeValues>(value >= 0,
                            "row {}, column {} (counted from 1) of {} is {}, but counts cannot be negative: "
                            "shift the values, leave out steps that centre them, or choose a method for "
                            "measurements, such as kmeans",
                            i + 1, j + 1, name, value);
  });
}

bool has_distinct_rows(const Rows& rows, Index k) {
  return rows.rows() >= k && rows.visit([k](const auto& view) { return has_distinct(view, k); });
}

void require_directions(const Dataset& dataset) {
  require_directions(dataset.rows(), [&](Index i) { return dataset.id(i); });
}

void require_directions(const Rows& all, const std::function<std::string(Index)>& name) {
  all.visit([&](const auto& rows) {
    for (Index i = 0; i < rows.rows; ++i) {
      std::span<const double> values;
      if constexpr (requires { rows.row(i).values; }) {
        values = rows.row(i).values;
      } else {
        values = rows.row(i);
      }
      require(std::any_of(values.begin(), values.end(), [](double v) { return v != 0; }),
              "item '{}' is all zeros and has no direction: remove it, or choose a method that needs none "
              "(kmeans, gm)",
              name(i));
    }
  });
}

void require_ids_unique(const Dataset& dataset) {
  const auto twice = find_duplicate(dataset.ids);
  if (!twice) return;
  throw InvalidInput(fmt::format("items {} and {} (counted from 0) have the same id {} (ids must differ)",
                                 twice->first, twice->second, shown(dataset.ids[twice->first])));
}

std::optional<std::pair<std::size_t, std::size_t>> find_duplicate(const std::vector<std::string>& words) {
  std::unordered_map<std::string_view, std::size_t> seen;
  seen.reserve(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto [at, fresh] = seen.emplace(words[i], i);
    if (!fresh) return std::pair{at->second, i};
  }
  return std::nullopt;
}

}  // namespace bellwether
