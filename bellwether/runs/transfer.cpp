#include <bellwether/runs/transfer.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/engine/best.h>
#include <bellwether/features/steps.h>

namespace bellwether {
namespace {

Knowledge classes_as_knowledge(std::span<const int> labels) {
  return {.seeds = {labels.begin(), labels.end()}};
}

/// gamma weighs against a sum over items: of fewer items it is to be less.
Settings for_share(Settings settings, double share) {
  for (auto& [name, value] : settings) {
    if (name != "gamma" || value == Value(std::string("auto"))) continue;
    value = share * std::stod(to_text(value));
  }
  return settings;
}

Candidate candidate_of(const Learner& learner, const Settings& settings, std::string name) {
  const Learner* made_by = &learner;
  return {
      .name = std::move(name),
      .learn =
          [=](const Rows& items, std::span<const int> labels, double share, const Run& run) {
            return made_by->learn(items, classes_as_knowledge(labels), for_share(settings, share), run).map;
          },
      .geometry = learner.geometry};
}

std::string gain_in_words(const Trial& trial, double plain, int splits) {
  const auto better = std::ranges::count_if(trial.gains, [](double gain) { return gain > 0; });
  return fmt::format(
      "NMI on held-out known classes {:.2f}, without {:.2f} ({:+.3f} +- {:.3f}; better in {} of {} splits)",
      plain + trial.gain, plain, trial.gain, trial.error, better, splits);
}

/// Why nothing could be tried on classes held out.
std::string untried_in_words(const Chosen& check) {
  if (check.stopped) return "interrupted";
  if (check.classes < fewest_classes_to_hold_out)
    return fmt::format("needs at least {} known classes, got {}", fewest_classes_to_hold_out, check.classes);
  return check.trials.empty()
             ? "there is nothing to try"
             : fmt::format("with some classes held out nothing can be learned from the others: {}",
                           check.trials.front().failure);
}

/// The tuning of a learner tried classes held out already.
Chosen check_of_curve(const Learner& learner, const TuningCurve& curve, int classes, double caution) {
  const Trial& trial = curve.tried[static_cast<std::size_t>(curve.best)].trial;
  Chosen check{.possible = true,
               .classes = classes,
               .splits = static_cast<int>(trial.gains.size()),
               .plain = curve.plain,
               .trials = {trial}};
  check.trials.front().name = learner.name;
  check.best = trial.score(caution) > 0 ? 0 : -1;
  return check;
}

}  // namespace

const std::vector<std::string>& standard_candidates() {
  static const std::vector<std::string> list{
      "whiten:shrinkage=0.6,weights=none", "whiten:shrinkage=0.6,weights=mixed",
      "whiten:shrinkage=0.8,weights=mixed", "whiten:shrinkage=0.3,weights=known"};
  return list;
}

Candidate candidate_of(const std::string& spec) {
  NamedOptions parsed = parse_named_options(spec);
  const Learner& learner = find_learner(parsed.name);
  require<InvalidOption>(learner.takes.contains(EvidenceKind::known),
                         "{} is no map of known classes: ask for it with {}", learner.name,
                         remedy("represent", learner.name));
  const auto fields = learner.options();
  for (const auto& [name, value] : parsed.options) set_option(fields, learner.name, name, value);
  return candidate_of(learner, parsed.options, spec);
}

Representation choose_representation(const std::vector<std::string>& candidates, const Rows& items,
                                     std::span<const int> labels, const SelectionOptions& options,
                                     const Run& run, const AsUsual* as_usual) {
  std::vector<Candidate> list;
  for (const std::string& spec : candidates) list.push_back(candidate_of(spec));
  Representation made{.check = choose_map(items, labels, list, options, run, as_usual), .checked = true};
  if (!made.check.possible || made.check.stopped) {
    made.reason = fmt::format("not checked: {}", untried_in_words(made.check));
    return made;
  }
  if (made.check.best < 0) {
    const auto score = [&](const Trial& trial) { return trial.score(options.caution); };
    const Trial& nearest = made.check.trials[first_best(Goal::maximise, made.check.trials, score)];
    made.reason =
        fmt::format("no map is clearly better; {}: {}", nearest.name,
                    gain_in_words(nearest, made.check.plain, static_cast<int>(nearest.gains.size())));
    return made;
  }
  const auto best = static_cast<std::size_t>(made.check.best);
  made.name = candidates[best];
  made.reason = fmt::format("{}: {}", made.name,
                            gain_in_words(made.check.trials[best], made.check.plain, made.check.splits));
  const NamedOptions parsed = parse_named_options(made.name);
  made.learned = find_learner(parsed.name).learn(items, classes_as_knowledge(labels), parsed.options, run);
  return made;
}

Representation learn_representation(const Learner& learner, const Settings& settings, const Rows& items,
                                    std::span<const int> labels, Trust trust, const SelectionOptions& options,
                                    const Run& run, const AsUsual* as_usual) {
  Learned learned = learner.learn(items, classes_as_knowledge(labels), settings, run);
  if (trust == Trust::checked)
    return check_learned(learner, std::move(learned), settings, items, labels, options, run, as_usual);
  return {.name = learner.name, .learned = std::move(learned), .reason = "not checked, as asked"};
}

Representation check_learned(const Learner& learner, Learned learned, const Settings& settings,
                             const Rows& items, std::span<const int> labels, const SelectionOptions& options,
                             const Run& run, const AsUsual* as_usual) {
  Representation made{.name = learner.name, .learned = std::move(learned), .checked = true};
  const int classes = classes_of(items, labels).count;
  made.check = made.learned->curve.possible
                   ? check_of_curve(learner, made.learned->curve, classes, options.caution)
                   : choose_map(items, labels, {candidate_of(learner, settings, learner.name)}, options, run,
                                as_usual);
  if (!made.check.possible || made.check.stopped) {
    made.reason = fmt::format("not checked: {}", untried_in_words(made.check));
    return made;
  }
  const std::string gain = gain_in_words(made.check.trials.front(), made.check.plain, made.check.splits);
  made.reason = made.check.best < 0 ? fmt::format("it does not clearly help: {}", gain) : gain;
  if (made.check.best < 0) made.learned.reset();
  return made;
}

std::vector<Step> steps_of(const Learned& learned) {
  std::vector<Step> steps{learned.map};
  if (find_learner(learned.map.name).geometry == Geometry::directions)
    steps.emplace_back(Normaliser{Normalise::l2});
  return steps;
}

}  // namespace bellwether
