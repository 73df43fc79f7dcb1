#include <bellwether/methods/strap.h>

#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <thread>

#include <bellwether/data/error.h>

namespace bellwether {
namespace {

constexpr std::size_t most_values = 1000;

double number_in(std::string_view word, std::string_view spec) {
  double value = 0;
  const auto [at, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  require<InvalidOption>(
      error == std::errc{} && at == word.data() + word.size() && std::isfinite(value),
      "--strap {}: '{}' is not a number; write first:last:step, as in alpha=0.1:1.0:0.1, or a list, as in "
      "alpha=0.1,0.5,1",
      spec, word);
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
                         "--strap {}: write first:last:step, the first no larger than the last and the step "
                         "above 0, as in alpha=0.1:1.0:0.1",
                         spec);
  const double steps = std::floor((ends[1] - ends[0]) / ends[2] + 1e-9);
  require<InvalidOption>(steps < static_cast<double>(most_values),
                         "--strap {}: these are more than {} values", spec, most_values);
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
  throw InvalidOption(fmt::format("--strap {}: {} has no such option{}; it has: {}", name, method.name,
                                  near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near),
                                  fmt::join(names, ", ")));
}

double default_of(const OptionField& field, const Method& method) {
  const Value value = field.get();
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  const auto* number = std::get_if<double>(&value);
  require<InvalidOption>(number != nullptr, "--strap {}: {} is not a number in {}, but {}", field.name,
                         field.name, method.name, range_in_words(field));
  return *number;
}

/// Reports how many are done, on the caller's thread alone.
class Counter {
 public:
  Counter(const char* stage, std::int64_t all, const Run& run) : stage_(stage), all_(all), run_(run) {}

  void count() {
    const std::int64_t done = ++done_;
    if (!run_.on_progress || std::this_thread::get_id() != caller_) return;
    run_.on_progress({.stage = stage_,
                      .done = done,
                      .unit = "clusterings",
                      .share = static_cast<double>(done) / static_cast<double>(all_)});
  }

 private:
  const char* stage_;
  std::int64_t all_;
  const Run& run_;
  std::thread::id caller_ = std::this_thread::get_id();
  std::atomic<std::int64_t> done_ = 0;
};

}  // namespace

Strap plan_strap(const Method& method, const Settings& settings, std::string_view spec) {
  const auto fields = method.options();
  if (spec.empty()) {
    const bool has_alpha =
        std::ranges::any_of(fields, [](const auto& field) { return field.name == "alpha"; });
    require<InvalidOption>(
        has_alpha,
        "say which option of {} solved collections are to choose, and its values: --strap "
        "NAME=0.1:1.0:0.1 (`bellwether methods {}` shows its options; sib and idt have alpha)",
        method.name, method.name);
    spec = "alpha=0.1:1.0:0.1";
  }
  const std::size_t equals = spec.find('=');
  require<InvalidOption>(equals != std::string_view::npos && equals > 0,
                         "--strap {}: write NAME=first:last:step, as in alpha=0.1:1.0:0.1", spec);
  Strap strap{.option = std::string(spec.substr(0, equals))};
  std::ranges::replace(strap.option, '-', '_');
  const OptionField& field = field_of(fields, method, strap.option);
  require<InvalidOption>(strap.option != "clusters" && strap.option != "random_seed",
                         "--strap {}: that is yours to say, and nothing to be chosen", strap.option);
  for (const auto& setting : settings)
    require<InvalidOption>(setting.first != strap.option,
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
  require<InvalidOption>(strap.values.size() > 1, "--strap {}: there is only one value, the default", spec);
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

std::vector<std::vector<Outcome>> cluster_over(const Method& method, const std::vector<StrapJob>& jobs,
                                               const Settings& settings, const Strap& strap,
                                               const char* stage, const Run& run) {
  const std::size_t values = strap.values.size();
  std::vector<std::vector<Outcome>> outcomes(jobs.size(), std::vector<Outcome>(values));
  Counter counter(stage, static_cast<std::int64_t>(jobs.size() * values), run);
  on_threads(run.threads, [&] {
    for_each_parallel(static_cast<int>(jobs.size() * values), [&](int cell) {
      const auto job = static_cast<std::size_t>(cell) / values, at = static_cast<std::size_t>(cell) % values;
      if (run.stop.stop_requested()) return;
      const Settings here = settings_at(strap, strap.values[at], settings, jobs[job].clusters);
      outcomes[job][at] = method.cluster({.items = jobs[job].items}, here, {.threads = 1, .stop = run.stop});
      counter.count();
    });
  });
  return outcomes;
}

Candidates candidates_of(const Strap& strap, const std::vector<Outcome>& outcomes) {
  Candidates candidates{.values = strap.values};
  for (const Outcome& outcome : outcomes) candidates.labels.push_back(outcome.clustering.labels);
  return candidates;
}

}  // namespace bellwether
