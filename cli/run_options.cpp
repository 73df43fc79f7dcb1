#include <cli/cluster_arguments.h>

#include <CLI/CLI.hpp>

namespace bellwether::cli {

void add_run_options(CLI::App& command, ClusterArguments& args) {
  command.add_option("-k,--clusters", args.clusters, "how many clusters to find")->type_name("K");
  add_items_options(command, args.items);
  add_knowledge_options(command, args.knowledge);
  add_known_options(command, args.known);
  add_other_data_options(command, args.others);
  add_solved_options(command, args.solved, false);
  command
      .add_option("--transform", args.transform,
                  "measure the items as `bellwether learn` learned it, with any method")
      ->type_name("FILE");
  command
      .add_option("--min-size", args.min_size,
                  "no cluster has fewer items (k-means, its guided forms, cop-kmeans)")
      ->type_name("N");
  command.add_option("--max-size", args.max_size, "no cluster has more items")->type_name("N");
  command.add_option("--init", args.init, "begin from these clusters: a file of id,cluster")
      ->type_name("FILE");
  command
      .add_option("--trust", args.trust,
                  "checked (the default): knowledge is used if it helps on a part that was held back; always")
      ->check(CLI::IsMember({"checked", "always"}).description(""))
      ->type_name("checked|always");
  command.add_option("--restarts", args.restarts, "searches from different starts; the best is kept")
      ->type_name("N");
  command.add_option("--iterations", args.iterations, "give up after this many rounds")->type_name("N");
  command.add_option("--tolerance", args.tolerance, "smallest relative gain worth another round")
      ->type_name("T");
  command.add_option("--random-seed", args.random_seed, "where the random draws start")->type_name("S");
  command.add_option("--threads", args.threads, "0 (the default): every core; the result is the same")
      ->check(CLI::Range(0, 1024).description(""))
      ->type_name("N");
  command.add_option("--set", args.set, "any option of the method; may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command.add_flag("--json", args.json, "print one JSON object and nothing else");
  command.add_flag("--quiet", args.quiet, "print nothing but errors");
  add_feature_options(command, args.features);
}

}  // namespace bellwether::cli
