#include <cli/options/tags.h>

#include <fmt/format.h>

#include <bellwether/data/error.h>

namespace bellwether::cli {

Options tag_options(TagArguments& arguments, const std::string& meaning) {
  return {
      {.flags = "--tags",
       .into = &arguments.tags,
       .help =
           fmt::format("tags of the items (JSON lines with id and tags, or a CSV of id,tag): {}", meaning),
       .type = "FILE"},
      {.flags = "--captions",
       .into = &arguments.captions,
       .help = "the same from captions: lines of id, a tab, and text",
       .type = "FILE"},
      {.flags = "--tag-counts", .into = &arguments.options.counts, .help = "a tag given twice counts twice"},
      {.flags = "--min-tagged",
       .into = &arguments.options.min_items,
       .help = "leave out tags that fewer items have",
       .type = "N"}};
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
