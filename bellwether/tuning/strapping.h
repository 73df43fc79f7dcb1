#pragma once
// Strapping: collections that were sorted before teach which of several clusterings of a new one to trust.
//   J. Eisner, D. Karakos. Bootstrapping without the boot. HLT-EMNLP 2005.
//   D. Karakos, J. Eisner, S. Khudanpur, C. Priebe. Cross-instance tuning of unsupervised document clustering
//   algorithms. HLT-NAACL 2007 (section 4.1).

#include <string>

#include <bellwether/engine/run.h>
#include <bellwether/tuning/cues.h>
#include <bellwether/tuning/ranking_svm.h>

namespace bellwether {

/// A collection that was sorted before: the cues of its clusterings, and how wrong each is.
struct Lesson {
  std::string name = {};
  Matrix cues = {};                 ///< cues (i) and (ii) as they are, a row for each value of the option
  std::vector<double> errors = {};  ///< of each
};

struct StrappingOptions {
  CueScale scale = CueScale::every;
  std::vector<double> c = {};      ///< tried by leaving out one lesson at a time; empty: 0.01 ... 100
  std::vector<double> sigma = {};  ///< likewise; empty: 0.25 ... 4
};

/// The meta-model: ranks clusterings by their cues.
struct Strapping {
  std::vector<double> values = {};  ///< of the option, one for each row of cues
  CueScale scale = CueScale::every;
  RankingSvm svm = {};
  RankingSvmOptions chosen = {};
  double error = 0;  ///< of the best-ranked clustering of a lesson left out, with c and sigma as chosen
  double rank_correlation = 0;  ///< Spearman's, of predicted and true ranks, likewise
};

/// c and sigma minimise the mean error of the best-ranked clustering over lessons left out; of equals, the
/// largest mean rank correlation; then the simplest (smallest c, largest sigma). With one lesson nothing can
/// be left out: then both are 1, and `error` and `rank_correlation` 0. Throws InvalidInput if in every lesson
/// all errors are equal. Asked to stop, it chooses among what it has tried.
Strapping learn_strapping(const std::vector<double>& values, const std::vector<Lesson>& lessons,
                          const StrappingOptions& options = {}, const Run& run = {});

struct Ranked {
  std::size_t best = 0;  ///< the candidate to return; of equals the last, whose value is nearest to untuned
  Vector scores = {};
};
/// `cues`: (i) and (ii) of each candidate of a new collection.
Ranked rank(const Strapping& strapping, const Matrix& cues);

/// An honest guess of what strapping gains: each lesson in turn is left out, everything (c and sigma, too) is
/// learned from the others, and the error of the clustering that is picked is set against that of the
/// untuned one.
struct StrappingCheck {
  bool possible = false;           ///< there are at least three lessons
  std::vector<double> tuned = {};  ///< the error on each lesson
  std::vector<double> untuned = {};
  double gain = 0;   ///< mean of untuned - tuned
  double error = 0;  ///< its standard error
};
/// `untuned`: which of the values stands for no tuning; it is picked where the other lessons teach nothing.
/// Asked to stop, it is not possible.
StrappingCheck check_strapping(const std::vector<double>& values, const std::vector<Lesson>& lessons,
                               std::size_t untuned, const StrappingOptions& options = {},
                               const Run& run = {});

}  // namespace bellwether
