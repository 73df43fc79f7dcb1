#include <bellwether/data/arff_header.h>
#include <bellwether/data/error.h>
#include <bellwether/data/number.h>
#include <bellwether/data/text.h>

#include <algorithm>

namespace bellwether {
namespace {

std::vector<std::string> take_values(std::string_view rest, const Where& place) {
  std::vector<std::string> values;
  bool quoted = false;
  for (rest.remove_prefix(1);;) {
    values.push_back(take_arff_word(rest, ",}", quoted, place));
    require(!rest.empty(), "{}: the list of values has no closing brace", place);
    const char stop = rest.front();
    rest.remove_prefix(1);
    if (stop == '}') break;
  }
  require(trim(rest).empty() || trim(rest).starts_with('%'), "{}: {} follows the list of values", place,
          shown(trim(rest)));
  return values;
}

/// The values as numbers, in the order of the file; empty when one of them is none.
std::vector<double> as_numbers(const std::vector<std::string>& values) {
  std::vector<double> numbers;
  for (const auto& value : values) {
    const auto number = to_number(value);
    if (!number) return {};
    numbers.push_back(*number);
  }
  return numbers;
}

Attribute nominal(std::string name, std::string_view rest, const Where& place) {
  Attribute attribute{std::move(name), Attribute::Type::nominal, take_values(rest, place)};
  attribute.numbers = as_numbers(attribute.values);
  if (!attribute.numbers.empty()) attribute.when_left_out = attribute.numbers.front();
  std::ranges::sort(attribute.numbers);
  return attribute;
}

Attribute read_attribute(std::string_view rest, const Where& place) {
  bool quoted = false;
  auto name = take_arff_word(rest, " \t{", quoted, place);
  require(!name.empty() || quoted, "{}: an attribute has no name", place);
  rest = trim(rest);
  if (rest.starts_with('{')) return nominal(std::move(name), rest, place);
  const auto type = lower(next_word(rest));
  if (type == "numeric" || type == "real" || type == "integer") return {std::move(name)};
  require(type == "string" || type == "date",
          "{}: attribute {} has the type {}, where numeric, nominal or string is needed", place, shown(name),
          shown(type));
  return {std::move(name), Attribute::Type::text};
}

Index find_label(const std::vector<Attribute>& attributes) {
  const auto words = [](const Attribute& a) {
    return a.type == Attribute::Type::nominal && a.numbers.empty();
  };
  const auto named = [](const Attribute& a) {
    return same_word(a.name, "class") && a.type == Attribute::Type::nominal;
  };
  const auto class_of_words =
      std::ranges::find_if(attributes, [&](const Attribute& a) { return named(a) && words(a); });
  if (class_of_words != attributes.end()) return class_of_words - attributes.begin();
  // Among the words of a text collection, "class" {0,1} is one of many features.
  if (named(attributes.front())) return 0;
  if (named(attributes.back()) || words(attributes.back())) return std::ssize(attributes) - 1;
  return no_column;
}

}  // namespace

std::string take_arff_word(std::string_view& rest, std::string_view stops, bool& quoted, const Where& place) {
  const auto skip_blanks = [&] {
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r"), rest.size()));
  };
  skip_blanks();
  quoted = rest.starts_with('\'') || rest.starts_with('"');
  std::string word;
  if (!quoted) {
    const auto plain = rest.substr(0, rest.find_first_of(stops));
    word = trim(plain);
    rest.remove_prefix(plain.size());
    return word;
  }
  const char quote = rest.front();
  std::size_t at = 1;
  for (; at < rest.size() && rest[at] != quote; ++at) {
    if (rest[at] == '\\' && at + 1 < rest.size()) ++at;
    word += rest[at];
  }
  require(at < rest.size(), "{}: a quote is opened and never closed", place);
  rest.remove_prefix(at + 1);
  const bool parted = rest.empty() || rest.front() == ' ' || rest.front() == '\t';
  skip_blanks();
  require(parted || rest.empty() || stops.find(rest.front()) != std::string_view::npos,
          "{}: text follows the closing quote of {}", place, shown(word));
  return word;
}

std::vector<Attribute> read_arff_attributes(Input& input) {
  if (input.ahead().starts_with("\xEF\xBB\xBF")) input.take(3);
  std::vector<Attribute> attributes;
  std::string_view line;
  while (input.next_line(line)) {
    line = trim(line);
    if (line.empty() || line.starts_with('%')) continue;
    const auto keyword = next_word(line);
    if (same_word(keyword, "@data")) {
      require(!attributes.empty(), "{}: @data comes before any @attribute", input.place());
      return attributes;
    }
    if (same_word(keyword, "@relation")) continue;
    require(same_word(keyword, "@attribute"), "{}: {} stands where @attribute or @data is needed",
            input.place(), shown(keyword));
    attributes.push_back(read_attribute(line, input.place()));
  }
  throw InvalidInput(fmt::format("{}: ends before @data (is it cut off?)", input.name()));
}

Columns assign_attributes(const std::vector<Attribute>& attributes, const ReadOptions& options,
                          const std::string& file) {
  std::vector<std::string> names;
  for (const auto& attribute : attributes) names.push_back(attribute.name);
  ReadOptions asked = options;
  std::string note;
  if (asked.label_column.empty()) {
    const Index label = find_label(attributes);
    if (label != no_column && std::ssize(attributes) > 1) {
      asked.label_column = std::to_string(label + 1);
      // A name that looks like a number must not be mistaken for one.
      if (std::ranges::count(names, asked.label_column) > 0)
        asked.label_column = names[static_cast<std::size_t>(label)];
      note = fmt::format("{}: attribute {} is taken as the label", file,
                         shown(names[static_cast<std::size_t>(label)]));
    }
  }
  Columns columns = assign_roles(std::move(names), std::ssize(attributes), asked, file);
  if (!note.empty()) columns.notes.push_back(note);
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    const auto& attribute = attributes[i];
    const bool number = attribute.type == Attribute::Type::numeric || !attribute.numbers.empty();
    require(
        number || columns.roles[i] != Role::feature,
        "{}: attribute {} holds text, not numbers (use {} if it holds the classes, {} if it holds the ids, "
        "{} to leave it out)",
        Where{.file = file, .column = attribute.name}, shown(attribute.name),
        remedy("label_column", request_for(columns, static_cast<Index>(i))),
        remedy("id_column", request_for(columns, static_cast<Index>(i))),
        remedy("ignore", request_for(columns, static_cast<Index>(i))));
  }
  return columns;
}

}  // namespace bellwether
