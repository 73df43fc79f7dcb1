#include <cli/options/items.h>

namespace bellwether::cli {

Options items_options(ItemsArguments& arguments) {
  Options options{
      {.flags = "ITEMS",
       .into = std::function<void(const std::string&)>(
           [&arguments](const std::string& word) { arguments.items = word == "-" ? "/dev/stdin" : word; }),
       .help =
           "a table of numbers (CSV, TSV, JSON, NPY, NPZ, SVMlight, Matrix Market, CLUTO, ARFF; .gz and .zst "
           "too); a folder or archive of texts or pictures; a .jsonl or an mbox; or a built-in collection "
           "such as data:iris; - reads standard input",
       .required = true},
      {.flags = "--truth",
       .into = &arguments.truth,
       .help = "the true classes, for scores only: a file of id,label, or a column of ITEMS",
       .type = "COLUMN|FILE"}};
  add(options, item_reading_options(arguments));
  return options;
}

Options item_reading_options(ItemsArguments& arguments) {
  Options options{
      {.flags = "--label-column",
       .into = &arguments.label_column,
       .help = "the column of labels, which is no feature: its name, its number from 1, first or last",
       .type = "COLUMN"},
      {.flags = "--id-column",
       .into = &arguments.id_column,
       .help = "the column that names the items, said likewise",
       .type = "COLUMN"},
      {.flags = "--ignore",
       .into = &arguments.ignore,
       .help = "columns that are neither features nor labels, said likewise, with commas between them; may "
               "be repeated",
       .type = "COLUMNS",
       .delimiter = ',',
       .one_each = true},
      {.flags = "--columns",
       .into = &arguments.columns,
       .help = "the only columns to use as features, said likewise, or as 2-5",
       .type = "COLUMNS",
       .delimiter = ',',
       .one_each = true},
      {.flags = "--categories",
       .into = &arguments.categories,
       .help = "columns of categories, with a feature of 0 or 1 for each word in them; columns of words that "
               "repeat are "
               "taken so anyway",
       .type = "COLUMNS",
       .delimiter = ',',
       .one_each = true},
      {.flags = "--text-column",
       .into = &arguments.text_column,
       .help = "ITEMS is a table, and its items are the texts of this column (of a .jsonl: this field)",
       .type = "COLUMN"},
      {.flags = "--lines", .into = &arguments.lines, .help = "every line of ITEMS is a document"},
      {.flags = "--label-folder",
       .into = &arguments.label_folder,
       .help = "the subfolder that names a file's true class: top, parent, none; auto (the default): top, if "
               "there are several",
       .type = "auto|none|top|parent"},
      {.flags = "--missing",
       .into = &arguments.missing,
       .help = "empty cells, NA, NaN, ?: error (the default), mean of the column, or drop the item",
       .type = "error|mean|drop"}};
  add(options, table_options(arguments.header, arguments.delimiter, arguments.limit));
  return options;
}

Options table_options(std::string& header, std::string& delimiter, std::string& limit) {
  return {{.flags = "--header",
           .into = &header,
           .help = "whether the first row of a table names its columns; auto (the default): if it looks so",
           .type = "yes|no|auto"},
          {.flags = "--delimiter",
           .into = &delimiter,
           .help = "what stands between the cells of a table: a character, or tab, comma, semicolon, space; "
                   "without it: whichever fits",
           .type = "CHAR"},
          {.flags = "--limit",
           .into = &limit,
           .help = "read no more than this from a pipe or a device (1GiB without it), and unpack a packed "
                   "file to no more (100 times its size, and always 256MiB)",
           .type = "SIZE"}};
}

}  // namespace bellwether::cli
