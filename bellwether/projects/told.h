#pragma once
// What a project file tells those who have not its items at hand, or other items than those.

#include <bellwether/projects/board.h>
#include <bellwether/projects/project_file.h>

namespace bellwether {

/// The board as it stands; `ids` are those of its first items. The others have no part in what was said.
struct Told {
  Board board = {};
  std::vector<std::string> ids = {};
};

/// Keeps where a project begins, so that told_in() can follow from there.
void keep_start(ProjectFile& file, const Board& first, const Dataset& items);

/// Throws InvalidInput if the file has no start yet: no studio has shown its items.
Told told_in(const ProjectFile& file);

/// What was said joins what is known of the items. Throws InvalidInput if an item is not there, or if it was
/// said to be in a group and is known to be in another.
void add_told(const Told& told, const std::string& source, const Dataset& items, Evidence& evidence);

}  // namespace bellwether
