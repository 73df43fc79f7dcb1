#include <experiments/guided_cells.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include <fmt/format.h>

#include <experiments/guided_data.h>

namespace bellwether::experiments {
namespace {

/// One set in one setting, draw by draw.
struct Draws {
  std::vector<double> score = {}, without = {}, used = {}, seconds = {}, before = {};
};

double mean(const std::vector<double>& values) {
  return std::reduce(values.begin(), values.end()) / static_cast<double>(values.size());
}

double mean_gain(const Draws& draws) {
  return mean(draws.score) - mean(draws.without);
}

double worst_gain(const Draws& draws) {
  double worst = 1;
  for (std::size_t d = 0; d < draws.score.size(); ++d)
    worst = std::min(worst, draws.score[d] - draws.without[d]);
  return worst;
}

double mean_of(const std::vector<Draws>& sets, const auto& of) {
  double sum = 0;
  for (const Draws& draws : sets) sum += of(draws);
  return sum / static_cast<double>(sets.size());
}

/// "+0.031 (-0.002) 5/6": mean gain, the worst draw, draws in which it was used.
std::string gain_in_words(const std::vector<Draws>& sets) {
  double worst = 1, used = 0;
  std::size_t draws = 0;
  for (const Draws& one : sets) {
    worst = std::min(worst, worst_gain(one));
    used += std::reduce(one.used.begin(), one.used.end());
    draws += one.used.size();
  }
  return fmt::format("{:+.3f} ({:+.3f}) {:.0f}/{}", mean_of(sets, mean_gain), worst, used, draws);
}

/// "+0.031 (-0.002)"
std::string gain_and_worst_in_words(const std::vector<Draws>& sets) {
  double worst = 1;
  for (const Draws& one : sets) worst = std::min(worst, worst_gain(one));
  return fmt::format("{:+.3f} ({:+.3f})", mean_of(sets, mean_gain), worst);
}

std::string scores_in_words(const std::vector<Draws>& sets) {
  return fmt::format("{:.3f}", mean_of(sets, [](const Draws& d) { return mean(d.score); }));
}

std::string without_in_words(const std::vector<Draws>& sets) {
  return fmt::format("{:.3f}", mean_of(sets, [](const Draws& d) { return mean(d.without); }));
}

std::string difference_in_words(const std::vector<Draws>& sets) {
  return fmt::format("{:+.3f}", mean_of(sets, mean_gain));
}

std::string both_in_words(const std::vector<Draws>& sets) {
  return fmt::format("{} / {}", scores_in_words(sets), without_in_words(sets));
}

using Cell = std::function<std::string(const std::vector<Draws>&)>;
struct Column {
  std::string name = {}, setting = {};
  Cell cell = {};
};

class Results {
 public:
  explicit Results(const Outcome& outcome) : outcome_(outcome) {
    for (const DatasetFigures& data : outcome.datasets)
      if (sets_.empty() || sets_.back() != data.dataset) sets_.push_back(data.dataset);
  }

  const std::vector<std::string>& sets() const { return sets_; }

  /// Empty where there is no such cell.
  Draws of(const std::string& set, const std::string& setting) const {
    Draws draws;
    for (const DatasetFigures& data : outcome_.datasets) {
      const auto found = std::ranges::find(data.methods, setting, &MethodFigures::method);
      if (data.dataset != set || found == data.methods.end()) continue;
      (data.measured == "score"     ? draws.score
       : data.measured == "without" ? draws.without
       : data.measured == "used"    ? draws.used
       : data.measured == "before"  ? draws.before
                                    : draws.seconds) = found->scores;
    }
    return draws;
  }

