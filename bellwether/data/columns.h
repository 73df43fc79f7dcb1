#pragma once
// Which column of a table holds what: features, the label, the id.

#include <span>
#include <string>
#include <vector>

#include <bellwether/data/read.h>

namespace bellwether {

enum class Role : unsigned char { feature, label, id, ignored, words };

struct Columns {
  std::vector<std::string> names = {};  ///< one for each column, or empty; a single name may be empty
  std::vector<Role> roles = {};         ///< one for each column
  std::vector<std::string> notes = {};  ///< what was decided without being asked for
  std::vector<Index> categories = {};   ///< columns that were said to hold categories

  Index count() const { return static_cast<Index>(roles.size()); }
  Index count(Role role) const;
  /// The names of the feature columns; empty when there is no header.
  std::vector<std::string> feature_names() const;
};

inline constexpr Index no_column = -1;

/// The column that `request` asks for: a name in the header, "first", "last", or a number from 1.
/// `option` is the setting that holds the request: "label_column".
Index find_column(const std::string& request, const std::vector<std::string>& names, Index count,
                  const std::string& option, const std::string& file);

/// As the options ask; without an id column, one that is named "id" is taken.
Columns assign_roles(std::vector<std::string> names, Index count, const ReadOptions& options,
                     const std::string& file);

/// Columns of words that become numbers: those that are asked for or were in an earlier table, and of a table
/// with a header those without a number in their first rows (`text`), unless they are named as classes
/// usually are.
void assign_words(Columns& columns, const std::vector<bool>& text, const ReadOptions& options,
                  const std::string& file);

/// The request that would name this column: first, last, its name, or its number.
std::string request_for(const Columns& columns, Index column);

/// For formats that have no such columns.
void require_no_columns_asked(const ReadOptions& options, const std::string& file, const char* format);

}  // namespace bellwether
