#pragma once
// Board: what stands after everything that was said: the groups with their names, and what is known of the
// items. It follows from the corrections alone; nothing is clustered to find it.

#include <string>
#include <vector>

#include <bellwether/projects/correction.h>
#include <bellwether/runs/evidence.h>
#include <bellwether/runs/wishes.h>

namespace bellwether {

struct Group {
  std::string name = {};
  bool named = false;  ///< by a person; otherwise it is called by its number
  bool alive = true;   ///< not merged into another, nor left out
  bool finished = false;
};

struct Board {
  std::vector<Group> groups = {};
  std::vector<int> becomes = {};  ///< of each group: where its items go, which is itself unless it was merged
  std::vector<int> seeds = {};    ///< the group of each item, or `unlabelled`
  std::vector<Link> must_link = {}, cannot_link = {};
  Index min_size = 0, max_size = 0;
  std::vector<bool> dropped = {};  ///< items that are not clustered
  std::string method = "auto";
  int checks = 0;  ///< how often everything was found afresh: by a check, and by what needs it

  std::vector<int> alive() const;  ///< the numbers of the groups that go on, rising
  Index items() const { return std::ssize(seeds); }
  Index clustered() const;  ///< items that are not dropped
};

/// An item as a place in a vector.
inline std::size_t at(Index item) {
  return static_cast<std::size_t>(item);
}

/// Before anything is said: the groups that were asked for, called as the seeds call them, and what is known.
Board first_board(const Evidence& evidence, const Wishes& wishes, Index items);

/// Throws InvalidInput if the correction is about no item or no group that there is, or makes no sense.
Board after(Board board, const Correction& correction);

/// Earlier words about items that this one overrules: they had been put into another group.
std::vector<Index> overruled_by(const Board& before, const Correction& correction);

/// A few words for a list: "7 items belong to sport".
std::string in_words(const Correction& correction, const Board& before);

}  // namespace bellwether
