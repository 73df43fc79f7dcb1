// bellwether methods [NAME]: what there is, what it needs, its options.

#include <cli/json_text.h>
#include <cli/verbs.h>
#include <cli/words.h>

#include <CLI/CLI.hpp>
#include <memory>

#include <bellwether/methods/method.h>

namespace bellwether::cli {
namespace {

struct Arguments {
  std::string name = {};
  bool json = false;
};

std::string needs(const Method& method) {
  std::string text = method.needs_directions ? "items that are not all zero" : "any items";
  if (method.takes_seeds && method.takes_links) return text + "; links, seeds, or both";
  if (method.takes_links) return text + "; links";
  return method.takes_seeds ? text + "; seeds" : text;
}

std::string knowledge_flags(const Method& method) {
  if (method.takes_links) return " --must-link together.csv --cannot-link apart.csv";
  return method.takes_seeds ? " --seeds some_labels.csv" : "";
}

Json to_json(const OptionField& option) {
  Json object{{"name", option.name}, {"help", option.help}, {"range", range_in_words(option)}};
  std::visit([&](const auto& value) { object["default"] = value; }, option.get());
  if (!option.choices.empty()) object["choices"] = option.choices;
  return object;
}

Json to_json(const Method& method) {
  Json options = Json::array();
  for (const auto& option : method.options()) options.push_back(to_json(option));
  return {{"name", method.name},           {"summary", method.summary}, {"citation", method.citation},
          {"objective", method.objective}, {"needs", needs(method)},    {"options", options}};
}

void print_all() {
  const int width = width_of(stdout);
  std::size_t longest = 0;
  for (const auto& method : methods()) longest = std::max(longest, method.name.size());
  const auto indent = static_cast<int>(longest) + 2;
  for (const auto& method : methods()) {
    fmt::print("{}  {}\n", bold(stdout, fmt::format("{:<{}}", method.name, longest)),
               wrapped(method.summary, width, indent));
    fmt::print("{:{}}needs {}\n", "", indent, needs(method));
  }
  fmt::print(
      "\n`bellwether methods NAME` shows one with its options; `bellwether cluster` chooses by itself\n"
      "unless --method names one.\n");
}

void print_one(const Method& method) {
  const int width = width_of(stdout);
  fmt::print("{}: {}\n", bold(stdout, method.name), wrapped(method.summary, width, 2));
  fmt::print("  objective  {}\n  needs      {}\n", method.objective, needs(method));
  fmt::print("  source     {}\n\n", wrapped(method.citation, width, 13));
  for (const auto& option : method.options()) {
    fmt::print("  --set {}={}\n", bold(stdout, option.name), to_text(option.get()));
    fmt::print("      {}\n", wrapped(fmt::format("{}: {}", option.help, range_in_words(option)), width, 6));
  }
  fmt::print("\nbellwether cluster data:iris -k 3 --method {}{}\n", method.name, knowledge_flags(method));
}

void show_methods(const Arguments& args) {
  if (args.name.empty() && !args.json) return print_all();
  if (!args.name.empty()) {
    const Method& method = find_method(args.name);
    return args.json ? fmt::print("{}", lines(to_json(method))) : print_one(method);
  }
  Json all = Json::array();
  for (const auto& method : methods()) all.push_back(to_json(method));
  fmt::print("{}", lines({{"bellwether", BELLWETHER_VERSION}, {"methods", all}}));
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
