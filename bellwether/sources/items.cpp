#include <bellwether/sources/items.h>

#include <filesystem>

#include <bellwether/collections/collections.h>
#include <bellwether/data/cell.h>
#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/data/read.h>
#include <bellwether/data/table.h>

namespace bellwether {
namespace {

Missing missing_by_name(const std::string& name) {
  if (name == "error") return Missing::error;
  if (name == "mean") return Missing::mean;
  require<InvalidOption>(name == "drop", "{} is '{}', but must be one of error, mean, drop",
                         setting("missing"), name);
  return Missing::drop;
}

/// A name that can only be meant as a file, to tell a mistyped file from a mistyped column.
bool looks_like_a_file(const std::string& text) {
  return text.find('/') != std::string::npos || std::filesystem::path(text).has_extension();
}

/// The truth is in a file of its own.
bool truth_is_a_file(const std::string& truth) {
  std::error_code ignored;
  const bool there = std::filesystem::exists(truth, ignored);
  require(
      there || !looks_like_a_file(truth),
      "{}: there is no such file (a file of id,label, or a column of the items: its name, a number, first "
      "or last)",
      setting("truth", truth));
  return there;
}

Dataset read_collection(const ItemsArguments& arguments, bool truth_from_file) {
  const bool asks_for_columns = !arguments.id_column.empty() || !arguments.label_column.empty();
  require<InvalidOption>(
      !asks_for_columns && (arguments.truth.empty() || truth_from_file),
      "{} is not a file with columns: its true labels are known, so leave out {}, {} and {}", arguments.items,
      setting("truth"), setting("id_column"), setting("label_column"));
  require_no_choice_of_columns(arguments);
  return make_collection(arguments.items);
}

/// The reader knows the column of the truth as the label column; the user called it the truth.
std::string in_words_of_truth(const Error& error) {
  return in_words(error, [](Setting named) {
    if (named.name == "label_column") named.name = "truth";
    return marked(named);
  });
}

Dataset read_file(const ItemsArguments& arguments, bool truth_from_file) {
  const bool truth_is_a_column = !arguments.truth.empty() && !truth_from_file;
  require<InvalidOption>(
      !truth_is_a_column || arguments.label_column.empty() || arguments.label_column == arguments.truth,
      "{} and {} ask for two columns of labels: give one of them", setting("truth", arguments.truth),
      setting("label_column", arguments.label_column));
  try {
    return read(arguments.items,
                {.label_column = truth_is_a_column ? arguments.truth : arguments.label_column,
                 .id_column = arguments.id_column,
                 .ignore = arguments.ignore,
                 .columns = arguments.columns,
                 .categories = arguments.categories,
                 .like = arguments.like,
                 .missing = missing_by_name(arguments.missing),
                 .some_unlabelled = arguments.some_unlabelled,
                 .how = reading_of(arguments)});
  } catch (const NotANumber& error) {
    // Nobody calls a table that, and the advice about columns would hide the only one that helps.
    if (std::filesystem::path(arguments.items).extension() == ".txt")
      throw InvalidInput(fmt::format("{}: looks like text: say {} if every line is an item; as a table, {}",
                                     arguments.items, remedy("lines"), error.text()),
                         error.where());
    throw InvalidInput(fmt::format("{}; if the items are text, see {} and {}", error.text(),
                                   remedy("text_column"), remedy("lines")),
                       error.where());
  } catch (const InvalidOption& error) {
    if (!truth_is_a_column) throw;
    throw InvalidOption(in_words_of_truth(error), error.where());
  }
}

}  // namespace

Reading reading_of(const ItemsArguments& arguments) {
  return {.header = header_by_name(arguments.header),
          .delimiter = delimiter_by_name(arguments.delimiter),
          .limit = bytes_by_name(arguments.limit)};
}

Reading reading_beside(const ItemsArguments& arguments) {
  return {.limit = bytes_by_name(arguments.limit)};
}

void require_no_choice_of_columns(const ItemsArguments& arguments) {
  for (const auto& [name, columns] : {std::pair{"ignore", &arguments.ignore},
                                      {"columns", &arguments.columns},
                                      {"categories", &arguments.categories}})
    require<InvalidOption>(columns->empty(), "{} is no table with columns: leave out {}", arguments.items,
                           setting(name, fmt::format("{}", fmt::join(*columns, ","))));
}

bool has_truth_file(const ItemsArguments& arguments) {
  return !arguments.truth.empty() && truth_is_a_file(arguments.truth);
}

void take_truth(const ItemsArguments& arguments, Dataset& items) {
  items.labels = known_labels_for(
      items, read_pairs(arguments.truth, "id", "label", reading_beside(arguments)), arguments.truth);
  const auto known = std::ranges::count_if(items.labels, [](const auto& label) { return !label.empty(); });
  require(known > 0, "{}: names none of the items", arguments.truth);
  if (known < items.items())
    items.notes.push_back(fmt::format("{}: has labels for {} of {} items; scores are over those",
                                      arguments.truth, known, items.items()));
}

Dataset read_items(const ItemsArguments& arguments) {
  missing_by_name(arguments.missing);
  reading_of(arguments);
  const bool from_file = has_truth_file(arguments);
  Dataset items = is_collection(arguments.items) ? read_collection(arguments, from_file)
                                                 : read_file(arguments, from_file);
  require_ids_unique(items);
  if (from_file) take_truth(arguments, items);
  return items;
}

Dataset read_labels(const std::string& file, const std::string& second, const Reading& how) {
  if (is_collection(file)) return make_collection(file);
  Dataset items;
  std::vector<Index> lines;
  for (NamedPair& pair : read_pairs(file, "id", second, how)) {
    items.ids.push_back(std::move(pair.first));
    items.labels.push_back(std::move(pair.second));
    lines.push_back(pair.line);
  }
  require(!items.ids.empty(), "{}: there are no items in it (it should have lines of id,{})", file, second);
  items.values = Matrix(static_cast<Index>(items.ids.size()), 0);
  if (const auto twice = find_duplicate(items.ids))
    refuse("{}: the id '{}' has two lines, this and line {} (keep one)",
           Where{.file = file, .row = lines[twice->second], .value = items.ids[twice->second]},
           items.ids[twice->second], lines[twice->first]);
  return items;
}

}  // namespace bellwether
