#include <cli/json_text.h>
#include <cli/tuning_report.h>
#include <cli/words.h>

#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace bellwether::cli {
namespace {

double mean(const std::vector<double>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

std::string collections_in_words(const Tuning& tuning) {
  const auto count = counted(static_cast<std::int64_t>(tuning.collections.size()), "solved collection");
  if (!tuning.file.empty()) return fmt::format("{}: learned from {}", printable(tuning.file, 200), count);
  if (!tuning.drawn_from.empty())
    return fmt::format(
        "{} of {} and {} each, drawn from {}", count, counted(tuning.collections.front().items, "item"),
        counted(tuning.collections.front().classes, "class"), printable(tuning.drawn_from, 200));
  std::vector<std::string> each;
  for (const TuningCollection& solved : tuning.collections)
    each.push_back(fmt::format("{} ({} of {})", printable(solved.name, 60), counted(solved.items, "item"),
                               counted(solved.classes, "class")));
  return fmt::format("{}: {}", count, fmt::join(each, ", "));
}

std::string choice_in_words(const Tuning& tuning) {
  const Tuned& tuned = tuning.tuned;
  if (tuning.indifferent)
    return fmt::format(
        "NOT tuned: every value of {} does equally well on the solved collections, which teaches "
        "nothing; it stays {:.4g}",
        tuning.option, tuned.value);
  if (!tuned.used && tuned.scores.empty())
    return fmt::format("interrupted before anything was learned: {} is as if untuned", tuning.option);
  if (!tuned.used)
    return fmt::format(
        "NOT tuned, because that does worse: {} stays {:.4g}; --trust always tunes all the same",
        tuning.option, tuned.value);
  return fmt::format(
      "{} is {:.4g} (untuned: {:.4g}), chosen by {}; items that lie elsewhere than untuned: {}",
      tuning.option, tuned.value, tuning.untuned_value, tuning.by, tuned.moved);
}

std::string check_in_words(const Tuning& tuning) {
  if (tuning.indifferent) return {};
  if (tuning.by == "strapping") return in_words(tuning.check);
  const LeastSquaresTuning& found = tuning.least_squares;
  if (found.errors.empty()) return {};
  return fmt::format("on the matched collection {:.1f} % are wrong with {:.4g}, {:.1f} % untuned",
                     100 * found.tuned_error, found.estimate.value, 100 * found.untuned_error);
}

}  // namespace

std::string in_words(const StrappingCheck& check) {
  if (!check.possible)
    return "whether it helps could not be checked: that takes three solved collections or more";
  return fmt::format(
      "checked on each solved collection with what the others teach: {:.1f} % are wrong, untuned {:.1f} % "
      "(the "
      "difference has a standard error of {:.1f})",
      100 * mean(check.tuned), 100 * mean(check.untuned), 100 * check.error);
}

std::vector<std::string> in_words(const Tuning& tuning) {
  std::vector<std::string> said{collections_in_words(tuning), check_in_words(tuning),
                                choice_in_words(tuning)};
  std::erase(said, "");
  return said;
}

Json check_json(const StrappingCheck& check) {
  if (!check.possible) return nullptr;
  return {{"tuned_errors", check.tuned},
          {"untuned_errors", check.untuned},
          {"gain", check.gain},
          {"error", check.error}};
}

Json tuning_json(const Tuning& tuning) {
  const Tuned& tuned = tuning.tuned;
  Json collections = Json::array();
  for (const TuningCollection& solved : tuning.collections) {
    Json object{{"name", solved.name}};
    if (solved.items > 0) object.update({{"items", solved.items}, {"classes", solved.classes}});
    collections.push_back(object);
  }
  Json json{{"by", tuning.by},
            {"option", tuning.option},
            {"value", tuned.value},
            {"untuned_value", tuning.untuned_value},
            {"used", tuned.used},
            {"checked", tuned.checked},
            {"moved", tuned.moved},
            {"collections", collections},
            {"values", tuned.values},
            {"scores", tuned.scores},
            {"untuned",
             {{"objective", tuned.untuned.objective.value}, {"scores", object_of(tuning.untuned_scores)}}}};
  if (!tuning.file.empty()) json["file"] = tuning.file;
  if (tuning.indifferent) json["indifferent"] = true;
  if (tuning.by == "strapping") {
    json["c"] = tuning.strapping.chosen.c;
    json["sigma"] = tuning.strapping.chosen.sigma;
    json["check"] = check_json(tuning.check);
  } else {
    json["errors"] = tuning.least_squares.errors;
    json["estimate"] = tuning.least_squares.estimate.value;
  }
  return json;
}

}  // namespace bellwether::cli
