#include <studio/desk.h>

#include <algorithm>
#include <chrono>

#include <bellwether/data/error.h>
#include <bellwether/methods/method.h>
#include <bellwether/portraits/item_map.h>
#include <studio/told.h>

namespace bellwether::studio {

Desk::Desk(ProjectFile& file, Material material, Evidence evidence, Wishes wishes, ItemsArguments source,
           int threads, Clock clock)
    : file_(file),
      project_(file, std::move(material), std::move(evidence), std::move(wishes)),
      shelf_(project_.workbench().material(), std::move(source)),
      threads_(threads),
      clock_(std::move(clock)),
      shown_(std::make_shared<const Shown>()) {}

Desk::~Desk() {
  close();
}

void Desk::begin() {
  jobs_.emplace_back([this](const Run& run) { find_first(run); });
  writer_ = std::thread([this] { work(); });
  painter_ = std::thread([this] { draw(); });
}

void Desk::close() {
  {
    const std::lock_guard guard(mutex_);
    closed_ = true;
    stop_.request_stop();
    drawing_.request_stop();
    jobs_.clear();
    ++pulse_;
  }
  changed_.notify_all();
  for (std::thread* thread : {&writer_, &painter_})
    if (thread->joinable()) thread->join();
}

// --- what others see ------------------------------------------------------------------------------------

std::shared_ptr<const Shown> Desk::shown() const {
  const std::lock_guard guard(mutex_);
  return shown_;
}

std::shared_ptr<const DrawnMap> Desk::map() const {
  const std::lock_guard guard(mutex_);
  return map_;
}

Busy Desk::busy() const {
  const std::lock_guard guard(mutex_);
  return busy_;
}

std::string Desk::trouble() const {
  const std::lock_guard guard(mutex_);
  return trouble_;
}

std::uint64_t Desk::pulse() const {
  const std::lock_guard guard(mutex_);
  return pulse_;
}

bool Desk::wait_for_news(std::uint64_t& pulse, std::chrono::milliseconds most) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, most, [&] { return closed_ || pulse_ != pulse; });
  pulse = pulse_;
  return !closed_;
}

void Desk::news() {
  {
    const std::lock_guard guard(mutex_);
    ++pulse_;
  }
  changed_.notify_all();
}

// --- the writer -----------------------------------------------------------------------------------------

Run Desk::run_with(std::stop_token stop) {
  auto last = std::make_shared<std::chrono::steady_clock::time_point>();
  return {.threads = threads_,
          .on_progress =
              [this, last](const Progress& progress) {
                const auto now = std::chrono::steady_clock::now();
                if (now - *last < std::chrono::milliseconds(150)) return;
                *last = now;
                {
                  const std::lock_guard guard(mutex_);
                  busy_.stage = progress.stage;
                  busy_.share = progress.share;
                }
                news();
              },
          .stop = std::move(stop)};
}

void Desk::work() {
  for (;;) {
    Job job;
    bool weighing = false;
    Run run;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return closed_ || !jobs_.empty() || !weighed_; });
      if (closed_) return;
      stop_ = {};
      weighing = jobs_.empty();
      interruptible_ = weighing;
      if (!weighing) {
        job = std::move(jobs_.front());
        jobs_.pop_front();
        busy_ = {"working", 0};
      }
    }
    run = run_with(stop_.get_token());
    if (weighing) {
      run.on_progress = {};
      weigh(run);
    } else {
      news();
      job(run);
      const std::lock_guard guard(mutex_);
      busy_ = {};
    }
    news();
  }
}

/// Puts the job into the queue and waits until it is done; what it throws is thrown here.
void Desk::run_job(const std::function<void(const Run&)>& work) {
  Job job(work);
  auto done = job.get_future();
  {
    const std::lock_guard guard(mutex_);
    require(!closed_, "the studio is closing");
    if (interruptible_) stop_.request_stop();
    jobs_.push_back(std::move(job));
  }
  changed_.notify_all();
  try {
    done.get();
  } catch (const std::future_error&) {
    refuse("the studio is closing");
  }
}

void Desk::find_first(const Run& run) {
  try {
    project_.begin(run);
    {
      const std::lock_guard guard(mutex_);
      trouble_.clear();
    }
    show();
  } catch (const std::exception& error) {
    const std::lock_guard guard(mutex_);
    trouble_ = error.what();
  }
  news();
}

void Desk::again() {
  if (shown()->stand) return;
  const std::lock_guard guard(mutex_);
  jobs_.emplace_back([this](const Run& run) { find_first(run); });
  changed_.notify_all();
}

void Desk::show() {
  auto next = std::make_shared<Shown>();
  next->stand = project_.stand();
  next->history = project_.history();
  next->last_event = project_.last_event();
  next->can_undo = project_.can_undo();
  next->can_redo = project_.can_redo();
  next->held_back = shown()->held_back;
  next->held_back.resize(next->history.size());
  tell_groups(*next);
  const std::lock_guard guard(mutex_);
  next->version = shown_->version + 1;
  shown_ = std::move(next);
  weighed_ = false;
  ++pulse_;
  changed_.notify_all();
}

