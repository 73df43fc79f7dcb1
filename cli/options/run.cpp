#include <cli/options/common.h>
#include <cli/options/run.h>

namespace bellwether::cli {
namespace {

/// What directs the search beside the groups of options.
Options direction_options(ClusterArguments& args) {
  return {{.flags = "--transform",
           .into = &args.transform,
           .help = "measure the items as `bellwether learn` learned it, with any method",
           .type = "FILE"},
          {.flags = "--min-size",
           .into = &args.min_size,
           .help = "no cluster has fewer items (k-means, its guided forms, cop-kmeans)",
           .type = "N"},
          {.flags = "--max-size", .into = &args.max_size, .help = "no cluster has more items", .type = "N"},
          {.flags = "--project",
           .into = &args.project,
           .help = "what was said in `bellwether studio`: its seeds, links and sizes, and its number of "
                   "clusters if -k is not given",
           .type = "FILE"},
          {.flags = "--init",
           .into = &args.init,
           .help = "begin from these clusters: a file of id,cluster",
           .type = "FILE"},
          trust_option(args.trust,
                       "checked (the default): knowledge is used if it helps on a part that was held back; "
                       "always")};
}

Options search_options(ClusterArguments& args) {
  return {{.flags = "--restarts",
           .into = &args.restarts,
           .help = "searches from different starts; the best is kept",
           .type = "N"},
          {.flags = "--iterations",
           .into = &args.iterations,
           .help = "give up after this many rounds",
           .type = "N"},
          {.flags = "--tolerance",
           .into = &args.tolerance,
           .help = "smallest relative gain worth another round",
           .type = "T"},
          random_seed_option(&args.random_seed),
          threads_option(args.threads),
          device_option(args.device),
          settings_option(args.set, "any option of the method; may be repeated")};
}

}  // namespace

Options run_options(ClusterArguments& args) {
  Options options{{.flags = "-k,--clusters",
                   .into = &args.clusters,
                   .help = "how many clusters to find; auto chooses, and says how sure it is",
                   .type = "K"},
                  {.flags = "--k-range",
                   .into = &args.k_range,
                   .help = "with -k auto: the fewest and the most clusters to try, as in 2:30 (what is known "
                           "may need more; by default 1 to 30, fewer for few items)",
                   .type = "MIN:MAX"}};
  add(options, items_options(args.items));
  add(options, knowledge_options(args.knowledge));
  add(options, known_options(args.known));
  add(options, other_data_options(args.others));
  add(options,
      under("What words mean, learned elsewhere",
            {{.flags = "--vectors",
              .into = &args.vectors,
              .help = "vectors of words for texts: GloVe or word2vec text, .vec, or .safetensors with its "
                      "words beside it in .txt or .json",
              .type = "FILE"},
             {.flags = "--ontology",
              .into = &args.ontology,
              .help = "categories of words, a CSV of term,parent, or of items, a CSV of item,category: which "
                      "are over-represented in each cluster; those of words also guide, if that helps",
              .type = "FILE"}}));
  add(options, solved_options(args.solved));
  add(options, direction_options(args));
  add(options, search_options(args));
  add(options, {json_flag(args.json), quiet_flag(args.quiet)});
  add(options, vectorizer_options(args.features));
  return options;
}

}  // namespace bellwether::cli
