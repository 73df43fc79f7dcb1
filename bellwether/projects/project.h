#pragma once
// Project: items, everything that was said of them, and the groups that follow, kept in a file as it happens.

#include <memory>
#include <string>
#include <vector>

#include <bellwether/projects/history.h>
#include <bellwether/projects/workbench.h>

namespace bellwether {

class Project {
 public:
  /// Goes on with what the file holds. Throws InvalidInput if that was said of other items. The file must
  /// outlive it.
  Project(ProjectFile& file, Material material, Evidence evidence, Wishes wishes);

  /// Finds the groups as they stand; nothing else may be asked before.
  std::shared_ptr<const Stand> begin(const Run& run = {});

  /// The correction, with what only the groups can say, and what it would change. It changes nothing.
  Correction completed(Correction correction, const Run& run = {}) const;
  Preview preview(const Correction& correction, const Run& run = {});

  /// What was said is in the file when they return. If they throw, nothing was said: the words make no sense,
  /// contradict what is known, or a stop was asked for. `at` is the time in words. A correction that was
  /// previewed is not computed twice.
  void apply(const Correction& correction, std::string_view at, const Run& run = {});
  void undo(std::string_view at, const Run& run = {});
  void redo(std::string_view at, const Run& run = {});
  bool can_undo() const { return !history_.standing_at.empty(); }
  bool can_redo() const { return !history_.undone.empty(); }

  /// Whether what the entry says is borne out (workbench.h). Nothing if it does not stand.
  HeldBack held_back(std::size_t entry, const Run& run = {});

  /// In the order of the events, with those that were undone.
  const std::vector<HistoryEntry>& history() const { return history_.entries; }
  /// The group of each item after an event, 0 for none; empty if that was not kept.
  std::vector<int> groups_after(std::int64_t event) const { return file_.labels_after(event); }
  std::int64_t last_event() const { return history_.last_event; }

  const std::shared_ptr<const Stand>& stand() const { return stand_; }
  const Workbench& workbench() const { return workbench_; }

 private:
  void take(std::int64_t event, std::shared_ptr<const Stand> stand);
  std::vector<int> remembered(std::size_t corrections) const;

  ProjectFile& file_;
  Workbench workbench_;
  History history_ = {};
  std::shared_ptr<const Stand> stand_ = {};
  struct Looked {
    std::int64_t event = -1;
    Correction correction = {};
    std::shared_ptr<const Stand> stand = {};
  } looked_ = {};  ///< the last preview
};

/// A number that differs between items with other ids or values, in words.
std::string checksum_of(const Dataset& items);

}  // namespace bellwether