/// The newest correction that stands and was not weighed yet; one at a time, so that a new job need not wait.
void Desk::weigh(const Run& run) {
  const auto now = shown();
  std::size_t entry = now->history.size();
  while (entry > 0) {
    const auto& e = now->history[entry - 1];
    const bool can_be = e.correction.said == Said::belong || e.correction.said == Said::new_group;
    if (e.stands && can_be && !now->held_back[entry - 1].possible && entry + 8 > now->history.size()) break;
    --entry;
  }
  HeldBack found;
  if (entry > 0) try {
      found = project_.held_back(entry - 1, run);
    } catch (const std::exception&) {  // the halves contradict each other: it cannot be weighed
    }
  const std::lock_guard guard(mutex_);
  if (found.possible) {
    auto next = std::make_shared<Shown>(*shown_);
    next->held_back[entry - 1] = found;
    shown_ = std::move(next);
  }
  weighed_ = !found.possible && !run.stop.stop_requested();
  interruptible_ = false;
}

std::shared_ptr<const Shown> Desk::change(Step step, const Correction& correction, std::int64_t seen) {
  std::shared_ptr<const Shown> after;
  run_job([&](const Run& run) {
    require(project_.stand() != nullptr, "the first groups are not found yet");
    require(shown()->version == seen, "the groups have changed meanwhile: look again");
    if (step == Step::apply) project_.apply(project_.completed(correction, run), clock_(), run);
    if (step == Step::undo) project_.undo(clock_(), run);
    if (step == Step::redo) project_.redo(clock_(), run);
    show();
    after = shown();
  });
  return after;
}

Desk::Looked Desk::preview(const Correction& correction, std::int64_t seen) {
  Looked looked;
  run_job([&](const Run& run) {
    require(project_.stand() != nullptr, "the first groups are not found yet");
    require(shown()->version == seen, "the groups have changed meanwhile: look again");
    looked.correction = project_.completed(correction, run);
    looked.preview = project_.preview(looked.correction, run);
    looked.version = seen;
  });
  return looked;
}

void Desk::in_turn(const std::function<void(const Project&)>& read) {
  run_job([&](const Run&) {
    require(project_.stand() != nullptr, "the first groups are not found yet");
    read(project_);
  });
}

void Desk::stop() {
  const std::lock_guard guard(mutex_);
  stop_.request_stop();
}

// --- the painter ----------------------------------------------------------------------------------------

void Desk::put_map(const Matrix& places, bool final) {
  auto drawn = std::make_shared<DrawnMap>();
  if (places.rows() > 0) {
    const Eigen::RowVector2d low = places.colwise().minCoeff(), high = places.colwise().maxCoeff();
    const Eigen::RowVector2d middle = (low + high) / 2;
    const double half = std::max((high - low).maxCoeff() / 2, 1e-300);
    drawn->places.reserve(static_cast<std::size_t>(2 * places.rows()));
    for (Index i = 0; i < places.rows(); ++i)
      for (Index d = 0; d < 2; ++d)
        drawn->places.push_back(static_cast<float>((places(i, d) - middle[d]) / half));
  }
  drawn->final = final;
  {
    const std::lock_guard guard(mutex_);
    drawn->version = map_ ? map_->version + 1 : 1;
    map_ = std::move(drawn);
  }
  news();
}

/// Dropped items stay where they were. In a space that knowledge has shaped all directions count alike, and
/// its main ones say little: there how near items are to each group says who are neighbours, too.
void Desk::draw_stand(const Stand& stand, Matrix& places, const Run& run) {
  Matrix beside;
  if (stand.finding.guided())
    beside = distances_to_centres(stand.finding.items(), stand.finding.outcome.clustering,
                                  find_method(stand.finding.plan.search.method).by_direction);
  const Matrix found = neighbour_places(stand.finding.items(), beside, run);
  if (run.stop.stop_requested()) return;
  for (std::size_t r = 0; r < stand.rows.size(); ++r)
    places.row(stand.rows[r]) = found.row(static_cast<Index>(r));
  put_map(places, true);
}

/// Once at first, then the space of the groups, again whenever they are found in another: what was said may
/// have shaped it.
void Desk::draw() {
  try {
    const Run run{.threads = threads_, .stop = drawing_.get_token()};
    Matrix places = first_places(material().items, run);
    put_map(places, false);
    shelf_.fill();
    news();
    for (;;) {
      std::shared_ptr<const Stand> stand;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] {
          return closed_ ||
                 (shown_->stand && (!drawn_ || drawn_->finding.space != shown_->stand->finding.space));
        });
        if (closed_) return;
        drawn_ = stand = shown_->stand;
      }
      draw_stand(*stand, places, run);
    }
  } catch (const std::exception& error) {
    const std::lock_guard guard(mutex_);
    trouble_ = error.what();
  }
}

}  // namespace bellwether::studio
