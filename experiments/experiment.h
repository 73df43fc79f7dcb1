#pragma once
// Experiments: the tables of papers, run again on data that the reader has.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <bellwether/engine/run.h>

namespace bellwether::experiments {

/// What is asked of an experiment.
struct Request {
  std::filesystem::path data = {};        ///< the folder with the data sets
  std::vector<std::string> only = {};     ///< data sets; empty: all
  std::vector<std::string> methods = {};  ///< empty: all
  int splits = 12;                        ///< random divisions of the classes
  int restarts = 50;                      ///< searches on each division, whose scores are averaged
  std::uint64_t random_seed = 0;
  std::filesystem::path finished = {};  ///< a CSV of what is done already, which is added to; empty: none
  std::filesystem::path features = {};  ///< a folder that keeps what is made of pictures; empty: none
};

/// One method on one data set, over the splits that are done.
struct MethodFigures {
  std::string method = {};
  std::string at = {};               ///< of a figure: the value on its axis; empty: none, or the same for all
  bool best = false;                 ///< of the starts with the best objective, and not the mean over starts
  std::optional<double> paper = {};  ///< the figure that the paper prints, if it does
  std::string not_run = {};          ///< why there are no figures; empty: there are
  int splits = 0;
  double mean = 0, spread = 0;  ///< of the scores over splits; spread is their standard deviation
  /// Half of the 95 % confidence interval of the mean, by Student's t; none with one split.
  std::optional<double> interval = {};
  std::string baseline = {};                      ///< what it is compared with; empty: the outcome's
  std::optional<double> difference = {}, p = {};  ///< to the baseline on the same splits; a paired t-test
  double seconds = 0;                             ///< of processor time, all splits together
};

struct DatasetFigures {
  std::string dataset = {};
  std::string prepared = {};  ///< what was made of the file, in words
  std::int64_t items = 0, features = 0;
  int classes = 0;
  std::vector<MethodFigures> methods = {};
};

struct Outcome {
  std::string score = {};     ///< what the figures are: "NMI"
  std::string baseline = {};  ///< the method that the others are compared with
  bool lower_is_better = false;
  std::string splits_are = "divisions of the classes";
  std::string split = "divisions";  ///< the same in one word
  bool intervals = false;           ///< the table shows them
  bool side_by_side = false;        ///< a line for each data set, and a column for each method
  std::string axis = {};            ///< what `at` of the methods is, if this is a figure
  std::vector<DatasetFigures> datasets = {};
  std::vector<std::string> left_out = {};  ///< data sets that were not found, in words
  std::vector<std::string> notes = {};     ///< how this differs from the paper
  bool interrupted = false;
  double seconds = 0;  ///< of wall time
};

struct Experiment {
  std::string paper = {}, table = {};
  std::string source = {};   ///< the paper in full
  std::string summary = {};  ///< one line
  std::vector<std::string> datasets = {}, methods = {};
  int splits = 12, restarts = 50;  ///< if nobody says otherwise
  /// run.on_progress may be called from several threads, one at a time.
  std::function<Outcome(const Request&, const Run&)> run = {};
};

const std::vector<Experiment>& all_experiments();

/// Throw InvalidOption with the nearest name if there is none.
void require_paper(const std::string& paper);
const Experiment& find_experiment(const std::string& paper, const std::string& table);
/// Each of `words` must be one of `names`; `what` says what they are: "data set".
void require_names(const std::vector<std::string>& words, const std::vector<std::string>& names,
                   const std::string& what);

}  // namespace bellwether::experiments
