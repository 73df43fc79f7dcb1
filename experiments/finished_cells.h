#pragma once
// What an experiment has done already, kept in a CSV file, so that an interrupted run goes on where it
// stopped:
//
//   # tcs table3, 50 restarts, random seed 0
//   dataset,split,method,nmi,seconds

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace bellwether::experiments {

/// One method on one split of one data set.
struct Cell {
  std::string dataset = {};
  int split = 0;
  std::string method = {};
  double score = 0;
  double seconds = 0;
};

class FinishedCells {
 public:
  /// `settings` is what all cells of the file have in common. Throws InvalidInput if the file was made with
  /// others, or holds something else. No path: cells are kept in memory alone.
  FinishedCells(std::filesystem::path file, const std::string& settings, const std::string& score);

  /// In memory, and at the end of the file.
  void add(const Cell& cell);

  bool has(const std::string& dataset, int split, const std::string& method) const {
    return find(dataset, split, method).has_value();
  }
  std::optional<Cell> find(const std::string& dataset, int split, const std::string& method) const;
  std::size_t count() const { return cells_.size(); }

 private:
  void read(const std::string& first_line, const std::string& second_line);

  std::filesystem::path file_ = {};
  std::vector<Cell> cells_ = {};
};

}  // namespace bellwether::experiments
