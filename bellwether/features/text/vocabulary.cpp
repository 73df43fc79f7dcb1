#include <bellwether/features/text/vocabulary.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include <bellwether/data/error.h>
#include <bellwether/data/item_ids.h>
#include <bellwether/features/text/word_totals.h>

namespace bellwether {
namespace {

/// Calls `visit(document, term, count)` for every count, terms as numbered in `all`.
template <class Visit>
void for_each_count(const CountedDocuments& counted, const TermIndex& all, const Visit& visit) {
  for (std::size_t d = 0; d < counted.documents.size(); ++d) {
    const CountedDocument& document = counted.documents[d];
    for (std::size_t i = document.begin; i < document.end; ++i) {
      const TermCount& entry = counted.counters[document.counter].counts[i];
      visit(d, static_cast<std::size_t>(all.number[document.counter][static_cast<std::size_t>(entry.term)]),
            entry.count);
    }
  }
}

/// What each term contributes to the mutual information of terms and documents,
///   sum_d p(d,t) log p(d,t) / (p(d) p(t)),   p(d,t) = n_dt / n
/// (N. Slonim, N. Tishby. Document clustering using word clusters via the information bottleneck. 2000.)
std::vector<double> information_about_documents(const CountedDocuments& counted, const TermIndex& all) {
  std::vector<double> length(counted.documents.size());
  double total = 0;
  for_each_count(counted, all, [&](std::size_t d, std::size_t, std::int32_t count) {
    length[d] += count;
    total += count;
  });
  std::vector<double> information(all.terms.size());
  for_each_count(counted, all, [&](std::size_t d, std::size_t t, std::int32_t count) {
    information[t] +=
        count / total * std::log(count * total / (length[d] * static_cast<double>(all.occurrences[t])));
  });
  return information;
}

double entropy(const std::vector<double>& counts) {
  const double n = std::accumulate(counts.begin(), counts.end(), 0.0);
  double sum = 0;
  for (const double c : counts)
    if (c > 0) sum -= c / n * std::log(c / n);
  return sum;
}

/// The class of each document, -1 where nothing is known.
std::vector<int> pointed_classes(const CountedDocuments& counted, const Pairs& pointed) {
  std::vector<std::string> ids;
  for (const CountedDocument& document : counted.documents) ids.push_back(document.id);
  const ItemIds place(ids);
  std::vector<int> classes(counted.documents.size(), -1);
  std::unordered_map<std::string_view, int> code;
  for (const NamedPair& pair : pointed) {
    const auto at = place.find(pair.first);
    require(at.has_value(), "labels are given for '{}', but there is no such document", pair.first);
    classes[*at] = code.emplace(pair.second, static_cast<int>(code.size())).first->second;
  }
  require(code.size() > 1,
          "labels of one class only ('{}') cannot tell which words to keep: give two classes or more",
          pointed.front().second);
  return classes;
}

/// Information gain, H(C) - H(C | the term is there or not), over the documents whose class is known.
/// (Y. Yang, J. Pedersen. A comparative study on feature selection in text categorization. 1997.)
std::vector<double> information_about_classes(const CountedDocuments& counted, const TermIndex& all,
                                              const std::vector<int>& classes) {
  const auto k = static_cast<std::size_t>(*std::max_element(classes.begin(), classes.end())) + 1;
  std::vector<double> sizes(k);
  for (const int c : classes)
    if (c >= 0) sizes[static_cast<std::size_t>(c)] += 1;
  std::vector<double> with(all.terms.size() * k);  // documents of each class that have the term
  for_each_count(counted, all, [&](std::size_t d, std::size_t t, std::int32_t) {
    if (classes[d] >= 0) with[t * k + static_cast<std::size_t>(classes[d])] += 1;
  });

  const double n = std::accumulate(sizes.begin(), sizes.end(), 0.0), whole = entropy(sizes);
  std::vector<double> gain(all.terms.size());
  for (std::size_t t = 0; t < gain.size(); ++t) {
    const std::vector<double> there(with.begin() + static_cast<std::ptrdiff_t>(t * k),
                                    with.begin() + static_cast<std::ptrdiff_t>((t + 1) * k));
    const double m = std::accumulate(there.begin(), there.end(), 0.0);
    std::vector<double> absent(k);
    for (std::size_t c = 0; c < k; ++c) absent[c] = sizes[c] - there[c];
    gain[t] = whole - (m > 0 ? m / n * entropy(there) : 0) - (n > m ? (n - m) / n * entropy(absent) : 0);
  }
  return gain;
}

std::vector<double> worth(const CountedDocuments& counted, const TermIndex& all, const TextOptions& options,
                          const Pairs& pointed) {
  if (options.select == Selection::frequency) return {all.occurrences.begin(), all.occurrences.end()};
  if (pointed.empty()) return information_about_documents(counted, all);
  return information_about_classes(counted, all, pointed_classes(counted, pointed));
}

/// The places of the terms that are kept, rising. `worth()` is asked only if there are more than there may
/// be.
template <class Worth>
std::vector<std::size_t> kept_terms(const std::vector<std::int64_t>& in_documents,
                                    const std::vector<std::int64_t>& occurrences, double n,
                                    const TextOptions& options, const Worth& worth) {
  std::vector<std::size_t> kept;
  for (std::size_t t = 0; t < in_documents.size(); ++t) {
    const auto documents = static_cast<double>(in_documents[t]);
    // Divided, since a product rounds: 0.29 * 100 is less than 29.
    if (documents >= options.min_documents && documents / n <= options.max_documents) kept.push_back(t);
  }
  const auto limit = static_cast<std::size_t>(options.vocabulary);
  if (limit > 0 && kept.size() > limit) {
    const std::vector<double> value = worth();
    std::stable_sort(kept.begin(), kept.end(), [&](std::size_t a, std::size_t b) {
      return value[a] != value[b] ? value[a] > value[b] : occurrences[a] > occurrences[b];
    });
    kept.resize(limit);
    std::sort(kept.begin(), kept.end());
  }
  return kept;
}

}  // namespace

std::vector<std::string> choose_vocabulary(const CountedDocuments& counted, const TermIndex& index,
                                           const TextOptions& options, const Pairs& pointed) {
  std::vector<std::string> vocabulary;
  for (const std::size_t t :
       kept_terms(index.documents, index.occurrences, static_cast<double>(counted.documents.size()), options,
                  [&] { return worth(counted, index, options, pointed); }))
    vocabulary.emplace_back(index.terms[t]);
  return vocabulary;
}

std::vector<std::string> choose_vocabulary(const WordTotals& totals, const TextOptions& options) {
  std::vector<std::string> vocabulary;
  for (const std::size_t t :
       kept_terms(totals.in_documents, totals.occurrences, static_cast<double>(totals.documents), options,
                  [&] { return std::vector<double>(totals.occurrences.begin(), totals.occurrences.end()); }))
    vocabulary.push_back(totals.terms[t]);
  return vocabulary;
}

}  // namespace bellwether
