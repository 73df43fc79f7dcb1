#include <fmt/format.h>

#include <bellwether/data/error.h>
#include <bellwether/runs/choose_other_data.h>

namespace bellwether {
namespace {

constexpr const char* held_out_information = "information about held-out values, in nats (larger is better)";

/// What was asked for by name is left out only if it is clearly worse; what was chosen must not be worse.
double tolerance_of(const Wishes& wishes) {
  return wishes.method == "auto" && wishes.represent.empty() ? 0 : 2;
}

std::string in_words(const CountsCheck& check) {
  return check.possible ? fmt::format(
                              "clusters of three quarters of the values tell {:.4f} nats about the "
                              "rest, without {:.4f} (+- {:.4f})",
                              check.with, check.without, check.error)
                        : "not checked: parts of the items' values are too little to cluster";
}

void take_figures(const CountsCheck& check, Verdict& verdict) {
  verdict.asked = check.asked;
  verdict.possible = check.possible;
  verdict.used = check.used;
  verdict.with = check.with;
  verdict.without = check.without;
  verdict.error = check.error;
}

/// One of several representations, or none.
Judged choose_and_judge(const SoFar& so_far, AttemptOptions options,
                        const std::vector<std::string>& candidates, const Run& run) {
  Judged judged{.verdict = {.kind = EvidenceKind::auxiliary, .asked = true, .measure = held_out_information}};
  const OtherDataChoice choice =
      choose_other_data(so_far, candidates, with_stage(run, "checking on values held back"));
  take_figures(choice.check, judged.verdict);
  judged.verdict.used = !choice.name.empty();
  judged.verdict.reason = choice.reason;
  if (choice.name.empty()) return judged;
  judged.auxiliary_by = options.auxiliary_by = choice.name;
  judged.with = attempt(so_far.job, options, &so_far.current, run);
  return judged;
}

Judged judge_as_asked(const SoFar& so_far, EvidenceKind kind, const AttemptOptions& options, const Run& run) {
  const Job& job = so_far.job;
  Judged judged{.verdict = {.kind = kind, .used = true, .measure = held_out_information}};
  Verdict& verdict = judged.verdict;
  judged.with = attempt(job, options, &so_far.current, run);
  if (job.wishes.trust == Trust::always || job.wishes.combine) {
    verdict.reason = job.wishes.combine ? "not checked: clustered as one collection with the items, as asked"
                                        : "not checked, as asked";
    return judged;
  }
  // Whole plans are compared: what is left out leaves the plan without it, which may be another search.
  const AttemptOptions without{
      .uses = so_far.accepted, .map = so_far.map, .auxiliary_by = so_far.auxiliary_by};
  const CountsCheck check = check_on_counts(
      job.material.items.rows(), labelling(so_far, options), labelling(so_far, without),
      tolerance_of(job.wishes), job.wishes.random_seed, with_stage(run, "checking on values held back"));
  take_figures(check, verdict);
  verdict.reason = in_words(check);
  return judged;
}

}  // namespace

Judged judge_other_data(const SoFar& so_far, EvidenceKind kind, const Run& run) {
  AttemptOptions options{.uses = so_far.accepted, .map = so_far.map, .auxiliary_by = so_far.auxiliary_by};
  options.uses.insert(kind);
  try {
    const Plan made = plan_of(so_far.job, options);
    const bool open = kind == EvidenceKind::auxiliary && so_far.job.wishes.trust == Trust::checked &&
                      !made.chain.empty() && !made.chain.front().candidates.empty() &&
                      made.chain.front().from == kind;
    return open ? choose_and_judge(so_far, options, made.chain.front().candidates, run)
                : judge_as_asked(so_far, kind, options, run);
  } catch (const Error&) {
    // An SVD that is stopped has nothing to show.
    if (!run.stop.stop_requested()) throw;
    return {.verdict = {.kind = kind,
                        .asked = true,
                        .measure = held_out_information,
                        .reason = "interrupted before it was tried"}};
  }
}

}  // namespace bellwether
