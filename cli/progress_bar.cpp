#include <cli/progress_bar.h>
#include <cli/words.h>

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace bellwether::cli {
namespace {

constexpr std::size_t most_bar = 30, least_bar = 8;

/// The share that is done: the finished restarts, or before the first has finished, its iterations. Few
/// searches need all the iterations that they may have, so the second is too low.
double share_done(const Progress& p) {
  if (p.restarts_done > 0) return static_cast<double>(p.restarts_done) / p.restarts;
  return p.iterations > 0 ? static_cast<double>(p.iteration) / p.iterations / p.restarts : 0;
}

std::string rate(const Progress& p, double seconds) {
  const bool whole = p.restarts_done > 0;
  const double each = (whole ? p.restarts_done : p.iteration) / seconds;
  return fmt::format("{:.3g} {}/s", each, whole ? "restarts" : "iterations");
}

std::string words(const Progress& p, double share, double seconds) {
  std::string text;
  if (p.restarts > 1) text += fmt::format("restart {}/{}, ", p.restarts_done + 1, p.restarts);
  text += fmt::format("iteration {}", p.iteration);
  if (seconds <= 0 || share <= 0) return text;
  return text + fmt::format(", {} {} left, {}", p.restarts_done > 0 ? "about" : "at most",
                            duration(seconds / share - seconds), rate(p, seconds));
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
  if (seconds > 0 && p.share > 0)
    text += fmt::format(", about {} left", duration(seconds / p.share - seconds));
  if (seconds <= 0) return text;
  const double each = static_cast<double>(p.done) / seconds;
  return text + (each < 100 ? fmt::format(", {:.3g}/s", each) : fmt::format(", {:.0f}/s", each));
}

/// `taken`: characters of the line that are not for it.
std::string line(const Progress& p, double seconds, std::size_t taken) {
  const bool counts = *p.unit != '\0';
  const double share = counts ? p.share : share_done(p);
  const std::string text = counts ? counting_words(p, seconds) : words(p, share, seconds);
  const auto width = static_cast<std::size_t>(width_of(stderr));
  return bar(share, width - std::min(width, text.size() + taken + 1)) + text;
}

}  // namespace

ProgressBar::ProgressBar(bool wanted) : visible_(wanted && is_terminal(stderr)) {}

void ProgressBar::say(std::string_view words) {
  if (!visible_) return;
  const auto room = static_cast<std::size_t>(width_of(stderr)) - 1;
  fmt::print(stderr, "\r\033[K{}", printable(head_ + std::string(words), room));
  std::fflush(stderr);
  drawn_ = true;
}

void ProgressBar::show(const Progress& progress) {
  if (!visible_) return;
  const auto now = Clock::now();
  if (stage_ != progress.stage) {
    stage_ = progress.stage;
    began_ = now;
  }
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(100);
  say(line(progress, std::chrono::duration<double>(now - began_).count(), head_.size()));
}

void ProgressBar::clear() {
  if (!drawn_) return;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace bellwether::cli
