// bellwether-experiments.so: the tables of papers.

#include <experiments/plugin/functions.h>

namespace bellwether::experiments {
namespace {

const ExperimentFunctions functions{.all_experiments = all_experiments,
                                    .require_paper = require_paper,
                                    .find_experiment = find_experiment,
                                    .carry_out = carry_out,
                                    .page_of = page_of,
                                    .html_page_of = html_page_of,
                                    .figures_table = figures_table};

}  // namespace
}  // namespace bellwether::experiments

extern "C" [[gnu::visibility("default")]] const char* bellwether_experiments_version() {
  return BELLWETHER_VERSION;
}

extern "C" [[gnu::visibility("default")]] const void* bellwether_experiments_functions() {
  return &bellwether::experiments::functions;
}
