#include <cli/options/common.h>

#include <utility>

namespace bellwether::cli {

std::vector<std::string> rare_options() {
  return {"--label-folder", "--categories", "--header",        "--delimiter",     "--limit",
          "--transform",    "--init",       "--trust",         "--iterations",    "--tolerance",
          "--known-label",  "--represent",  "--candidates",    "--caution",       "--tags",
          "--captions",     "--tag-counts", "--min-tagged",    "--tag-columns",   "--other-label",
          "--lambda",       "--combine",    "--solved-label",  "--tune",          "--strap",
          "--tune-by",      "--draws",      "--weighting",     "--steps",         "--select-for",
          "--stem",         "--stop-words", "--words",         "--numbers",       "--min-length",
          "--max-length",   "--ngrams",     "--min-documents", "--max-documents", "--vocabulary",
          "--select",       "--encoding",   "--config",        "--save-config",   "--memory",
          "--dry-run",      "--k-range",    "--columns",       "--project",       "--restarts",
          "--random-seed",  "--set",        "--strip",         "--svd",           "--threads",
          "--wait",         "--missing",    "--device"};
}

Option output_option(Target into, std::string type, std::string help) {
  return {.flags = "-o,--output",
          .into = std::move(into),
          .help = std::move(help),
          .type = std::move(type),
          .writes = true};
}

Option force_flag(bool& into) {
  return {.flags = "--force",
          .into = &into,
          .help = "replace files that are there already (never those that are read)"};
}

Option threads_option(int& into) {
  return {.flags = "--threads",
          .into = &into,
          .help = "0 (the default): every core; the result is the same",
          .type = "N",
          .range = Range{0, 1024}};
}

Option device_option(std::string& into) {
  return {.flags = "--device",
          .into = &into,
          .help =
              "cpu (the default), cuda, or auto: the GPU where it pays; spherical-kmeans, plsa, aplsa, and "
              "kmeans of dense items use it, with the same result, bit by bit (see `bellwether devices`)",
          .type = "cpu|auto|cuda",
          .choices = {"cpu", "auto", "cuda"}};
}

Option random_seed_option(Target into, std::string type, std::string help) {
  return {
      .flags = "--random-seed", .into = std::move(into), .help = std::move(help), .type = std::move(type)};
}

Option settings_option(std::vector<std::string>& into, std::string help) {
  return {.flags = "--set", .into = &into, .help = std::move(help), .type = "NAME=VALUE", .one_each = true};
}

Option trust_option(std::string& into, std::string help) {
  return {.flags = "--trust",
          .into = &into,
          .help = std::move(help),
          .type = "checked|always",
          .choices = {"checked", "always"}};
}

Option json_flag(bool& into) {
  return {.flags = "--json", .into = &into, .help = "print one JSON object and nothing else"};
}

Option quiet_flag(bool& into, std::string help) {
  return {.flags = "--quiet", .into = &into, .help = std::move(help)};
}

}  // namespace bellwether::cli
