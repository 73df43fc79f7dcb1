#include <bellwether/methods/strap.h>

#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include <bellwether/data/error.h>

namespace bellwether {
namespace {

constexpr std::size_t most_values = 1000;

double number_in(std::string_view word, std::string_view spec) {
  double value = 0;
  const auto [at, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  require<InvalidOption>(
      error == std::errc{} && at == word.data() + word.size() && std::isfinite(value),
      "{}: '{}' is not a number; write first:last:step, as in alpha=0.1:1.0:0.1, or a list, as in "
      "alpha=0.1,0.5,1",
      setting("strap", spec), word);
  return value;
}

std::vector<double> numbers_in(std::string_view words, char between, std::string_view spec) {
  std::vector<double> numbers;
  while (true) {
    const std::size_t end = std::min(words.find(between), words.size());
    numbers.push_back(number_in(words.substr(0, end), spec));
    if (end == words.size()) return numbers;
    words.remove_prefix(end + 1);
  }
}

/// first, first + step, ... last; the values that a person would write, without the noise of adding steps up.
std::vector<double> range_of(const std::vector<double>& ends, std::string_view spec) {
  require<InvalidOption>(ends.size() == 3 && ends[2] > 0 && ends[1] >= ends[0],
                         "{}: write first:last:step, the first no larger than the last and the step above 0, "
                         "as in alpha=0.1:1.0:0.1",
                         setting("strap", spec));
  const double steps = std::floor((ends[1] - ends[0]) / ends[2] + 1e-9);
  require<InvalidOption>(steps < static_cast<double>(most_values), "{}: these are more than {} values",
                         setting("strap", spec), most_values);
  std::vector<double> values;
  for (int i = 0; i <= static_cast<int>(steps); ++i)
    values.push_back(number_in(fmt::format("{:.12g}", ends[0] + i * ends[2]), spec));
  return values;
}

const OptionField& field_of(const std::vector<OptionField>& fields, const Method& method,
                            const std::string& name) {
  const auto found = std::ranges::find(fields, name, &OptionField::name);
  if (found != fields.end()) return *found;
  std::vector<std::string> names;
  for (const OptionField& field : fields) names.push_back(field.name);
  const std::string near = nearest_name(name, names);
  refuse<InvalidOption>("{}: {} has no such option{}; it has: {}", setting("strap", name), method.name,
                        near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near),
                        fmt::join(names, ", "));
}

double default_of(const OptionField& field, const Method& method) {
  const Value value = field.get();
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  const auto* number = std::get_if<double>(&value);
  require<InvalidOption>(number != nullptr, "{}: {} is not a number in {}, but {}",
                         setting("strap", field.name), field.name, method.name, range_in_words(field));
  return *number;
}

}  // namespace

Strap plan_strap(const Method& method, const Settings& settings, std::string_view spec) {
  const auto fields = method.options();
  if (spec.empty()) {
    const bool has_alpha =
        std::ranges::any_of(fields, [](const auto& field) { return field.name == "alpha"; });
    require<InvalidOption>(
        has_alpha,
        "say which option of {} solved collections are to choose, and its values: {} (sib and idt have "
        "alpha)",
        method.name, setting("strap", "NAME=0.1:1.0:0.1"));
    spec = "alpha=0.1:1.0:0.1";
  }
  const std::size_t equals = spec.find('=');
  require<InvalidOption>(equals != std::string_view::npos && equals > 0,
                         "{}: write NAME=first:last:step, as in alpha=0.1:1.0:0.1", setting("strap", spec));
  Strap strap{.option = std::string(spec.substr(0, equals))};
  std::ranges::replace(strap.option, '-', '_');
  const OptionField& field = field_of(fields, method, strap.option);
  require<InvalidOption>(strap.option != "clusters" && strap.option != "random_seed",
                         "{}: that is yours to say, and nothing to be chosen",
                         setting("strap", strap.option));
  for (const auto& given : settings)
    require<InvalidOption>(given.first != strap.option,
                           "'{}' is set, and also to be chosen by solved collections: leave out one of them",
                           strap.option);
  const double untuned = default_of(field, method);
  const std::string_view values = spec.substr(equals + 1);
  strap.values = values.find(':') != std::string_view::npos ? range_of(numbers_in(values, ':', spec), spec)
                                                            : numbers_in(values, ',', spec);
  for (const double value : strap.values)
    set_option(fields, method.name, strap.option, bellwether::to_text(Value(value)));
  strap.values.push_back(untuned);
  std::ranges::sort(strap.values);
  strap.values.erase(std::unique(strap.values.begin(), strap.values.end()), strap.values.end());
  require<InvalidOption>(strap.values.size() > 1, "{}: there is only one value, the default",
                         setting("strap", spec));
  strap.untuned = static_cast<std::size_t>(std::ranges::find(strap.values, untuned) - strap.values.begin());
  return strap;
}

std::string to_text(const Strap& strap) {
  return fmt::format("{}={}", strap.option, fmt::join(strap.values, ","));
}

Settings settings_at(const Strap& strap, double value, Settings settings, int clusters) {
  std::erase_if(settings, [&](const auto& setting) {
    return setting.first == "clusters" || setting.first == strap.option;
  });
  settings.emplace_back("clusters", std::int64_t{clusters});
  settings.emplace_back(strap.option, bellwether::to_text(Value(value)));
  return settings;
}

}  // namespace bellwether
