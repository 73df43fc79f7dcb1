#pragma once
// How far a run is and how long it still takes, judged by what it reported and when. No estimate is better
// than a wrong one, so there is none before enough is done.

#include <optional>
#include <string>

#include <bellwether/engine/run.h>

namespace bellwether::cli {

/// Restarts of one search are one piece of work, whatever stages each of them goes through; else every stage
/// is one, and a new one begins when its name changes or its count falls.
class TimeLeft {
 public:
  /// `now` is in seconds, on any clock.
  void note(const Progress& progress, double now);

  /// Of the piece of work that is being done; never falls while that lasts.
  double share() const { return share_; }
  /// Until it is done; none if too little is done, or if it cannot be told how much there is to do.
  std::optional<double> seconds() const;
  /// Since it began.
  double elapsed() const { return now_ - began_; }

 private:
  void begin(const Progress& progress, double now);

  std::string stage_ = {};
  int restarts_ = 0, restarts_done_ = 0, iteration_ = 0;
  std::int64_t done_ = 0, done_before_ = 0;
  double share_ = 0, share_before_ = 0;
  double began_ = 0, now_ = 0;
  bool measured_ = false;  ///< the share is of what there is to do, not of the most that there may be
  bool begun_ = false;
};

}  // namespace bellwether::cli
