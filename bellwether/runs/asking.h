#pragma once
// Asking: what is found from answers, checked, and found behind the questions while people think.

#include <mutex>
#include <optional>
#include <thread>

#include <bellwether/runs/questions.h>

namespace bellwether {

/// The evidence as it guides best. Items that links place are seeds as well, since groups that stand for
/// clusters say more than their pairs. Many seeds are linked as well: they were not drawn like the other
/// items but from between groups, which misleads classifiers; searches that keep links stay with what is
/// dense.
Evidence guiding(const Session& session);

/// Carries out the plan with that. Where what is held back is met less than without the answers, or they are
/// left out, the finding is that of everything else with the named items where they belong: answers that
/// teach nothing about other items still hold for their own.
Session::Task checking(const Session& session);

/// Searches for the session on a thread of its own: the warm one first, then the checked one. All functions
/// are called by one thread, which owns the session.
class SearchBehind {
 public:
  SearchBehind(Session& session, Run run);
  ~SearchBehind();  ///< stops what is under way
  SearchBehind(const SearchBehind&) = delete;
  SearchBehind& operator=(const SearchBehind&) = delete;

  /// The session knows something else than before.
  void knowledge_changed();
  /// Takes what has been found meanwhile.
  void take();
  /// Instead: at once, on this thread, without the check.
  void search_now();

 private:
  enum class Phase { idle, warm, checked };

  void begin();
  void work(const Session::Task& warm, const Session::Task& check);
  /// False if the task failed.
  bool hand_over(const Session::Task& task, std::stop_token stop);

  Session& session_;
  Run run_;
  std::stop_source stop_warm_ = {}, stop_check_ = {};
  bool changed_ = false;  ///< since the worker began
  std::mutex mutex_ = {};
  Phase phase_ = Phase::idle;                 ///< what the worker is at; guarded
  std::optional<Session::Found> found_ = {};  ///< not yet taken; guarded
  std::thread worker_ = {};
};

}  // namespace bellwether
