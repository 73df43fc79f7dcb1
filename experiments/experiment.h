#pragma once
// Experiments: the tables of papers, run again on data that the reader has.

#include <filesystem>
#include <functional>
#include <map>
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
  bool quick = false;                   ///< small draws, where an experiment draws
  std::map<std::string, std::string> choices =
      {};  ///< where the paper leaves one: see Choice; else the first
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
  std::vector<double> scores = {}, theirs = {};  ///< its own and the baseline's, on the splits that both have
  /// Half of the 95 % confidence interval of the mean, by Student's t; none with one split.
  std::optional<double> interval = {};
  std::string baseline = {};                      ///< what it is compared with; empty: the outcome's
  std::optional<double> difference = {}, p = {};  ///< to the baseline on the same splits; a paired t-test
  std::optional<double> paper_p = {};             ///< could the paper's figure be of one more such split?
  double seconds = 0;                             ///< of processor time, all splits together
};

struct DatasetFigures {
  std::string dataset = {};
  std::string prepared = {};  ///< what was made of the file, in words
  std::int64_t items = 0, features = 0;
  int classes = 0;
  std::vector<MethodFigures> methods = {};
  std::string measured = {};  ///< one of several measures of the data set; empty: there is just one
};

/// Items in the plane with their clusters: a figure that shows the data.
struct Scatter {
  std::string title = {};
  std::vector<std::pair<double, double>> points = {};
  std::vector<int> clusters = {};
};

/// A table as the paper prints it, for the reader to compare.
struct Printed {
  std::vector<std::string> columns = {};  ///< the first is of the names of the rows
  std::vector<std::string> rows = {};
  std::vector<std::vector<double>> figures = {};  ///< of each row; NAN: none
  int decimals = 3;
  std::string baseline = {};  ///< a column; the others are tested against it over the rows; empty: none
  std::string remark = {};    ///< what is to be said of it
};

/// A table that an experiment makes of its figures by itself.
struct OwnTable {
  std::string title = {}, remark = {};
  std::vector<std::vector<std::string>> lines = {};  ///< the first has the names of the columns
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
  bool summarised = true;           ///< there is something to be said of all data sets together
  bool shows_gains = false;         ///< a figure of differences to the baseline, and not of scores
  std::vector<DatasetFigures> datasets = {};
  std::vector<Scatter> scatters = {};
  std::vector<OwnTable> tables = {};  ///< in place of those that show every figure; empty: none
  std::optional<Printed> printed = {};
  std::vector<std::string> left_out = {};   ///< data sets that were not found, in words
  std::vector<std::string> stand_ins = {};  ///< what stands in for data that are not there, in words
  std::vector<std::string> notes = {};      ///< how this differs from the paper
  bool interrupted = false;
  double seconds = 0;  ///< of wall time
};

/// Data that a paper used.
struct NeededData {
  std::string name = {};       ///< as it is published: "UCI Letter Recognition"
  std::string published = {};  ///< by whom, and whether anyone may have it
  std::string instead = {};    ///< what stands in for it; empty: the data themselves are used
  std::string folder = {};     ///< where it, or what stands in for it, is looked for; empty: nowhere
};

/// Something that the paper leaves open.
struct Choice {
  std::string name = {};
  std::vector<std::string> values = {};  ///< the first is taken if nobody says otherwise
  std::string what = {};
};

/// What to run instead of everything, to be through within a minute.
struct Quick {
  std::vector<std::string> only = {}, methods = {};
  int splits = 2, restarts = 2;
};

struct Experiment {
  std::string paper = {}, table = {};
  std::string source = {};   ///< the paper in full
  std::string summary = {};  ///< one line
  std::vector<std::string> datasets = {}, methods = {};
  int splits = 12, restarts = 50;  ///< if nobody says otherwise
  /// run.on_progress may be called from several threads, one at a time.
  std::function<Outcome(const Request&, const Run&)> run = {};
  std::string protocol = {};  ///< how it is measured, in words
  std::vector<NeededData> data = {};
  std::vector<Choice> choices = {};
  Quick quick = {};
};

const std::vector<Experiment>& all_experiments();

/// Throw InvalidOption with the nearest name if there is none.
void require_paper(const std::string& paper);
/// A figure may be called figure2 as well as fig2.
const Experiment& find_experiment(const std::string& paper, const std::string& table);
/// The experiment on what is asked for. What stands in for data is said in the outcome. Throws InvalidOption
/// if a choice is none of those that it leaves.
Outcome carry_out(const Experiment& experiment, const Request& request, const Run& run);
/// The value that is asked for, or else the first.
std::string chosen_value(const Request& request, const std::string& choice, const std::string& first);
/// What all finished cells of a run have in common: "tcs table3, 50 restarts, random seed 0".
std::string settings_of(const std::string& paper, const std::string& table, const Request& request);
/// Each of `words` must be one of `names`; `what` says what they are: "data set".
void require_names(const std::vector<std::string>& words, const std::vector<std::string>& names,
                   const std::string& what);

}  // namespace bellwether::experiments
