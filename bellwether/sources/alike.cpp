#include <bellwether/sources/alike.h>
#include <bellwether/sources/source.h>

#include <algorithm>

#include <bellwether/data/error.h>

namespace bellwether {
namespace {

void require_one_kind(const ItemsArguments& source, const std::string& name, const FeatureArguments& features,
                      const FeaturePlan& plan) {
  const FeaturePlan other = plan_features(source, features, Purpose::clustering);
  const auto kind = [](const FeaturePlan& p) {
    return p.raw() ? name_of(p.extractor) : std::string("a table of numbers");
  };
  require(kind(other) == kind(plan),
          "{}: is {}, but the items to be clustered are {}: both must be of one kind",
          setting(name, source.items), kind(other), kind(plan));
}

/// The words of all the vocabularies, in the order of their bytes.
Extractor joined(const std::vector<Extractor>& fitted) {
  TextVectorizer all = std::get<TextVectorizer>(fitted.front());
  for (std::size_t s = 1; s < fitted.size(); ++s) {
    const auto& more = std::get<TextVectorizer>(fitted[s]).vocabulary;
    all.vocabulary.insert(all.vocabulary.end(), more.begin(), more.end());
  }
  std::ranges::sort(all.vocabulary);
  all.vocabulary.erase(std::unique(all.vocabulary.begin(), all.vocabulary.end()), all.vocabulary.end());
  return all;
}

}  // namespace

ReadAlike read_alike(const std::vector<ItemsArguments>& sources, const std::vector<std::string>& settings,
                     const FeatureArguments& features, const FeaturePlan& plan, const Run& run) {
  for (std::size_t s = 1; s < sources.size(); ++s)
    require_one_kind(sources[s], settings[s - 1], features, plan);
  ReadAlike read{.extractor = plan.extractor};
  if (!plan.raw()) {
    for (ItemsArguments source : sources) {
      if (!read.sources.empty()) source.like = read.sources.front().features;
      read.sources.push_back(read_items(source));
    }
    return read;
  }
  std::vector<Extractor> fitted(sources.size(), plan.extractor);
  const Pairs pointed = pointed_by(features, sources.front());
  read.sources.push_back(read_raw(sources.front(), fitted.front(), {.pointed = pointed}, run));
  unscore(read.sources.front(), pointed);
  read.extractor = fitted.front();
  // Words that were chosen by labels are all that counts.
  const bool words = std::holds_alternative<TextVectorizer>(plan.extractor) && pointed.empty();
  if (words && sources.size() > 1) {
    for (std::size_t s = 1; s < sources.size(); ++s) read_raw(sources[s], fitted[s], {}, run);
    read.extractor = joined(fitted);
    Extractor all = read.extractor;
    read.sources.front() = read_raw(sources.front(), all, {.fit = false}, run);
  }
  Extractor all = read.extractor;
  for (std::size_t s = 1; s < sources.size(); ++s)
    read.sources.push_back(read_raw(sources[s], all, {.fit = false}, run));
  return read;
}

}  // namespace bellwether
