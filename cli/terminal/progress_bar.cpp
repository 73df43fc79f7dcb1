#include <cli/terminal/progress_bar.h>
#include <cli/terminal/scarce_memory.h>
#include <cli/terminal/words.h>

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace bellwether::cli {
namespace {

constexpr std::size_t most_bar = 30, least_bar = 8;

std::string words(const Progress& p) {
  std::string text;
  if (p.restarts > 1)
    text += fmt::format("restart {}/{}, ", std::min(p.restarts_done + 1, p.restarts), p.restarts);
  return text + fmt::format("iteration {}", p.iteration);
}

/// "[###.....] ", as long as there is room; empty if there is little.
std::string bar(double share, std::size_t room) {
  if (room < least_bar + 3) return {};
  const std::size_t width = std::min(room - 3, most_bar);
  const auto filled = static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * static_cast<double>(width));
  return fmt::format("[{:.<{}}] ", std::string(filled, '#'), width);
}

/// Of a stage that counts what it works on.
std::string counting_words(const Progress& p, double seconds) {
  std::string text = fmt::format("{}: {} {}", p.stage, p.done, p.unit);
  if (seconds <= 0) return text;
  const double each = static_cast<double>(p.done) / seconds;
  return text + (each < 100 ? fmt::format(", {:.3g}/s", each) : fmt::format(", {:.0f}/s", each));
}

/// `taken`: characters of the line that are not for it. `last`: nothing follows, so what is left of this is
/// what is left of the run.
std::string line(const Progress& p, const TimeLeft& time, bool last, std::size_t taken) {
  std::string text = *p.unit != '\0' ? counting_words(p, time.elapsed()) : words(p);
  if (const auto left = time.seconds(); last && left) text += fmt::format(", about {} left", duration(*left));
  const auto width = static_cast<std::size_t>(width_of(stderr));
  return bar(time.share(), width - std::min(width, text.size() + taken + 1)) + text;
}

}  // namespace

ProgressBar::ProgressBar(bool wanted) : visible_(wanted && is_terminal(stderr)) {}

void ProgressBar::say(std::string_view words) {
  now_doing(words);
  draw(words);
}

void ProgressBar::draw(std::string_view words) {
  if (!visible_) return;
  const auto room = static_cast<std::size_t>(width_of(stderr)) - 1;
  fmt::print(stderr, "\r\033[K{}", printable(head_ + std::string(words), room));
  std::fflush(stderr);
  drawn_ = true;
}

void ProgressBar::show(const Progress& progress) {
  if (progress.stage != stage_) now_doing(stage_ = progress.stage);
  if (!visible_) return;
  const auto now = Clock::now();
  time_.note(progress, std::chrono::duration<double>(now.time_since_epoch()).count());
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(100);
  draw(line(progress, time_, last_ && head_.empty(), head_.size()));
}

void ProgressBar::clear() {
  if (!drawn_) return;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace bellwether::cli
