#include <fmt/format.h>

#include <memory>
#include <numeric>

#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>
#include <bellwether/runs/choose_other_data.h>

namespace bellwether {
namespace {

constexpr const char* words_measure = "information about held-out values, in nats (larger is better)";
constexpr double clear_of_none = 2;      ///< standard errors, over what is found without
constexpr double clear_of_shuffled = 3;  ///< and over vectors of shuffled words

/// Whether clusters found with the vectors foretell values that were held back clearly better than those
/// found without, and than those found with vectors that stand at other words.
void check(const SoFar& so_far, const AttemptOptions& options, Verdict& verdict, const Run& run) {
  const Job& job = so_far.job;
  AttemptOptions alone = options;
  alone.uses = so_far.accepted;
  const auto nonsense = std::make_shared<Evidence>(job.evidence);
  nonsense->vectors = with_shuffled_words(nonsense->vectors, job.wishes.random_seed);
  const HeldBackValues values(job.material.items.rows(), job.wishes.random_seed);
  Tried with{labelling(so_far, options)}, without{labelling(so_far, alone)},
      shuffled{labelling(so_far, options, nonsense)};
  const Gain gain = gain_of(with, without, values, run);
  verdict.used = gain.clear(clear_of_none) && gain_of(with, shuffled, values, run).clear(clear_of_shuffled);
  verdict.possible = true;
  verdict.with = with.mean();
  verdict.without = without.mean();
  verdict.error = gain.error;
  verdict.reason = fmt::format(
      "{}held-out information: {:.4f} nats, without {:.4f}{}", verdict.used ? "" : "not clearly better in ",
      verdict.with, verdict.without,
      shuffled.told.empty() ? "" : fmt::format(", vectors of shuffled words {:.4f}", shuffled.mean()));
}

}  // namespace

PretrainedVectors with_shuffled_words(PretrainedVectors given, std::uint64_t random_seed) {
  std::vector<Index> from;
  for (Index j = 0; j < given.vectors.rows(); ++j)
    if (!given.vectors.row(j).isZero(0)) from.push_back(j);
  std::vector<Index> to = from;
  Random(random_seed).split(103).shuffle(to);
  const Matrix all = given.vectors;
  for (std::size_t w = 0; w < from.size(); ++w) given.vectors.row(to[w]) = all.row(from[w]);
  return given;
}

Judged judge_vectors(const SoFar& so_far, const Run& run) {
  Judged judged{.verdict = {.kind = EvidenceKind::vectors, .used = true, .measure = words_measure}};
  Verdict& verdict = judged.verdict;
  AttemptOptions options{.uses = so_far.accepted, .map = so_far.map, .auxiliary_by = so_far.auxiliary_by};
  options.uses.insert(EvidenceKind::vectors);
  try {
    judged.with = attempt_by(so_far, so_far.job.material, options, run);
    if (so_far.job.wishes.trust == Trust::always) {
      verdict.reason = "not checked, as asked";
      return judged;
    }
    verdict.asked = true;
    check(so_far, options, verdict, with_stage(run, "checking on values held back"));
  } catch (const InvalidInput&) {
    if (judged.with.space == nullptr) throw;
    verdict.reason = "not checked: parts of the items' values are too little to cluster";
  } catch (const Error&) {
    if (!run.stop.stop_requested()) throw;
    return {.verdict = {.kind = EvidenceKind::vectors,
                        .asked = true,
                        .measure = words_measure,
                        .reason = "interrupted before it was tried"}};
  }
  return judged;
}

}  // namespace bellwether
