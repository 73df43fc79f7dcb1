#include <bellwether/features/text/word_totals.h>

#include <algorithm>
#include <numeric>
#include <span>

#include <bellwether/data/error.h>
#include <bellwether/features/text/vocabulary.h>

namespace bellwether {
namespace {

/// What fit_weighter() would learn from the counts of the vocabulary: whole numbers, so that their sums are
/// exact in any order.
Weighter weighter_of(const WordTotals& totals, const std::vector<std::string>& vocabulary,
                     const WeightOptions& options) {
  Weighter fitted{options, static_cast<double>(totals.documents), 0,
                  Vector::Zero(static_cast<Index>(vocabulary.size()))};
  double total = 0;
  std::size_t t = 0;
  for (std::size_t v = 0; v < vocabulary.size(); ++v) {
    while (totals.terms[t] != vocabulary[v]) ++t;
    fitted.document_frequency[static_cast<Index>(v)] = static_cast<double>(totals.in_documents[t]);
    total += static_cast<double>(totals.occurrences[t]);
  }
  fitted.average_length = total / fitted.documents;
  return fitted;
}

bool is_weighting(const std::string& name) {
  return std::ranges::any_of(weighting_names, [&](const auto& named) { return named.first == name; });
}

bool is_length(const std::string& name) {
  return name == "l1" || name == "l2";
}

/// Weights come first: what is behind them is no longer made of counts.
Step step_of(const StepPlan& plan, bool first, const WordTotals& totals,
             const std::vector<std::string>& vocabulary) {
  if (is_weighting(plan.name)) {
    require<InvalidOption>(first, "{} must be the first step: it is made of counts", plan.name);
    Settings settings = plan.options;
    settings.emplace_back("weights", plan.name);
    return weighter_of(totals, vocabulary, with_settings<WeightOptions>("weights", settings));
  }
  require<InvalidOption>(is_length(plan.name), "{} is learned from the numbers that words give", plan.name);
  return Normaliser{normalise_by_name(plan.name)};
}

}  // namespace

std::size_t steps_of_words(const std::vector<StepPlan>& steps) {
  const auto decided = [](const StepPlan& plan) { return is_weighting(plan.name) || is_length(plan.name); };
  const auto first = std::ranges::find_if_not(steps, decided);
  for (const StepPlan& plan : std::span(first, steps.end()))
    require<InvalidOption>(!is_weighting(plan.name), "{} must be the first step: it is made of counts",
                           plan.name);
  return static_cast<std::size_t>(first - steps.begin());
}

WordTotals word_totals(Documents documents, const TextOptions& options, const Run& run) {
  const CountedDocuments counted = count_documents(documents, options, run);
  TermIndex index = index_terms(counted, run);
  WordTotals totals;
  totals.documents = std::ssize(counted.documents);
  totals.terms.assign(index.terms.begin(), index.terms.end());
  totals.in_documents = std::move(index.documents);
  totals.occurrences = std::move(index.occurrences);
  return totals;
}

void merge(WordTotals& into, const WordTotals& from) {
  WordTotals all;
  all.documents = into.documents + from.documents;
  all.terms.reserve(std::max(into.terms.size(), from.terms.size()));
  const auto take = [&](std::string term, std::int64_t in_documents, std::int64_t occurrences) {
    all.terms.push_back(std::move(term));
    all.in_documents.push_back(in_documents);
    all.occurrences.push_back(occurrences);
  };
  std::size_t a = 0, b = 0;
  while (a < into.terms.size() || b < from.terms.size()) {
    const int order = a == into.terms.size()   ? 1
                      : b == from.terms.size() ? -1
                                               : into.terms[a].compare(from.terms[b]);
    if (order < 0) {
      take(std::move(into.terms[a]), into.in_documents[a], into.occurrences[a]), ++a;
    } else if (order > 0) {
      take(from.terms[b], from.in_documents[b], from.occurrences[b]), ++b;
    } else {
      take(std::move(into.terms[a]), into.in_documents[a] + from.in_documents[b],
           into.occurrences[a] + from.occurrences[b]);
      ++a, ++b;
    }
  }
  into = std::move(all);
}

Vectorizer vectorizer_of(const WordTotals& totals, const TextOptions& options,
                         const std::vector<StepPlan>& steps) {
  check_options(options, "words");
  require<InvalidOption>(options.select == Selection::frequency,
                         "{} needs all documents in one place: use {}", setting("select", "information"),
                         remedy("select", "frequency"));
  TextVectorizer words{options, choose_vocabulary(totals, options)};
  require(!words.vocabulary.empty(), "no word is left of {} documents (are they text? try {}, {}, {}, {})",
          totals.documents, remedy("min_documents", 1), remedy("max_documents", 1), remedy("min_length", 1),
          remedy("numbers", true));
  Vectorizer vectorizer;
  for (const StepPlan& plan : steps)
    vectorizer.steps.push_back(step_of(plan, vectorizer.steps.empty(), totals, words.vocabulary));
  vectorizer.extractor = std::move(words);
  return vectorizer;
}

}  // namespace bellwether
