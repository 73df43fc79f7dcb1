#pragma once
// The pieces of an experiment that are not finished, run several at once; what they give is kept.

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <bellwether/engine/run.h>
#include <experiments/finished_cells.h>

namespace bellwether::experiments {

/// Work that is done in one go: a method, or several that share most of it, on one split of a data set.
struct Piece {
  std::string dataset = {};
  int split = 0;
  std::vector<std::string> methods = {};  ///< of the cells that it gives; none: there is nothing to do
  /// Gives the cells of the methods that are missing. Its run has one thread.
  std::function<std::vector<Cell>(const std::vector<std::string>& missing, const Run& run)> work = {};
};

class Filling {
 public:
  /// `pieces`: how many there are in all, for the progress; `unit` is what it calls them.
  Filling(const Run& run, FinishedCells& finished, std::int64_t pieces, const char* unit = "cells")
      : run_(run), finished_(finished), all_(pieces), unit_(unit) {}

  /// A piece that is stopped early gives nothing and is done again next time.
  void fill(const std::vector<Piece>& pieces);

  /// In words, of a method that could not run on some split of a data set; else empty.
  std::string failure(const std::string& dataset, const std::string& method) const;

 private:
  std::vector<std::string> missing(const Piece& piece);
  void run_piece(const Piece& piece);
  void report();

  const Run& run_;
  FinishedCells& finished_;
  std::int64_t all_;
  const char* unit_;
  std::int64_t done_ = 0;
  std::map<std::pair<std::string, std::string>, std::string> failures_ = {};
  std::mutex mutex_ = {};
};

}  // namespace bellwether::experiments
