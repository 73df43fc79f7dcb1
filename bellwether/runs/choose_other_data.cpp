#include <bellwether/runs/choose_other_data.h>

#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <numeric>

#include <bellwether/data/error.h>
#include <bellwether/data/take.h>
#include <bellwether/data/values.h>
#include <bellwether/engine/random.h>
#include <bellwether/features/word_vectors.h>

namespace bellwether {
namespace {

constexpr double clear_by = 2;              ///< standard errors
constexpr Index enough_for_a_check = 3000;  ///< auxiliary items: all of them would take long
constexpr double clear_of_nonsense = 3;     ///< of which there would be none in one of 70 cases
constexpr Index own_dimensions = 20;        ///< of the items' own SVD

/// By the SVD of the items alone: what a representation of fewer dimensions gives without any other data.
Wishes with_own_svd(const Job& job) {
  Wishes wishes = job.wishes;
  const Rows items = job.material.items.rows();
  const bool logarithms = weighting_for(items, WordWeights::automatic) == Weighting::ltc;
  wishes.steps = {.steps = fmt::format("{} + svd:{} + l2", logarithms ? "ltc" : "tf-idf",
                                       std::min(own_dimensions, items.rows()))};
  return wishes;
}

/// The default has tried it where it was left to choose.
bool can_take_own_svd(const SoFar& so_far) {
  const Job& job = so_far.job;
  return so_far.usual.tried.empty() && !job.wishes.steps.any() && job.material.vectorizer.steps.empty() &&
         job.material.items.rows().columns() > own_dimensions;
}

Material half_of(const Job& job, const Rows& rows) {
  Material half = job.material;
  half.items.values = copy_of(rows).values;
  if (!job.material.items.sparse()) make_dense(half.items);
  half.zeros_allowed = true;  // by chance an item may have all of its values in the other half
  return half;
}

Labelling labelling_with(const Job& job, AttemptOptions options, std::shared_ptr<const Evidence> evidence,
                         Wishes wishes) {
  options.for_check = true;
  return [&job, options, evidence, wishes](const Rows& rows, const Run& run) {
    const Evidence& known = evidence != nullptr ? *evidence : job.evidence;
    return attempt({half_of(job, rows), known, wishes}, options, nullptr, run).labels();
  };
}

SparseMatrix shuffled(const SparseMatrix& rows, const std::vector<Index>& to) {
  SparseMatrix made{.columns = rows.columns, .starts = rows.starts};
  for (Index i = 0; i < rows.rows(); ++i) {
    std::vector<std::pair<std::int32_t, double>> values;
    for (auto at = static_cast<std::size_t>(rows.starts[i]);
         at < static_cast<std::size_t>(rows.starts[i + 1]); ++at)
      values.emplace_back(static_cast<std::int32_t>(to[static_cast<std::size_t>(rows.column_of[at])]),
                          rows.values[at]);
    std::ranges::sort(values);
    for (const auto& [column, value] : values) {
      made.column_of.push_back(column);
      made.values.push_back(value);
    }
  }
  return made;
}

Matrix shuffled(const Matrix& rows, const std::vector<Index>& to) {
  Matrix made(rows.rows(), rows.cols());
  for (Index j = 0; j < rows.cols(); ++j) made.col(to[static_cast<std::size_t>(j)]) = rows.col(j);
  return made;
}

/// "word-vectors 0.1006 nats (shuffled 0.0227)".
std::string in_words(const std::string& name, const Tried& candidate, const Tried& nonsense) {
  const std::string own = fmt::format("{} {:.4f} nats", name, candidate.mean());
  return nonsense.told.empty() ? own : fmt::format("{} (shuffled {:.4f})", own, nonsense.mean());
}

/// "; without 0.0066, the items' own SVD 0.0512".
std::string in_words(const Tried& without, const Tried& own) {
  const std::string words = fmt::format("without {:.4f}", without.mean());
  return own.told.empty() ? words : fmt::format("{}, the items' own SVD {:.4f}", words, own.mean());
}

}  // namespace

Labelling labelling(const SoFar& so_far, AttemptOptions options, std::shared_ptr<const Evidence> evidence) {
  options.for_check = true;
  return [&so_far, options, evidence](const Rows& rows, const Run& run) {
    const Material half = half_of(so_far.job, rows);
    if (evidence == nullptr) return attempt_by(so_far, half, options, run).labels();
    const Job wished = job_for(so_far, options.uses);
    return attempt({half, *evidence, wished.wishes}, options, nullptr, run).labels();
  };
}

std::vector<OtherItems> with_shuffled_features(std::vector<OtherItems> others, std::uint64_t random_seed) {
  std::vector<Index> to;
  for (OtherItems& other : others) {
    if (to.empty()) {
      to.resize(static_cast<std::size_t>(other.rows.rows().columns()));
      std::iota(to.begin(), to.end(), Index{0});
      Random(random_seed).split(101).shuffle(to);
    }
    if (auto* dense = std::get_if<Matrix>(&other.rows.values)) *dense = shuffled(*dense, to);
    if (auto* sparse = std::get_if<SparseMatrix>(&other.rows.values)) *sparse = shuffled(*sparse, to);
  }
  return others;
}

std::vector<OtherItems> thinned(std::vector<OtherItems> others, Index most) {
  Index all = 0;
  for (const OtherItems& other : others) all += other.rows.items();
  if (all <= most) return others;
  Index next = 0, kept = 0;  // row `next` of all is kept as number `kept`
  Index begin = 0;
  for (OtherItems& other : others) {
    const Index end = begin + other.rows.items();
    std::vector<Index> rows;
    for (; kept < most && (next = kept * all / most) < end; ++kept) rows.push_back(next - begin);
    other.rows = take_items(other.rows, rows);
    begin = end;
  }
  return others;
}

OtherDataChoice choose_other_data(const SoFar& so_far, const std::vector<std::string>& candidates,
                                  const Run& run) {
  const Job& job = so_far.job;
  const AttemptOptions alone{.uses = so_far.accepted, .map = so_far.map, .auxiliary_by = so_far.auxiliary_by};
  const HeldBackValues values(job.material.items.rows(), job.wishes.random_seed);
  Tried without{labelling(so_far, alone)}, own;
  if (can_take_own_svd(so_far)) own.find = labelling_with(job, alone, nullptr, with_own_svd(job));
  const auto evidence = std::make_shared<Evidence>(job.evidence),
             nonsense = std::make_shared<Evidence>(job.evidence);
  evidence->auxiliary = thinned(std::move(evidence->auxiliary), enough_for_a_check);
  nonsense->auxiliary = with_shuffled_features(evidence->auxiliary, job.wishes.random_seed);

  OtherDataChoice choice{.check = {.asked = true, .possible = true, .used = false}};
  std::vector<std::string> words;
  try {
    for (const std::string& name : candidates) {
      AttemptOptions options = alone;
      options.uses.insert(EvidenceKind::auxiliary);
      options.auxiliary_by = name;
      Tried candidate{labelling_with(job, options, evidence, job.wishes)},
          shuffled{labelling_with(job, options, nonsense, job.wishes)};
      const Gain gain = gain_of(candidate, without, values, run, true);
      const bool best = gain.clear(clear_by) &&
                        (!own.find || gain_of(candidate, own, values, run, true).clear(0)) &&
                        gain_of(candidate, shuffled, values, run, true).clear(clear_of_nonsense);
      words.push_back(in_words(name, candidate, shuffled));
      if (best || words.size() == 1) {
        choice.check.used = best;
        choice.check.with = candidate.mean();
        choice.check.without = without.mean();
        choice.check.error = gain.error;
      }
      if (!best) continue;
      choice.name = name;
      choice.reason = fmt::format("held-out information: {}; {}", words.back(), in_words(without, own));
      return choice;
    }
  } catch (const InvalidInput&) {
    return {.name = candidates.front(),
            .check = {.asked = true},
            .reason = "not checked: parts of the items' values are too little to cluster"};
  }
  choice.reason = fmt::format("not clearly better in held-out information: {}; {}", fmt::join(words, ", "),
                              in_words(without, own));
  return choice;
}

}  // namespace bellwether
