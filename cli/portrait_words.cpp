#include <cli/portrait_words.h>
#include <cli/tuning_report.h>
#include <cli/words.h>

#include <fmt/ranges.h>

#include <algorithm>

namespace bellwether::cli {
namespace {

/// "'a' and 'b'", for the first few broken links.
std::string broken_in_words(const LinkReport& links, const Dataset& items) {
  std::vector<std::string> pairs;
  for (const auto* broken : {&links.must_broken, &links.cannot_broken})
    for (const auto& [first, second] : *broken)
      pairs.push_back(fmt::format("{} and {}", printable(items.id(first)), printable(items.id(second))));
  if (pairs.empty()) return {};
  const std::size_t shown = std::min<std::size_t>(pairs.size(), 5);
  return fmt::format("; broken: {}{}",
                     fmt::join(pairs.begin(), pairs.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
                     shown < pairs.size() ? ", ... (all are in result.json)" : "");
}

std::string held_in_words(Index held, std::size_t broken, const char* kind) {
  return fmt::format("{} of {} {}s", held, held + static_cast<Index>(broken), kind);
}

}  // namespace

double value_in(const Scores& scores, std::string_view name) {
  return std::ranges::find(scores, name, &Scores::value_type::first)->second;
}

Sentences in_words(const Guidance& guidance, const Dataset& items) {
  const GuidedOutcome& found = guidance.found;
  const LinkReport& links = found.links;
  Sentences said;
  if (!found.check.used) {
    said.push_back(
        fmt::format("NOT guided: {} were given, but they do not help. Clusters found with "
                    "one half of them agree with the other "
                    "half by {:.2f}, clusters found without them by {:.2f} (1 is all, 0 is "
                    "chance), so they were left out; --trust always uses them all the same",
                    in_words(guidance.known), found.check.guided, found.check.unguided));
  } else {
    said.push_back(fmt::format(
        "guided by {}; items that lie elsewhere than without: {} of {}, of which {} not named in it",
        in_words(guidance.known), found.moved, found.covered.size(), found.moved_uncovered));
    if (found.check.asked && !found.check.possible)
      said.push_back("whether it helps could not be checked: it is too little to hold some of it back");
    if (found.check.possible)
      said.push_back(
          fmt::format("checked: clusters found with one half of it agree with the other "
                      "half by {:.2f}, without any by {:.2f} (1 is all, 0 is chance)",
                      found.check.guided, found.check.unguided));
  }
  if (!guidance.known.knowledge.has_links()) return said;
  std::vector<std::string> parts;
  if (!guidance.known.knowledge.must_link.empty())
    parts.push_back(held_in_words(links.must_held, links.must_broken.size(), "must-link"));
  if (!guidance.known.knowledge.cannot_link.empty())
    parts.push_back(held_in_words(links.cannot_held, links.cannot_broken.size(), "cannot-link"));
  said.push_back(fmt::format("links kept: {}{}", fmt::join(parts, ", "), broken_in_words(links, items)));
  return said;
}

Sentences in_words(const Taught& taught) {
  const Representation& made = taught.representation;
  return {fmt::format("{}: {} of {} show what a group is", printable(taught.file, 200),
                      counted(taught.items, "item"),
                      counted(static_cast<std::int64_t>(taught.classes.size()), "known class")),
          fmt::format("{}{}", made.used() ? "" : "NOT used: ", made.reason)};
}

Sentences in_words(const Borrowed& borrowed) {
  Sentences said;
  for (const BorrowedSource& source : borrowed.sources)
    said.push_back(fmt::format(
        "{}: {}{}; {} of its {} are among the items' {} ({:.0f} % of the "
        "items' values)",
        printable(source.file, 200), counted(source.items, "item"),
        source.tags > 0 ? fmt::format(" with {}", counted(source.tags, "tag")) : "", source.overlap.shared,
        counted(source.overlap.other, "feature"), source.overlap.features, 100 * source.overlap.covered));
  if (borrowed.combined)
    said.push_back(
        fmt::format("all were clustered as one collection; {} of the items lie elsewhere than by themselves",
                    borrowed.moved));
  if (!borrowed.representation.empty())
    said.push_back(fmt::format("{} represents the items", borrowed.representation));
  if (borrowed.without.empty() || borrowed.combined) return said;
  const CountsCheck& check = borrowed.check;
  if (check.asked && !check.possible)
    said.push_back(
        "whether the other data help could not be checked: halves of the items' values are too little to "
        "cluster");
  if (check.possible)
    said.push_back(
        fmt::format("{}: clusters found from half of the items' values tell {:.4f} nats about the other half "
                    "with the other data, {:.4f} without (their difference has a standard error of {:.4f}){}",
                    check.used ? "checked" : "NOT used", check.with, check.without, check.error,
                    check.used ? "" : "; --trust always uses them all the same"));
  if (borrowed.used() && borrowed.representation.empty())
    said.push_back(fmt::format("items that lie elsewhere than without the other data: {}", borrowed.moved));
  return said;
}

std::optional<Comparison> comparison_in(const Result& result) {
  if (result.guidance)
    return Comparison{
        result.guidance->unguided_scores,
        fmt::format(
            "over the {} that the knowledge says nothing about; in brackets: the same search without it",
            counted(result.guidance->scored, "item"))};
  if (result.taught && result.taught->representation.used())
    return Comparison{result.taught->plain_scores, "in brackets: without what the known clusters taught"};
  if (result.tuning && result.tuning->tuned.used)
    return Comparison{result.tuning->untuned_scores, "in brackets: untuned"};
  if (result.borrowed && result.borrowed->used() && !result.borrowed->plain_scores.empty())
    return Comparison{result.borrowed->plain_scores,
                      result.borrowed->combined ? "in brackets: the items by themselves"
                                                : fmt::format("in brackets: without the other data ({})",
                                                              result.borrowed->without)};
  return std::nullopt;
}

Sentences knowledge_in_words(const Result& result, const Dataset& items) {
  Sentences said;
  const auto say = [&](const Sentences& more) { said.insert(said.end(), more.begin(), more.end()); };
  if (result.taught) say(in_words(*result.taught));
  if (result.borrowed) say(in_words(*result.borrowed));
  if (result.tuning) say(in_words(*result.tuning));
  if (result.guidance) say(in_words(*result.guidance, items));
  return said;
}

}  // namespace bellwether::cli
