#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

#include <bellwether/features/text/vocabulary.h>

namespace bellwether {
namespace {

constexpr std::int32_t not_kept = -1;

/// A term with its first eight bytes as a number that sorts like them: few comparisons need the rest.
struct SortedTerm {
  std::uint64_t first;
  std::string_view term;
  std::int32_t number;  ///< in its counter

  bool operator<(const SortedTerm& other) const {
    return first != other.first ? first < other.first : term < other.term;
  }
};

std::uint64_t first_eight(std::string_view term) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < 8; ++i)
    value = value << 8 | (i < term.size() ? static_cast<unsigned char>(term[i]) : 0U);
  return value;
}

std::vector<SortedTerm> sorted_terms(const TermTable& terms) {
  std::vector<SortedTerm> sorted;
  sorted.reserve(static_cast<std::size_t>(terms.size()));
  for (std::int32_t t = 0; t < terms.size(); ++t)
    sorted.push_back({first_eight(terms.term(t)), terms.term(t), t});
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

/// What one counter saw of each of its terms.
struct Totals {
  std::vector<std::int64_t> documents, occurrences;
};

Totals totals_of(const CountedDocuments::Counter& counter) {
  const auto terms = static_cast<std::size_t>(counter.terms.size());
  Totals totals{std::vector<std::int64_t>(terms), std::vector<std::int64_t>(terms)};
  for (const TermCount& entry : counter.counts) {
    ++totals.documents[static_cast<std::size_t>(entry.term)];
    totals.occurrences[static_cast<std::size_t>(entry.term)] += entry.count;
  }
  return totals;
}

/// Numbers the terms of all counters by merging their sorted lists.
void merge_terms(const std::vector<std::vector<SortedTerm>>& sorted, TermIndex& index) {
  std::vector<std::size_t> at(sorted.size());
  while (true) {
    const SortedTerm* least = nullptr;
    for (std::size_t c = 0; c < sorted.size(); ++c)
      if (at[c] < sorted[c].size() && (least == nullptr || sorted[c][at[c]] < *least))
        least = &sorted[c][at[c]];
    if (least == nullptr) return;
    const std::string_view term = least->term;
    for (std::size_t c = 0; c < sorted.size(); ++c) {
      if (at[c] == sorted[c].size() || sorted[c][at[c]].term != term) continue;
      index.number[c][static_cast<std::size_t>(sorted[c][at[c]].number)] =
          static_cast<std::int32_t>(index.terms.size());
      ++at[c];
    }
    index.terms.push_back(term);
  }
}

/// For each of the sorted `terms` its place in the sorted vocabulary, or not_kept.
std::vector<std::int32_t> places_in(const std::vector<std::string>& vocabulary,
                                    const std::vector<std::string_view>& terms) {
  std::vector<std::int32_t> places(terms.size(), not_kept);
  std::size_t v = 0;
  for (std::size_t t = 0; t < terms.size(); ++t) {
    while (v < vocabulary.size() && vocabulary[v] < terms[t]) ++v;
    if (v < vocabulary.size() && vocabulary[v] == terms[t]) places[t] = static_cast<std::int32_t>(v);
  }
  return places;
}

/// The columns of one document's terms and their counts, in the order of the columns.
void sorted_row(const CountedDocument& document, const CountedDocuments::Counter& counter,
                const std::vector<std::int32_t>& column, std::vector<std::uint64_t>& row) {
  row.clear();
  for (std::size_t i = document.begin; i < document.end; ++i) {
    const TermCount& entry = counter.counts[i];
    const std::int32_t at = column[static_cast<std::size_t>(entry.term)];
    if (at != not_kept)
      row.push_back(static_cast<std::uint64_t>(at) << 32 | static_cast<std::uint32_t>(entry.count));
  }
  std::sort(row.begin(), row.end());
}

}  // namespace

TermIndex index_terms(const CountedDocuments& counted, const Run& run) {
  const std::size_t counters = counted.counters.size();
  std::vector<std::vector<SortedTerm>> sorted(counters);
  std::vector<Totals> totals(counters);
  on_threads(run.threads, [&] {
    for_each_parallel(static_cast<int>(counters), [&](int c) {
      const auto& counter = counted.counters[static_cast<std::size_t>(c)];
      sorted[static_cast<std::size_t>(c)] = sorted_terms(counter.terms);
      totals[static_cast<std::size_t>(c)] = totals_of(counter);
    });
  });
  TermIndex index;
  for (const auto& terms : sorted) index.number.emplace_back(terms.size());
  merge_terms(sorted, index);
  index.documents.resize(index.terms.size());
  index.occurrences.resize(index.terms.size());
  for (std::size_t c = 0; c < counters; ++c) {
    for (std::size_t t = 0; t < index.number[c].size(); ++t) {
      const auto at = static_cast<std::size_t>(index.number[c][t]);
      index.documents[at] += totals[c].documents[t];
      index.occurrences[at] += totals[c].occurrences[t];
    }
  }
  return index;
}

SparseMatrix counts_matrix(const CountedDocuments& counted, const TermIndex& index,
                           const std::vector<std::string>& vocabulary, const Run& run) {
  const std::vector<std::int32_t> places = places_in(vocabulary, index.terms);
  auto column = index.number;  // for each counter, of each of its terms
  for (auto& columns : column)
    for (std::int32_t& at : columns) at = places[static_cast<std::size_t>(at)];

  const std::size_t n = counted.documents.size();
  SparseMatrix matrix{.columns = static_cast<Index>(vocabulary.size())};
  matrix.starts.assign(n + 1, 0);
  for_each_block(
      static_cast<std::int64_t>(n),
      [&](std::int64_t begin, std::int64_t end) {
        for (auto d = static_cast<std::size_t>(begin); d < static_cast<std::size_t>(end); ++d) {
          const CountedDocument& document = counted.documents[d];
          const TermCount* counts = counted.counters[document.counter].counts.data();
          matrix.starts[d + 1] =
              std::count_if(counts + document.begin, counts + document.end, [&](const auto& entry) {
                return column[document.counter][static_cast<std::size_t>(entry.term)] != not_kept;
              });
        }
      },
      run);
  std::partial_sum(matrix.starts.begin(), matrix.starts.end(), matrix.starts.begin());
  matrix.column_of.resize(static_cast<std::size_t>(matrix.starts.back()));
  matrix.values.resize(matrix.column_of.size());
  for_each_block(
      static_cast<std::int64_t>(n),
      [&](std::int64_t begin, std::int64_t end) {
        std::vector<std::uint64_t> row;
        for (auto d = static_cast<std::size_t>(begin); d < static_cast<std::size_t>(end); ++d) {
          const CountedDocument& document = counted.documents[d];
          sorted_row(document, counted.counters[document.counter], column[document.counter], row);
          auto at = static_cast<std::size_t>(matrix.starts[d]);
          for (const std::uint64_t entry : row) {
            matrix.column_of[at] = static_cast<std::int32_t>(entry >> 32);
            matrix.values[at++] = static_cast<double>(entry & 0xFFFFFFFFU);
          }
        }
      },
      run);
  return matrix;
}

}  // namespace bellwether
