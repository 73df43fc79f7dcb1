#include <cli/options/other_data.h>

#include <utility>

namespace bellwether::cli {

Options other_data_options(OtherDataArguments& arguments) {
  Options options{
      {.flags = "--auxiliary",
       .into = &arguments.auxiliary,
       .help = "other items without labels, which teach what features belong together; may be repeated",
       .type = "ITEMS",
       .one_each = true},
      {.flags = "--annotated",
       .into = &arguments.annotated,
       .help = "other items with tags, which teach topics",
       .type = "ITEMS"}};
  add(options,
      tag_options(arguments.tags, "those of --annotated; by default its labels, or its rows are tags"));
  add(options,
      {{.flags = "--tag-columns",
        .into = &arguments.tag_columns,
        .help = "the columns of --annotated that are tags: a pattern ('TAG_*') or a range (500-873)",
        .type = "COLUMNS"},
       {.flags = "--other-label",
        .into = &arguments.label_column,
        .help = "the column of labels in --auxiliary and --annotated; by default as --label-column",
        .type = "COLUMN"},
       {.flags = "--lambda",
        .into = &arguments.lambdas,
        .help = "weight of the other data in stc, of the items in aplsa; for several --auxiliary one each",
        .type = "X",
        .one_each = true},
       {.flags = "--combine",
        .into = &arguments.combine,
        .help = "cluster the items and the other data as one collection, with any method that needs no "
                "knowledge; only the items are scored"}});
  return under("Other data that share the items' features", std::move(options));
}

}  // namespace bellwether::cli
