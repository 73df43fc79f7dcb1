#pragma once
// Options described once. Each options struct has beside it
//
//   void describe(KMeansOptions& o, auto&& option) {
//     option("clusters", o.clusters, "how many clusters to find", 1);           // 1: the least it may be
//     option("start", o.start, "where the first means come from", start_names);  // an enum and its names
//     option("gamma", o.gamma, "weight of the regulariser", 0);  // std::optional<double>: a number or `auto`
//   }
//
// and the command line, JSON, Python keywords, `bellwether methods` and the docs all draw on that.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace bellwether {

using Value = std::variant<bool, std::int64_t, double, std::string>;

/// Options by name. Text is read as the option's own type.
using Settings = std::vector<std::pair<std::string, Value>>;

/// The names of an enum's values.
template <class Enum>
using Choices = std::vector<std::pair<std::string, Enum>>;

/// One option of one options object: what it is called, what it may be, and how to get and set it there.
struct OptionField {
  std::string name;
  std::string help;
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  std::vector<std::string> choices = {};       ///< of an enum; otherwise empty
  bool automatic = false;                      ///< "auto" may stand for the number
  std::function<Value()> get = {};             ///< the alternative held tells the option's type
  std::function<void(const Value&)> put = {};  ///< expects that same alternative, in range
};

class FieldCollector {
 public:
  template <class T, class Bound = double, class Limit = double>
  requires std::is_arithmetic_v<T>
  void operator()(const char* name, T& field, const char* help,
                  Bound minimum = -std::numeric_limits<double>::infinity(),
                  Limit maximum = std::numeric_limits<double>::infinity()) {
    using Held = std::conditional_t<std::is_same_v<T, bool>, bool,
                                    std::conditional_t<std::is_integral_v<T>, std::int64_t, double>>;
    double least = static_cast<double>(minimum), most = static_cast<double>(maximum);
    if constexpr (std::is_integral_v<T>) {
      least = std::max(least, static_cast<double>(std::numeric_limits<T>::lowest()));
      most = std::min(most, static_cast<double>(std::numeric_limits<T>::max()));
    }
    OptionField described{name, help, least, most};
    described.get = [&field] { return Value(static_cast<Held>(field)); };
    described.put = [&field](const Value& v) { field = static_cast<T>(std::get<Held>(v)); };
    fields.push_back(std::move(described));
  }

  /// A number, or `auto` if there is none: then the method finds it.
  void operator()(const char* name, std::optional<double>& field, const char* help,
                  double minimum = -std::numeric_limits<double>::infinity(),
                  double maximum = std::numeric_limits<double>::infinity()) {
    OptionField described{name, help, minimum, maximum};
    described.automatic = true;
    described.get = [&field] { return field ? Value(*field) : Value(std::string("auto")); };
    described.put = [&field](const Value& v) {
      field = std::holds_alternative<double>(v) ? std::optional(std::get<double>(v)) : std::nullopt;
    };
    fields.push_back(std::move(described));
  }

  void operator()(const char* name, std::string& field, const char* help) {
    OptionField described{name, help};
    described.get = [&field] { return Value(field); };
    described.put = [&field](const Value& v) { field = std::get<std::string>(v); };
    fields.push_back(std::move(described));
  }

  template <class Enum>
  requires std::is_enum_v<Enum>
  void operator()(const char* name, Enum& field, const char* help, const Choices<Enum>& choices) {
    OptionField described{name, help};
    for (const auto& choice : choices) described.choices.push_back(choice.first);
    described.get = [&field, choices] {
      for (const auto& [text, value] : choices)
        if (value == field) return Value(text);
      return Value(std::string{});
    };
    described.put = [&field, choices](const Value& v) {
      for (const auto& [text, value] : choices)
        if (text == std::get<std::string>(v)) field = value;
    };
    fields.push_back(std::move(described));
  }

  std::vector<OptionField> fields;
};

/// The options of `object`; the fields point into it and must not outlive it.
template <class Options>
std::vector<OptionField> fields_of(Options& object) {
  FieldCollector collector;
  describe(object, collector);
  return std::move(collector.fields);
}

/// The options with their defaults, for help and checks.
template <class Options>
std::vector<OptionField> default_fields() {
  // The fields point into an options object, which has to live as long as they do.
  const auto object = std::make_shared<Options>();
  auto fields = fields_of(*object);
  for (auto& field : fields) field.get = [object, get = field.get] { return get(); };
  return fields;
}

inline bool knows(const std::vector<OptionField>& fields, const std::string& name) {
  return std::ranges::find(fields, name, &OptionField::name) != fields.end();
}

/// Sets one option by name. A text value is read as the option's own type, so "0.5" serves from a command
/// line and 0.5 from a program; hyphens and underscores in the name are the same. Throws InvalidOption with
/// the way out: the nearest name, the range, the choices. `owner` says whose options these are.
void set_option(const std::vector<OptionField>& fields, std::string_view owner, std::string_view name,
                const Value& value);

/// A fresh `Options` with `settings` applied: typed, in range, or an InvalidOption that says what is wrong.
template <class Options>
Options with_settings(std::string_view owner, const Settings& settings) {
  Options options;
  const auto fields = fields_of(options);
  for (const auto& [name, value] : settings) set_option(fields, owner, name, value);
  return options;
}

/// Every option with its value.
template <class Options>
Settings settings_of(Options options) {
  Settings settings;
  for (const auto& field : fields_of(options)) settings.emplace_back(field.name, field.get());
  return settings;
}

/// The value as text: numbers in the shortest form that reads back the same.
std::string to_text(const Value& value);

/// In words, for help: "a whole number, at least 1", "one of k-means++, random".
std::string range_in_words(const OptionField& field);

/// Throws InvalidOption unless every option of `object` is in the range that its description gives.
void check_ranges(const std::vector<OptionField>& fields, std::string_view owner);
template <class Options>
void check_options(const Options& object, std::string_view owner) {
  Options copy = object;
  check_ranges(fields_of(copy), owner);
}

/// The candidate most like `word`, for "did you mean"; empty when nothing is near.
std::string nearest_name(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace bellwether
