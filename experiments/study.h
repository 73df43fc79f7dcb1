#pragma once
// A study: every method, at every place of an axis if there is one, on every data set and split. What a data
// set and a score are is the experiment's own affair.

#include <experiments/experiment.h>
#include <experiments/tcs_protocol.h>

namespace bellwether::experiments {

struct StudyMethod {
  std::string name = {};
  std::string what = {};             ///< as it is run here, in words
  std::string at = {};               ///< the place on the axis; empty: the same at all of them
  double value = 0;                  ///< the same as a number, for the score
  std::string baseline = {};         ///< instead of the study's
  std::optional<double> paper = {};  ///< what the paper prints, of the first measure
};

/// A data set that is ready to be clustered.
struct OpenedData {
  std::string prepared = {};  ///< what was made of it, in words
  Index items = 0, features = 0;
  int classes = 0;
  /// A figure for each measure of the study. Called from several threads at once.
  std::function<std::vector<double>(const StudyMethod&, int split, const Searches&)> score = {};
  std::function<bool(const StudyMethod&)> has_place = {};  ///< some places may be none here; empty: all are
};

struct Study {
  std::string paper = {}, name = {}, source = {}, summary = {};
  std::vector<std::string> measures = {"NMI"};
  bool lower_is_better = false;
  std::string axis = {};  ///< of a figure: what `at` is
  bool shows_gains = false;
  std::string baseline = {};  ///< a method's name
  std::string splits_are = "random draws", split = "draws";
  std::vector<std::string> datasets = {};
  std::vector<StudyMethod> methods = {};
  std::vector<std::string> notes = {};
  int splits = 10, restarts = 5;
  bool needs_data = true;
  /// Nothing if its files are not there; `missing` then says what was looked for.
  std::function<std::optional<OpenedData>(const Request&, const std::string& dataset, std::string& missing,
                                          const Run&)>
      open = {};
  std::function<std::vector<Scatter>(const Request&, const Run&)> scatters = {};  ///< may be empty
  /// Of what is finished, in place of the usual ones; may be empty.
  std::function<std::vector<OwnTable>(const Outcome&)> tables = {};
};

Experiment experiment_of(const Study& study);

}  // namespace bellwether::experiments
