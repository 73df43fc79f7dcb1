#include <bellwether/tuning/strapping.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include <bellwether/data/error.h>
#include <bellwether/tuning/ranks.h>

namespace bellwether {
namespace {

/// What a setting of c and sigma gave on lessons left out.
struct Trial {
  RankingSvmOptions setting = {};
  double error = std::numeric_limits<double>::infinity();
  double correlation = 0;
};

/// Smaller errors first, then larger correlations, then what is simpler.
bool better(const Trial& a, const Trial& b) {
  if (a.error != b.error) return a.error < b.error;
  if (a.correlation != b.correlation) return a.correlation > b.correlation;
  if (a.setting.c != b.setting.c) return a.setting.c < b.setting.c;
  return a.setting.sigma > b.setting.sigma;
}

void check(const std::vector<double>& values, const std::vector<Lesson>& lessons) {
  require(!values.empty(), "there are no values of the option to choose from");
  require(!lessons.empty(),
          "there are no lessons: strapping learns from collections that were sorted before");
  for (const Lesson& lesson : lessons) {
    require(lesson.cues.rows() == static_cast<Index>(values.size()) && lesson.cues.cols() == plain_cues &&
                lesson.errors.size() == values.size(),
            "lesson '{}' has {} rows of {} cues and {} errors, but there are {} values and {} cues: make it "
            "with the same values",
            lesson.name, lesson.cues.rows(), lesson.cues.cols(), lesson.errors.size(), values.size(),
            plain_cues);
    for (const double error : lesson.errors)
      require(std::isfinite(error), "lesson '{}' has an error of {}", lesson.name, error);
  }
}

void check(const std::vector<double>& tried, const char* name) {
  for (const double value : tried)
    require<InvalidOption>(value > 0 && value <= 1e6,
                           "{} is to be tried at {}: it must be above 0, and at most 1e6", name, value);
}

std::vector<Trial> grid_of(const StrappingOptions& options) {
  check(options.c, "c");
  check(options.sigma, "sigma");
  const std::vector<double> all_c = options.c.empty() ? std::vector{0.01, 0.1, 1.0, 10.0, 100.0} : options.c;
  const std::vector<double> all_sigma =
      options.sigma.empty() ? std::vector{0.25, 0.5, 1.0, 2.0, 4.0} : options.sigma;
  std::vector<Trial> grid;
  for (const double c : all_c)
    for (const double sigma : all_sigma) grid.push_back({{c, sigma}});
  return grid;
}

std::vector<RankedGroup> groups_of(const std::vector<Lesson>& lessons, CueScale scale) {
  std::vector<RankedGroup> groups;
  for (const Lesson& lesson : lessons) groups.push_back({scaled_cues(lesson.cues, scale), lesson.errors});
  return groups;
}

std::vector<RankedGroup> without(const std::vector<RankedGroup>& groups, std::size_t left_out) {
  std::vector<RankedGroup> others = groups;
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(left_out));
  return others;
}

bool has_order(const RankedGroup& group) {
  return !group.errors.empty() &&
         std::ranges::any_of(group.errors, [&](double error) { return error != group.errors.front(); });
}

/// An SVM that finds all alike if the groups have no order to learn.
RankingSvm train(const std::vector<RankedGroup>& groups, const RankingSvmOptions& setting) {
  return std::ranges::any_of(groups, has_order) ? train_ranking_svm(groups, setting) : RankingSvm{};
}

Ranked rank_scaled(const RankingSvm& svm, const Matrix& cues) {
  Ranked ranked{0, scores_of(svm, cues)};
  for (Index i = 1; i < ranked.scores.size(); ++i)
    if (ranked.scores[i] >= ranked.scores[static_cast<Index>(ranked.best)])
      ranked.best = static_cast<std::size_t>(i);
  return ranked;
}

/// Spearman's, of scores and of accuracies.
double correlation_of(const Vector& scores, const std::vector<double>& errors) {
  std::vector<double> accuracies;
  for (const double error : errors) accuracies.push_back(-error);
  return rank_correlation(std::span(scores.data(), static_cast<std::size_t>(scores.size())), accuracies);
}

/// Adds what an SVM does on a group that it did not see, one of `count`.
void add(Trial& trial, const RankingSvm& svm, const RankedGroup& group, double count) {
  const Ranked ranked = rank_scaled(svm, group.examples);
  trial.error += group.errors[ranked.best] / count;
  trial.correlation += correlation_of(ranked.scores, group.errors) / count;
}

/// The means over all groups of what an SVM learned from the others does on each.
Trial tried(RankingSvmOptions setting, const std::vector<RankedGroup>& groups) {
  Trial trial{setting, 0, 0};
  for (std::size_t g = 0; g < groups.size(); ++g)
    add(trial, train(without(groups, g), setting), groups[g], static_cast<double>(groups.size()));
  return trial;
}

/// The same for the groups without each one in turn. What is learned without two of them serves both.
std::vector<Trial> tried_without_each(RankingSvmOptions setting, const std::vector<RankedGroup>& groups) {
  std::vector<Trial> trials(groups.size(), Trial{setting, 0, 0});
  const auto count = static_cast<double>(groups.size() - 1);
  for (std::size_t a = 0; a < groups.size(); ++a)
    for (std::size_t b = a + 1; b < groups.size(); ++b) {
      const RankingSvm svm = train(without(without(groups, b), a), setting);
      add(trials[a], svm, groups[b], count);
      add(trials[b], svm, groups[a], count);
    }
  return trials;
}

/// Calls `work(n)` for every setting of the grid, several at once, until it is to stop.
void for_each_setting(std::size_t settings, const char* stage, const std::function<void(std::size_t)>& work,
                      const Run& run) {
  const auto count = static_cast<int>(settings);
  const int at_once = std::max(2, thread_count(run));
  for (int done = 0; done < count && !run.stop.stop_requested(); done += at_once) {
    if (run.on_progress) run.on_progress({.stage = stage, .iteration = done, .iterations = count});
    on_threads(run.threads, [&] {
      for_each_parallel(std::min(at_once, count - done),
                        [&](int next) { work(static_cast<std::size_t>(done + next)); });
    });
  }
}

/// The best of the grid; of what was tried until then if it is to stop.
Trial choose(std::vector<Trial> grid, const std::vector<RankedGroup>& groups, const Run& run) {
  const Trial untried{{1, 1}, 0, 0};
  if (groups.size() < 2) return untried;
  const auto work = [&](std::size_t n) { grid[n] = tried(grid[n].setting, groups); };
  for_each_setting(grid.size(), "choosing c and sigma on lessons left out", work, run);
  const Trial best = *std::ranges::min_element(grid, better);
  return std::isfinite(best.error) ? best : untried;
}

/// What is picked for group g by an SVM that learned from the others, with the best of `trials` without it.
std::size_t pick(const std::vector<std::vector<Trial>>& trials, const std::vector<RankedGroup>& groups,
                 std::size_t g, std::size_t untuned) {
  const auto without_it = [&](const std::vector<Trial>& setting) { return setting[g]; };
  const RankingSvmOptions chosen = std::ranges::min_element(trials, better, without_it)->at(g).setting;
  const std::vector<RankedGroup> others = without(groups, g);
  if (std::ranges::none_of(others, has_order)) return untuned;
  return rank_scaled(train(others, chosen), groups[g].examples).best;
}

/// Means and their standard error.
void summarise(StrappingCheck& check) {
  const auto count = static_cast<double>(check.tuned.size());
  for (std::size_t g = 0; g < check.tuned.size(); ++g)
    check.gain += (check.untuned[g] - check.tuned[g]) / count;
  double squares = 0;
  for (std::size_t g = 0; g < check.tuned.size(); ++g) {
    const double deviation = check.untuned[g] - check.tuned[g] - check.gain;
    squares += deviation * deviation;
  }
  check.error = std::sqrt(squares / (count - 1) / count);
}

}  // namespace

