#pragma once
// A table or a figure about knowledge from other data: every method on every task, over draws and starts.

#include <experiments/experiment.h>
#include <experiments/transfer_problem.h>

namespace bellwether::experiments {

struct TransferMethod {
  std::string name = {};
  std::string what = {};  ///< as it is run here, in words
  Search search = {};
  std::string at = {};  ///< of a figure: the value on its axis
  int items = 0;        ///< of each class, instead of the task's; 0: the task's
};

struct TransferTable {
  std::string paper = {}, name = {}, source = {}, summary = {};
  std::string axis = {};      ///< of a figure: what `at` is
  std::string baseline = {};  ///< a method's name
  EntropyUnit unit = EntropyUnit::bits;
  std::vector<Task> tasks = {};  ///< those of one corpus together
  std::vector<TransferMethod> methods = {};
  std::vector<std::string> notes = {};
  std::optional<Printed> printed = {};  ///< the paper's own table
  int splits = 8, restarts = 3;         ///< if nobody says otherwise
};

/// Reads a corpus by its name; nothing if its files are not there.
using CorpusReader =
    std::function<std::optional<Corpus>(const Request&, const std::string& corpus, const Run&)>;
std::optional<Corpus> corpus_in_folder(const Request& request, const std::string& corpus, const Run& run);

Experiment experiment_of(const TransferTable& table, const CorpusReader& reader = corpus_in_folder);

}  // namespace bellwether::experiments
