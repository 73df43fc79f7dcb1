#include <cli/borrowed.h>
#include <cli/settings.h>
#include <cli/stopwatch.h>

#include <algorithm>
#include <cstdlib>

#include <bellwether/data/error.h>
#include <bellwether/data/take.h>

namespace bellwether::cli {
namespace {

/// What was asked for by name is left out only if it is clearly worse; what was chosen must not be worse.
double tolerance_of(const ClusterArguments& args) {
  return args.method == "auto" && representation_of(args).empty() ? 0 : 2;
}

std::uint64_t seed_of(const ClusterArguments& args) {
  return args.random_seed.empty() ? 0 : std::strtoull(args.random_seed.c_str(), nullptr, 10);
}

/// Zeros have no direction: what is represented by topics or shares may still be all zeros.
Outcome search_in(const std::vector<Step>& steps, const Rows& rows, const Method& search,
                  const Settings& settings, const bellwether::Run& run) {
  Dataset moved = copy_of(rows);
  for (const Step& step : steps) apply(step, moved, run);
  constexpr bool some_may_be_zeros = true;
  return fit(search, moved, some_may_be_zeros, {}, {}, settings, run);
}

void note_sources(const WithOthers& all, Borrowed& borrowed) {
  for (const OtherSource& other : all.others) {
    BorrowedSource source{
        .file = other.file, .items = other.items, .overlap = other.overlap, .lambda = other.lambda};
    if (other.tagged) source.tags = other.rows.items();
    for (Index i = 0; i < other.rows.items(); ++i) source.ids.push_back(other.rows.id(i));
    borrowed.sources.push_back(std::move(source));
  }
}

void keep_labels_of_others(const Outcome& outcome, Borrowed& borrowed) {
  for (std::size_t s = 0; s < borrowed.sources.size() && s < outcome.auxiliary.size(); ++s)
    borrowed.sources[s].labels = outcome.auxiliary[s];
}

/// The clusters of all of them, cut into those of the items and those of each other source.
void cut(Outcome& outcome, const WithOthers& all, Index own) {
  Clustering& c = outcome.clustering;
  auto at = c.labels.begin() + own;
  for (const OtherSource& other : all.others) {
    outcome.auxiliary.emplace_back(at, at + other.rows.items());
    at += other.rows.items();
  }
  c.labels.resize(static_cast<std::size_t>(own));
  if (!c.probabilities.empty()) c.probabilities.resize(static_cast<std::size_t>(own));
}

void compare(const Outcome& outcome, const Outcome& plain, const Dataset& items, Borrowed& borrowed) {
  borrowed.plain_scores = score(plain.clustering.labels, items);
  borrowed.plain_labels = plain.clustering.labels;
  borrowed.plain_objective = plain.clustering.objective.value;
  borrowed.moved = count_moved(plain.clustering.labels, outcome.clustering.labels);
}

Outcome cluster_pooled(const ClusterArguments& args, const Choice& choice, const Settings& settings,
                       WithOthers& all, bool raw, Borrowed& borrowed, Dataset& items, ProgressBar& bar) {
  const Method& method = find_method(choice.method);
  return interruptible(args, bar, [&](const bellwether::Run& run) {
    Outcome outcome = fit(method, all.pool, raw, {}, {}, settings, run);
    cut(outcome, all, items.items());
    borrowed.without = method.name;
    compare(outcome, fit(method, items, raw, {}, {}, settings, run), items, borrowed);
    return outcome;
  });
}

}  // namespace

bool borrows(const ClusterArguments& args) {
  return args.others.any() || (!args.known.any() && !representation_of(args).empty());
}

bool searches_with_others(const ClusterArguments& args) {
  return args.others.any() && !args.others.combine && representation_of(args).empty();
}

Purpose purpose_of(const ClusterArguments& args) {
  const bool represented = !args.known.any() && !representation_of(args).empty();
  if (represented || (searches_with_others(args) && args.method == "auto")) return Purpose::counting;
  if (args.method == "auto" || args.known.any()) return Purpose::clustering;
  return find_method(args.method).needs_counts ? Purpose::counting : Purpose::clustering;
}

WithOthers read_borrowed(const ClusterArguments& args, Result& result, Dataset& items,
                         const bellwether::Run& reading_run) {
  const Stopwatch reading;
  WithOthers all = read_with_others(args.items, args.others, args.features, purpose_of(args), reading_run);
  items = all.made.items;
  result.vectorizer = all.made.vectorizer;
  result.columns = all.made.features;
  result.borrowed.emplace();
  result.borrowed->combined = args.others.combine;
  note_sources(all, *result.borrowed);
  result.seconds_reading = reading.seconds();
  return all;
}

void represent_by_others(const ClusterArguments& args, const RunSettings& settings, const WithOthers& all,
                         Result& result, Dataset& items, ProgressBar& bar) {
  const Method& learner = find_method(representation_of(args));
  const Method& plain = without_other_data(learner);
  const Settings plain_settings = settings_without_other_data(learner, settings.learner);
  Borrowed& borrowed = *result.borrowed;
  const auto auxiliary = all.auxiliary();
  require_takes_other_data(learner, !auxiliary.empty(), all.tags().rows() > 0);
  borrowed.representation = learner.name;

  // What searches in it; seeds and links are about these items and are checked by themselves.
  const Dataset example{.values = Matrix(2, 1)};
  const std::string asked = search_asked(args);
  const Method& search = find_method(asked == "auto" ? choose_method({example.rows()}).method : asked);
  const bool checkable = !search.guided() && !search.takes_links && &plain != &learner;
  const auto learn = [&](const Method& method, const Settings& options, const Rows& rows,
                         const bellwether::Run& run) {
    Problem problem{.items = rows};
    if (&method == &learner) problem.auxiliary = auxiliary, problem.tags = all.tags();
    return method.cluster(problem, options, run);
  };
  const auto labelling = [&](const Method& method, const Settings& options) {
    return [&, options](const Rows& rows, const bellwether::Run& run) {
      const auto steps = steps_of(method, learn(method, for_a_check(options, method), rows, run));
      return search_in(steps, rows, search, for_a_check(settings.search, search), run).clustering.labels;
    };
  };
  const Outcome learned = interruptible(args, bar, [&](const bellwether::Run& run) {
    if (&plain != &learner) borrowed.without = plain.name;
    if (checkable && args.trust != "always")
      borrowed.check =
          check_on_counts(items.rows(), labelling(learner, settings.learner),
                          labelling(plain, plain_settings), tolerance_of(args), seed_of(args), run);
    return borrowed.check.used ? learn(learner, settings.learner, items.rows(), run)
                               : learn(plain, plain_settings, items.rows(), run);
  });
  borrowed.features = learned.features;
  keep_labels_of_others(learned, borrowed);
  for (const Step& step : steps_of(borrowed.check.used ? learner : plain, learned)) {
    apply(step, items, {.threads = args.threads});
    result.vectorizer.steps.push_back(step);
  }
  if (!borrowed.check.used) borrowed.representation = plain.name;
}

Outcome cluster_with_others(const ClusterArguments& args, Choice& choice, const Settings& settings,
                            WithOthers& all, std::span<const int> start, Result& result, Dataset& items,
                            ProgressBar& bar) {
  Borrowed& borrowed = *result.borrowed;
  if (borrowed.combined) {
    Outcome outcome = cluster_pooled(args, choice, settings, all, result.vectorizer.reads_raw_items(),
                                     borrowed, items, bar);
    keep_labels_of_others(outcome, borrowed);
    return outcome;
  }
  const auto auxiliary = all.auxiliary();
  const Method& method = find_method(choice.method);
  const Problem problem{.items = items.rows(), .start = start, .auxiliary = auxiliary, .tags = all.tags()};
  const Trust trust = args.trust == "always" ? Trust::always : Trust::checked;
  OtherDataOutcome found = interruptible(args, bar, [&](const bellwether::Run& run) {
    return cluster_with_other_data(method, problem, settings, trust, tolerance_of(args), seed_of(args), run);
  });
  borrowed.without = without_other_data(method).name;
  borrowed.check = found.check;
  if (!found.check.used)
    choice = {borrowed.without, fmt::format("{} does not help here",
                                            args.others.annotated.empty() ? "--auxiliary" : "--annotated")};
  compare(found.outcome, found.without, items, borrowed);
  keep_labels_of_others(found.outcome, borrowed);
  return std::move(found.outcome);
}

}  // namespace bellwether::cli
