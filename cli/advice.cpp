#include <cli/advice.h>
#include <cli/words.h>

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

/// Whether the method looks at directions or at shares: then lengths and scales are no matter.
bool looks_beyond_lengths(const std::string& method) {
  return find_method(method).needs_directions || find_method(method).needs_counts;
}

}  // namespace

std::vector<Advice> advice_on(const Result& result, const Dataset& items, const SummaryContext& context) {
  const std::string& typed = context.as_typed;
  const Clustering& c = result.outcome.clustering;
  std::vector<Advice> advice;
  if (result.taught && !result.taught->representation.used() && !result.taught->representation.check.possible)
    advice.push_back({"to use what they teach without a check:",
                      typed + " --method whiten --set weights=mixed --set shrinkage=0.8"});
  if (result.borrowed && !result.borrowed->sources.empty() && !result.guidance &&
      !result.borrowed->combined && result.borrowed->representation.empty())
    advice.push_back({"if you know the labels of some items, use them together with the other data:",
                      fmt::format("{} --represent {} --seeds labels.csv", typed,
                                  result.borrowed->sources[0].tags > 0 ? "aplsa" : "stc")});
  const auto* text = std::get_if<TextVectorizer>(&result.vectorizer.extractor);
  if (text != nullptr && text->options.language == "none")
    advice.push_back({"if the texts are English, join the forms of words and leave out those like 'the':",
                      typed + " --language english"});
  if (items.sparse() && !looks_beyond_lengths(result.method) && !result.guidance)
    advice.push_back({"sparse items such as texts are best told apart by their directions:",
                      fmt::format("bellwether cluster {} -k {} --method spherical-kmeans",
                                  shell_word(context.source), c.clusters)});
  if (!items.sparse() && result.vectorizer.steps.empty() && !looks_beyond_lengths(result.method)) {
    const double ratio = ratio_of_scales(items.rows());
    if (ratio > much)
      advice.push_back(
          {fmt::format("one feature varies {:.0f} times as much as another and drowns it:", ratio),
           typed + " --normalise standard"});
  }
  const bool has_model = static_cast<bool>(find_method(result.method).place);
  if (context.folder.empty())
    advice.push_back({has_model ? "to keep the assignments, and a model that places new items:"
                                : "to keep the assignments:",
                      typed + " -o result"});
  else if (has_model)
    advice.push_back({"to place new items in these clusters:",
                      fmt::format("bellwether assign {} NEW_ITEMS", shell_word(context.folder))});
  const bool linked = result.guidance && result.guidance->known.knowledge.has_links();
  const bool bounded = std::ranges::any_of(result.outcome.options, [](const auto& option) {
    return (option.first == "min_size" || option.first == "max_size") && to_text(option.second) != "0";
  });
  if (context.method_was_chosen && !linked && !bounded && !result.taught && !result.borrowed &&
      !result.tuning)
    advice.push_back({"for a probability beside each item's cluster:",
                      fmt::format("{} --method {}{}", typed, result.guidance ? "constrained-" : "",
                                  items.sparse() ? "vm" : "gm")});
  if (context.method_was_chosen && linked)
    advice.push_back({"if some links may be wrong, pcc weighs them instead of obeying them all:",
                      typed + " --method pcc"});
  advice.resize(std::min(advice.size(), most_advice), Advice{});
  return advice;
}

}  // namespace bellwether::cli
