#include <cli/one_run.h>
#include <cli/terminal/stopwatch.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/data/text.h>
#include <bellwether/runs/k_range.h>
#include <bellwether/runs/plan_vectors.h>
#include <bellwether/sources/direction.h>

namespace bellwether::cli {
namespace {

void require_start_fits(const std::vector<int>& start, int clusters, const std::string& file) {
  if (start.empty()) return;
  const int groups = *std::ranges::max_element(start) + 1;
  require(groups == clusters, "{}: has {}, but {} were asked for (use -k {})", file,
          counted(groups, "cluster"), clusters, groups);
}

}  // namespace

bellwether::Run run_shown(int threads, std::stop_token stop, ProgressBar& bar,
                          std::shared_ptr<Device> device) {
  return {.threads = threads,
          .on_progress = [&bar](const Progress& p) { bar.show(p); },
          .stop = std::move(stop),
          .device = std::move(device)};
}

ReadAll read_all(const Asked& asked, int threads, ProgressBar& bar) {
  require_makes_sense(asked.wishes, kinds_of(asked.sources));
  const bellwether::Run run = run_shown(threads, {}, bar);
  RunSources sources = asked.sources;
  ReadAll all;
  bar.say("reading " + sources.items.items);
  if (!sources.features.select_for.empty() && asked.wishes.trust == Trust::checked) {
    const Stopwatch checking;
    all.direction = check_direction(sources, asked.wishes, run);
    if (!all.direction->used) sources.features = without_direction(sources.features);
    all.seconds_checking = checking.seconds();
  }
  const Stopwatch reading;
  all.given = read_sources(sources, run);
  if (asked.told) add_told(*asked.told, asked.project, all.given.material.items, all.given.evidence);
  keep_to_explaining(asked.wishes, all.given.material, all.given.evidence);
  require_start_fits(all.given.start, asked.wishes.clusters, sources.init);
  require_fits(all.given.evidence, all.given.material, asked.wishes);
  all.seconds_reading = reading.seconds();
  return all;
}

Report run_once(const ReadAll& read, const Evidence& evidence, const Wishes& wishes,
                const bellwether::Run& run) {
  const Stopwatch fitting;
  const Material& material = read.given.material;
  Report report =
      report_on(material, evidence, carry_out(material, evidence, plan(material, evidence, wishes), run));
  report.direction = read.direction;
  report.seconds_reading = read.seconds_reading;
  report.seconds_fitting = read.seconds_checking + fitting.seconds();
  return report;
}

}  // namespace bellwether::cli
