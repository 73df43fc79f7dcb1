#include <fmt/format.h>

#include <numeric>

#include <bellwether/data/error.h>
#include <bellwether/runs/judge.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

double mean(const std::vector<double>& values) {
  return values.empty()
             ? 0
             : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

void take_figures(const TuningMade& made, bool strapping, Verdict& verdict) {
  const Tuned& tuned = made.tuned;
  if (strapping) {
    verdict.possible = made.check.possible && !made.indifferent;
    verdict.with = mean(made.check.tuned);
    verdict.without = mean(made.check.untuned);
    verdict.error = made.check.error;
  } else {
    verdict.possible = !made.least_squares.errors.empty();
    verdict.with = made.least_squares.tuned_error;
    verdict.without = made.least_squares.untuned_error;
  }
  verdict.used = tuned.used;
  if (made.indifferent)
    verdict.reason =
        fmt::format("every value of {} does equally well on the solved collections", made.plan.strap.option);
  else if (!tuned.used && tuned.scores.empty())
    verdict.reason = "interrupted before anything was learned";
  else if (!verdict.possible)
    verdict.reason = "not checked: needs at least 3 solved collections";
  else
    verdict.reason = fmt::format("{:.1f} % wrong on solved collections left out, untuned {:.1f} %",
                                 100 * verdict.with, 100 * verdict.without);
}

}  // namespace

Judged judge_solved(const SoFar& so_far, const Run& run) {
  const Job& job = so_far.job;
  AttemptOptions options{.uses = so_far.accepted, .map = so_far.map, .auxiliary_by = so_far.auxiliary_by};
  options.uses.insert(solved);
  Judged judged{.verdict = {.kind = solved,
                            .asked = job.wishes.trust == Trust::checked,
                            .measure = "share in a wrong cluster (smaller is better)"}};
  judged.with = attempt(job, options, &so_far.current, run);
  take_figures(*judged.with.tuning, job.wishes.tune.by == TuneBy::strapping || job.evidence.solved.tuner,
               judged.verdict);
  return judged;
}

}  // namespace bellwether
