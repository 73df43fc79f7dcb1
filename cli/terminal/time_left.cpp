#include <cli/terminal/time_left.h>

#include <algorithm>

namespace bellwether::cli {
namespace {

/// Restarts run side by side, so the first ones end at about the same time and tell little.
constexpr std::int64_t enough_done = 8;
constexpr double enough_share = 0.05, enough_seconds = 1;

bool counts(const Progress& p) {
  return *p.unit != '\0';
}

double share_of(const Progress& p) {
  if (counts(p)) return p.share;
  const double within = p.iterations > 0 ? std::min(1.0, static_cast<double>(p.iteration) / p.iterations) : 0;
  if (p.restarts <= 1) return within;
  return (p.restarts_done > 0 ? p.restarts_done : within) / p.restarts;
}

}  // namespace

void TimeLeft::begin(const Progress& p, double now) {
  begun_ = true;
  began_ = now;
  share_ = share_before_ = share_of(p);
  done_before_ = counts(p) ? p.done : p.restarts_done;
}

void TimeLeft::note(const Progress& p, double now) {
  const bool several = !counts(p) && p.restarts > 1;
  const bool same_work = begun_ && p.restarts == restarts_ && p.restarts_done >= restarts_done_ &&
                         (several || (p.stage == stage_ && p.iteration >= iteration_ && p.done >= done_));
  if (!same_work || measured_ != (several || counts(p))) begin(p, now);
  measured_ = several || counts(p);
  stage_ = p.stage;
  restarts_ = p.restarts;
  restarts_done_ = p.restarts_done;
  iteration_ = p.iteration;
  done_ = counts(p) ? p.done : p.restarts_done;
  share_ = std::clamp(std::max(share_, share_of(p)), 0.0, 1.0);
  now_ = now;
}

std::optional<double> TimeLeft::seconds() const {
  const double gained = share_ - share_before_;
  if (!measured_ || done_ - done_before_ < enough_done || gained < enough_share || elapsed() < enough_seconds)
    return {};
  return elapsed() / gained * (1 - share_);
}

}  // namespace bellwether::cli
