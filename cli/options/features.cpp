#include <cli/options/features.h>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace bellwether::cli {
namespace {

std::string feature_flag(std::string option) {
  std::replace(option.begin(), option.end(), '_', '-');
  return fmt::format("--{}", option);
}

}  // namespace

Options vectorizer_options(FeatureArguments& arguments) {
  Options numbers{
      {.flags = "--features",
       .into = &arguments.features,
       .help = "words, sift, dense-sift, hog, pixels or fourier, with options: sift:words=400; the default "
               "fits the items",
       .type = "NAME[:OPTION=VALUE,...]"},
      {.flags = "--weighting",
       .into = &arguments.steps.weighting,
       .help = "of counts: tf-idf, ltc, okapi, none; texts are clustered by ltc unless this says otherwise",
       .type = "none|tf-idf|ltc|okapi"},
      {.flags = "--svd",
       .into = &arguments.steps.svd,
       .help = "reduce to this many dimensions by a truncated SVD",
       .type = "D"},
      {.flags = "--normalise,--normalize",
       .into = &arguments.steps.normalise,
       .help = "standard: each feature to mean 0, variance 1; range: each to 0..1; l1, l2: each item to "
               "length 1; after the others",
       .type = "none|standard|range|l1|l2"},
      {.flags = "--steps",
       .into = &arguments.steps.steps,
       .help = "all of these in an order of your own: 'tf-idf + l2 + svd:30 + l2'",
       .type = "STEPS"}};
  Options words{
      {.flags = "--select-for",
       .into = &arguments.select_for,
       .help = "labels of some items (a file of id,label): with --vocabulary N, keep the words that tell "
               "them apart",
       .type = "FILE"}};
  for (const OptionField& field : feature_options("words"))
    words.push_back({.flags = feature_flag(field.name),
                     .into = [&arguments, name = field.name](
                                 const std::string& typed) { arguments.words.emplace_back(name, typed); },
                     .help = fmt::format("{} ({})", field.help, to_text(field.get())),
                     .type = std::holds_alternative<std::string>(field.get()) ? "TEXT" : "VALUE"});
  Options options = under("From items to numbers", std::move(numbers));
  add(options, under("Words of texts", std::move(words)));
  return options;
}

}  // namespace bellwether::cli
