#include <fmt/ranges.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/engine/symmetric_eigen.h>
#include <bellwether/features/word_vectors.h>
#include <bellwether/methods/learner.h>
#include <bellwether/transforms/bp.h>
#include <bellwether/transforms/lmnn.h>
#include <bellwether/transforms/tcs_gm.h>
#include <bellwether/transforms/tcs_vm.h>
#include <bellwether/transforms/whiten.h>
#include <bellwether/transforms/xing.h>

namespace bellwether {
namespace {

Learned learn_xing(const Rows& items, const Knowledge& knowledge, const Settings& settings, const Run& run) {
  const auto options = with_settings<XingOptions>("xing", settings);
  const LabelledPairs pairs = pairs_of(knowledge, options.pairs, options.random_seed);
  XingResult found = xing(items, pairs.similar, pairs.dissimilar, options, run);
  return {.map = std::move(found.map),
          .objective = std::move(found.objective),
          .iterations = found.iterations,
          .converged = found.converged,
          .stopped = found.stopped,
          .figures = {{"similar_pairs", static_cast<double>(pairs.similar.size())},
                      {"dissimilar_pairs", static_cast<double>(pairs.dissimilar.size())},
                      {"similar_sum", found.similar_sum},
                      {"dissimilar_sum", found.dissimilar_sum},
                      {"gap", found.gap}},
          .options = settings_of(options)};
}

/// What most results have in common.
template <class Result>
Learned learned_from(Result& found) {
  return {.map = std::move(found.map),
          .objective = std::move(found.objective),
          .iterations = found.iterations,
          .converged = found.converged,
          .stopped = found.stopped};
}

template <class Options>
Learned learn_tcs_gm(const Rows& items, const Knowledge& knowledge, const Settings& settings,
                     const Run& run) {
  auto options = with_settings<Options>("tcs-gm", settings);
  TcsGmResult found = tcs_gm(items, knowledge.seeds, options, run);
  Learned learned = learned_from(found);
  learned.figures = {{"loss", found.loss}, {"gap", found.gap}, {"gamma", found.gamma}, {"tau", found.tau}};
  learned.curve = std::move(found.curve);
  options.gamma = found.gamma;
  options.tau = found.tau;
  learned.options = settings_of(options);
  return learned;
}

/// The paper's second form under its own name.
struct TcsGmL2Options : TcsGmOptions {
  TcsGmL2Options() { regulariser = Regulariser::l2; }
};

Learned learn_tcs_vm(const Rows& items, const Knowledge& knowledge, const Settings& settings,
                     const Run& run) {
  auto options = with_settings<TcsVmOptions>("tcs-vm", settings);
  TcsVmResult found = tcs_vm(items, knowledge.seeds, options, run);
  Learned learned = learned_from(found);
  learned.figures = {{"gamma", found.gamma}, {"kappa", found.kappa}};
  learned.curve = std::move(found.curve);
  if (!found.warning.empty()) learned.warnings.push_back(found.warning);
  options.gamma = found.gamma;
  options.kappa = found.kappa;
  learned.options = settings_of(options);
  return learned;
}

Learned learn_whiten(const Rows& items, const Knowledge& knowledge, const Settings& settings,
                     const Run& run) {
  const auto options = with_settings<WhitenOptions>("whiten", settings);
  WhitenResult found = whiten(items, knowledge.seeds, options, run);
  Learned learned{.map = std::move(found.map), .converged = true, .options = settings_of(options)};
  if (found.between.size() > 0) learned.figures = {{"largest_variance_between", found.between[0]}};
  return learned;
}

Learned learn_lmnn(const Rows& items, const Knowledge& knowledge, const Settings& settings, const Run& run) {
  auto options = with_settings<LmnnOptions>("lmnn", settings);
  LmnnResult found = lmnn(items, knowledge.seeds, options, run);
  Learned learned = learned_from(found);
  learned.figures = {{"target_pairs", static_cast<double>(found.pairs)},
                     {"active_triplets", static_cast<double>(found.active)}};
  options.push = found.push;
  learned.options = settings_of(options);
  return learned;
}

Learned learn_bp(const Rows& items, const Knowledge& knowledge, const Settings& settings, const Run& run) {
  const auto options = with_settings<BpOptions>("bp", settings);
  BpResult found = bp(items, knowledge.seeds, options, run);
  Learned learned = learned_from(found);
  learned.options = settings_of(options);
  return learned;
}

/// The rows are weighted, and those of other data come after the items.
Learned learn_word_vectors(const Rows& rows, const Knowledge&, const Settings& settings, const Run& run) {
  auto options = with_settings<WordVectorsOptions>("word-vectors", settings);
  Learned learned{.map = word_vectors(rows, options, run), .converged = true};
  options.dimensions = static_cast<double>(learned.map.dimensions());
  learned.options = settings_of(options);
  return learned;
}

}  // namespace

const std::vector<Learner>& representations() {
  static const std::vector<Learner> table{
      {.name = "xing",
       .summary = "a metric in which items that belong together are near; from links or labels",
       .citation = "Xing, Ng, Jordan & Russell 2002",
       .objective = "sum of squared distances of similar pairs",
       .takes = {EvidenceKind::seeds, EvidenceKind::links, EvidenceKind::known},
       .options = default_fields<XingOptions>,
       .learn = learn_xing},
      {.name = "tcs-gm",
       .summary = "a map under which known classes are round and apart; finds other groups of that kind",
       .citation = "Gopal & Yang 2014",
       .objective = "regularised log loss of the known classes",
       .options = default_fields<TcsGmOptions>,
       .learn = learn_tcs_gm<TcsGmOptions>},
      {.name = "tcs-gm-l2",
       .summary = "tcs-gm with regulariser=l2: keeps only directions that tell known classes apart",
       .citation = "Gopal & Yang 2014",
       .objective = "regularised log loss of the known classes",
       .options = default_fields<TcsGmL2Options>,
       .learn = learn_tcs_gm<TcsGmL2Options>},
      {.name = "tcs-vm",
       .summary = "the same for directions (texts): a map to the sphere, then clustering by vm",
       .citation = "Gopal & Yang 2014",
       .objective = "regularised surprise at the classes",
       .geometry = Geometry::directions,
       .options = default_fields<TcsVmOptions>,
       .learn = learn_tcs_vm},
      {.name = "whiten",
       .summary = "squeezes what varies inside known classes; closed form, what auto chooses from",
       .citation = "Shental, Hertz, Weinshall & Pavel 2002; weights are our own",
       .objective = "none: a closed form",
       .options = default_fields<WhitenOptions>,
       .learn = learn_whiten},
      {.name = "lmnn",
       .summary = "items nearer to their own class than to others, by a margin; for nearest neighbours",
       .citation = "Weinberger & Saul 2009",
       .objective = "large margin loss",
       .options = default_fields<LmnnOptions>,
       .learn = learn_lmnn},
      {.name = "bp",
       .summary = "one covariance for all clusters, known and new, with a prior on their means",
       .citation = "the Bayesian baseline of Gopal & Yang 2014",
       .objective = "log posterior",
       .options = default_fields<BpOptions>,
       .learn = learn_bp},
      {.name = "word-vectors",
       .summary = "items as sums of vectors of their words, learned from them and from other texts",
       .citation =
           "after Deerwester, Dumais, Furnas, Landauer & Harshman 1990; words of length 1 are our own",
       .objective = "none: a truncated SVD",
       .takes = {EvidenceKind::auxiliary},
       .geometry = Geometry::directions,
       .options = default_fields<WordVectorsOptions>,
       .learn = learn_word_vectors}};
  return table;
}

const Learner& find_learner(std::string_view name) {
  std::vector<std::string> names;
  for (const auto& learner : representations()) {
    if (learner.name == name) return learner;
    names.push_back(learner.name);
  }
  const auto near = nearest_name(name, names);
  throw InvalidOption(fmt::format("nothing called '{}' learns a representation{}; these do: {}", name,
                                  near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near),
                                  fmt::join(names, ", ")));
}

Vector stretches(const LinearMap& map) {
  Vector squares =
      map.only_weights()
          ? Vector(map.weights.array().square())
          : SymmetricEigen(map.map.transpose() * map.map, SymmetricEigen::Want::values).eigenvalues();
  squares = squares.cwiseMax(0);
  std::ranges::sort(squares, std::greater<>());
  return squares;
}

}  // namespace bellwether
