#include <cli/reports/advice.h>
#include <cli/terminal/words.h>

#include <fmt/format.h>

#include <algorithm>

#include <bellwether/data/error.h>

namespace bellwether::cli {
namespace {

constexpr std::size_t most_advice = 2;
constexpr double much = 10;

/// How many times as much one feature varies as another; 1 where that cannot be told.
double ratio_of_scales(const Rows& items) {
  try {
    const Vector scales = fit_normaliser(items, Normalise::standard).scale;
    double least = 0, most = 0;
    for (const double scale : scales) {
      if (scale == 1) continue;  // does not vary at all
      least = least == 0 ? scale : std::min(least, scale);
      most = std::max(most, scale);
    }
    return least > 0 ? most / least : 1;
  } catch (const Error&) {
    return 1;
  }
}

}  // namespace

std::vector<Advice> advice_on(const Report& report, const SummaryContext& context) {
  using enum EvidenceKind;
  const std::string& typed = context.as_typed;
  const Finding& finding = report.finding;
  const Dataset& items = report.items();
  const Method& method = report.method();
  const bool beyond_lengths =
      method.by_direction || method.needs_counts;  // then lengths and scales do not matter
  std::vector<Advice> advice;
  const bool no_method = typed.find(" --method") == std::string::npos;  // then one can be added
  const bool sized = finding.verdict(sizes) != nullptr, linked = finding.verdict(links) != nullptr;
  if (const Verdict* known_says = finding.verdict(known);
      no_method && known_says != nullptr && !known_says->used && !known_says->possible)
    advice.push_back({"to use what they teach without a check:",
                      typed + " --method whiten --set weights=mixed --set shrinkage=0.8"});
  const auto* text = std::get_if<TextVectorizer>(&finding.vectorizer.extractor);
  if (text != nullptr && text->options.language == "none")
    advice.push_back({"if the texts are English, join the forms of words and leave out those like 'the':",
                      typed + " --language english"});
  if (items.sparse() && !beyond_lengths && !finding.guided() && no_method && !linked)
    advice.push_back({"sparse items such as texts are best told apart by their directions:",
                      typed + " --method spherical-kmeans"});
  if (!items.sparse() && finding.vectorizer.steps.empty() && finding.usual.empty() && !beyond_lengths) {
    const double ratio = ratio_of_scales(items.rows());
    if (ratio > much)
      advice.push_back(
          {fmt::format("one feature varies {:.0f} times as much as another and drowns it:", ratio),
           typed + " --normalise standard"});
  }
  const bool has_model = static_cast<bool>(method.place);
  if (context.folder.empty())
    advice.push_back({has_model ? "to keep the assignments, and a model that places new items:"
                                : "to keep the assignments:",
                      typed + " -o result"});
  else if (has_model)
    advice.push_back({"to place new items in these clusters:",
                      fmt::format("bellwether assign {} NEW_ITEMS", shell_word(context.folder))});
  const EvidenceKinds given = finding.plan.uses;
  const bool others = sized || finding.verdict(known) || !report.others.empty() || finding.tuning;
  const bool shaped = finding.made_from(seeds) != nullptr;  // in a space that no flag asks for
  if (no_method && context.method_was_chosen && !others && !shaped && !linked) {
    const std::string& steps = finding.plan.wishes.steps.steps;
    advice.push_back(
        {"for a probability beside each item's cluster:",
         fmt::format("{}{} --method {}{}", typed,
                     steps.empty() || !finding.plan.wishes.chosen
                         ? ""
                         : fmt::format(" --steps {}", shell_word(steps)),
                     given.contains(seeds) ? "constrained-" : "", items.sparse() ? "vm" : "gm")});
  }
  if (no_method && context.method_was_chosen && linked && !sized)
    advice.push_back({"if some links may be wrong, pcc weighs them instead of obeying them all:",
                      typed + " --method pcc"});
  advice.resize(std::min(advice.size(), most_advice), Advice{});
  return advice;
}

}  // namespace bellwether::cli
