#include <cli/options/known.h>

namespace bellwether::cli {

Options known_options(KnownArguments& arguments) {
  return under(
      "What you know about other clusters",
      {{.flags = "--known",
        .into = &arguments.known,
        .help = "items of known classes that show what a group is: ITEMS with labels, the same ITEMS if some "
                "have labels, or a file of id,label",
        .type = "ITEMS"},
       {.flags = "--known-label",
        .into = &arguments.label_column,
        .help = "the column of --known that holds the class; by default as --label-column",
        .type = "COLUMN"},
       {.flags = "--represent",
        .into = &arguments.represent,
        .help = "what learns from them, for a search that --method names; auto (the default) tries maps on "
                "classes held out. Without --known: itcc, plsa, or with other data stc, aplsa",
        .type = "NAME"},
       {.flags = "--candidates",
        .into = &arguments.candidates,
        .help = "what auto tries: 'whiten:weights=mixed + tcs-gm + lmnn:neighbours=5'",
        .type = "LIST"},
       {.flags = "--caution",
        .into = &arguments.caution,
        .help = "how many standard errors a gain must be above 0 (1; 2 is safer)",
        .type = "X"}});
}

}  // namespace bellwether::cli
