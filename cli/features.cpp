#include <cli/features.h>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

namespace bellwether::cli {
namespace {

std::string flag_of(std::string option) {
  std::replace(option.begin(), option.end(), '_', '-');
  return fmt::format("--{}", option);
}

}  // namespace

void add_feature_options(CLI::App& command, FeatureArguments& arguments) {
  const std::string numbers = "From items to numbers", words = "Words of texts";
  command
      .add_option(
          "--features", arguments.features,
          "words, sift, dense-sift, hog, pixels or fourier, with options: sift:words=400; the default "
          "fits the items")
      ->type_name("NAME[:OPTION=VALUE,...]")
      ->group(numbers);
  command
      .add_option(
          "--weighting", arguments.weighting,
          "of counts: tf-idf, ltc, okapi, none; texts are clustered by ltc unless this says otherwise")
      ->type_name("none|tf-idf|ltc|okapi")
      ->group(numbers);
  command.add_option("--svd", arguments.svd, "reduce to this many dimensions by a truncated SVD")
      ->type_name("D")
      ->group(numbers);
  command
      .add_option(
          "--normalise,--normalize", arguments.normalise,
          "standard: each feature to mean 0, variance 1; range: each to 0..1; l1, l2: each item to length 1; "
          "after the others")
      ->type_name("none|standard|range|l1|l2")
      ->group(numbers);
  command
      .add_option("--steps", arguments.steps,
                  "all of these in an order of your own: 'tf-idf + l2 + svd:30 + l2'")
      ->type_name("STEPS")
      ->group(numbers);
  command
      .add_option("--select-for", arguments.select_for,
                  "labels of some items (a file of id,label): with --vocabulary N, keep the words that tell "
                  "them apart")
      ->type_name("FILE")
      ->group(words);
  for (const OptionField& field : feature_options("words")) {
    const std::string name = field.name;
    command
        .add_option_function<std::string>(
            flag_of(name),
            [&arguments, name](const std::string& typed) { arguments.words.emplace_back(name, typed); },
            fmt::format("{} ({})", field.help, to_text(field.get())))
        ->type_name(std::holds_alternative<std::string>(field.get()) ? "TEXT" : "VALUE")
        ->group(words);
  }
}

}  // namespace bellwether::cli
