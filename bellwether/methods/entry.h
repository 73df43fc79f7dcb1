#pragma once
// One index of names over both tables: a name is that of a search or of what learns a representation.

#include <string>
#include <string_view>
#include <vector>

#include <bellwether/methods/learner.h>
#include <bellwether/methods/method.h>

namespace bellwether {

/// A row of one of the tables; both null: there is none of that name.
struct Entry {
  const Method* search = nullptr;
  const Learner* learner = nullptr;

  explicit operator bool() const { return search != nullptr || learner != nullptr; }
  /// With their defaults. There must be a row.
  std::vector<OptionField> options() const { return search ? search->options() : learner->options(); }
};

/// Every name: searches first, then what learns, each in the order of its table.
std::vector<std::string> entry_names();

/// The row of that name, or none.
Entry entry_called(std::string_view name);

/// Throws InvalidOption with the nearest name of both tables and the list if there is none.
Entry find_entry(std::string_view name);

}  // namespace bellwether
