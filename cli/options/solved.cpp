#include <cli/options/solved.h>

#include <utility>

namespace bellwether::cli {
namespace {

constexpr const char* heading = "Collections that were sorted before";

Option solved_option(SolvedArguments& arguments, std::string help) {
  return {.flags = "--solved", .into = &arguments.solved, .help = std::move(help), .type = "ITEMS..."};
}

Option label_option(SolvedArguments& arguments) {
  return {.flags = "--solved-label",
          .into = &arguments.label_column,
          .help = "the column of --solved that holds the class; by default as --label-column",
          .type = "COLUMN"};
}

Option strap_option(SolvedArguments& arguments) {
  return {.flags = "--strap",
          .into = &arguments.strap,
          .help = "the option to choose, and its values; of sib and idt by default alpha=0.1:1.0:0.1",
          .type = "NAME=FIRST:LAST:STEP"};
}

Option by_option(SolvedArguments& arguments, std::string help) {
  return {.flags = "--tune-by", .into = &arguments.by, .help = std::move(help), .type = "NAME"};
}

Option draws_option(SolvedArguments& arguments, std::string help) {
  return {.flags = "--draws", .into = &arguments.draws, .help = std::move(help), .type = "N"};
}

}  // namespace

Options solved_options(SolvedArguments& arguments) {
  return under(
      heading,
      {solved_option(arguments,
                     "collections with labels, which teach what to set an option to: several, or one "
                     "of many classes, from which similar ones are drawn"),
       label_option(arguments),
       {.flags = "--tune",
        .into = &arguments.tuner,
        .help = "what `bellwether tune` learned from such collections",
        .type = "FILE"},
       strap_option(arguments),
       by_option(arguments,
                 "strapping (the default): clusterings are ranked by cues; rls: the value is estimated "
                 "from one matched collection. With options: strapping:scale=plain, "
                 "rls:sigma=0.5,lambda=0.1"),
       draws_option(arguments,
                    "draw this many collections of the classes most like the items; 5 if there is one "
                    "--solved, 0 (as they are) if there are several")});
}

Options tuning_options(SolvedArguments& arguments) {
  return under(
      heading,
      {required(
           solved_option(arguments, "collections with labels: several, or one of many classes to draw from")),
       label_option(arguments), strap_option(arguments),
       by_option(arguments, "strapping, with options: strapping:scale=plain"),
       draws_option(arguments, "draw this many collections of -k classes; 5 if there is one --solved")});
}

}  // namespace bellwether::cli
