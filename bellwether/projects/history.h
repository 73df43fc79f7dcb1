#pragma once
// History: everything that was said, in order, and what of it stands. Undoing and redoing are said like
// anything else.

#include <string>
#include <vector>

#include <bellwether/projects/board.h>
#include <bellwether/projects/project_file.h>

namespace bellwether {

/// One thing that was said, undone or not.
struct HistoryEntry {
  std::int64_t event = 0;
  std::string at = {};     ///< when
  std::string words = {};  ///< "7 items belong to sport"
  Correction correction = {};
  bool stands = true;  ///< it was not undone
};

struct History {
  std::vector<HistoryEntry> entries = {};                  ///< in the order of the events
  std::vector<std::size_t> standing_at = {}, undone = {};  ///< entries; the next to be undone or redone last
  std::int64_t last_event = 0;

  std::vector<Correction> standing() const;
  void say(HistoryEntry entry);
  void undo();  ///< throws InvalidInput if there is nothing to undo
  void redo();
};

/// How undoing and redoing are kept.
inline constexpr const char* undo_said = R"({"said":"undo"})";
inline constexpr const char* redo_said = R"({"said":"redo"})";

/// What the events of a file say of items with these ids, from this board on. Throws InvalidInput where they
/// say nothing that makes sense.
History history_in(const std::vector<Event>& events, const ItemIds& ids, const Board& first);

}  // namespace bellwether