 private:
  const Outcome& outcome_;
  std::vector<std::string> sets_ = {};
};

/// How many times as long as without knowledge: both measured on the same draws.
Draws times_of(const Results& results, const std::string& set, const std::string& setting) {
  const Draws plain = results.of(set, "nothing");
  Draws guided = results.of(set, setting);
  if (plain.seconds.empty() || guided.seconds.empty()) return {};
  return {.score = {mean(guided.seconds) / mean(plain.seconds)}};
}

/// Beside the default as it was before, in place of today's.
Draws over_before(const Results& results, const std::string& set, const std::string& setting) {
  Draws draws = results.of(set, setting);
  draws.without = draws.before;
  return draws.before.empty() ? Draws{} : draws;
}

using Lookup = std::function<Draws(const std::string& set, const std::string& setting)>;

std::vector<std::string> line_of(const std::string& name, const std::vector<std::string>& sets,
                                 const std::vector<Column>& columns, const Lookup& draws_of) {
  std::vector<std::string> line{name};
  for (const Column& column : columns) {
    std::vector<Draws> those;
    for (const std::string& set : sets)
      if (Draws draws = draws_of(set, column.setting); !draws.score.empty())
        those.push_back(std::move(draws));
    line.push_back(those.empty() ? "" : column.cell(those));
  }
  return line;
}

/// Lines and columns without a figure are left out.
std::vector<std::vector<std::string>> lines_of(const Results& results, std::vector<Column> columns,
                                               const Lookup& draws_of) {
  const auto empty = [&](const std::string& set, const Column& column) {
    return draws_of(set, column.setting).score.empty();
  };
  std::erase_if(columns, [&](const Column& column) {
    return std::ranges::all_of(results.sets(), [&](const auto& set) { return empty(set, column); });
  });
  std::vector<std::string> names{"data set"}, developed, others, all;
  for (const Column& column : columns) names.push_back(column.name);
  std::vector<std::vector<std::string>> lines{names};
  for (const std::string& set : results.sets()) {
    if (std::ranges::all_of(columns, [&](const auto& column) { return empty(set, column); })) continue;
    lines.push_back(line_of(set, {set}, columns, draws_of));
    (developed_on(set) ? developed : others).push_back(set);
    all.push_back(set);
  }
  for (const auto& [name, sets] :
       {std::pair{"development sets", developed}, {"other sets", others}, {"all", all}})
    if (!sets.empty())
      lines.push_back(line_of(fmt::format("{} ({})", name, sets.size()), sets, columns, draws_of));
  return lines;
}

std::vector<Column> columns_of(const std::vector<std::string>& settings, const Cell& cell) {
  std::vector<Column> columns;
  for (const std::string& setting : settings) columns.push_back({setting, setting, cell});
  return columns;
}

}  // namespace

std::vector<OwnTable> guided_tables(const Outcome& outcome) {
  const Results results(outcome);
  const Lookup draws_of = [&](const auto& set, const auto& setting) { return results.of(set, setting); };
  const Lookup before = [&](const auto& set, const auto& setting) {
    return over_before(results, set, setting);
  };
  const Lookup times = [&](const auto& set, const auto& setting) { return times_of(results, set, setting); };
  const std::string gains =
      "Gain in NMI over the default, on items that are not named: the mean, in brackets the worst draw, and "
      "in how many draws it was used.";
  const auto table = [&](const std::string& title, const std::string& remark,
                         const std::vector<Column>& columns, const Lookup& lookup) {
    return OwnTable{title, remark, lines_of(results, columns, lookup)};
  };
  std::vector<OwnTable> tables{
      table("Nothing is known", "NMI of the default and of k-means.",
            {{"default", "nothing", scores_in_words},
             {"k-means", "nothing", without_in_words},
             {"- k-means", "nothing", difference_in_words}},
            draws_of),
      table("The default before",
            "NMI of today's default and of the default before it chose how to measure items (0.1.0 of "
            "18 November 2026, commit e889869): `--method kmeans` on tables as they are, `--method "
            "spherical-kmeans` on sparse counts and texts.",
            {{"default", "nothing", scores_in_words},
             {"default before", "nothing", without_in_words},
             {"- before", "nothing", difference_in_words}},
            before),
      table("Seeds", gains,
            columns_of({"seeds 1 %", "seeds 5 %", "seeds 20 %", "30 % wrong", "nonsense seeds",
                        "half of the classes"},
                       gain_in_words),
            draws_of),
      table("Seeds of each class, beside a classifier",
            "Share of the other items that are found under the name of their class: guided clusters / "
            "`logistic` alone. Means are over the sets that have the column, which are not the same for all.",
            columns_of({"2 a class", "5 a class", "10 a class", "20 a class", "50 a class"}, both_in_words),
            draws_of),
      table("Links", gains,
            columns_of({"50 links", "300 links", "20 % wrong", "nonsense links"}, gain_in_words), draws_of),
      table("Known classes", gains, columns_of({"known", "shuffled"}, gain_in_words), draws_of),
      table("Auxiliary items", gains, columns_of({"auxiliary", "shuffled words"}, gain_in_words), draws_of),
      table(
          "Gains over the default before",
          "What is told, and what today's default adds, together: the mean, and in brackets the worst draw.",
          columns_of(
              {"seeds 1 %", "seeds 5 %", "seeds 20 %", "30 % wrong", "nonsense seeds", "half of the classes",
               "50 links", "300 links", "20 % wrong", "nonsense links", "known", "shuffled"},
              gain_and_worst_in_words),
          before),
      table("Time", "Processor time of a guided run, checks included, as a multiple of that of the default.",
            columns_of({"seeds 5 %", "10 a class", "300 links"},
                       [](const auto& sets) {
                         return fmt::format("{:.1f}",
                                            mean_of(sets, [](const Draws& d) { return mean(d.score); }));
                       }),
            times)};
  std::erase_if(tables, [](const OwnTable& one) { return one.lines.size() < 2; });
  return tables;
}

}  // namespace bellwether::experiments
