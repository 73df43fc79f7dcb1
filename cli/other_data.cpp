#include <cli/other_data.h>
#include <cli/words.h>

#include <fnmatch.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>

#include <bellwether/data/error.h>
#include <bellwether/data/take.h>
#include <bellwether/data/values.h>
#include <bellwether/sources/alike.h>

namespace bellwether::cli {
namespace {

constexpr double least_covered = 0.1;  ///< of the items' values, by features that the others have, too

double lambda_of(const std::string& typed) {
  double value = 0;
  const char* end = typed.data() + typed.size();
  const auto [at, error] = std::from_chars(typed.data(), end, value);
  require<InvalidOption>(error == std::errc{} && at == end && value >= 0 && value < 1e300,
                         "--lambda is '{}', but must be a number, at least 0", typed);
  return value;
}

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
                           "--tag-columns {}: {} has the columns 1 to {}", columns, file, count);
    for (Index j = range->first; j <= range->second; ++j) chosen[static_cast<std::size_t>(j - 1)] = true;
  } else {
    require(!items.features.empty(), "--tag-columns {}: the columns of {} have no names (say which: 500-873)",
            columns, file);
    for (std::size_t j = 0; j < chosen.size(); ++j)
      chosen[j] = fnmatch(columns.c_str(), items.features[j].c_str(), 0) == 0;
  }
  const auto tags = std::ranges::count(chosen, true);
  require<InvalidOption>(
      tags > 0 && tags < count,
      "--tag-columns {}: {} of the {} columns of {} are tags; there must be some, and others "
      "that are features",
      columns, tags, count, file);
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

/// Every item's label as its one tag.
Tags labels_as_tags(const Dataset& items) {
  const CodedLabels coded = encode(items.labels);
  Tags tags{.words = coded.names};
  for (Index i = 0; i < items.items(); ++i)
    tags.items.push_back({items.id(i), {{coded.codes[static_cast<std::size_t>(i)], 1}}});
  return tags;
}

/// Rows of tags, by whatever says which tags the items have.
Dataset tagged_rows(const OtherDataArguments& arguments, const FeatureArguments& features, Dataset items) {
  const std::string& file = arguments.annotated;
  if (arguments.tags.any()) return rows_of_tags(arguments.tags, features, items);
  if (!arguments.tag_columns.empty()) {
    const auto chosen = tag_columns_of(items, arguments.tag_columns, file);
    const Dataset columns = columns_of(items, chosen, true);
    std::vector<std::string> names = columns.features;
    for (Index j = std::ssize(names); j < columns.rows().columns(); ++j)
      names.push_back(fmt::format("tag {}", j + 1));
    return tag_features(columns_of(items, chosen, false), tags_in(columns, names), arguments.tags.options);
  }
  if (!items.labels.empty()) return tag_features(items, labels_as_tags(items), arguments.tags.options);
  items.notes.push_back("no tags were given for its items, so its rows are taken as tags");
  return items;
}

void require_enough_in_common(const OtherSource& other, const std::string& flag) {
  const Overlap& overlap = other.overlap;
  require(overlap.covered >= least_covered,
          "{} {}: only {} of its {} features are among the {} of the items ({:.1f} % of "
          "the items' values, and {:.0f} % are needed): other data must share the items' features",
          flag, other.file, overlap.shared, overlap.other, overlap.features, 100 * overlap.covered,
          100 * least_covered);
}

}  // namespace

std::vector<Auxiliary> WithOthers::auxiliary() const {
  std::vector<Auxiliary> result;
  for (const OtherSource& other : others)
    if (!other.tagged) result.push_back({other.rows.rows(), other.lambda});
  return result;
}

Rows WithOthers::tags() const {
  for (const OtherSource& other : others)
    if (other.tagged) return other.rows.rows();
  return {};
}

void add_other_data_options(CLI::App& command, OtherDataArguments& arguments) {
  const std::string group = "Other data that share the items' features";
  command
      .add_option("--auxiliary", arguments.auxiliary,
                  "other items without labels, which teach what features belong together; may be repeated")
      ->type_name("ITEMS")
      ->group(group)
      ->allow_extra_args(false);
  command.add_option("--annotated", arguments.annotated, "other items with tags, which teach topics")
      ->type_name("ITEMS")
      ->group(group);
  add_tag_options(command, arguments.tags,
                  "those of --annotated; by default its labels, or its rows are tags", group);
  command
      .add_option("--tag-columns", arguments.tag_columns,
                  "the columns of --annotated that are tags: a pattern ('TAG_*') or a range (500-873)")
      ->type_name("COLUMNS")
      ->group(group);
  command
      .add_option("--other-label", arguments.label_column,
                  "the column of labels in --auxiliary and --annotated; by default as --label-column")
      ->type_name("COLUMN")
      ->group(group);
  command
      .add_option("--lambda", arguments.lambdas,
                  "weight of the other data in stc, of the items in aplsa; for several --auxiliary one each")
      ->type_name("X")
      ->group(group)
      ->allow_extra_args(false);
  command
      .add_flag("--combine", arguments.combine,
                "cluster the items and the other data as one collection, with any method that needs no "
                "knowledge; only the items are scored")
      ->group(group);
}

