#include <bellwether/portraits/evidence_words.h>

#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include <bellwether/data/error.h>
#include <bellwether/data/text.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

double mean(const std::vector<double>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

std::string words_given(const Report& report, EvidenceKind kind) {
  for (const auto& [given, words] : report.given)
    if (given == kind) return words;
  return {};
}

/// "seeds: 62 of 6 labels, used (held-out agreement 0.65, without -0.04)"
std::string verdict_in_words(const Report& report, const Verdict& verdict) {
  const std::string what = words_given(report, verdict.kind);
  const std::string_view name =
      verdict.kind == vectors && report.categories.guided ? "ontology" : name_of(verdict.kind);
  if (verdict.used) return fmt::format("{}: {}, used ({})", name, what, verdict.reason);
  const std::string anyway =
      verdict.possible ? fmt::format("; {} uses them anyway", remedy("trust", "always")) : std::string();
  return fmt::format("{}: {}, NOT used ({}{})", name, what, verdict.reason, anyway);
}

/// "a and b", for the first few broken links.
std::string broken_in_words(const LinkReport& links, const Dataset& items) {
  std::vector<std::string> pairs;
  for (const auto* broken : {&links.must_broken, &links.cannot_broken})
    for (const auto& [first, second] : *broken)
      pairs.push_back(fmt::format("{} and {}", shown(items.id(first)), shown(items.id(second))));
  if (pairs.empty()) return {};
  const std::size_t told = std::min<std::size_t>(pairs.size(), 5);
  return fmt::format("; broken: {}{}",
                     fmt::join(pairs.begin(), pairs.begin() + static_cast<std::ptrdiff_t>(told), ", "),
                     told < pairs.size() ? ", ... (all are in result.json)" : "");
}

std::string links_in_words(const Report& report) {
  const LinkReport& links = report.finding.links;
  std::vector<std::string> parts;
  const auto held = [&](Index kept, std::size_t broken, const char* kind) {
    parts.push_back(fmt::format("{} of {} {}s", kept, kept + static_cast<Index>(broken), kind));
  };
  if (report.must_links > 0) held(links.must_held, links.must_broken.size(), "must-link");
  if (report.cannot_links > 0) held(links.cannot_held, links.cannot_broken.size(), "cannot-link");
  return fmt::format("links kept: {}{}", fmt::join(parts, ", "), broken_in_words(links, report.items()));
}

std::string source_in_words(const ToldSource& source) {
  return fmt::format("{}: {}{}; {} of its {} are among the items' {} ({:.0f} % of the items' values)",
                     source.name, counted(source.items, "item"),
                     source.tags > 0 ? fmt::format(" with {}", counted(source.tags, "tag")) : "",
                     source.overlap.shared, counted(source.overlap.other, "feature"), source.overlap.features,
                     100 * source.overlap.covered);
}

std::string collections_in_words(const Report& report, const TuningMade& tuning) {
  const auto count = counted(std::ssize(tuning.collections), "solved collection");
  if (!report.tuner_source.empty()) return fmt::format("{}: learned from {}", report.tuner_source, count);
  if (!tuning.drawn_from.empty())
    return fmt::format("{} of {} and {} each, drawn from {}", count,
                       counted(tuning.sizes.front().first, "item"),
                       counted(tuning.sizes.front().second, "class"), tuning.drawn_from);
  std::vector<std::string> each;
  for (std::size_t s = 0; s < tuning.collections.size(); ++s)
    each.push_back(fmt::format("{} ({} of {})", tuning.collections[s], counted(tuning.sizes[s].first, "item"),
                               counted(tuning.sizes[s].second, "class")));
  return fmt::format("{}: {}", count, fmt::join(each, ", "));
}

std::string choice_in_words(const Report& report, const TuningMade& tuning) {
  const Tuned& tuned = tuning.tuned;
  const double untuned = tuning.plan.strap.values[tuning.plan.strap.untuned];
  if (!tuned.used) return fmt::format("{}: {:.4g}, as untuned", tuning.plan.strap.option, untuned);
  return fmt::format("{}: {:.4g} (untuned {:.4g}), chosen by {}", tuning.plan.strap.option, tuned.value,
                     untuned,
                     report.finding.plan.wishes.tune.by == TuneBy::least_squares ? "rls" : "strapping");
}

std::string moved_in_words(const Finding& finding) {
  const auto items = static_cast<std::int64_t>(finding.labels().size());
  if (std::ranges::find(finding.covered, true) == finding.covered.end())
    return fmt::format("{} of {} items moved", finding.moved, items);
  return fmt::format("{} of {} items moved; {} of them are in no seed or link", finding.moved, items,
                     finding.moved_uncovered);
}

}  // namespace

std::string in_words(const StrappingCheck& check) {
  if (!check.possible) return "not checked: needs at least 3 solved collections";
  return fmt::format("{:.1f} % wrong on solved collections left out, untuned {:.1f} % (+- {:.1f})",
                     100 * mean(check.tuned), 100 * mean(check.untuned), 100 * check.error);
}

Sentences evidence_in_words(const Report& report) {
  Sentences said;
  const Finding& finding = report.finding;
  for (const Verdict& verdict : finding.verdicts) {
    said.push_back(verdict_in_words(report, verdict));
    if (verdict.kind == links) said.push_back(links_in_words(report));
    if (verdict.kind == auxiliary || verdict.kind == annotated)
      for (const ToldSource& source : report.others)
        if (source.kind == verdict.kind) said.push_back(source_in_words(source));
    if (verdict.kind == solved && finding.tuning) {
      said.push_back(collections_in_words(report, *finding.tuning));
      said.push_back(choice_in_words(report, *finding.tuning));
    }
  }
  for (const RepresentationMade& made : finding.space->made)
    said.push_back(fmt::format("representation: {} ({})", made.plan.name, made.plan.reason));
  if (finding.guided()) said.push_back(moved_in_words(finding));
  return said;
}

std::optional<std::string> comparison_in_words(const Report& report) {
  const Finding& finding = report.finding;
  if (!finding.guided()) return std::nullopt;
  const bool covered = std::ranges::find(finding.covered, true) != finding.covered.end();
  const std::string without = fmt::format("in brackets: without any knowledge ({})", finding.plain_method);
  if (!covered) return without;
  return fmt::format("over the {} that no seed or link names; {}", counted(report.scored, "item"), without);
}

std::string in_words(const DirectionCheck& check, const std::string& file) {
  if (!check.possible)
    return fmt::format("the labels of {} choose the words (not checked: too few to hold some back)", file);
  const std::string figures = fmt::format(
      "adjusted Rand index with held-out labels {:.2f}, with all words {:.2f}", check.guided, check.plain);
  if (check.used) return fmt::format("the labels of {} choose the words ({})", file, figures);
  return fmt::format(
      "the labels of {} do not choose the words: that does not clearly help ({}); {} uses them anyway", file,
      figures, remedy("trust", "always"));
}

}  // namespace bellwether
