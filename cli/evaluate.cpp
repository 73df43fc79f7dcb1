// bellwether evaluate ASSIGNMENTS --truth FILE: how well does a clustering match the truth?

#include <cli/items.h>
#include <cli/json_text.h>
#include <cli/result.h>
#include <cli/verbs.h>
#include <cli/words.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <unordered_set>

#include <bellwether/data/error.h>
#include <bellwether/data/table.h>
#include <bellwether/scores/all_scores.h>

namespace bellwether::cli {
namespace {

constexpr std::size_t most_groups = 12;

struct Arguments {
  std::string assignments = {}, truth = {};
  bool json = false;
};

struct Sides {
  CodedLabels found, truth;
};

/// Says which file lacks which item; labels_for() sees one side only.
void require_known(const Dataset& items, const Dataset& others, const std::string& file,
                   const std::string& other_file) {
  std::unordered_set<std::string> known;
  for (Index i = 0; i < others.items(); ++i) known.insert(others.id(i));
  for (Index i = 0; i < items.items(); ++i)
    require(known.contains(items.id(i)),
            "the item '{}' is in {} and not in {}: score the same items in both, so add it or take it out",
            printable(items.id(i)), file, other_file);
}

Sides read_sides(const Arguments& args) {
  const Dataset found = read_labels(args.assignments, "cluster");
  const Dataset truth = read_labels(args.truth, "label");
  require_known(found, truth, args.assignments, args.truth);
  require_known(truth, found, args.truth, args.assignments);
  Pairs pairs;
  for (Index i = 0; i < truth.items(); ++i)
    pairs.emplace_back(truth.id(i), truth.labels[static_cast<std::size_t>(i)]);
  return {encode(found.labels), encode(labels_for(found, pairs, args.truth))};
}

std::string meaning(const ScoreInfo& info) {
  std::string text(info.title);
  if (!info.unit.empty()) text += fmt::format(", {}", info.unit);
  text += std::isinf(info.highest) ? fmt::format(", from {}", info.lowest)
                                   : fmt::format(", {} to {}", info.lowest, info.highest);
  return text + (info.larger_is_better ? "" : ", smaller is better");
}

void print_confusion(const Contingency& counts, const Sides& sides) {
  const auto class_name = [&](std::size_t j) {
    return printable(sides.truth.names[static_cast<std::size_t>(counts.class_labels[j])], 12);
  };
  fmt::print("\n{}\n", bold(stdout, "items of each class (across) in each cluster (down)"));
  fmt::print("  {:<14}", "");
  for (std::size_t j = 0; j < counts.class_labels.size(); ++j) fmt::print("{:>16}", class_name(j));
  std::size_t cell = 0;
  for (std::size_t c = 0; c < counts.cluster_labels.size(); ++c) {
    const auto& name = sides.found.names[static_cast<std::size_t>(counts.cluster_labels[c])];
    fmt::print("\n  {:<14}", printable(name, 11));
    for (std::size_t j = 0; j < counts.class_labels.size(); ++j) {
      const bool here = cell < counts.cells.size() && counts.cells[cell].cluster == static_cast<int>(c) &&
                        counts.cells[cell].class_ == static_cast<int>(j);
      fmt::print("{:>16}", here ? std::to_string(counts.cells[cell++].count) : ".");
    }
  }
  fmt::print("\n");
}

void evaluate(const Arguments& args) {
  const Sides sides = read_sides(args);
  const Scores scores = all_scores(sides.found.codes, sides.truth.codes);
  const auto items = static_cast<std::int64_t>(sides.found.codes.size());
  const auto clusters = static_cast<std::int64_t>(sides.found.names.size());
  const auto classes = static_cast<std::int64_t>(sides.truth.names.size());
  if (args.json)
    return fmt::print("{}", lines(Json{{"bellwether", BELLWETHER_VERSION},
                                       {"items", items},
                                       {"clusters", clusters},
                                       {"classes", classes},
                                       {"scores", object_of(scores)}}));

  fmt::print("{}, {}, {}\n\n", counted(items, "item"), counted(clusters, "cluster"),
             counted(classes, "class"));
  for (std::size_t i = 0; i < scores.size(); ++i)
    fmt::print("  {:<18}  {:>7.4f}  {}\n", scores[i].first, scores[i].second,
               wrapped(meaning(score_table()[i]), width_of(stdout), 31));
  if (sides.found.names.size() <= most_groups && sides.truth.names.size() <= most_groups)
    print_confusion(cross_tabulate(sides.found.codes, sides.truth.codes), sides);
}

}  // namespace

void add_evaluate(CLI::App& app) {
  auto args = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("evaluate", "Score a clustering against the truth");
  command->add_option("assignments", args->assignments, "CSV of id,cluster")->required()->type_name("");
  command->add_option("--truth", args->truth, "CSV of id,label, or a collection such as data:iris")
      ->required()
      ->type_name("FILE");
  command->add_flag("--json", args->json, "print one JSON object and nothing else");
  command->footer(
      "Examples:\n"
      "  bellwether evaluate result/assignments.csv --truth classes.csv\n"
      "  bellwether evaluate result/assignments.csv --truth data:iris --json");
  command->callback([args] { evaluate(*args); });
}

}  // namespace bellwether::cli
