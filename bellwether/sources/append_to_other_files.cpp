#include <bellwether/sources/append_to_other_files.h>

#include <limits>
#include <ostream>

#include <bellwether/data/arff_header.h>
#include <bellwether/data/npy.h>

namespace bellwether {
namespace {

std::string in_arff(const std::string& name) {
  const auto plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.';
  };
  if (!name.empty() && std::ranges::all_of(name, plain)) return name;
  std::string quoted = "'";
  for (const char c : name) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "'";
}

/// The value of one attribute in a row, dense or sparse; empty if a sparse row leaves it out.
std::string value_in(std::string_view row, std::size_t attribute, const Where& place) {
  bool quoted = false;
  const bool sparse = row.starts_with('{');
  if (sparse) row = trim(row.substr(1, row.size() - 2));
  for (std::size_t i = 0; !row.empty(); ++i) {
    const std::size_t index = sparse ? static_cast<std::size_t>(to_count(next_word(row)).value_or(0)) : i;
    std::string value = take_arff_word(row, ",", quoted, place);
    if (index == attribute) return value;
    if (!row.empty()) row.remove_prefix(1);
  }
  return {};
}

/// A row with one more value, in braces if it is sparse.
std::string with_value(std::string_view row, std::size_t attributes, const std::string& value) {
  if (!row.starts_with('{')) return fmt::format("{},{}", row, value);
  const std::string_view entries = trim(row.substr(1, row.size() - 2));
  return fmt::format("{{{}{}{} {}}}", entries, entries.empty() ? "" : ", ", attributes, value);
}

/// Takes a line with its end.
std::string_view take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, std::min(text.find('\n'), text.size() - 1) + 1);
  text.remove_prefix(line.size());
  return line;
}

std::string in_one_line(std::string name) {
  std::ranges::replace_if(
      name, [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return name;
}

}  // namespace

void append_to_arff(std::string_view text, const ItemsArguments& arguments, ClustersById& clusters,
                    std::ostream& out) {
  Input input(memory_source(text), arguments.items);
  const auto attributes = read_arff_attributes(input);
  const bool truth_here = !has_truth_file(arguments) && arguments.label_column.empty();
  const Columns columns =
      assign_attributes(attributes,
                        {.label_column = truth_here ? arguments.truth : arguments.label_column,
                         .id_column = arguments.id_column,
                         .ignore = arguments.ignore,
                         .columns = arguments.columns,
                         .categories = arguments.categories,
                         .how = reading_of(arguments)},
                        arguments.items);
  const auto id = std::ranges::find(columns.roles, Role::id);
  const auto taken = [&](const std::string& name) {
    return std::ranges::count(attributes, name, &Attribute::name) > 0;
  };
  for (Index line = 1; line < input.line(); ++line) out << take_line(text);
  std::vector<std::string> names;
  for (const std::string& name : clusters.names()) names.push_back(in_arff(name));
  out << fmt::format("@attribute {} {{{}}}\n", free_name(taken), fmt::join(names, ","));
  out << take_line(text);  // @data
  for (Index row = 0; !text.empty();) {
    const std::string_view line = take_line(text),
                           values = trim(line.substr(0, line.find_last_not_of("\r\n") + 1));
    if (values.empty() || values.starts_with('%')) {
      out << line;
      continue;
    }
    const std::string* cluster = clusters.of(
        id == columns.roles.end()
            ? std::to_string(row)
            : value_in(values, static_cast<std::size_t>(id - columns.roles.begin()), input.place()));
    ++row;
    out << with_value(values, attributes.size(), cluster != nullptr ? in_arff(*cluster) : "?")
        << (line.ends_with("\r\n") ? "\r\n" : "\n");
  }
}

void append_to_mailbox(std::string_view text, ClustersById& clusters, std::ostream& out) {
  Index message = -1;
  bool after_empty = true, in_headers = false;
  std::string header;
  const auto end_headers = [&] {
    if (in_headers) out << header;
    in_headers = false;
  };
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    const std::string_view words = line.substr(0, line.find_last_not_of("\r\n") + 1);
    if (after_empty && line.starts_with("From ")) {
      end_headers();
      const std::string* cluster = clusters.of(std::to_string(++message));
      header = fmt::format("X-Cluster: {}{}", cluster != nullptr ? in_one_line(*cluster) : "",
                           line.ends_with("\r\n") ? "\r\n" : "\n");
      in_headers = true;
    } else if (words.empty()) {
      end_headers();
    }
    after_empty = words.empty();
    out << line;
    if (!line.ends_with('\n') && in_headers) out << '\n';
  }
  end_headers();
}

void append_to_npy(std::string_view text, const std::string& file, ClustersById& clusters,
                   std::ostream& out) {
  Input input(memory_source(text), file);
  const Matrix values = read_npy_matrix(input);
  out << npy_header("<f8", {values.rows(), values.cols() + 1});
  const auto write = [&](const double* from, Index count) {
    out.write(reinterpret_cast<const char*>(from),
              static_cast<std::streamsize>(count * static_cast<Index>(sizeof(double))));
  };
  for (Index i = 0; i < values.rows(); ++i) {
    const std::string* cluster = clusters.of(std::to_string(i));
    const double number = cluster != nullptr ? static_cast<double>(to_count(*cluster).value())
                                             : std::numeric_limits<double>::quiet_NaN();
    write(values.row(i).data(), values.cols());
    write(&number, 1);
  }
}

}  // namespace bellwether
