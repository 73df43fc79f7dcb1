#include <bellwether/data/columns.h>
#include <bellwether/data/error.h>
#include <bellwether/data/text.h>
#include <bellwether/data/word_column.h>

#include <algorithm>

namespace bellwether {
namespace {

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t most = 8;
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) {
    list += (i == 0 ? "" : ", ") + shown(names[i]);
  }
  return names.size() > most ? list + ", ..." : list;
}

Index named_column(const std::string& request, const std::vector<std::string>& names,
                   const std::string& option, const std::string& file) {
  const auto first = std::find(names.begin(), names.end(), request);
  if (first == names.end()) return no_column;
  require<InvalidOption>(std::find(first + 1, names.end(), request) == names.end(),
                         "{}: {} has more than one column of that name (use its number)",
                         setting(option, request), file);
  return first - names.begin();
}

/// 2-5 becomes 2, 3, 4, 5, unless a column is called so.
std::vector<std::string> spread(const std::string& request, const std::vector<std::string>& names,
                                Index count) {
  const std::size_t dash = request.find('-');
  if (dash == std::string::npos || std::ranges::find(names, request) != names.end()) return {request};
  const auto first = to_count(request.substr(0, dash)), last = to_count(request.substr(dash + 1));
  if (!first || !last || *first < 1 || *last > count || *first > *last) return {request};
  std::vector<std::string> each;
  for (auto column = *first; column <= *last; ++column) each.push_back(std::to_string(column));
  return each;
}

/// All features that were not asked for are left out.
void keep_only(Columns& columns, const ReadOptions& options, const std::string& file) {
  std::vector<bool> kept(columns.roles.size(), false);
  for (const std::string& request : options.columns)
    for (const std::string& one : spread(request, columns.names, columns.count())) {
      const Index column = find_column(one, columns.names, columns.count(), "columns", file);
      const auto at = static_cast<std::size_t>(column);
      require<InvalidOption>(columns.roles[at] == Role::feature,
                             "{}: {} asks for a column that {} leaves out", file, setting("columns", one),
                             setting("ignore"));
      kept[at] = true;
    }
  for (std::size_t i = 0; i < kept.size(); ++i)
    if (!kept[i] && columns.roles[i] == Role::feature) columns.roles[i] = Role::ignored;
}

}  // namespace

Index Columns::count(Role role) const {
  return std::count(roles.begin(), roles.end(), role);
}

std::vector<std::string> Columns::feature_names() const {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (roles[i] == Role::feature) result.push_back(names[i]);
  }
  return result;
}

Index find_column(const std::string& request, const std::vector<std::string>& names, Index count,
                  const std::string& option, const std::string& file) {
  if (request.empty()) return no_column;
  if (const Index named = named_column(request, names, option, file); named != no_column) return named;
  if (same_word(request, "first")) return 0;
  if (same_word(request, "last")) return count - 1;
  const auto number = to_count(request);
  if (number && *number >= 1 && *number <= count) return *number - 1;
  const Setting asked = setting(option, request);
  require<InvalidOption>(!number, "{}: {} has columns 1 to {}", asked, file, count);
  require<InvalidOption>(!names.empty(),
                         "{}: {} has no header line (use first, last or a number from 1 to {})", asked, file,
                         count);
  refuse<InvalidOption>("{}: no such column in {}, which has {} (first, last or a number will do)", asked,
                        file, listed(names));
}

Columns assign_roles(std::vector<std::string> names, Index count, const ReadOptions& options,
                     const std::string& file) {
  Columns columns{std::move(names), std::vector<Role>(static_cast<std::size_t>(count), Role::feature), {}};
  const Index label = find_column(options.label_column, columns.names, count, "label_column", file);
  Index id = find_column(options.id_column, columns.names, count, "id_column", file);
  require<InvalidOption>(label == no_column || label != id, "{}: {} and {} both ask for column {}", file,
                         setting("label_column"), setting("id_column"), label + 1);
  for (const std::string& request : options.ignore) {
    const Index ignored = find_column(request, columns.names, count, "ignore", file);
    require<InvalidOption>(ignored != label && ignored != id,
                           "{}: {} asks for a column that is the label or the id", file,
                           setting("ignore", request));
    if (ignored != no_column) columns.roles[static_cast<std::size_t>(ignored)] = Role::ignored;
  }
  if (id == no_column) {
    const auto named = std::find_if(columns.names.begin(), columns.names.end(),
                                    [](const std::string& name) { return same_word(name, "id"); });
    const auto free = [&](Index column) {
      return column != label && columns.roles[static_cast<std::size_t>(column)] != Role::ignored;
    };
    if (named != columns.names.end() && free(named - columns.names.begin())) {
      id = named - columns.names.begin();
      columns.notes.push_back(fmt::format("{}: column {} is taken as the ids", file, shown(*named)));
    }
  }
  if (!options.columns.empty()) keep_only(columns, options, file);
  if (label != no_column) columns.roles[static_cast<std::size_t>(label)] = Role::label;
  if (id != no_column) columns.roles[static_cast<std::size_t>(id)] = Role::id;
  require(columns.count(Role::feature) > 0,
          "{}: no column of numbers is left beside the label and the id (check the delimiter)", file);
  return columns;
}

void assign_words(Columns& columns, const std::vector<bool>& text, const ReadOptions& options,
                  const std::string& file) {
  for (const std::string& request : options.categories) {
    const Index column = find_column(request, columns.names, columns.count(), "categories", file);
    Role& role = columns.roles[static_cast<std::size_t>(column)];
    require<InvalidOption>(role == Role::feature || role == Role::words,
                           "{}: {} asks for a column that is no feature", file,
                           setting("categories", request));
    role = Role::words;
    columns.categories.push_back(column);
    if (columns.names.empty())
      for (Index i = 0; i < columns.count(); ++i) columns.names.push_back(std::to_string(i + 1));
  }
  if (columns.names.empty()) return;
  for (std::size_t i = 0; i < columns.roles.size(); ++i) {
    const std::string& name = columns.names[i];
    const auto was_words = [&](const std::string& feature) { return feature.starts_with(name + "="); };
    const bool before = std::ranges::any_of(options.like, was_words);
    const bool now =
        i < text.size() && text[i] && !name.empty() && (!names_classes(name) || !options.like.empty());
    if (columns.roles[i] == Role::feature && (before || now)) columns.roles[i] = Role::words;
  }
}

std::string request_for(const Columns& columns, Index column) {
  if (column == 0) return "first";
  if (column + 1 == columns.count()) return "last";
  const auto at = static_cast<std::size_t>(column);
  if (at < columns.names.size() && !columns.names[at].empty()) return columns.names[at];
  return std::to_string(column + 1);
}

void require_no_columns_asked(const ReadOptions& options, const std::string& file, const char* format) {
  require<InvalidOption>(options.label_column.empty(), "{}: {} is {} and has no label column",
                         setting("label_column", options.label_column), file, format);
  require<InvalidOption>(options.id_column.empty(), "{}: {} is {} and has no id column",
                         setting("id_column", options.id_column), file, format);
}

}  // namespace bellwether