void check(const OtherDataArguments& arguments) {
  const bool about_annotated = arguments.tags.any() || !arguments.tag_columns.empty();
  require<InvalidOption>(!arguments.annotated.empty() || !about_annotated,
                         "--tags, --captions and --tag-columns are about --annotated ITEMS: give them");
  require<InvalidOption>(
      arguments.any() || (arguments.label_column.empty() && !arguments.combine && arguments.lambdas.empty()),
      "--other-label, --lambda and --combine are about other data: give them with --auxiliary "
      "ITEMS or --annotated ITEMS");
  require<InvalidOption>(arguments.combine || arguments.auxiliary.empty() || arguments.annotated.empty(),
                         "--auxiliary is for stc, --annotated for aplsa: give one of them, or --combine all");
  require<InvalidOption>(arguments.tag_columns.empty() || !arguments.tags.any(),
                         "give --tags, --captions or --tag-columns, not several");
  check(arguments.tags);
  for (const std::string& lambda : arguments.lambdas) lambda_of(lambda);
  require<InvalidOption>(
      arguments.lambdas.size() <= 1 || arguments.lambdas.size() == arguments.auxiliary.size(),
      "there are {} --lambda for {} --auxiliary: give one, or one for each", arguments.lambdas.size(),
      arguments.auxiliary.size());
}

WithOthers read_with_others(const ItemsArguments& items, const OtherDataArguments& others,
                            const FeatureArguments& features, Purpose purpose, const Run& run) {
  FeatureArguments of_items = features;
  if (!others.tags.captions.empty()) of_items.words.clear();  // they are about the words of the captions
  std::vector<ItemsArguments> sources{items};
  std::vector<std::string> flags;
  const auto add = [&](const std::string& file, const char* flag) {
    ItemsArguments source = items;
    source.items = file;
    source.truth.clear();
    if (!others.label_column.empty()) source.label_column = others.label_column;
    sources.push_back(source);
    flags.emplace_back(flag);
  };
  for (const std::string& file : others.auxiliary) {
    add(file, "--auxiliary");
    sources.back().label_folder = "none";  // nobody asks for their classes
  }
  if (!others.annotated.empty()) add(others.annotated, "--annotated");

  const FeaturePlan plan = plan_features(items, of_items, purpose);
  ReadAlike read = read_alike(sources, flags, of_items, plan, run);
  WithOthers all{.made = {.items = std::move(read.sources[0])}};
  Dataset& own = all.made.items;
  all.made.vectorizer.extractor = std::move(read.extractor);
  all.made.features = own.features;
  for (std::size_t s = 1; s < sources.size(); ++s) {
    OtherSource other{.file = sources[s].items, .tagged = flags[s - 1] == "--annotated" && !others.combine};
    other.items = read.sources[s].items();
    other.rows =
        other.tagged ? tagged_rows(others, features, std::move(read.sources[s])) : std::move(read.sources[s]);
    for (const auto& note : other.rows.notes) own.notes.push_back(fmt::format("{}: {}", other.file, note));
    other.overlap = align_features(other.rows, own, fmt::format("{} {}", flags[s - 1], other.file));
    require_enough_in_common(other, flags[s - 1]);
    if (others.lambdas.size() > 1) other.lambda = lambda_of(others.lambdas[s - 1]);
    all.others.push_back(std::move(other));
  }
  if (others.combine) {
    all.pool = own;
    for (const OtherSource& other : all.others) append_items(all.pool, other.rows, other.file);
  }
  for (const StepPlan& step : plan.steps) {
    all.made.vectorizer.steps.push_back(fit_step(step, others.combine ? all.pool : own, run));
    const Step& fitted = all.made.vectorizer.steps.back();
    if (others.combine) apply(fitted, own, run);
    for (OtherSource& other : all.others) apply(fitted, other.rows, run);
  }
  return all;
}

}  // namespace bellwether::cli
