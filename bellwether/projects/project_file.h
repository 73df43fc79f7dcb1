#pragma once
// A project file: everything that was said of some items, in the order in which it was said. An SQLite
// database with a write-ahead log: an event is in the file when append() returns, and a process that is
// killed loses at most the one that it was writing. Events are never changed or taken out; undoing is one
// more.
//
// Tables: events(number, at, said), facts(name, value), labels(event, of_items).

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bellwether {

struct Event {
  std::int64_t number = 0;  ///< from 1, rising
  std::string at = {};      ///< when, as the writer says
  std::string said = {};    ///< JSON
};

class ProjectFile {
 public:
  enum class For {
    reading,  ///< as it stands; others may be writing
    owning,   ///< made if it is not there; nobody else can own it meanwhile
  };
  /// Throws InvalidInput if it is no project file, or, to be owned, if another process holds it, which is
  /// named.
  ProjectFile(const std::filesystem::path& path, For what);
  ~ProjectFile();
  ProjectFile(const ProjectFile&) = delete;
  ProjectFile& operator=(const ProjectFile&) = delete;

  std::int64_t append(std::string_view at, std::string_view said);
  std::vector<Event> events() const;

  /// One value for each name: the source of the items, the plan, names of groups. None: nothing was kept.
  void keep(std::string_view name, std::string_view value);
  std::optional<std::string> kept(std::string_view name) const;

  /// The group of each item after an event (0: before the first), so that nobody has to find them again.
  void keep_labels(std::int64_t event, const std::vector<int>& labels);
  std::vector<int> labels_after(std::int64_t event) const;  ///< empty: not kept

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace bellwether
