// bellwether cluster ITEMS -k K: find the clusters, say what was found, and keep it.

#include <cli/one_run.h>
#include <cli/outputs.h>
#include <cli/portrait.h>
#include <cli/summary.h>
#include <cli/verbs.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include <bellwether/data/result_folder.h>

namespace bellwether::cli {
namespace {

void cluster(const ClusterArguments& asked, const std::string& as_typed) {
  Solved solved;
  ClusterArguments args = with_tuned_method(asked, solved);
  const RunSettings settings = settings_of(args);
  std::optional<ResultFolder> folder;
  if (!args.output.empty()) folder.emplace(args.output, "clustering");
  ProgressBar bar(!args.quiet);
  Material material = read_material(args, settings, std::move(solved), bar);
  // From here on there is something to keep, and the first Ctrl-C waits until it is written.
  const Interrupt interrupt([&] { say_stopping(args.quiet, " with the best so far"); });
  args.stop = interrupt.token();
  Dataset items;
  const Result result = run_once(args, settings, std::move(material), items, bar);
  bar.clear();

  const SummaryContext context{args.items.items, args.init, args.output, as_typed,
                               search_asked(asked) == "auto"};
  if (folder) {
    write_result(folder->path(), result, items);
    write_portrait(folder->path(), result, items, args.items, context, args.threads);
    folder->publish();
  }
  if (args.json) return tell("{}", to_json(result, items));
  if (!args.quiet) print_summary(stdout, result, items, context);
}

}  // namespace

void add_cluster(CLI::App& app, const std::string& as_typed) {
  auto args = std::make_shared<ClusterArguments>();
  CLI::App* command = app.add_subcommand("cluster", "Cluster items, print a summary, write results");
  command->add_option("--method", args->method, "see `bellwether methods`; auto (the default) chooses")
      ->type_name("NAME");
  command
      ->add_option("-o,--output", args->output,
                   "write assignments.csv, result.json, model.bellwether there, what else was found, and "
                   "what `report` shows")
      ->type_name("DIR");
  add_force_flag(*command, args->force);
  add_run_options(*command, *args);
  command->footer(
      "Examples:\n"
      "  bellwether cluster data:iris -k 3\n"
      "  bellwether cluster items.csv -k 5 --label-column last --normalise standard -o result\n"
      "  bellwether cluster texts.mtx -k 20 --method vm --truth classes.csv --json\n"
      "  bellwether cluster posts/ -k 20 --strip headers,quotes,signatures --language english\n"
      "  bellwether cluster photos.zip -k 8 --features sift\n"
      "  bellwether cluster items.csv -k 8 --set start=random --restarts 50\n"
      "  bellwether cluster items.csv -k 5 --seeds some_labels.csv\n"
      "  bellwether cluster items.csv -k 5 --must-link together.csv --cannot-link apart.csv\n"
      "  bellwether cluster items.csv -k 5 --min-size 20 --max-size 40\n"
      "  bellwether cluster new.csv -k 5 --known sorted.csv --label-column last\n"
      "  bellwether cluster items.csv -k 5 --known labels_of_other_groups.csv --method tcs-gm\n"
      "  bellwether cluster few_texts/ -k 3 --auxiliary many_texts/\n"
      "  bellwether cluster photos/ -k 4 --annotated tagged_photos/ --tags tags.csv\n"
      "  bellwether cluster few_texts/ -k 3 --auxiliary many_texts/ --represent stc --seeds "
      "some_labels.csv\n"
      "  bellwether cluster new_texts/ -k 5 --solved sorted_texts/\n"
      "  bellwether cluster new_texts/ -k 5 --tune tuned.bellwether\n");
  command->callback([args, as_typed, command] {
    require_spares_folder(*command, args->output, "clustering", args->force);
    args->knowledge.limit = args->others.tags.limit = reading_beside(args->items).limit;
    cluster(*args, as_typed);
  });
}

}  // namespace bellwether::cli
