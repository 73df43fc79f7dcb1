#include <bellwether/engine/options.h>

#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include <bellwether/data/error.h>

namespace bellwether {
namespace {

/// "feature-clusters" and "feature_clusters" name the same option.
std::string canonical(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '-', '_');
  return text;
}

template <class Number>
bool parse(const std::string& text, Number& number) {
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, number);
  return error == std::errc{} && at == end;
}

/// `value` as the alternative that `like` holds; false if it is not one.
bool convert(const Value& value, const Value& like, Value& converted) {
  const auto* text = std::get_if<std::string>(&value);
  if (std::holds_alternative<std::string>(like)) {
    if (text) converted = *text;
    return text != nullptr;
  }
  if (std::holds_alternative<bool>(like)) {
    if (const auto* flag = std::get_if<bool>(&value))
      converted = *flag;
    else if (text && (*text == "true" || *text == "yes" || *text == "on" || *text == "1"))
      converted = true;
    else if (text && (*text == "false" || *text == "no" || *text == "off" || *text == "0"))
      converted = false;
    else
      return false;
    return true;
  }
  double number = 0;
  std::int64_t whole = 0;
  if (std::holds_alternative<std::int64_t>(like)) {
    if (const auto* i = std::get_if<std::int64_t>(&value))
      whole = *i;
    else if (!text || !parse(*text, whole))
      return false;
    converted = whole;
    return true;
  }
  if (const auto* d = std::get_if<double>(&value))
    number = *d;
  else if (const auto* i = std::get_if<std::int64_t>(&value))
    number = static_cast<double>(*i);
  else if (!text || !parse(*text, number))
    return false;
  converted = number;
  return true;
}

bool in_range(const OptionField& field, const Value& value) {
  if (!field.choices.empty())
    return std::find(field.choices.begin(), field.choices.end(), std::get<std::string>(value)) !=
           field.choices.end();
  double number = 0;
  if (const auto* d = std::get_if<double>(&value))
    number = *d;
  else if (const auto* i = std::get_if<std::int64_t>(&value))
    number = static_cast<double>(*i);
  else
    return true;
  return number >= field.minimum && number <= field.maximum;  // false for NaN
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

}  // namespace

void set_option(const std::vector<OptionField>& fields, std::string_view owner, std::string_view name,
                const Value& value) {
  const auto at = std::find_if(fields.begin(), fields.end(),
                               [&](const OptionField& f) { return f.name == canonical(name); });
  if (at == fields.end()) {
    std::vector<std::string> names;
    for (const auto& field : fields) names.push_back(field.name);
    const auto near = nearest_name(canonical(name), names);
    throw InvalidOption(fmt::format("{} has no option '{}'{}; its options are: {}", owner, name,
                                    near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near),
                                    fmt::join(names, ", ")));
  }
  Value converted;
  const Value automatic = std::string("auto");
  const Value like = !at->automatic ? at->get() : value == automatic ? automatic : Value(0.0);
  require<InvalidOption>(convert(value, like, converted) && in_range(*at, converted),
                         "option '{}' of {} is '{}', but must be {}", name, owner, to_text(value),
                         range_in_words(*at));
  at->put(converted);
}

void check_ranges(const std::vector<OptionField>& fields, std::string_view owner) {
  for (const auto& field : fields)
    require<InvalidOption>(in_range(field, field.get()), "option '{}' of {} is '{}', but must be {}",
                           field.name, owner, to_text(field.get()), range_in_words(field));
}

std::string to_text(const Value& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *whole);
  if (const auto* number = std::get_if<double>(&value)) return fmt::format("{}", *number);
  return std::get<std::string>(value);
}

std::string range_in_words(const OptionField& field) {
  if (!field.choices.empty()) return fmt::format("one of {}", fmt::join(field.choices, ", "));
  const Value value = field.get();
  if (std::holds_alternative<bool>(value)) return "true or false";
  if (std::holds_alternative<std::string>(value) && !field.automatic) return "text";

  const bool whole = std::holds_alternative<std::int64_t>(value);
  std::string words = whole ? "a whole number" : "a number";
  // The largest int is not a limit that anybody set.
  const bool has_least = field.minimum > -2e9, has_most = field.maximum < 2e9;
  if (has_least && has_most)
    words += fmt::format(" from {} to {}", field.minimum, field.maximum);
  else if (has_least)
    words += fmt::format(", at least {}", field.minimum);
  else if (has_most)
    words += fmt::format(", at most {}", field.maximum);
  return field.automatic ? fmt::format("{}, or auto", words) : words;
}

std::string nearest_name(std::string_view word, const std::vector<std::string>& candidates) {
  std::string best;
  // Two letters changed in a word of three make another word.
  std::size_t least = word.size() < 4 ? 2 : std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const auto& candidate : candidates) {
    const auto distance = edit_distance(word, candidate);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  if (!best.empty() || word.size() < 4) return best;
  // Letters were left out: strech for stretched.
  const auto shortened = [&](std::string_view candidate) {
    std::size_t at = 0;
    for (const char c : candidate)
      if (at < word.size() && word[at] == c) ++at;
    return at == word.size() && 2 * word.size() > candidate.size();
  };
  const auto found = std::ranges::find_if(candidates, shortened);
  return found == candidates.end() ? best : *found;
}

}  // namespace bellwether
