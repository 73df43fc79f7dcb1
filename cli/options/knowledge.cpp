#include <cli/options/knowledge.h>

namespace bellwether::cli {

Options knowledge_options(KnowledgeArguments& arguments) {
  return under("What you know about the items",
               {{.flags = "--seeds",
                 .into = &arguments.seeds,
                 .help = "labels of some items: a file of id,label; clusters take these names",
                 .type = "FILE"},
                {.flags = "--must-link",
                 .into = &arguments.must_link,
                 .help = "pairs that belong together: a file of id,id",
                 .type = "FILE"},
                {.flags = "--cannot-link",
                 .into = &arguments.cannot_link,
                 .help = "pairs that belong apart: a file of id,id",
                 .type = "FILE"}});
}

}  // namespace bellwether::cli
