#include <bellwether/sources/tag_columns.h>

#include <fnmatch.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include <bellwether/data/error.h>
#include <bellwether/data/values.h>

namespace bellwether {
namespace {

/// "500-873": columns by number, from 1.
std::optional<std::pair<Index, Index>> range_in(const std::string& columns) {
  const std::size_t dash = columns.find('-');
  if (dash == std::string::npos || columns.find_first_not_of("0123456789-") != std::string::npos) return {};
  Index first = 0, last = 0;
  std::from_chars(columns.data(), columns.data() + dash, first);
  std::from_chars(columns.data() + dash + 1, columns.data() + columns.size(), last);
  return std::pair(first, last);
}

/// Which columns of the annotated items are tags.
std::vector<bool> tag_columns_of(const Dataset& items, const std::string& columns, const std::string& file) {
  const Index count = items.rows().columns();
  std::vector<bool> chosen(static_cast<std::size_t>(count), false);
  if (const auto range = range_in(columns)) {
    require<InvalidOption>(range->first >= 1 && range->first <= range->second && range->second <= count,
                           "{}: {} has the columns 1 to {}", setting("tag_columns", columns), file, count);
    for (Index j = range->first; j <= range->second; ++j) chosen[static_cast<std::size_t>(j - 1)] = true;
  } else {
    require(!items.features.empty(), "{}: the columns of {} have no names (say which: 500-873)",
            setting("tag_columns", columns), file);
    for (std::size_t j = 0; j < chosen.size(); ++j)
      chosen[j] = fnmatch(columns.c_str(), items.features[j].c_str(), 0) == 0;
  }
  const auto tags = std::ranges::count(chosen, true);
  require<InvalidOption>(tags > 0 && tags < count,
                         "{}: {} of the {} columns of {} are tags; some must be, and others must be features",
                         setting("tag_columns", columns), tags, count, file);
  return chosen;
}

/// The columns that are (or are not) chosen.
Dataset columns_of(const Dataset& items, const std::vector<bool>& chosen, bool wanted) {
  SparseMatrix taken;
  std::vector<std::int32_t> place(chosen.size(), -1);
  Dataset result{.ids = items.ids};
  for (std::size_t j = 0; j < chosen.size(); ++j) {
    if (chosen[j] != wanted) continue;
    place[j] = static_cast<std::int32_t>(taken.columns++);
    if (!items.features.empty()) result.features.push_back(items.features[j]);
  }
  const auto finish_rows = [&](Index row) {
    taken.starts.resize(static_cast<std::size_t>(row) + 1, static_cast<std::int64_t>(taken.values.size()));
  };
  for_each_value(items.rows(), [&](Index i, Index j, double value) {
    const auto column = place[static_cast<std::size_t>(j)];
    if (column < 0) return;
    finish_rows(i);
    taken.column_of.push_back(column);
    taken.values.push_back(value);
  });
  finish_rows(items.items());
  result.values = std::move(taken);
  return result;
}

Tags tags_in(const Dataset& columns, const std::vector<std::string>& names) {
  Tags tags{.words = names};
  const auto& values = std::get<SparseMatrix>(columns.values);
  for (Index i = 0; i < values.rows(); ++i) {
    TaggedItem item{columns.id(i), {}};
    for (auto at = values.starts[i]; at < values.starts[i + 1]; ++at)
      item.tags.push_back({values.column_of[at], 1});
    if (!item.tags.empty()) tags.items.push_back(std::move(item));
  }
  return tags;
}

}  // namespace

Dataset rows_by_tag_columns(const Dataset& items, const std::string& columns, const std::string& file,
                            const TagOptions& options) {
  const auto chosen = tag_columns_of(items, columns, file);
  const Dataset tags = columns_of(items, chosen, true);
  std::vector<std::string> names = tags.features;
  for (Index j = std::ssize(names); j < tags.rows().columns(); ++j)
    names.push_back(fmt::format("tag {}", j + 1));
  return tag_features(columns_of(items, chosen, false), tags_in(tags, names), options);
}

Tags labels_as_tags(const Dataset& items) {
  Tags tags{.words = items.labels};
  std::ranges::sort(tags.words);
  tags.words.erase(std::unique(tags.words.begin(), tags.words.end()), tags.words.end());
  for (Index i = 0; i < items.items(); ++i) {
    const auto at = std::ranges::lower_bound(tags.words, items.labels[static_cast<std::size_t>(i)]);
    tags.items.push_back({items.id(i), {{static_cast<std::int32_t>(at - tags.words.begin()), 1}}});
  }
  return tags;
}

}  // namespace bellwether
