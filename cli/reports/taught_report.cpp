#include <cli/reports/summary.h>
#include <cli/reports/taught_report.h>
#include <cli/terminal/flags.h>
#include <cli/terminal/words.h>

#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include <bellwether/portraits/result_json.h>
#include <bellwether/sources/features.h>

namespace bellwether::cli {
namespace {

/// The features that count most, by the length of their row of the map.
std::vector<std::pair<std::string, double>> leading_features(const MapLesson& lesson, std::size_t most) {
  const LinearMap& map = lesson.learned.map;
  const Vector lengths = map.only_weights() ? map.weights : Vector(map.map.rowwise().norm());
  std::vector<Index> order(static_cast<std::size_t>(lengths.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, [&](Index a, Index b) { return lengths[a] > lengths[b]; });
  const auto& names = lesson.items.features;
  std::vector<std::pair<std::string, double>> leading;
  const double largest = lengths[order.front()];
  for (std::size_t i = 0; i < std::min(most, order.size()); ++i)
    leading.emplace_back(names.empty() ? fmt::format("feature {}", order[i] + 1) : names[order[i]],
                         largest > 0 ? lengths[order[i]] / largest : 0);
  return leading;
}

std::string check_in_words(const LearnCheck& check) {
  if (!check.asked) return "not checked, as asked";
  if (!check.possible) return "not checked: too little is known to hold some of it back";
  const std::string figures = fmt::format("held-out pairs ordered rightly: {:.1f} %, without it {:.1f} %",
                                          100 * check.learned, 100 * check.plain);
  return check.used ? fmt::format("checked: {}", figures)
                    : fmt::format(
                          "NOT used: {}; the file leaves distances as they are (--trust always keeps what "
                          "was learned)",
                          figures);
}

std::string source_in_words(const Taught& taught) {
  if (taught.evidence.kinds().contains(EvidenceKind::known))
    return in_words(taught.evidence, EvidenceKind::known);
  std::vector<std::string> parts;
  for (const EvidenceKind kind : taught.evidence.kinds()) parts.push_back(in_words(taught.evidence, kind));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

std::string to_json(const Taught& taught) {
  const MapLesson& lesson = taught.lesson;
  Json json{{"bellwether", BELLWETHER_VERSION},
            {"method", lesson.method},
            {"items", lesson.items.items()},
            {"vectorizer", vectorizer_json(lesson.vectorizer)}};
  json.update(learned_json(lesson.learned));
  for (const auto& [name, value] : lesson.learned.figures)
    if (name == "gap") json["gap"] = value;
  if (lesson.from_classes) {
    json["classes"] = taught.evidence.known.names;
    json["directions"] = directions_json(taught.directions);
    json["used"] = lesson.used();
    Json check = representation_json(lesson.check);
    check.erase("learned");
    json["known"] = check;
  } else {
    json["check"] = {{"possible", lesson.order.possible},
                     {"learned", lesson.order.learned},
                     {"plain", lesson.order.plain},
                     {"used", lesson.order.used}};
  }
  json["seconds"] = taught.seconds;
  json["warnings"] = lesson.items.notes;
  for (const auto& warning : lesson.learned.warnings) json["warnings"].push_back(warning);
  return lines(spelled(json, as_typed));
}

void print_taught(const Taught& taught, const std::string& source, const std::string& items,
                  const std::string& output) {
  const int width = width_of(stdout);
  const MapLesson& lesson = taught.lesson;
  const Learned& learned = lesson.learned;
  const auto say = [&](const std::string& text) { tell("{}\n", wrapped(with_flags(text), width, 2)); };
  const std::string made = in_words(lesson.vectorizer);
  say(fmt::format("{}: {} x {}{}; {} from {}", printable(source, 200), counted(lesson.items.items(), "item"),
                  counted(learned.map.features(), "feature"), made.empty() ? "" : fmt::format(", {}", made),
                  lesson.method, source_in_words(taught)));
  if (!learned.objective.name.empty())
    say(fmt::format("{}: {:.6g}, {} after {}", learned.objective.name, learned.objective.value,
                    learned.stopped     ? "interrupted"
                    : learned.converged ? "converged"
                                        : "not converged",
                    counted(learned.iterations, "step")));
  if (lesson.from_classes) {
    print_directions(stdout, taught.directions);
  } else {
    tell("\n  {}\n", bold(stdout, "what counts, the most telling first"));
    for (const auto& [name, weight] : leading_features(lesson, 8))
      tell("  {:>6.3f}  {}\n", weight, printable(name, 60));
  }
  tell("\n");
  say(lesson.from_classes ? fmt::format("{}{}", lesson.used() ? "" : "NOT used: ", lesson.check.reason)
                          : check_in_words(lesson.order));
  for (const auto& note : lesson.items.notes) print_note(stdout, note);
  for (const auto& warning : learned.warnings) print_note(stdout, warning);
  say(fmt::format("{} to learn; written to {}", duration(taught.seconds), printable(output, 200)));
  tell("\n{}\n  bellwether cluster {} -k K --transform {}\n", bold(stdout, "to cluster with it"),
       items.empty() ? "ITEMS" : shell_word(items), shell_word(output));
}

}  // namespace bellwether::cli
