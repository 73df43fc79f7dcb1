#include <bellwether/data/cell.h>
#include <bellwether/data/columns.h>
#include <bellwether/data/error.h>
#include <bellwether/data/formats.h>
#include <bellwether/data/json_records.h>
#include <bellwether/data/number.h>
#include <bellwether/data/table_builder.h>
#include <bellwether/data/text.h>

#include <algorithm>
#include <unordered_map>

namespace bellwether {
namespace {

using Json = JsonRecords::Json;

/// The cells of one object or list, by column; empty where it has none.
class Cells {
 public:
  explicit Cells(const std::string& file) : file_(file) {}

  const std::vector<std::string>& names() const { return names_; }
  Index columns() const { return named_ ? std::ssize(names_) : columns_; }

  /// Throws if the record is neither, or of another kind or length than those before.
  void take(const Json& record, Index number) {
    const Where place{.file = file_, .row = number};
    require(record.is_structured(), "{}: is neither an object nor a list", place);
    if (number == 1) named_ = record.is_object();
    require(named_ == record.is_object(), "{}: objects and lists are mixed", place);
    if (named_) return take_names(record);
    if (number == 1) columns_ = std::ssize(record);
    require(std::ssize(record) == columns_, "{}: {} values, but the lists before have {}", place,
            record.size(), columns_);
  }

  /// The same record again, when all names are known.
  std::vector<std::string> cells(const Json& record, Index number) const {
    std::vector<std::string> cells(static_cast<std::size_t>(columns()));
    const auto put = [&](std::size_t column, const Json& value) {
      const Where place{.file = file_, .row = number};
      require(!value.is_structured(), "{}: {} is a list or an object, where a number or a word is needed",
              place, column_name(names_, static_cast<Index>(column)));
      if (value.is_string())
        cells[column] = trim(value.get_ref<const std::string&>());
      else if (!value.is_null())
        cells[column] = value.dump();
    };
    if (named_)
      for (const auto& [name, value] : record.items()) put(column_of_.at(name), value);
    else
      for (std::size_t i = 0; i < record.size(); ++i) put(i, record[i]);
    return cells;
  }

 private:
  void take_names(const Json& record) {
    for (const auto& [name, unused] : record.items())
      if (column_of_.emplace(name, names_.size()).second) names_.push_back(name);
  }

  const std::string& file_;
  bool named_ = true;
  Index columns_ = 0;
  std::vector<std::string> names_ = {};
  std::unordered_map<std::string, std::size_t> column_of_ = {};
};

}  // namespace

Dataset read_json(Input& input, const ReadOptions& options) {
  const std::string file = input.name();
  JsonRecords records(input);
  Cells table(file);
  std::vector<Json> all;
  for (Json record; records.next(record);) {
    table.take(record, std::ssize(all) + 1);
    all.push_back(std::move(record));
  }
  require(!all.empty(), "{}: has no rows of data", file);
  require(table.columns() > 0, "{}: its records are empty", file);
  std::vector<bool> text(static_cast<std::size_t>(table.columns()), true);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto cells = table.cells(all[i], static_cast<Index>(i) + 1);
    for (std::size_t j = 0; j < cells.size(); ++j) text[j] = text[j] && !to_number(cells[j]);
  }
  Columns columns = assign_roles(table.names(), table.columns(), options, file);
  assign_words(columns, text, options, file);
  TableBuilder builder(std::move(columns), options, file);
  builder.set_text_columns(std::move(text));
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto cells = table.cells(all[i], static_cast<Index>(i) + 1);
    builder.add_row(static_cast<Index>(i) + 1, [&](Index column) -> std::string_view {
      return cells[static_cast<std::size_t>(column)];
    });
  }
  return builder.finish();
}

}  // namespace bellwether
