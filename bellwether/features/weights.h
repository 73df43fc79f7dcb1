#pragma once
// Weights of words in documents: what a count says, given how common its word is. Fitted on one collection of
// counts and kept with a model, so that new documents are weighed with the same frequencies.
//   G. Salton, C. Buckley. Term-weighting approaches in automatic text retrieval. IP&M 24, 1988 (ltc).
//   S. Robertson, S. Walker, S. Jones, M. Hancock-Beaulieu, M. Gatford. Okapi at TREC-3. 1995 (okapi).
//
// With tf the count of a word in a document, df the number of fitted documents that have the word, n the
// number of these documents, len the sum of a document's counts and avg its mean over the fitted ones:
//
//   tf-idf  tf (ln((1 + n) / (1 + df)) + 1)
//   ltc     (1 + ln tf) ln(n / df), and then each document is divided by its Euclidean length
//   okapi   tf (k1 + 1) / (tf + k1 (1 - b + b len / avg)) ln(1 + (n - df + 0.5) / (df + 0.5))
//
// With k1 = 2 and b = 0.75 the first factor of okapi is 3 tf / (tf + 0.5 + 1.5 len / avg), the discount of
// Okapi at TREC-3. Its logarithm is the form that is always positive: ln((n - df + 0.5) / (df + 0.5)), of
// Robertson and Sparck Jones, is negative for a word in more than half of the documents, and negative weights
// cannot be read as a distribution.

#include <bellwether/data/dataset.h>
#include <bellwether/engine/run.h>
#include <bellwether/features/stored_step.h>

namespace bellwether {

enum class Weighting { none, tf_idf, ltc, okapi };
inline const Choices<Weighting> weighting_names{{"none", Weighting::none},
                                                {"tf-idf", Weighting::tf_idf},
                                                {"ltc", Weighting::ltc},
                                                {"okapi", Weighting::okapi}};

struct WeightOptions {
  Weighting kind = Weighting::none;
  double k1 = 2;    ///< okapi: how slowly repeated words stop to count; 0: only whether a word occurs
  double b = 0.75;  ///< okapi: how much a long document is held against its counts, 0 to 1
};

void describe(WeightOptions& o, auto&& option) {
  option("weights", o.kind, "what the count of a word in a document is turned into", weighting_names);
  option("k1", o.k1, "okapi: how slowly repeats of a word stop to count; 0: only whether it occurs", 0.0);
  option("b", o.b, "okapi: how much the length of a document is held against its counts", 0.0, 1.0);
}

struct Weighter {
  WeightOptions options = {};
  double documents = 0;       ///< n
  double average_length = 0;  ///< avg
  Vector document_frequency = {};
};

/// `none` learns nothing. Counts may be any numbers from 0 to 1e100.
Weighter fit_weighter(const Rows& counts, const WeightOptions& options);

/// In place. A word that no fitted document had weighs 0 under ltc; under the others it is the rarest word.
/// A word that all of them had weighs 0 under ltc. A document without any weight stays all zero. Sparse items
/// keep no stored zeros. Under ltc a count may be 0 or at least 1: 1 + ln tf would soon be negative.
void apply(const Weighter& weighter, Matrix& counts, const Run& run = {});
void apply(const Weighter& weighter, SparseMatrix& counts, const Run& run = {});
void apply(const Weighter& weighter, Dataset& counts, const Run& run = {});

StoredStep store(const Weighter& weighter);
Weighter restore_weighter(const StoredStep& step);

}  // namespace bellwether
