#include <cli/tags.h>

#include <CLI/CLI.hpp>

#include <bellwether/data/error.h>

namespace bellwether::cli {

void add_tag_options(CLI::App& command, TagArguments& arguments, const std::string& meaning,
                     const std::string& group) {
  command
      .add_option(
          "--tags", arguments.tags,
          fmt::format("tags of the items (JSON lines with id and tags, or a CSV of id,tag): {}", meaning))
      ->type_name("FILE")
      ->group(group);
  command
      .add_option("--captions", arguments.captions, "the same from captions: lines of id, a tab, and text")
      ->type_name("FILE")
      ->group(group);
  command.add_flag("--tag-counts", arguments.options.counts, "a tag given twice counts twice")->group(group);
  command.add_option("--min-tagged", arguments.options.min_items, "leave out tags that fewer items have")
      ->type_name("N")
      ->group(group);
}

void check(const TagArguments& arguments) {
  require<InvalidOption>(arguments.tags.empty() || arguments.captions.empty(),
                         "give --tags or --captions, not both");
}

Dataset rows_of_tags(const TagArguments& arguments, const FeatureArguments& features, const Dataset& items) {
  if (!arguments.tags.empty())
    return tag_features(items, read_tags(arguments.tags, {}, arguments.limit), arguments.options);
  TextOptions words;
  const auto fields = fields_of(words);
  for (const auto& [name, typed] : features.words) set_option(fields, "words", name, typed);
  return tag_features(items,
                      tags_from_captions(read_captions(arguments.captions, arguments.limit),
                                         [&](std::string_view text) { return words_of_text(text, words); }),
                      arguments.options);
}

}  // namespace bellwether::cli
