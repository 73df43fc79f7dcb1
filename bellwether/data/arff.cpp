// ARFF, Weka's attribute-relation files, with dense rows or sparse ones ({index value, ...}, index from 0).

#include <bellwether/data/arff_header.h>
#include <bellwether/data/cell.h>
#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/data/formats.h>
#include <bellwether/data/missing.h>
#include <bellwether/data/sparse_builder.h>
#include <bellwether/data/table_builder.h>
#include <bellwether/data/text.h>

#include <algorithm>

namespace bellwether {
namespace {

bool next_content(Input& input, std::string_view& line) {
  while (input.next_line(line)) {
    line = trim(line);
    if (!line.empty() && !line.starts_with('%')) return true;
  }
  return false;
}

/// A nominal value must be one of those that its attribute declares.
void require_declared(const Attribute& attribute, const std::string& value, const Where& place) {
  if (attribute.type != Attribute::Type::nominal) return;
  const auto number = attribute.numbers.empty() ? std::nullopt : cell_value(value, Missing::error);
  const bool declared = number ? std::ranges::binary_search(attribute.numbers, *number)
                               : std::ranges::find(attribute.values, value) != attribute.values.end();
  require(declared, "{}: attribute {} is {}, which it does not declare", place, shown(attribute.name),
          shown(value));
}

/// What the rows of both forms need to know.
struct Relation {
  Input& input;
  const ReadOptions& options;
  std::vector<Attribute> attributes;
  Columns columns;

  /// Takes the value of an attribute off the front of `rest`. A missing label or id is empty.
  std::string take_value(std::string_view& rest, std::size_t attribute) const {
    bool quoted = false;
    auto value = take_arff_word(rest, ",", quoted, input.place());
    if (value == "?" && !quoted) return columns.roles[attribute] == Role::feature ? "?" : "";
    require_declared(attributes[attribute], value, input.place());
    return value;
  }
};

std::vector<std::string> dense_cells(const Relation& relation, std::string_view line) {
  const auto& input = relation.input;
  const auto count = relation.attributes.size();
  require(!line.starts_with('{'), "{}: a sparse row among dense ones", input.place());
  std::vector<std::string> cells;
  for (;;) {
    require(cells.size() < count, "{}: more values than the {} attributes", input.place(), count);
    cells.push_back(relation.take_value(line, cells.size()));
    if (line.empty()) break;
    line.remove_prefix(1);
  }
  require(cells.size() == count, "{}: {} values, but there are {} attributes", input.place(), cells.size(),
          count);
  return cells;
}

Dataset read_dense(Relation relation, std::string_view line) {
  TableBuilder table(relation.columns, relation.options, relation.input.name());
  do {
    const auto cells = dense_cells(relation, line);
    table.add_row(relation.input.line(),
                  [&](Index i) -> std::string_view { return cells[static_cast<std::size_t>(i)]; });
  } while (next_content(relation.input, line));
  return table.finish();
}

class SparseReader {
 public:
  explicit SparseReader(Relation relation) : relation_(std::move(relation)) {
    Index feature = 0;
    for (std::size_t i = 0; i < relation_.attributes.size(); ++i) {
      const bool is_feature = relation_.columns.roles[i] == Role::feature;
      if (is_feature && relation_.attributes[i].when_left_out != 0.0) not_zero_.push_back(i);
      feature_of_.push_back(is_feature ? feature++ : no_column);
    }
  }

  Dataset read(std::string_view line) {
    do add_row(line);
    while (next_content(relation_.input, line));
    Dataset dataset{builder_.finish(relation_.columns.count(Role::feature)), std::move(ids_),
                    relation_.columns.feature_names(), std::move(labels_),
                    std::move(relation_.columns.notes)};
    require_ids_unique(dataset);
    settle_missing(dataset, relation_.options.missing, relation_.input.name());
    return dataset;
  }

 private:
  /// A name that is left out of a row: a nominal attribute's first value, the number 0.
  std::string name_left_out(std::size_t i) const {
    const auto& attribute = relation_.attributes[i];
    if (attribute.type == Attribute::Type::nominal) return attribute.values.front();
    return attribute.type == Attribute::Type::numeric ? "0" : "";
  }

  void add_row(std::string_view line) {
    require(line.starts_with('{') && line.ends_with('}'), "{}: {} is not a sparse row in braces", place(),
            shown(line));
    given_.clear();
    for (std::size_t i = 0; i < feature_of_.size(); ++i) {
      if (named(i)) names(i).push_back(name_left_out(i));
    }
    for (line = trim(line.substr(1, line.size() - 2)); !line.empty();) add_entry(line);
    add_values_left_out();
    const auto twice = builder_.end_row();
    require(!twice, "{}: a feature has two values (remove one)", place());
    for (const auto* words : {&labels_, &ids_}) {
      require(words->empty() || !words->back().empty(), "{}: the label or the id is missing (drop the row)",
              place());
    }
  }

  void add_entry(std::string_view& rest) {
    const auto index = next_word(rest);
    const auto number = to_count(index);
    require(number && *number < std::ssize(feature_of_), "{}: {} is not the number of an attribute (0 to {})",
            place(), shown(index), feature_of_.size() - 1);
    const auto i = static_cast<std::size_t>(*number);
    auto value = relation_.take_value(rest, i);
    if (!rest.empty()) rest.remove_prefix(1);
    if (relation_.columns.roles[i] == Role::ignored) return;
    if (named(i)) return void(names(i).back() = std::move(value));
    const auto cell = cell_value(value, relation_.options.missing);
    if (!cell)
      refuse_cell({relation_.input.name(), relation_.input.line(), relation_.attributes[i].name, value},
                  fmt::format("attribute {}", shown(relation_.attributes[i].name)));
    builder_.add(feature_of_[i], *cell);
    if (!not_zero_.empty()) given_.push_back(i);
  }

  void add_values_left_out() {
    std::ranges::sort(given_);
    for (const auto i : not_zero_) {
      if (!std::ranges::binary_search(given_, i))
        builder_.add(feature_of_[i], relation_.attributes[i].when_left_out);
    }
  }

  /// A label or an id.
  bool named(std::size_t i) const {
    return relation_.columns.roles[i] == Role::label || relation_.columns.roles[i] == Role::id;
  }
  std::vector<std::string>& names(std::size_t i) {
    return relation_.columns.roles[i] == Role::label ? labels_ : ids_;
  }
  Where place() const { return relation_.input.place(); }

  Relation relation_;
  SparseBuilder builder_;
  std::vector<Index> feature_of_;      ///< of each attribute; no_column for the label and the id
  std::vector<std::size_t> not_zero_;  ///< attributes that are not 0 where a row leaves them out
  std::vector<std::size_t> given_;     ///< attributes of the current row
  std::vector<std::string> ids_, labels_;
};

}  // namespace

Dataset read_arff(Input& input, const ReadOptions& options) {
  auto attributes = read_arff_attributes(input);
  auto columns = assign_attributes(attributes, options, input.name());
  Relation relation{input, options, std::move(attributes), std::move(columns)};
  std::string_view line;
  require(next_content(input, line), "{}: has no rows of data", input.name());
  if (line.starts_with('{')) return SparseReader(std::move(relation)).read(line);
  return read_dense(std::move(relation), line);
}

}  // namespace bellwether
