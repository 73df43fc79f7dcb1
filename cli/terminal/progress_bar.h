#pragma once
// One line on stderr that says how far a run is. Nothing is drawn where stderr is not a terminal.

#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include <cli/terminal/time_left.h>

namespace bellwether::cli {

class ProgressBar {
 public:
  explicit ProgressBar(bool wanted);
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// What all later words begin with: which of several runs this is.
  void head(std::string words) { head_ = std::move(words); }

  /// Words in place of the bar, at once.
  void say(std::string_view words);

  /// What is shown from now on is the last thing that the run does, so the time left can be told.
  void nothing_follows(bool last = true) { last_ = last; }

  /// At most ten times a second; cheap in between.
  void show(const Progress& progress);

  void clear();

 private:
  void draw(std::string_view words);

  using Clock = std::chrono::steady_clock;
  bool visible_ = false;
  bool drawn_ = false;
  const char* stage_ = nullptr;  ///< the last that was shown
  std::string head_ = {};
  TimeLeft time_ = {};
  bool last_ = false;
  Clock::time_point next_ = {};
};

}  // namespace bellwether::cli