Strapping learn_strapping(const std::vector<double>& values, const std::vector<Lesson>& lessons,
                          const StrappingOptions& options, const Run& run) {
  check(values, lessons);
  const std::vector<RankedGroup> groups = groups_of(lessons, options.scale);
  const Trial best = choose(grid_of(options), groups, run);
  return {values,       options.scale, train_ranking_svm(groups, best.setting),
          best.setting, best.error,    best.correlation};
}

Ranked rank(const Strapping& strapping, const Matrix& cues) {
  require(cues.rows() == static_cast<Index>(strapping.values.size()),
          "strapping was learned for {} values of the option, but {} clusterings are to be ranked",
          strapping.values.size(), cues.rows());
  return rank_scaled(strapping.svm, scaled_cues(cues, strapping.scale));
}

StrappingCheck check_strapping(const std::vector<double>& values, const std::vector<Lesson>& lessons,
                               std::size_t untuned, const StrappingOptions& options, const Run& run) {
  check(values, lessons);
  require(untuned < values.size(),
          "value {} (counted from 0) is to stand for no tuning, but there are only {}", untuned,
          values.size());
  StrappingCheck result;
  if (lessons.size() < 3) return result;
  const std::vector<RankedGroup> groups = groups_of(lessons, options.scale);
  const std::vector<Trial> grid = grid_of(options);
  std::vector<std::vector<Trial>> trials(grid.size());
  const auto work = [&](std::size_t n) { trials[n] = tried_without_each(grid[n].setting, groups); };
  for_each_setting(grid.size(), "checking strapping on lessons left out", work, run);
  if (run.stop.stop_requested()) return result;

  for (std::size_t g = 0; g < groups.size(); ++g) {
    result.tuned.push_back(groups[g].errors[pick(trials, groups, g, untuned)]);
    result.untuned.push_back(groups[g].errors[untuned]);
  }
  summarise(result);
  result.possible = true;
  return result;
}

}  // namespace bellwether
