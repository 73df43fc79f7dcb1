#include <bellwether/projects/history.h>

#include <nlohmann/json.hpp>

#include <bellwether/data/error.h>

namespace bellwether {

std::vector<Correction> History::standing() const {
  std::vector<Correction> said;
  for (const std::size_t entry : standing_at) said.push_back(entries[entry].correction);
  return said;
}

void History::say(HistoryEntry entry) {
  last_event = entry.event;
  entries.push_back(std::move(entry));
  standing_at.push_back(entries.size() - 1);
  undone.clear();
}

void History::undo() {
  require(!standing_at.empty(), "there is nothing to undo");
  entries[standing_at.back()].stands = false;
  undone.push_back(standing_at.back());
  standing_at.pop_back();
}

void History::redo() {
  require(!undone.empty(), "there is nothing to redo");
  entries[undone.back()].stands = true;
  standing_at.push_back(undone.back());
  undone.pop_back();
}

History history_in(const std::vector<Event>& events, const ItemIds& ids, const Board& first) {
  History history;
  const auto board_now = [&] {
    Board board = first;
    for (const Correction& correction : history.standing()) board = after(std::move(board), correction);
    return board;
  };
  Board board = first;
  for (const Event& event : events) {
    if (event.said == undo_said || event.said == redo_said) {
      event.said == undo_said ? history.undo() : history.redo();
      board = board_now();
    } else {
      const auto json = nlohmann::ordered_json::parse(event.said, nullptr, false);
      const Correction correction =
          correction_from(json, ids, fmt::format("event {} of the project", event.number));
      history.say({event.number, event.at, in_words(correction, board), correction});
      board = after(std::move(board), correction);
    }
    history.last_event = event.number;
  }
  return history;
}

}  // namespace bellwether
