// bellwether evaluate ASSIGNMENTS --truth FILE: how well does a clustering match the truth?

#include <bellwether/portraits/json_text.h>
#include <cli/options/common.h>
#include <cli/options/items.h>
#include <cli/terminal/words.h>
#include <cli/verbs/verbs.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <numeric>
#include <unordered_map>

#include <bellwether/data/error.h>
#include <bellwether/data/table.h>
#include <bellwether/data/text.h>
#include <bellwether/scores/against_truth.h>
#include <bellwether/scores/all_scores.h>

namespace bellwether::cli {
namespace {

constexpr std::size_t most_groups = 12, name_width = 12;

struct EvaluateArguments {
  std::string assignments = {}, truth = {};
  std::string header = "auto", delimiter = {}, limit = {};
  bool json = false;
};

/// The items that are in both files.
struct Sides {
  CodedLabels found, truth;
  Index without_truth = 0, without_cluster = 0;  ///< items that are in one file alone
};

/// A result folder stands for the assignments in it.
std::string assignments_in(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored) ? path + "/assignments.csv" : path;
}

Sides read_sides(const EvaluateArguments& args) {
  const Reading how{.header = header_by_name(args.header),
                    .delimiter = delimiter_by_name(args.delimiter),
                    .limit = bytes_by_name(args.limit)};
  const Dataset found = read_labels(assignments_in(args.assignments), "cluster", how);
  const Dataset truth = read_labels(args.truth, "label", how);
  std::unordered_map<std::string, std::string> label_of;
  for (Index i = 0; i < truth.items(); ++i) label_of[truth.id(i)] = truth.labels[static_cast<std::size_t>(i)];
  std::vector<std::string> clusters, labels;
  for (Index i = 0; i < found.items(); ++i) {
    const auto label = label_of.find(found.id(i));
    if (label == label_of.end()) continue;
    clusters.push_back(found.labels[static_cast<std::size_t>(i)]);
    labels.push_back(label->second);
  }
  require(!labels.empty(), "no item of {} is in {}: do both use the same ids?", args.assignments, args.truth);
  const Index both = std::ssize(labels);
  return {encode(clusters), encode(labels), found.items() - both, truth.items() - both};
}

std::string meaning(const ScoreInfo& info) {
  std::string text(info.title);
  if (!info.unit.empty()) text += fmt::format(", in {}", info.unit);
  if (std::isinf(info.highest)) text += ", no upper limit";
  if (info.lowest != 0) text += fmt::format(", from {}", info.lowest);
  return text + (info.larger_is_better ? "" : ", smaller is better");
}

/// The groups of one side in the order that people expect: numbers by value, words by the alphabet.
std::vector<int> in_order(const std::vector<std::string>& names) {
  const auto is_number = [](const std::string& name) { return to_count(name).has_value(); };
  const bool numbers = std::all_of(names.begin(), names.end(), is_number);
  std::vector<int> order(names.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    const auto &one = names[static_cast<std::size_t>(a)], &two = names[static_cast<std::size_t>(b)];
    return numbers ? to_count(one) < to_count(two) : one < two;
  });
  return order;
}

void print_confusion(const Sides& sides) {
  const Contingency counts = cross_tabulate(sides.found.codes, sides.truth.codes);
  std::map<std::pair<int, int>, std::int64_t> shared;
  for (const auto& [cluster, class_, count] : counts.cells)
    shared[{counts.cluster_labels[static_cast<std::size_t>(cluster)],
            counts.class_labels[static_cast<std::size_t>(class_)]}] = count;

  const auto classes = in_order(sides.truth.names);
  const std::size_t room = static_cast<std::size_t>(width_of(stdout)) - name_width - 2;
  const std::size_t cell = std::clamp<std::size_t>(room / classes.size(), 7, 14);
  tell("\n{}\n", bold(stdout, "items of each class (across) in each cluster (down)"));
  tell("  {:<{}}", "", name_width);
  for (const int j : classes)
    tell("{:>{}}", printable(sides.truth.names[static_cast<std::size_t>(j)], cell - 2), cell);
  tell("\n");
  for (const int c : in_order(sides.found.names)) {
    tell("  {:<{}}", printable(sides.found.names[static_cast<std::size_t>(c)], name_width), name_width);
    for (const int j : classes)
      tell("{:>{}}", shared.contains({c, j}) ? std::to_string(shared[{c, j}]) : ".", cell);
    tell("\n");
  }
}

void evaluate(const EvaluateArguments& args) {
  const Sides sides = read_sides(args);
  const Scores scores = all_scores(sides.found.codes, sides.truth.codes);
  const auto items = static_cast<std::int64_t>(sides.found.codes.size());
  const auto clusters = static_cast<std::int64_t>(sides.found.names.size());
  const auto classes = static_cast<std::int64_t>(sides.truth.names.size());
  if (args.json)
    return tell("{}", lines(Json{{"bellwether", BELLWETHER_VERSION},
                                 {"items", items},
                                 {"without_truth", sides.without_truth},
                                 {"without_cluster", sides.without_cluster},
                                 {"clusters", clusters},
                                 {"classes", classes},
                                 {"scores", object_of(scores)}}));

  tell("{}, {}, {}; scores go from 0 to 1 (best) unless they say otherwise\n\n", counted(items, "item"),
       counted(clusters, "cluster"), counted(classes, "class"));
  if (sides.without_truth + sides.without_cluster > 0)
    tell("not scored: {} of {} without a label in {}, {} of {} without a cluster\n\n", sides.without_truth,
         items + sides.without_truth, args.truth, sides.without_cluster, items + sides.without_cluster);
  for (std::size_t i = 0; i < scores.size(); ++i)
    tell("  {:<18}  {:>7.4f}  {}\n", scores[i].first, scores[i].second,
         wrapped(meaning(score_table()[i]), width_of(stdout), 31));
  if (sides.found.names.size() <= most_groups && sides.truth.names.size() <= most_groups)
    print_confusion(sides);
}

}  // namespace

Command evaluate_command() {
  auto args = std::make_shared<EvaluateArguments>();
  Command command{.name = "evaluate", .summary = "Score a clustering against the truth"};
  command.options = {{.flags = "ASSIGNMENTS",
                      .into = &args->assignments,
                      .help = "CSV of id,cluster, or the folder that cluster wrote",
                      .required = true},
                     {.flags = "--truth",
                      .into = &args->truth,
                      .help = "CSV of id,label, or a collection such as data:iris",
                      .type = "FILE",
                      .required = true}};
  add(command.options, table_options(args->header, args->delimiter, args->limit));
  add(command.options, {json_flag(args->json)});
  command.footer =
      "Examples:\n"
      "  bellwether evaluate result --truth classes.csv\n"
      "  bellwether evaluate result/assignments.csv --truth data:iris --json\n";
  command.run = [args](const Given&) { evaluate(*args); };
  return command;
}

}  // namespace bellwether::cli
