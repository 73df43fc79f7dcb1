#include <cli/deadline.h>
#include <cli/repeats.h>
#include <cli/stopwatch.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/scores/agreement.h>

namespace bellwether::cli {
namespace {

/// Whether knowledge was used; none if there was none.
std::optional<bool> knowledge_used(const Result& result) {
  std::optional<bool> used;
  const auto count = [&](bool yes) { used = used.value_or(false) || yes; };
  if (result.guidance) count(result.guidance->found.check.used);
  if (result.taught) count(result.taught->representation.used());
  if (result.borrowed && !result.borrowed->sources.empty()) count(result.borrowed->used());
  if (result.direction) count(result.direction->used);
  if (result.tuning) count(result.tuning->tuned.used);
  return used;
}

double mean_agreement(const std::vector<std::vector<int>>& labels) {
  double sum = 0, pairs = 0;
  for (std::size_t i = 0; i < labels.size(); ++i)
    for (std::size_t j = 0; j < i; ++j, pairs += 1)
      sum += adjusted_rand_index(cross_tabulate(labels[i], labels[j]));
  return sum / pairs;
}

void note_once(Standing& standing, const std::string& note) {
  if (std::ranges::find(standing.notes, note) == standing.notes.end()) standing.notes.push_back(note);
}

/// A search that is not the one that was named. What learns leaves the search to others, which is no news.
void note_search(const std::string& used, Standing& standing) {
  const std::string& named = standing.method;
  if (named == "auto") note_once(standing, fmt::format("{} was chosen", used));
  const bool learns = std::ranges::any_of(learners(), [&](const Learner& l) { return l.name == named; });
  if (named != "auto" && !learns && named != used) note_once(standing, fmt::format("fell back to {}", used));
}

void count_scores(const Scores& scores, Standing& standing) {
  standing.scores.resize(scores.size());
  for (std::size_t s = 0; s < scores.size(); ++s) {
    standing.scores[s].first = scores[s].first;
    standing.scores[s].second.values.push_back(scores[s].second);
  }
}

void count_repeat(const KnowledgeArguments& knowledge, Result result, Dataset items, Repeats& repeats) {
  if (repeats.labels.empty())
    repeats.covered = covered_items(read_knowledge(knowledge, items).knowledge, items.items());
  const std::vector<int>& found = result.outcome.clustering.labels;
  std::vector<int>& uncovered = repeats.labels.emplace_back();
  for (std::size_t i = 0; i < found.size(); ++i)
    if (!repeats.covered[i]) uncovered.push_back(found[i]);
  if (uncovered.empty()) uncovered = found;

  Standing& standing = repeats.standing;
  count_scores(score(found, items, repeats.covered), standing);
  if (const auto used = knowledge_used(result)) standing.used.push_back(*used);
  standing.seconds.values.push_back(result.seconds_fitting);
  note_search(result.method, standing);
  repeats.best.offer(std::move(result), std::move(items));
}

/// What can be said when no more repeats will come.
void sum_up(bool interrupted, double seconds, Repeats& repeats) {
  Standing& standing = repeats.standing;
  if (standing.repeats() > 1) standing.agreement = mean_agreement(repeats.labels);
  if (standing.stopped)
    standing.notes.push_back(
        interrupted ? std::string("interrupted: the best so far")
                    : fmt::format("stopped after {}: the best so far (a larger --budget lets it finish)",
                                  duration(seconds)));
}

/// The run of the repeat; `items` become those that were clustered.
Result run_repeat(const Prepared& run, const Material* material, Dataset& items, ProgressBar& bar) {
  return run_once(run.args, run.settings,
                  material != nullptr ? *material : read_material(run.args, run.settings, run.solved, bar),
                  items, bar);
}

}  // namespace

void BestRepeat::offer(Result result, Dataset items) {
  Kind& kind = kinds_[fmt::format("{} {}", result.method, knowledge_used(result).value_or(false))];
  const Objective& found = result.outcome.clustering.objective;
  if (++kind.count > 1 && !better(found.goal, found.value, kind.result.outcome.clustering.objective.value))
    return;
  kind.result = std::move(result);
  kind.items = std::move(items);
}

const BestRepeat::Kind& BestRepeat::most() const {
  return std::ranges::max_element(kinds_, {}, [](const auto& kind) { return kind.second.count; })->second;
}

Repeats repeat(const CompareArguments& args, const Contender& contender, const Material* material,
               const std::string& head, const std::stop_token& interrupted, ProgressBar& bar) {
  Repeats repeats{.standing = {.method = contender.name, .needs = contender.needs, .notes = contender.notes}};
  Standing& standing = repeats.standing;
  const Deadline deadline(args.budget, interrupted);
  const Stopwatch watch;
  for (int r = 0; r < args.repeats; ++r) {
    const bool no_time = r > 0 && args.budget > 0 && watch.seconds() * (r + 1) / r > args.budget;
    const std::uint64_t random_seed = args.random_seed + static_cast<std::uint64_t>(r);
    bar.head(fmt::format("{}, repeat {} of {}: ", head, r + 1, args.repeats));
    try {
      Dataset items;
      Result result;
      if (!no_time)
        result = run_repeat(prepare(contender, random_seed, deadline.token()), material, items, bar);
      const bool cut = no_time || deadline.token().stop_requested();
      if (cut && r > 0) {
        if (!interrupted.stop_requested())
          standing.notes.push_back(fmt::format("{} of {} repeats: there is no time for more (--budget {})", r,
                                               args.repeats, args.budget));
        break;
      }
      standing.stopped = cut;
      count_repeat(args.asked.knowledge, std::move(result), std::move(items), repeats);
      if (cut) break;
    } catch (const Error& error) {
      if (r == 0) throw;
      standing.notes.push_back(fmt::format("with random seed {} it fails: {}", random_seed, error.what()));
      break;
    }
  }
  sum_up(interrupted.stop_requested(), watch.seconds(), repeats);
  return repeats;
}

}  // namespace bellwether::cli
