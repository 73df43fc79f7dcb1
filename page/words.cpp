#include <page/html.h>
#include <page/words.h>

#include <algorithm>
#include <cmath>

#include <fmt/ranges.h>

#include <bellwether/methods/method.h>
#include <bellwether/scores/all_scores.h>

namespace bellwether::page {
namespace {

/// "61 of 100".
std::string of_hundred(double share) {
  return fmt::format("{:.0f} of 100", 100 * share);
}

/// "1 text", "2 texts".
std::string counted(std::int64_t number, const std::string& kind) {
  return fmt::format("{} {}", grouped(number), number == 1 ? kind.substr(0, kind.size() - 1) : kind);
}

std::string line_about(const std::string& name) {
  const auto found = std::ranges::find(searches(), name, &Method::name);
  return found == searches().end() ? "" : found->summary;
}

/// The registry's line about the method, if this build knows it; and that about the search it is a form of.
std::string about(const std::string& name) {
  std::string text = line_about(name);
  for (const std::string_view form : {"seeded-", "constrained-"})
    if (name.starts_with(form)) {
      const std::string plain = name.substr(form.size());
      text += fmt::format("; {}: {}", plain, line_about(plain));
    }
  return text;
}

std::string sizes_sentence(const ShownResult& result) {
  const auto [least, most] = std::ranges::minmax_element(result.groups, {}, &ShownCluster::size);
  if (least == result.groups.end()) return "";
  if (least->size == most->size) return fmt::format("Each group has {}.", counted(most->size, result.kind));
  return fmt::format("The largest group has {} ({}), the smallest {} ({}).", counted(most->size, result.kind),
                     percent(most->share), grouped(least->size), percent(least->share));
}

std::string truth_sentence(const ShownResult& result) {
  const auto accuracy = find_score(result.scores, "accuracy");
  if (!accuracy)
    return fmt::format(
        "Nobody said which {} truly belong together, so the page cannot say how right the groups are: "
        "look at their examples, and judge.",
        result.kind);
  std::string text = fmt::format(
      "Measured against the {} true classes, which are used to score and not to sort, <strong>{}</strong> "
      "{}{} lie in the group "
      "that stands for their class",
      result.truth_names.size(), of_hundred(*accuracy), result.kind,
      result.scored_the_rest ? " that the knowledge does not name" : "");
  if (const auto before = find_score(result.scores_before, "accuracy"))
    text += fmt::format("; without the knowledge, {} do", of_hundred(*before));
  return text + ".";
}

/// "seeds, links": the kinds that were used, or those that were not.
std::string kinds_in(const std::vector<ShownEvidence>& evidence, bool used) {
  std::vector<std::string> kinds;
  for (const ShownEvidence& given : evidence)
    if (given.used == used) kinds.push_back(escaped(given.kind));
  return fmt::format("{}", fmt::join(kinds, ", "));
}

std::string knowledge_sentence(const ShownResult& result) {
  if (result.evidence.empty())
    return "No knowledge was given: the groups are those that the numbers suggest by themselves.";
  const std::string used = kinds_in(result.evidence, true), left_out = kinds_in(result.evidence, false);
  if (used.empty())
    return fmt::format("Knowledge was given ({}), but it does not help, so it was <strong>not</strong> used.",
                       left_out);
  return fmt::format(
      "The search was given knowledge, and used it ({}): {} {} in another group than without it.{}", used,
      counted(result.moved, result.kind), result.moved == 1 ? "is" : "are",
      left_out.empty() ? ""
                       : fmt::format(" What does not help was <strong>not</strong> used: {}.", left_out));
}

}  // namespace

std::string used_in_words(const std::vector<ShownEvidence>& evidence) {
  if (evidence.empty()) return "none";
  const std::string used = kinds_in(evidence, true), left_out = kinds_in(evidence, false);
  return fmt::format("{}{}{}", used, used.empty() || left_out.empty() ? "" : "; ",
                     left_out.empty() ? "" : fmt::format("not used: {}", left_out));
}

std::string title_of(const ShownResult& result) {
  return fmt::format("{} in {}", counted(result.items, result.kind), counted(result.clusters, "groups"));
}

std::vector<std::string> summary_of(const ShownResult& result) {
  std::vector<std::string> sentences;
  const std::string what = about(result.method);
  sentences.push_back(fmt::format("{} from <code>{}</code> were sorted into {} by the method <em>{}</em>{}.",
                                  counted(result.items, result.kind), escaped(result.source),
                                  counted(result.clusters, "groups"), escaped(result.method),
                                  what.empty() ? "" : fmt::format(" ({})", escaped(what))));
  sentences.push_back(knowledge_sentence(result));
  if (const std::string sizes = sizes_sentence(result); !sizes.empty()) sentences.push_back(sizes);
  sentences.push_back(truth_sentence(result));
  if (result.interrupted)
    sentences.emplace_back("The search was interrupted; this is the best that it had found until then.");
  else if (!result.converged)
    sentences.emplace_back(
        "The search was still improving when it ended: more iterations may find better groups.");
  return sentences;
}

const std::vector<std::string>& main_scores() {
  static const std::vector<std::string> names{"accuracy", "nmi", "adjusted_rand", "purity"};
  return names;
}

std::string meaning_of(const std::string& score) {
  if (score == "accuracy") return "the share of items that lie in the group that stands for their class";
  if (score == "nmi") return "how much the group of an item tells about its class; 0 is nothing, 1 is all";
  if (score == "adjusted_rand")
    return "of all pairs of items, how many are rightly together or apart, less what chance would get right; "
           "1 is all";
  if (score == "purity") return "the share of items that belong to the most frequent class of their group";
  const auto found = std::ranges::find(score_table(), score, &ScoreInfo::name);
  return found == score_table().end() ? "" : escaped(found->title);
}

std::string duration_of(double seconds) {
  if (seconds < 1) return "less than a second";
  if (seconds < 100) return fmt::format("{:.0f} seconds", seconds);
  return fmt::format("{:.0f} minutes", seconds / 60);
}

std::string short_duration(double seconds) {
  if (seconds < 0.001) return "&lt; 1 ms";
  if (seconds < 1) return fmt::format("{:.0f} ms", 1000 * seconds);
  if (seconds < 100) return fmt::format("{:.1f} s", seconds);
  return fmt::format("{:.0f} min", seconds / 60);
}

}  // namespace bellwether::page
