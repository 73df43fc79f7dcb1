// bellwether data [NAME]: built-in and generated collections, to look at or to write to a file.

#include <bellwether/portraits/json_text.h>
#include <cli/options/common.h>
#include <cli/options/outputs.h>
#include <cli/terminal/words.h>
#include <cli/verbs/verbs.h>

#include <filesystem>
#include <memory>
#include <ostream>

#include <bellwether/collections/collections.h>
#include <bellwether/collections/headlines.h>
#include <bellwether/data/atomic_file.h>
#include <bellwether/data/error.h>
#include <bellwether/data/write.h>

namespace bellwether::cli {
namespace {

struct DataArguments {
  std::string name = {};
  std::string output = {};
  bool json = false, force = false;
};

std::string spec_of(const std::string& name) {
  return is_collection(name) ? name : "data:" + name;
}

/// The collection that a spec names; the spec was found good before.
const Collection& collection_of(std::string_view spec) {
  const std::string_view name = spec.substr(5, spec.find('?') - 5);
  return *std::find_if(collections().begin(), collections().end(),
                       [&](const Collection& c) { return c.name == name; });
}

Json to_json(const Collection& collection) {
  Json parameters = Json::array();
  for (const auto& p : collection.parameters)
    parameters.push_back(
        {{"name", p.name}, {"default", p.default_value}, {"help", p.help}, {"range", p.range}});
  return {{"name", collection.name}, {"summary", collection.summary}, {"parameters", parameters}};
}

void print_all() {
  for (const auto& collection : collections()) {
    tell("{}  {}\n", bold(stdout, fmt::format("{:<15}", "data:" + collection.name)),
         wrapped(collection.summary, width_of(stdout), 17));
    std::string parameters;
    for (const auto& p : collection.parameters)
      parameters += fmt::format("{}{}={}", parameters.empty() ? "" : " ", p.name, p.default_value);
    if (!parameters.empty()) tell("{:17}{}\n", "", wrapped(parameters, width_of(stdout), 17));
  }
  tell(
      "\nUse them wherever a file of items may be named, parameters after a question mark:\n"
      "  bellwether cluster 'data:blobs?items=500&clusters=4' -k 4\n"
      "  bellwether data blobs -o blobs.csv\n");
}

void print_one(const Collection& collection, const std::string& spec, const Dataset& items) {
  const int width = width_of(stdout);
  tell("{}\n", wrapped(fmt::format("{}: {}", spec, collection.summary), width, 2));
  tell("  {} x {}, {}, {}\n", counted(items.items(), "item"), counted(items.rows().columns(), "feature"),
       items.sparse() ? "sparse" : "dense",
       counted(static_cast<std::int64_t>(encode(items.labels).names.size()), "class"));
}

void print_parameters(const Collection& collection) {
  if (collection.parameters.empty()) return;
  const int width = width_of(stdout);
  tell("\nparameters and their defaults\n");
  for (const auto& p : collection.parameters) {
    tell("  {}={}\n", bold(stdout, p.name), p.default_value);
    tell("      {}\n", wrapped(fmt::format("{}: {}", p.help, p.range), width, 6));
  }
}

/// With both labelings, to cut from it what one wants to point at.
void write_headlines(const std::string& file) {
  write_atomically(file, [](std::ostream& out) {
    out << "id,topic,region,text\n";
    Index id = 0;
    for (const Headline& headline : headlines())
      out << id++ << ',' << headline.topic << ',' << headline.region << ',' << csv_cell(headline.text)
          << '\n';
  });
}

void write_collection(const std::string& file, const std::string& spec, const Dataset& items) {
  const bool texts = is_text_collection(spec) && std::filesystem::path(file).extension() == ".csv";
  if (texts && collection_of(spec).name == "headlines") return write_headlines(file);
  write_dataset(file, items);
}

void show_data(const DataArguments& args) {
  if (args.name.empty()) {
    require<InvalidOption>(args.output.empty(), "-o {}: name the collection to write, such as `data iris`",
                           args.output);
    if (!args.json) return print_all();
    Json all = Json::array();
    for (const auto& collection : collections()) all.push_back(to_json(collection));
    return tell("{}", lines({{"bellwether", BELLWETHER_VERSION}, {"collections", all}}));
  }
  const std::string spec = spec_of(args.name);
  const Dataset items = make_collection(spec);
  if (!args.output.empty()) write_collection(args.output, spec, items);
  if (args.json) {
    Json described = to_json(collection_of(spec));
    described["items"] = items.items();
    described["features"] = items.rows().columns();
    described["sparse"] = items.sparse();
    described["classes"] = encode(items.labels).names.size();
    return tell("{}", lines(described));
  }
  print_one(collection_of(spec), spec, items);
  if (args.output.empty()) return print_parameters(collection_of(spec));
  tell("  written to {}\n", args.output);
}

}  // namespace

Command data_command() {
  auto args = std::make_shared<DataArguments>();
  Command command{.name = "data", .summary = "Built-in and generated collections"};
  command.options = {
      {.flags = "NAME", .into = &args->name, .help = "one of them, or with parameters: 'blobs?items=10'"},
      output_option(&args->output, "FILE", "write it; the ending says how: .csv, .npz, .npy or .svm"),
      force_flag(args->force),
      json_flag(args->json)};
  command.footer =
      "Examples:\n  bellwether data\n  bellwether data iris -o iris.csv\n"
      "  bellwether data 'blobs?items=1000&clusters=5' -o blobs.npy\n";
  command.run = [args](const Given& given) {
    require_spares(given, args->output, args->force);
    show_data(*args);
  };
  return command;
}

}  // namespace bellwether::cli
