#pragma once
// Desk: the project that a studio works on. One thread changes it, in the order in which it was asked to;
// everybody else sees what is shown, which never changes under their eyes. A second thread draws maps and
// reads texts.

#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <thread>

#include <bellwether/projects/project.h>
#include <studio/shelf.h>

namespace bellwether::studio {

/// What there is to see at one time.
struct Shown {
  std::int64_t version = 0;                 ///< of the groups; rises with each change
  std::shared_ptr<const Stand> stand = {};  ///< none while the first groups are being found
  std::vector<HistoryEntry> history = {};
  std::vector<HeldBack> held_back = {};  ///< of the entries of the history, as far as they are known
  std::int64_t last_event = 0;
  bool can_undo = false, can_redo = false;
  Json groups = Json::array(), plan = Json::object(), verdicts = Json::array();
  std::vector<float> certainty = {};  ///< of each item; empty: not known
};

struct DrawnMap {
  int version = 0;
  bool final = false;
  std::vector<float> places = {};  ///< x and y of each item, the longer side from -1 to 1
};

struct Busy {
  std::string stage = {};  ///< empty: nothing is being computed
  double share = 0;
};

class Desk {
 public:
  using Clock = std::function<std::string()>;  ///< the time in words
  Desk(ProjectFile& file, Material material, Evidence evidence, Wishes wishes, ItemsArguments source,
       int threads, Clock clock);
  ~Desk();

  /// Finds the first groups and draws the map, in the background.
  void begin();

  std::shared_ptr<const Shown> shown() const;
  std::shared_ptr<const DrawnMap> map() const;
  Busy busy() const;
  std::string trouble() const;  ///< why there are no groups
  std::uint64_t pulse() const;
  /// Waits until there is something new since that pulse, at most so long; false once the desk closes.
  bool wait_for_news(std::uint64_t& pulse, std::chrono::milliseconds most);

  /// Changes wait for their turn, and are made only if the state is still the one that was seen. They throw
  /// what the project throws.
  enum class Step { apply, undo, redo };
  std::shared_ptr<const Shown> change(Step step, const Correction& correction, std::int64_t seen);
  struct Looked {
    Correction correction = {};
    Preview preview = {};
    std::int64_t version = 0;
  };
  Looked preview(const Correction& correction, std::int64_t seen);
  /// Ends what is being computed; nothing of it is kept.
  void stop();
  /// Tries again where the first groups were stopped.
  void again();
  void close();

  /// Whatever reads the project in its turn.
  void in_turn(const std::function<void(const Project&)>& read);

  const Shelf& shelf() const { return shelf_; }
  const Material& material() const { return project_.workbench().material(); }

 private:
  using Job = std::packaged_task<void(const Run&)>;
  void work();
  void draw();
  void run_job(const std::function<void(const Run&)>& job);
  void find_first(const Run& run);
  void show();
  void weigh(const Run& run);
  Run run_with(std::stop_token stop);
  void news();
  void put_map(const Matrix& places, bool final);
  void draw_stand(const Stand& stand, Matrix& places, const Run& run);

  ProjectFile& file_;
  Project project_;
  Shelf shelf_;
  int threads_;
  Clock clock_;
  mutable std::mutex mutex_ = {};
  std::condition_variable changed_ = {};
  std::deque<Job> jobs_ = {};
  std::shared_ptr<const Shown> shown_;
  std::shared_ptr<const DrawnMap> map_ = {};
  std::stop_source stop_ = {}, drawing_ = {};
  bool interruptible_ = false;  ///< what is computed now gives way to any job
  bool weighed_ = true, closed_ = false;
  Busy busy_ = {};
  std::string trouble_ = {};
  std::uint64_t pulse_ = 1;
  std::shared_ptr<const Stand> drawn_ = {};  ///< whose space the map shows
  std::thread writer_ = {}, painter_ = {};
};

}  // namespace bellwether::studio
