// bellwether report RESULT... -o FILE.html: one page about a clustering, or about several side by side.

#include <cli/options/common.h>
#include <cli/options/outputs.h>
#include <cli/terminal/browser.h>
#include <cli/terminal/interrupt.h>
#include <cli/terminal/progress_bar.h>
#include <cli/terminal/words.h>
#include <cli/verbs/verbs.h>

#include <memory>
#include <optional>

#include <bellwether/data/atomic_file.h>
#include <bellwether/data/error.h>
#include <bellwether/data/table.h>
#include <bellwether/features/neighbour_map.h>
#include <page/page.h>
#include <page/read_shown.h>

namespace bellwether::cli {
namespace {

struct ReportArguments {
  std::vector<std::string> results = {};
  std::string output = {};
  std::string title = {};
  int threads = 0;
  bool still = false, open = false, quiet = false, force = false;
};

/// What the page is made of.
struct Material {
  std::vector<page::ShownResult> results = {};
  std::optional<page::ShownComparison> comparison = {};
  page::Agreement agreement = {};
};

/// A folder of `compare` stands for the results in it, in the order of its table.
std::vector<std::string> folders_of(const ReportArguments& args, Material& material) {
  std::vector<std::string> folders;
  for (const std::string& folder : args.results) {
    if (!page::has_comparison(folder)) {
      folders.push_back(folder);
      continue;
    }
    require<InvalidOption>(args.results.size() == 1, "{}: is a comparison; report it by itself",
                           printable(folder, 200));
    material.comparison = page::read_comparison(folder);
    for (const auto& method : material.comparison->methods)
      if (!method.folder.empty()) folders.push_back((std::filesystem::path(folder) / method.folder).string());
  }
  return folders;
}

Material read_all(const ReportArguments& args) {
  Material material;
  std::vector<std::vector<std::pair<std::string, std::string>>> assignments;
  for (const std::string& folder : folders_of(args, material)) {
    material.results.push_back(page::read_shown(folder));
    assignments.push_back(page::read_assignments(folder));
    if (material.comparison) material.results.back().folder = material.results.back().method;
  }
  if (material.results.size() > 1 || material.comparison)
    material.agreement = page::agreement_of(assignments);
  return material;
}

void draw_maps(const ReportArguments& args, Material& material, ProgressBar& bar) {
  const Interrupt interrupt([&bar] { bar.say("stopping; the map is drawn as far as it is"); });
  for (page::ShownResult& result : material.results) {
    bar.say("drawing the map of " + result.folder);
    const bellwether::Run run{.threads = args.threads,
                              .on_progress = [&](const Progress& progress) { bar.show(progress); },
                              .stop = interrupt.token()};
    result.neighbours = neighbour_map(result.coordinates, {}, run).places;
  }
}

void require_page_name(const std::string& output) {
  const std::string ending = std::filesystem::path(output).extension().string();
  require<InvalidOption>(ending == ".html" || ending == ".htm" || is_written_in_place(output),
                         "-o {}: a page is to end in .html or .htm", printable(output, 200));
  require_writable(output);
}

void report(const ReportArguments& args) {
  ProgressBar bar(!args.quiet);
  bar.say("reading");
  Material material = read_all(args);
  draw_maps(args, material, bar);
  bar.say("writing " + args.output);
  const std::string html = page::page_of(material.results, material.comparison, material.agreement,
                                         {.title = args.title, .scripts = !args.still});
  write_atomically(args.output, [&](std::ostream& out) { out << html; });
  bar.clear();
  const bool opened = args.open && open_in_browser(std::filesystem::absolute(args.output).string());
  if (args.quiet) return;
  tell("{}\n", wrapped(fmt::format("written to {}: open it with a browser", printable(args.output, 200)),
                       width_of(stdout), 2));
  if (args.open && !opened)
    print_note(stdout, "there is no desktop here that could open the page (DISPLAY is not set)");
  if (!args.still && !page::has_scripts())
    print_note(stdout, "this bellwether was built without Node, so the plots of the page are still pictures");
}

}  // namespace

Command report_command() {
  auto args = std::make_shared<ReportArguments>();
  Command command{.name = "report", .summary = "A page about a clustering, or about several side by side"};
  command.options = {
      {.flags = "RESULT",
       .into = &args->results,
       .help = "folders that `cluster -o` wrote, or one that `compare -o` wrote",
       .type = "TEXT",
       .required = true},
      required(output_option(&args->output, "FILE.html", "the page to write")),
      force_flag(args->force),
      {.flags = "--title",
       .into = &args->title,
       .help = "what the page is called, instead of what it shows",
       .type = "TEXT"},
      {.flags = "--still", .into = &args->still, .help = "no scripts: plots are still pictures"},
      {.flags = "--open", .into = &args->open, .help = "show the page in a browser"},
      threads_option(args->threads),
      quiet_flag(args->quiet)};
  command.footer =
      "Examples:\n"
      "  bellwether cluster data:headlines -k 6 --language english -o result\n"
      "  bellwether report result -o page.html --open\n"
      "  bellwether report with_seeds without_seeds -o side_by_side.html\n";
  command.run = [args](const Given& given) {
    require_page_name(args->output);
    require_spares(given, args->output, args->force);
    report(*args);
  };
  return command;
}

}  // namespace bellwether::cli
