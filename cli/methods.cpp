// bellwether methods [NAME]: what there is, what it needs, its options.

#include <cli/json_text.h>
#include <cli/verbs.h>
#include <cli/words.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include <bellwether/methods/learner.h>

namespace bellwether::cli {
namespace {

struct Arguments {
  std::string name = {};
  bool json = false;
};

/// One row of the listing: a method that clusters, or one that learns a representation.
struct Entry {
  std::string verb, name, summary, citation, objective, needs, example;
  bool takes_seeds, takes_links, takes_auxiliary, takes_tags;
  bool places, places_exactly;  ///< `assign` can place new items; a clustered item where it is
  std::vector<OptionField> options;
};

std::string needs(const Method& method) {
  const std::string items = method.needs_directions ? "items that are not all zero"
                            : method.needs_counts   ? "counts (nothing below 0)"
                                                    : "any items";
  if (method.takes_auxiliary) return items + "; other items with the same features (--auxiliary)";
  if (method.takes_tags) return items + "; other items with tags (--annotated)";
  if (method.takes_seeds && method.takes_links) return items + "; links, seeds, or both";
  if (method.takes_links) return items + "; links";
  return method.takes_seeds ? items + "; seeds" : items;
}

std::string example(const Method& method) {
  return fmt::format("bellwether cluster {} --method {}{}",
                     method.needs_counts ? "data:topics -k 4" : "data:iris -k 3", method.name,
                     method.takes_auxiliary ? " --auxiliary other.npz"
                     : method.takes_tags    ? " --annotated other.npz --tags tags.csv"
                     : method.takes_links   ? " --must-link together.csv --cannot-link apart.csv"
                     : method.takes_seeds   ? " --seeds some_labels.csv"
                                            : "");
}

std::vector<Entry> entries() {
  std::vector<Entry> all;
  for (const auto& m : methods())
    all.push_back({"cluster", m.name, m.summary, m.citation, m.objective, needs(m), example(m), m.takes_seeds,
                   m.takes_links, m.takes_auxiliary, m.takes_tags, static_cast<bool>(m.place),
                   m.place && m.places_exactly, m.options()});
  for (const auto& l : learners())
    all.push_back(
        {"learn", l.name, l.summary, l.citation, l.objective,
         l.takes_links ? "items of known classes (--known), or links for `learn`"
                       : "items of known classes (--known)",
         fmt::format("bellwether cluster ITEMS -k K --known SORTED --label-column last --method {}", l.name),
         l.takes_links, l.takes_links, false, false, false, false, l.options()});
  return all;
}

Json to_json(const OptionField& option) {
  Json object{{"name", option.name}, {"help", option.help}, {"range", range_in_words(option)}};
  std::visit([&](const auto& value) { object["default"] = value; }, option.get());
  if (!option.choices.empty()) object["choices"] = option.choices;
  return object;
}

Json to_json(const Entry& entry) {
  Json options = Json::array();
  for (const auto& option : entry.options) options.push_back(to_json(option));
  return {{"name", entry.name},
          {"verb", entry.verb},
          {"summary", entry.summary},
          {"citation", entry.citation},
          {"objective", entry.objective},
          {"needs", entry.needs},
          {"takes_seeds", entry.takes_seeds},
          {"takes_links", entry.takes_links},
          {"takes_auxiliary", entry.takes_auxiliary},
          {"takes_tags", entry.takes_tags},
          {"places_new_items", entry.places},
          {"places_exactly", entry.places_exactly},
          {"options", options}};
}

void print_all(const std::vector<Entry>& all) {
  const int width = width_of(stdout);
  std::size_t longest = 0;
  for (const auto& entry : all) longest = std::max(longest, entry.name.size());
  const auto indent = static_cast<int>(longest) + 2;
  for (const auto& entry : all) {
    tell("{}  {}\n", bold(stdout, fmt::format("{:<{}}", entry.name, longest)),
         wrapped(entry.summary, width, indent));
    tell("{:{}}needs {}\n", "", indent, entry.needs);
  }
  tell(
      "\n`bellwether methods NAME` shows one with its options; `bellwether cluster` chooses by itself\n"
      "unless --method names one.\n");
}

void print_one(const Entry& entry) {
  const int width = width_of(stdout);
  tell("{}: {}\n", bold(stdout, entry.name), wrapped(entry.summary, width, 2));
  tell("  objective  {}\n  needs      {}\n", entry.objective, entry.needs);
  tell("  source     {}\n\n", wrapped(entry.citation, width, 13));
  for (const auto& option : entry.options) {
    tell("  --set {}={}\n", bold(stdout, option.name), to_text(option.get()));
    tell("      {}\n", wrapped(fmt::format("{}: {}", option.help, range_in_words(option)), width, 6));
  }
  tell("\n{}\n", entry.example);
}

void show_methods(const Arguments& args) {
  const std::vector<Entry> all = entries();
  if (args.name.empty() && !args.json) return print_all(all);
  if (!args.name.empty()) {
    const auto at = std::ranges::find(all, args.name, &Entry::name);
    if (at == all.end()) find_method(args.name);  // says which there are
    return args.json ? tell("{}", lines(to_json(*at))) : print_one(*at);
  }
  Json listed = Json::array();
  for (const auto& entry : all) listed.push_back(to_json(entry));
  tell("{}", lines({{"bellwether", BELLWETHER_VERSION}, {"methods", listed}}));
}

}  // namespace

void add_methods(CLI::App& app) {
  auto args = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("methods", "What methods there are, what they need, their options");
  command->add_option("NAME", args->name, "one method, with its options")->type_name("");
  command->add_flag("--json", args->json, "print one JSON object and nothing else");
  command->footer("Examples:\n  bellwether methods\n  bellwether methods gm\n");
  command->callback([args] { show_methods(*args); });
}

}  // namespace bellwether::cli
