#include <bellwether/sources/append_rows.h>

#include <algorithm>
#include <ostream>

#include <bellwether/data/byte_source.h>
#include <bellwether/data/columns.h>
#include <bellwether/data/error.h>
#include <bellwether/data/formula.h>
#include <bellwether/data/json_records.h>
#include <bellwether/data/layout.h>
#include <bellwether/data/record.h>
#include <bellwether/data/sniff.h>
#include <bellwether/data/text.h>
#include <bellwether/features/text/header_row.h>
#include <bellwether/sources/append_to_other_files.h>
#include <bellwether/sources/clusters_by_id.h>
#include <bellwether/sources/source.h>

namespace bellwether {
namespace {

using Json = JsonRecords::Json;

std::string whole_text(const ItemsArguments& arguments) {
  const std::uint64_t limit = reading_of(arguments).limit;
  return all_bytes(unpacked(file_source(arguments.items, limit), arguments.items, limit));
}

/// Where the rows of a table begin, and what they are.
struct Shape {
  std::size_t begin = 0;  ///< of the header, or else of the first row
  char delimiter = ',';
  bool header = false;
  Index id = no_column;
};

std::size_t after_lines(std::string_view text, Index lines) {
  std::size_t at = 0;
  for (; lines > 0; --lines) at = text.find('\n', at) + 1;
  return at;
}

Shape shape_of_numbers(Input& input, const ItemsArguments& arguments) {
  ReadOptions options{.id_column = arguments.id_column, .how = reading_of(arguments)};
  for (const std::string* label : {&arguments.label_column, &arguments.truth})
    if (!label->empty() && !(label == &arguments.truth && has_truth_file(arguments)))
      options.label_column = *label;
  const Layout layout = find_layout(input, options);
  const Columns columns = assign_roles(layout.names, layout.columns, options, input.name());
  const auto id = std::ranges::find(columns.roles, Role::id);
  Shape shape{.delimiter = layout.delimiter, .header = layout.header};
  if (id != columns.roles.end())
    shape.id = id - columns.roles.begin();
  else if (layout.row_names && columns.roles.front() == Role::feature && columns.count(Role::feature) > 1)
    shape.id = 0;
  return shape;
}

Shape shape_of_texts(Input& input, const ItemsArguments& arguments) {
  Shape shape{.delimiter = reading_of(arguments).delimiter};
  if (shape.delimiter == '\0') shape.delimiter = find_delimiter(input.ahead());
  if (shape.delimiter == blank_runs) shape.delimiter = ',';
  std::vector<std::vector<Cell>> rows;
  std::vector<Cell> cells;
  for (std::string_view text = input.ahead(); !text.empty() && rows.size() < 200;) {
    const std::size_t size = split_record(text, shape.delimiter, cells, input.name(), 1);
    if (size == 0) break;
    if (!cells.empty()) rows.push_back(cells);
    text.remove_prefix(size);
  }
  const std::string& label =
      arguments.label_column.empty() && !has_truth_file(arguments) ? arguments.truth : arguments.label_column;
  shape.header = find_header(rows, {.text = arguments.text_column,
                                    .id = arguments.id_column,
                                    .label = label,
                                    .how = reading_of(arguments)})
                     .header;
  std::vector<std::string> names;
  if (shape.header)
    for (const Cell& cell : rows.front()) names.push_back(cell.text);
  const std::string id =
      !arguments.id_column.empty() || std::ranges::count(names, "id") == 0 ? arguments.id_column : "id";
  shape.id = find_column(id, names, std::ssize(rows.front()), "id_column", input.name());
  return shape;
}

Shape shape_of(std::string_view text, SourceForm form, const ItemsArguments& arguments) {
  Input input(memory_source(text), arguments.items);
  skip_preamble(input);
  const std::size_t mark = text.starts_with("\xEF\xBB\xBF") && input.line() == 0 ? 3 : 0;
  const std::size_t begin = std::max(mark, after_lines(text, input.line()));
  Shape shape =
      form == SourceForm::table ? shape_of_texts(input, arguments) : shape_of_numbers(input, arguments);
  shape.begin = begin;
  return shape;
}

std::string cell_of(const std::string& words, char delimiter) {
  const std::string text = guarded(words);
  const bool plain = text.find_first_of("\"\r\n") == std::string::npos && trim(text).size() == text.size() &&
                     text.find(delimiter) == std::string::npos && (!text.empty() || delimiter != blank_runs);
  if (plain) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

void append_to_table(std::string_view text, const Shape& shape, const std::string& file,
                     ClustersById& clusters, std::ostream& out) {
  out << text.substr(0, shape.begin);
  text.remove_prefix(shape.begin);
  std::vector<Cell> cells;
  bool header = shape.header;
  for (Index row = 0; !text.empty();) {
    const std::size_t size = split_record(text, shape.delimiter, cells, file, row + 1);
    require(size > 0, "{}: a quote is opened and never closed", file);
    std::string_view record = text.substr(0, size);
    text.remove_prefix(size);
    const std::size_t end = record.find_last_not_of("\r\n") + 1;
    out << record.substr(0, end);
    if (cells.empty()) {
      out << record.substr(end);
      continue;
    }
    const auto taken = [&](const std::string& name) {
      return std::ranges::count(cells, name, &Cell::text) > 0;
    };
    const std::string* cluster = nullptr;
    if (!header) {
      const auto id = static_cast<std::size_t>(shape.id);
      cluster = clusters.of(shape.id == no_column ? std::to_string(row)
                            : id < cells.size()   ? cells[id].text
                                                  : "");
      ++row;
    }
    out << shape.delimiter
        << cell_of(header               ? free_name(taken)
                   : cluster != nullptr ? *cluster
                                        : std::string(),
                   shape.delimiter)
        << (end < record.size() ? record.substr(end) : std::string_view("\n"));
    header = false;
  }
}

std::string id_of(const Json& record, const ItemsArguments& arguments, Index number) {
  if (record.is_object())
    for (const auto& [name, value] : record.items()) {
      const bool here = arguments.id_column.empty() ? same_word(name, "id") : name == arguments.id_column;
      if (!here || value.is_structured() || value.is_null()) continue;
      return value.is_string() ? std::string(trim(value.get_ref<const std::string&>()))
                               : value.dump(-1, ' ', false, Json::error_handler_t::replace);
    }
  return std::to_string(number);
}

/// How deep lists and objects lie in one another; to write them takes that much of the stack.
int depth_of(std::string_view json) {
  int depth = 0, deepest = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (quoted && c == '\\') ++i;
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    depth += (c == '[' || c == '{') - (c == ']' || c == '}');
    deepest = std::max(deepest, depth);
  }
  return deepest;
}

void append_to_json(std::string_view text, const ItemsArguments& arguments, ClustersById& clusters,
                    std::ostream& out) {
  constexpr int deepest = 1000;
  require(depth_of(text) <= deepest, "{}: lists and objects lie more than {} deep in one another",
          arguments.items, deepest);
  Input input(memory_source(text), arguments.items);
  const bool array = trim(text.substr(0, text.find('['))).empty();
  JsonRecords records(input);
  Index number = 0;
  const auto write = [&](const Json& record) {
    out << (array ? number == 1 ? "[\n" : ",\n" : "")
        << record.dump(-1, ' ', false, Json::error_handler_t::replace) << (array ? "" : "\n");
  };
  for (Json record; records.next(record);) {
    const std::string* cluster = clusters.of(id_of(record, arguments, number++));
    const auto taken = [&](const std::string& name) { return record.contains(name); };
    const auto count = cluster != nullptr ? to_count(*cluster) : std::nullopt;
    const Json named = count ? Json(*count) : cluster != nullptr ? Json(*cluster) : Json();
    if (record.is_object())
      record[free_name(taken)] = named;
    else
      record.push_back(named);
    write(record);
  }
  if (array) out << "\n]\n";
}

void append_to_lines(std::string_view text, ClustersById& clusters, std::ostream& out) {
  for (Index row = 0; !text.empty(); ++row) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::string* cluster = clusters.of(std::to_string(row));
    out << line << '\t' << (cluster != nullptr ? guarded(*cluster) : "") << '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

/// The start of the file, unpacked.
std::string head_of(const ItemsArguments& arguments) {
  std::string head(1 << 16, '\0');
  head.resize(read_fully(unpacked(file_source(arguments.items), arguments.items), head.data(), head.size()));
  return head;
}

}  // namespace

namespace {

/// The format of a file of numbers; of anything else nothing.
std::optional<Format> format_of(const ItemsArguments& arguments) {
  if (form_of(arguments) != SourceForm::numbers || arguments.items.starts_with("data:")) return {};
  return recognise(head_of(arguments), arguments.items);
}

const char* why_not(Format format) {
  if (format == Format::svmlight)
    return "a line of SVMlight is a label and features, and has no place for anything else";
  if (format == Format::npz) return "an NPZ file holds several arrays";
  return "its format has no place for a column that is no feature";
}

}  // namespace

bool appends_numbers(const ItemsArguments& arguments) {
  return format_of(arguments) == Format::npy;
}

void require_can_append(const ItemsArguments& arguments) {
  const SourceForm form = form_of(arguments);
  const auto format = format_of(arguments);
  if (format == Format::delimited || format == Format::json || format == Format::npy ||
      format == Format::arff)
    return;
  if (form == SourceForm::lines || form == SourceForm::table || form == SourceForm::json_lines ||
      form == SourceForm::mailbox)
    return;
  require<InvalidOption>(
      !format,
      "{}: {} cannot be written again with clusters, because {} ({} keeps the clusters by id, "
      "in the order of the items)",
      setting("append"), arguments.items, format ? why_not(*format) : "", setting("output"));
  refuse<InvalidOption>(
      "{}: {} has no rows that could be written again: that takes a table such as CSV, JSON, NPY, ARFF, a "
      "mailbox, or "
      "{} (of a folder, see {}; {} keeps the clusters by id)",
      setting("append"), arguments.items, setting("lines"), setting("sort_into"), setting("output"));
}

void append_clusters(const ItemsArguments& arguments, const Dataset& items,
                     const std::vector<std::string>& cluster_of, std::ostream& out) {
  const SourceForm form = form_of(arguments);
  const auto format = format_of(arguments);
  ClustersById clusters(items, cluster_of);
  const std::string text = whole_text(arguments);
  if (form == SourceForm::lines)
    append_to_lines(text, clusters, out);
  else if (form == SourceForm::mailbox)
    append_to_mailbox(text, clusters, out);
  else if (format == Format::npy)
    append_to_npy(text, arguments.items, clusters, out);
  else if (format == Format::arff)
    append_to_arff(text, arguments, clusters, out);
  else if (form == SourceForm::json_lines || begins_like_json(text))
    append_to_json(text, arguments, clusters, out);
  else
    append_to_table(text, shape_of(text, form, arguments), arguments.items, clusters, out);
  clusters.require_all_found(arguments.items);
}

}  // namespace bellwether
