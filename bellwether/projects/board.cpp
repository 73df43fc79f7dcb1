#include <bellwether/projects/board.h>

#include <fmt/format.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/data/text.h>

namespace bellwether {
namespace {

constexpr std::size_t most_links = 100'000;  // of one correction
constexpr int most_groups = 1000;

void require_group(const Board& board, int group) {
  require(group >= 0 && group < std::ssize(board.groups) && board.groups[at(group)].alive,
          "there is no group {} (any more)", group);
}

void require_items(const Board& board, const std::vector<Index>& items, std::string_view what) {
  require(!items.empty(), "say which items {}", what);
  for (const Index item : items) {
    require(item >= 0 && item < board.items(), "there is no item {}", item);
    require(!board.dropped[at(item)], "item {} was dropped: undo that first", item);
  }
}

int new_group(Board& board, const std::string& name) {
  require(std::ssize(board.alive()) < std::min<Index>(most_groups, board.clustered()),
          "there are as many groups already as there may be");
  const auto number = static_cast<int>(board.groups.size());
  board.groups.push_back(
      {.name = name.empty() ? fmt::format("group {}", number) : name, .named = !name.empty()});
  board.becomes.push_back(number);
  return number;
}

void put(Board& board, const std::vector<Index>& items, int group) {
  for (const Index item : items) {
    board.seeds[at(item)] = group;
  }
}

/// A chain through all of them is enough: who belongs together with the same belongs together.
void put_together(Board& board, const Correction& c) {
  std::vector<Index> all = c.items;
  all.insert(all.end(), c.others.begin(), c.others.end());
  require_items(board, all, "belong together");
  require(all.size() > 1, "say which items belong together: at least two");
  for (std::size_t i = 1; i < all.size(); ++i)
    if (all[0] != all[i]) board.must_link.emplace_back(all[0], all[i]);
}

void put_apart(Board& board, const Correction& c) {
  require_items(board, c.items, "do not belong together");
  require_items(board, c.others, "they do not belong together with");
  require(c.items.size() * c.others.size() <= most_links, "that would be {} links: say it of fewer items",
          c.items.size() * c.others.size());
  for (const Index item : c.items)
    for (const Index other : c.others) {
      require(item != other, "item {} cannot be apart from itself", item);
      board.cannot_link.emplace_back(item, other);
    }
}

/// Seeds of the other become seeds of the group, and so do its items.
void merge(Board& board, const Correction& c) {
  require_group(board, c.group);
  require_group(board, c.other);
  require(c.group != c.other, "a group cannot be merged with itself");
  board.groups[at(c.other)].alive = false;
  for (int& seed : board.seeds)
    if (seed == c.other) seed = c.group;
  for (int& goes_to : board.becomes)
    if (goes_to == c.other) goes_to = c.group;
  put(board, c.items, c.group);
}

/// The groups that do not go on lose their numbers; groups with seeds always go on.
void set_clusters(Board& board, const Correction& c) {
  require(c.least >= 1 && c.least <= std::min<Index>(most_groups, board.clustered()),
          "there can be 1 to {} groups, not {}", std::min<Index>(most_groups, board.clustered()), c.least);
  for (const int group : c.kept) require_group(board, group);
  for (std::size_t g = 0; g < board.groups.size(); ++g)
    if (board.groups[g].alive && std::ranges::find(c.kept, static_cast<int>(g)) == c.kept.end()) {
      require(std::ranges::find(board.seeds, static_cast<int>(g)) == board.seeds.end(),
              "{} has items that were put into it: merge it with another instead",
              shown(board.groups[g].name));
      board.groups[g].alive = false;
    }
  require(std::ssize(board.alive()) <= c.least, "{} groups go on, but there are to be {}",
          board.alive().size(), c.least);
  while (std::ssize(board.alive()) < c.least) new_group(board, "");
}

void drop(Board& board, const Correction& c) {
  require_items(board, c.items, "are to be dropped");
  for (const Index item : c.items) {
    board.dropped[at(item)] = true;
    board.seeds[at(item)] = unlabelled;
  }
  require(board.clustered() >= std::ssize(board.alive()), "fewer items would be left than there are groups");
  const auto touches = [&](const Link& link) {
    return board.dropped[at(link.first)] || board.dropped[at(link.second)];
  };
  std::erase_if(board.must_link, touches);
  std::erase_if(board.cannot_link, touches);
}

}  // namespace

std::vector<int> Board::alive() const {
  std::vector<int> numbers;
  for (std::size_t g = 0; g < groups.size(); ++g)
    if (groups[g].alive) numbers.push_back(static_cast<int>(g));
  return numbers;
}

Index Board::clustered() const {
  return items() - static_cast<Index>(std::ranges::count(dropped, true));
}

Board first_board(const Evidence& evidence, const Wishes& wishes, Index items) {
  Board board{.must_link = evidence.must_link,
              .cannot_link = evidence.cannot_link,
              .min_size = evidence.min_size,
              .max_size = evidence.max_size,
              .method = wishes.method};
  for (int g = 0; g < wishes.clusters; ++g) {
    const bool named = g < std::ssize(evidence.labels);
    board.groups.push_back(
        {.name = named ? evidence.labels[at(g)] : fmt::format("group {}", g), .named = named});
    board.becomes.push_back(g);
  }
  board.seeds = evidence.seeds;
  board.seeds.resize(at(items), unlabelled);
  board.dropped.resize(at(items), false);
  return board;
}

Board after(Board board, const Correction& c) {
  switch (c.said) {
    case Said::belong:
      require_group(board, c.group);
      require_items(board, c.items, "belong there");
      put(board, c.items, c.group);
      break;
    case Said::new_group:
      require_items(board, c.items, "are the new group");
      put(board, c.items, new_group(board, c.name));
      break;
    case Said::together:
      put_together(board, c);
      break;
    case Said::apart:
      put_apart(board, c);
      break;
    case Said::rename:
      require_group(board, c.group);
      require(!c.name.empty(), "say what the group is called");
      board.groups[at(c.group)].name = c.name;
      board.groups[at(c.group)].named = true;
      break;
    case Said::merge:
      merge(board, c);
      break;
    case Said::split:
      require_group(board, c.group);
      require_items(board, c.items, "stay");
      require_items(board, c.others, "become a group of their own");
      put(board, c.items, c.group);
      put(board, c.others, new_group(board, c.name));
      break;
    case Said::finish:
      require_group(board, c.group);
      require_items(board, c.items, "are in it");
      put(board, c.items, c.group);
      board.groups[at(c.group)].finished = true;
      break;
    case Said::sizes:
      require(c.least >= 0 && c.most >= 0 && (c.most == 0 || c.least <= c.most),
              "groups of at least {} and at most {} items cannot be", c.least, c.most);
      board.min_size = c.least;
      board.max_size = c.most;
      break;
    case Said::drop:
      drop(board, c);
      ++board.checks;
      break;
    case Said::clusters:
      set_clusters(board, c);
      ++board.checks;
      break;
    case Said::method:
      require(!c.name.empty(), "say which method");
      board.method = c.name;
      ++board.checks;
      break;
    case Said::check:
      ++board.checks;
      break;
  }
  return board;
}

std::vector<Index> overruled_by(const Board& before, const Correction& c) {
  std::vector<Index> overruled;
  const auto look = [&](const std::vector<Index>& items, int group) {
    for (const Index item : items) {
      const int seed = before.seeds[at(item)];
      if (seed != unlabelled && seed != group) overruled.push_back(item);
    }
  };
  if (c.said == Said::belong || c.said == Said::finish || c.said == Said::split) look(c.items, c.group);
  if (c.said == Said::split) look(c.others, -2);
  if (c.said == Said::new_group || c.said == Said::drop) look(c.items, -2);
  return overruled;
}

std::string in_words(const Correction& c, const Board& before) {
  const auto name = [&](int group) {
    return group >= 0 && group < std::ssize(before.groups) ? before.groups[at(group)].name
                                                           : fmt::format("group {}", group);
  };
  const std::string items = counted(std::ssize(c.items), "item"),
                    fresh = c.name.empty() ? "a new group" : "a new group, " + c.name;
  const bool one = c.items.size() == 1;
  switch (c.said) {
    case Said::belong:
      return fmt::format("{} {} to {}", items, one ? "belongs" : "belong", name(c.group));
    case Said::new_group:
      return fmt::format("{} {} {}", items, one ? "is" : "are", fresh);
    case Said::together:
      return fmt::format("{} belong together", counted(std::ssize(c.items) + std::ssize(c.others), "item"));
    case Said::apart:
      return fmt::format("{} not together with {}", items, counted(std::ssize(c.others), "item"));
    case Said::rename:
      return fmt::format("{} is called {}", name(c.group), c.name);
    case Said::merge:
      return fmt::format("{} merged into {}", name(c.other), name(c.group));
    case Said::split:
      return fmt::format("{} split: {}", name(c.group), fresh);
    case Said::finish:
      return fmt::format("{} is finished: {} held", name(c.group), items);
    case Said::sizes:
      return c.least == 0 && c.most == 0 ? "groups of any size"
             : c.most == 0               ? fmt::format("groups of at least {}", counted(c.least, "item"))
                           : fmt::format("groups of {} to {}", c.least, counted(c.most, "item"));
    case Said::drop:
      return fmt::format("{} dropped", items);
    case Said::clusters:
      return fmt::format("{}", counted(c.least, "group"));
    case Said::method:
      return fmt::format("method: {}", c.name);
    case Said::check:
      return "clustered afresh, and checked";
  }
  return {};
}

}  // namespace bellwether
