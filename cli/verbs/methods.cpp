// bellwether methods [NAME]: what there is, what it needs, its options.

#include <bellwether/portraits/json_text.h>
#include <cli/options/common.h>
#include <cli/terminal/words.h>
#include <cli/verbs/verbs.h>

#include <algorithm>
#include <memory>

#include <bellwether/methods/entry.h>

namespace bellwether::cli {
namespace {

struct MethodsArguments {
  std::string name = {};
  bool json = false;
};

/// One row of the listing: a method that clusters, or one that learns a representation.
struct Listed {
  std::string verb, name, summary, citation, objective, needs, example;
  EvidenceKinds takes;
  bool places, places_exactly;  ///< `assign` can place new items; a clustered item where it is
  std::vector<OptionField> options;
};

std::string needs(const Method& method) {
  const std::string items = method.refuses_zero_rows ? "items that are not all zero"
                            : method.needs_counts    ? "counts (none negative)"
                                                     : "any items";
  if (method.takes.contains(EvidenceKind::auxiliary))
    return items + "; other items with the same features (--auxiliary)";
  if (method.takes.contains(EvidenceKind::annotated)) return items + "; other items with tags (--annotated)";
  if (method.takes.contains(EvidenceKind::links)) return items + "; links, seeds, or both";
  return method.takes.contains(EvidenceKind::seeds) ? items + "; seeds" : items;
}

std::string example(const Method& method) {
  const auto takes = [&](EvidenceKind kind) { return method.takes.contains(kind); };
  return fmt::format("bellwether cluster {} --method {}{}",
                     method.needs_counts ? "data:topics -k 4" : "data:iris -k 3", method.name,
                     takes(EvidenceKind::auxiliary)   ? " --auxiliary other.npz"
                     : takes(EvidenceKind::annotated) ? " --annotated other.npz --tags tags.csv"
                     : takes(EvidenceKind::links)     ? " --must-link together.csv --cannot-link apart.csv"
                     : takes(EvidenceKind::seeds)     ? " --seeds some_labels.csv"
                                                      : "");
}

std::vector<Listed> entries() {
  std::vector<Listed> all;
  for (const auto& m : searches())
    all.push_back({"cluster", m.name, m.summary, m.citation, m.objective, needs(m), example(m), m.takes,
                   static_cast<bool>(m.place), m.place && m.places_exactly, m.options()});
  for (const auto& l : representations())
    all.push_back(
        {"learn", l.name, l.summary, l.citation, l.objective,
         l.takes.contains(EvidenceKind::auxiliary) ? "other items with the same features (--auxiliary)"
         : l.takes.contains(EvidenceKind::links)   ? "items of known classes (--known), or links for `learn`"
                                                   : "items of known classes (--known)",
         l.takes.contains(EvidenceKind::auxiliary)
             ? fmt::format("bellwether cluster few/ -k K --auxiliary many/ --represent {}", l.name)
             : fmt::format("bellwether cluster ITEMS -k K --known SORTED --label-column last --method {}",
                           l.name),
         l.takes, false, false, l.options()});
  return all;
}

Json to_json(const OptionField& option) {
  Json object{{"name", option.name}, {"help", option.help}, {"range", range_in_words(option)}};
  std::visit([&](const auto& value) { object["default"] = value; }, option.get());
  if (!option.choices.empty()) object["choices"] = option.choices;
  return object;
}

Json names_of(EvidenceKinds kinds) {
  Json names = Json::array();
  for (const EvidenceKind kind : kinds) names.push_back(name_of(kind));
  return names;
}

Json to_json(const Listed& entry) {
  Json options = Json::array();
  for (const auto& option : entry.options) options.push_back(to_json(option));
  return {{"name", entry.name},
          {"verb", entry.verb},
          {"summary", entry.summary},
          {"citation", entry.citation},
          {"objective", entry.objective},
          {"needs", entry.needs},
          {"takes", names_of(entry.takes)},
          {"places_new_items", entry.places},
          {"places_exactly", entry.places_exactly},
          {"options", options}};
}

void print_all(const std::vector<Listed>& all) {
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

void print_one(const Listed& entry) {
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

void show_methods(const MethodsArguments& args) {
  const std::vector<Listed> all = entries();
  if (args.name.empty() && !args.json) return print_all(all);
  if (!args.name.empty()) {
    const auto at = std::ranges::find(all, args.name, &Listed::name);
    if (at == all.end()) find_entry(args.name);  // says which there are
    return args.json ? tell("{}", lines(to_json(*at))) : print_one(*at);
  }
  Json listed = Json::array();
  for (const auto& entry : all) listed.push_back(to_json(entry));
  tell("{}", lines({{"bellwether", BELLWETHER_VERSION}, {"methods", listed}}));
}

}  // namespace

Command methods_command() {
  auto args = std::make_shared<MethodsArguments>();
  return {.name = "methods",
          .summary = "What methods there are, what they need, their options",
          .options = {{.flags = "NAME", .into = &args->name, .help = "one method, with its options"},
                      json_flag(args->json)},
          .footer = "Examples:\n  bellwether methods\n  bellwether methods gm\n",
          .run = [args](const Given&) { show_methods(*args); }};
}

}  // namespace bellwether::cli
