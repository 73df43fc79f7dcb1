#include <cli/one_run.h>
#include <cli/reports/tuner_report.h>
#include <cli/terminal/flags.h>
#include <cli/terminal/stopwatch.h>
#include <cli/terminal/words.h>

#include <fmt/format.h>

#include <bellwether/portraits/evidence_words.h>
#include <bellwether/portraits/result_json.h>

namespace bellwether::cli {

std::string to_json(const Lessons& lessons, const std::string& output) {
  const Tuner& tuner = lessons.tuner;
  Json collections = Json::array();
  for (const SolvedCollection& solved : lessons.collections)
    collections.push_back(
        {{"name", solved.name}, {"items", solved.items.items()}, {"classes", solved.clusters()}});
  return lines(Json{{"bellwether", BELLWETHER_VERSION},
                    {"method", tuner.method},
                    {"option", tuner.strap.option},
                    {"values", tuner.strap.values},
                    {"untuned_value", tuner.strap.values[tuner.strap.untuned]},
                    {"collections", collections},
                    {"c", tuner.strapping.chosen.c},
                    {"sigma", tuner.strapping.chosen.sigma},
                    {"error_left_out", tuner.strapping.error},
                    {"rank_correlation", tuner.strapping.rank_correlation},
                    {"check", check_json(tuner.check)},
                    {"advises", tuner.advises()},
                    {"file", output},
                    {"seconds", lessons.seconds}});
}

void print_lessons(const Lessons& lessons, const std::string& output) {
  const int width = width_of(stdout);
  const Tuner& tuner = lessons.tuner;
  const auto say = [&](const std::string& text) { tell("{}\n", wrapped(with_flags(text), width, 2)); };
  say(fmt::format("{}: {} from {} to {}, {} each of {}", tuner.method, tuner.strap.option,
                  tuner.strap.values.front(), tuner.strap.values.back(),
                  counted(static_cast<std::int64_t>(tuner.strap.values.size()), "clustering"),
                  counted(static_cast<std::int64_t>(lessons.collections.size()), "solved collection")));
  for (const SolvedCollection& solved : lessons.collections)
    tell("  {}: {} of {}\n", printable(solved.name, 60), counted(solved.items.items(), "item"),
         counted(solved.clusters(), "class"));
  say(in_words(tuner.check));
  if (!tuner.advises())
    say("that does worse, so `cluster --tune` will leave the option as it is (--trust always tunes all the "
        "same)");
  say(fmt::format("{} to learn; written to {}", duration(lessons.seconds), printable(output, 200)));
  tell("\n{}\n  bellwether cluster ITEMS -k K --tune {}\n", bold(stdout, "to cluster with it"),
       shell_word(output));
}

}  // namespace bellwether::cli
