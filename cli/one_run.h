#pragma once
// One run: everything is read, planned, carried out and reported. `cluster` does one; `compare` does many of
// what was read once.

#include <cli/asked.h>
#include <cli/terminal/progress_bar.h>

#include <memory>
#include <stop_token>

#include <bellwether/portraits/report.h>

namespace bellwether::cli {

struct ReadAll {
  GivenSources given = {};
  std::optional<DirectionCheck> direction = {};
  double seconds_reading = 0, seconds_checking = 0;
  std::shared_ptr<Device> device = {};  ///< that the runs over it use; read_all() leaves it to the caller
};

/// Reads and checks everything. Labels that choose words are tried first, if that is wanted.
ReadAll read_all(const Asked& asked, int threads, ProgressBar& bar);

/// A run that shows progress and that the token stops.
bellwether::Run run_shown(int threads, std::stop_token stop, ProgressBar& bar,
                          std::shared_ptr<Device> device = nullptr);

Report run_once(const ReadAll& read, const Evidence& evidence, const Wishes& wishes,
                const bellwether::Run& run);

}  // namespace bellwether::cli
