#include <bellwether/data/word_column.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>

#include <bellwether/data/error.h>
#include <bellwether/data/number.h>
#include <bellwether/data/text.h>

namespace bellwether {
namespace {

constexpr std::size_t most_categories = 50;
constexpr double gap = std::numeric_limits<double>::quiet_NaN();

/// Takes a whole number of so many digits off the front.
std::optional<int> take_digits(std::string_view& text, std::size_t least, std::size_t most) {
  const std::size_t size = std::min(text.find_first_not_of("0123456789"), text.size());
  if (size < least || size > most) return std::nullopt;
  const auto number = to_count(text.substr(0, size));
  text.remove_prefix(size);
  return static_cast<int>(*number);
}

bool take(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<double> days_to(int year, int month, int day) {
  using namespace std::chrono;
  const year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                            std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok()) return std::nullopt;
  return static_cast<double>(sys_days(date).time_since_epoch().count());
}

/// The date at the front of the text, which is taken off.
std::optional<double> take_date(std::string_view& text) {
  const bool year_first = text.find_first_not_of("0123456789") == 4;
  const auto first = take_digits(text, 1, 4);
  const char mark = text.empty() ? ' ' : text.front();
  if (!first || (year_first ? mark != '-' && mark != '/' : mark != '.')) return std::nullopt;
  take(text, mark);
  const auto second = take_digits(text, 1, 2);
  if (!second || !take(text, mark)) return std::nullopt;
  const auto third = take_digits(text, year_first ? 1 : 4, year_first ? 2 : 4);
  if (!third) return std::nullopt;
  return year_first ? days_to(*first, *second, *third) : days_to(*third, *second, *first);
}

/// 12:30, 12:30:59.5, with Z or +02:00 behind it; as a share of a day.
std::optional<double> take_time(std::string_view& text) {
  const auto hour = take_digits(text, 1, 2);
  if (!hour || *hour > 24 || !take(text, ':')) return std::nullopt;
  const auto minute = take_digits(text, 2, 2);
  if (!minute || *minute > 59) return std::nullopt;
  double seconds = 0;
  if (take(text, ':')) {
    const std::size_t size = std::min(text.find_first_not_of("0123456789."), text.size());
    const auto number = to_number(text.substr(0, size));
    if (!number || *number >= 61) return std::nullopt;
    seconds = *number;
    text.remove_prefix(size);
  }
  double zone = 0;
  if (text.starts_with('+') || text.starts_with('-')) {
    const double sign = text.front() == '-' ? -1 : 1;
    text.remove_prefix(1);
    const auto hours = take_digits(text, 2, 4);
    take(text, ':');
    const auto minutes = text.empty() ? std::optional(0) : take_digits(text, 2, 2);
    if (!hours || !minutes) return std::nullopt;
    zone = sign * (*hours > 99 ? *hours / 100 * 60 + *hours % 100 : *hours * 60 + *minutes);
  } else {
    take(text, 'Z');
  }
  return (*hour * 3600.0 + *minute * 60.0 + seconds - zone * 60) / 86400;
}

/// The one of two words that says yes; empty if they are no such pair.
std::string yes_among(const std::vector<std::string>& words) {
  static constexpr std::array<std::array<std::string_view, 2>, 5> pairs{
      {{"yes", "no"}, {"true", "false"}, {"y", "n"}, {"t", "f"}, {"on", "off"}}};
  if (words.size() != 2) return {};
  for (const auto& [yes, no] : pairs) {
    if (same_word(words[0], yes) && same_word(words[1], no)) return words[0];
    if (same_word(words[1], yes) && same_word(words[0], no)) return words[1];
  }
  return {};
}

}  // namespace

std::optional<double> days_of(std::string_view text) {
  text = trim(text);
  const auto days = take_date(text);
  if (!days || text.empty()) return days;
  if (!take(text, 'T') && !take(text, ' ')) return std::nullopt;
  text = trim(text);
  const auto time = take_time(text);
  return time && text.empty() ? std::optional(*days + *time) : std::nullopt;
}

bool names_classes(const std::string& column) {
  static constexpr std::array<std::string_view, 8> usual{"label",  "labels", "class",    "classes",
                                                         "target", "truth",  "category", "cluster"};
  return std::ranges::any_of(usual, [&](std::string_view name) { return same_word(column, name); });
}

void WordColumn::add(std::string_view word) {
  const auto [at, fresh] = code_of_.emplace(word, static_cast<int>(words_.size()));
  if (fresh) words_.emplace_back(word);
  codes_.push_back(at->second);
}

std::size_t WordColumn::present() const {
  return static_cast<std::size_t>(std::ranges::count_if(codes_, [](int code) { return code != missing; }));
}

std::optional<WordColumn::Numbers> WordColumn::days() const {
  std::vector<double> of_word;
  for (const std::string& word : words_) {
    const auto day = days_of(word);
    if (!day) return std::nullopt;
    of_word.push_back(*day);
  }
  Numbers made{.names = {name_}, .values = Matrix(std::ssize(codes_), 1)};
  for (std::size_t i = 0; i < codes_.size(); ++i)
    made.values(static_cast<Index>(i), 0) =
        codes_[i] == missing ? gap : of_word[static_cast<std::size_t>(codes_[i])];
  made.note = fmt::format("column {}: dates, as days since 1970-01-01", shown(name_));
  return made;
}

WordColumn::Numbers WordColumn::categories(const std::vector<std::string>& names,
                                           const std::string& what) const {
  Numbers made{.values = Matrix::Zero(std::ssize(codes_), std::ssize(names)), .note = what};
  std::unordered_map<std::string, Index> column_of;
  for (const std::string& word : names) {
    column_of.emplace(word, std::ssize(made.names));
    made.names.push_back(fmt::format("{}={}", name_, word));
  }
  for (std::size_t i = 0; i < codes_.size(); ++i) {
    const auto row = static_cast<Index>(i);
    if (codes_[i] == missing) {
      made.values.row(row).setConstant(gap);
      continue;
    }
    const auto at = column_of.find(words_[static_cast<std::size_t>(codes_[i])]);
    if (at != column_of.end()) made.values(row, at->second) = 1;
  }
  return made;
}

WordColumn::Numbers WordColumn::left_out() const {
  if (words_.size() == 1)
    return {.note = fmt::format("column {}: left out, {} in every row", shown(name_), shown(words_.front()))};
  return {.note = fmt::format(
              "column {}: left out, {} different texts in {} (use {} if it holds texts, {} if it "
              "names the items, {} for a feature of each)",
              shown(name_), words_.size(), counted(std::ssize(codes_), "row"), setting("text_column", name_),
              setting("id_column", name_), setting("categories", name_))};
}

WordColumn::Numbers WordColumn::as_before(const std::vector<std::string>& like) const {
  const std::string head = name_ + "=";
  std::vector<std::string> known;
  for (const std::string& feature : like)
    if (feature.starts_with(head)) known.push_back(feature.substr(head.size()));
  if (known.empty()) {
    if (std::ranges::find(like, name_) == like.end()) return {};
    if (auto made = days()) return made->note.clear(), *made;
    const auto wrong = std::ranges::find_if(words_, [](const std::string& word) { return !days_of(word); });
    refuse("column {}: {} is neither a number nor a date, as all were before", shown(name_), shown(*wrong));
  }
  std::vector<std::string> fresh;
  const bool told_apart = known.size() > 1;  // of two words that say yes and no, one has a column
  for (const std::string& word : words_)
    if (told_apart && std::ranges::find(known, word) == known.end()) fresh.push_back(word);
  return categories(known, fresh.empty() ? ""
                                         : fmt::format("column {}: {} that {} not seen before: {}",
                                                       shown(name_), counted(std::ssize(fresh), "word"),
                                                       fresh.size() == 1 ? "was" : "were", first_few(fresh)));
}

WordColumn::Numbers WordColumn::numbers(const std::vector<std::string>& like) const {
  require(!words_.empty(), "column {} has no value in any row (remove the column)", shown(name_));
  if (!like.empty()) return as_before(like);
  if (!asked_)
    if (auto made = days()) return *made;
  if (const std::string yes = yes_among(words_); !yes.empty())
    return categories({yes}, fmt::format("column {}: 1 for {}", shown(name_), shown(yes)));
  const bool repeat =
      words_.size() > 1 && words_.size() <= most_categories && 4 * words_.size() <= 3 * present();
  if (!asked_ && !repeat) return left_out();
  std::vector<std::string> sorted = words_;
  std::ranges::sort(sorted);
  return categories(
      sorted,
      fmt::format("column {}: {} categories, a feature of 0 or 1 for each ({} if it holds the "
                  "classes, {} to leave it out)",
                  shown(name_), words_.size(), setting("label_column", name_), setting("ignore", name_)));
}

}  // namespace bellwether
