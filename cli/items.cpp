#include <cli/items.h>

#include <CLI/CLI.hpp>

namespace bellwether::cli {

void add_items_options(CLI::App& command, ItemsArguments& arguments) {
  command
      .add_option(
          "ITEMS", arguments.items,
          "a table of numbers (CSV, TSV, NPY, NPZ, SVMlight, Matrix Market, CLUTO, ARFF; .gz and .zst "
          "too); a folder or archive of texts or pictures; a .jsonl or an mbox; or a built-in collection "
          "such as data:iris")
      ->required()
      ->type_name("");
  command
      .add_option("--truth", arguments.truth,
                  "the true classes, for scores only: a file of id,label, or a column of ITEMS")
      ->type_name("COLUMN|FILE");
  command
      .add_option("--label-column", arguments.label_column,
                  "the column of labels, which is no feature: its name, its number from 1, first or last")
      ->type_name("COLUMN");
  command.add_option("--id-column", arguments.id_column, "the column that names the items, said likewise")
      ->type_name("COLUMN");
  command
      .add_option("--text-column", arguments.text_column,
                  "ITEMS is a table, and its items are the texts of this column (of a .jsonl: this field)")
      ->type_name("COLUMN");
  command.add_flag("--lines", arguments.lines, "every line of ITEMS is a document");
  command
      .add_option(
          "--label-folder", arguments.label_folder,
          "the subfolder that names a file's true class: top, parent, none; auto (the default): top, if "
          "there are several")
      ->type_name("auto|none|top|parent");
  command
      .add_option("--missing", arguments.missing,
                  "empty cells, NA, NaN, ?: error (the default), mean of the column, or drop the item")
      ->type_name("error|mean|drop");
  add_reading_options(command, arguments.header, arguments.delimiter, arguments.limit);
}

void add_reading_options(CLI::App& command, std::string& header, std::string& delimiter, std::string& limit) {
  command
      .add_option("--header", header,
                  "whether the first row of a table names its columns; auto (the default): if it looks so")
      ->type_name("yes|no|auto");
  command
      .add_option("--delimiter", delimiter,
                  "what stands between the cells of a table: a character, or tab, comma, semicolon, space; "
                  "without it: whichever fits")
      ->type_name("CHAR");
  add_limit_option(command, limit);
}

void add_limit_option(CLI::App& command, std::string& limit) {
  command
      .add_option("--limit", limit,
                  "read no more than this from a pipe or a device (1GiB without it), and unpack a packed "
                  "file to no more (100 times its size, and always 256MiB)")
      ->type_name("SIZE");
}

}  // namespace bellwether::cli
