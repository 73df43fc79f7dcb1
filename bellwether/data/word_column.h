#pragma once
// Columns of a table that hold words where others hold numbers. What a column becomes is decided when all
// rows are read: days if all its words are dates, 0 and 1 if they say yes and no, a column for each category
// if they repeat.

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <bellwether/data/matrix.h>

namespace bellwether {

/// Days since the first of January 1970: 2024-01-31, 2024/01/31, 31.01.2024, with a time of day or without.
std::optional<double> days_of(std::string_view text);

class WordColumn {
 public:
  /// `asked`: it was said that these are categories, however many there are.
  WordColumn(std::string name, bool asked) : name_(std::move(name)), asked_(asked) {}

  const std::string& name() const { return name_; }
  bool asked() const { return asked_; }

  /// The word of the next row.
  void add(std::string_view word);
  void add_missing() { codes_.push_back(missing); }
  void take_last() { codes_.pop_back(); }

  /// What the column becomes; NaN where a word is missing.
  struct Numbers {
    std::vector<std::string> names = {};  ///< of the columns; none: it was left out
    Matrix values = {};
    std::string note = {};  ///< for people
  };

  /// `like`: names of features that another reading gave, which decide instead of the words; empty: the words
  /// do.
  Numbers numbers(const std::vector<std::string>& like) const;

 private:
  static constexpr int missing = -1;

  std::size_t present() const;
  std::optional<Numbers> days() const;
  Numbers categories(const std::vector<std::string>& names, const std::string& what) const;
  Numbers as_before(const std::vector<std::string>& like) const;
  Numbers left_out() const;

  std::string name_;
  bool asked_ = false;
  std::unordered_map<std::string, int> code_of_ = {};
  std::vector<std::string> words_ = {};  ///< by their codes
  std::vector<int> codes_ = {};          ///< of each row
};

/// Whether columns of this name usually hold the classes, which are not to be mistaken for features.
bool names_classes(const std::string& column);

}  // namespace bellwether
