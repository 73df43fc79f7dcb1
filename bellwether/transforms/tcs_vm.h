#pragma once
// TCS-VM: a linear map after which directions of known classes are told apart by a mixture of von
// Mises-Fisher distributions.
//   S. Gopal, Y. Yang. Transformation-based probabilistic clustering with supervision. UAI 2014
//   (section 3.2).
//
//   n_i  = L x_i / ||L x_i||                  the item in the new space, of length 1
//   mu_k = sum_{i in k} n_i / ||.||           the direction of class k there
//   R    = sum_k || sum_{i in k} n_i || / N   how concentrated the classes are
//   F(L) = gamma ||L'L - I||_F^2 - sum_i [ kappa mu_t' n_i - log sum_j exp(kappa mu_j' n_i) ],  t the class
//   of i
//
// F is minimised. Only directions count: the length of x_i does not matter.
//
// `joint` takes mu and kappa for what they are, functions of L, and follows the full gradient by L-BFGS (the
// paper calls that computationally intensive; it costs the same). `alternating` is the paper's Algorithm 2
// with its printed slips mended: mu and kappa from L, then L by the gradient with mu and kappa held. F does
// not change when L is turned, but the second step with stale mu does, so there L turns for ever: it has
// converged when A = L'L stands still, and need not be at a minimum of F.
//
// kappa=auto is the maximum-likelihood concentration of the known classes in the new space, as mu_k is
// their maximum-likelihood direction: I_{D/2}(kappa) / I_{D/2-1}(kappa) = R in D dimensions. (Fitted to F
// itself it would grow without end on classes that can be separated, and nothing would be left to learn.) R
// above 0.99 counts as 0.99, so that classes of equal items have a kappa. The paper has kappa = 1.
//
// The scale of L matters only to the regulariser. Without much of it some ||L x_i|| can shrink to nothing,
// where F has no gradient: the search then stops, with a word in `warning`.

#include <optional>
#include <span>
#include <string>

#include <bellwether/data/rows.h>
#include <bellwether/engine/clustering.h>
#include <bellwether/engine/options.h>
#include <bellwether/engine/run.h>
#include <bellwether/features/linear_map.h>
#include <bellwether/transforms/tuning.h>

namespace bellwether {

enum class TcsVmSearch {
  joint,        ///< the full gradient
  alternating,  ///< the paper's Algorithm 2
};
inline const Choices<TcsVmSearch> tcs_vm_search_names{{"joint", TcsVmSearch::joint},
                                                      {"alternating", TcsVmSearch::alternating}};

struct TcsVmOptions {
  TcsVmSearch search = TcsVmSearch::joint;
  std::optional<double> gamma = {};  ///< none: chosen on classes held out
  std::optional<double> kappa = {};  ///< none: fitted
  int rank = 0;                      ///< dimensions of the new space; 0: as many as there are features
  int iterations = 500;
  double tolerance = 1e-8;
  int splits = 4;                 ///< of the known classes, to choose gamma by
  int restarts = 5;               ///< of the mixture on classes held out
  std::uint64_t random_seed = 0;  ///< for the same
};

void describe(TcsVmOptions& o, auto&& option) {
  option("search", o.search, "the full gradient, or the paper's alternation", tcs_vm_search_names);
  option("gamma", o.gamma, "weight of the regulariser, which keeps the map near the identity", 0.0);
  option("kappa", o.kappa, "how concentrated classes are; auto: as the known ones (the paper has 1)", 1e-6,
         1e6);
  option("rank", o.rank, "dimensions to map to; 0: as many as there are features", 0);
  option("iterations", o.iterations, "give up after this many steps", 1);
  option("tolerance", o.tolerance, "stop when the gradient is this small (alternating: the change)", 1e-14,
         1.0);
  option("splits", o.splits, "how often known classes are held back to find gamma", 1);
  option("restarts", o.restarts, "searches on the classes held back, each time", 1);
  option("random_seed", o.random_seed, "where the random draws start");
}

struct TcsVmResult {
  LinearMap map = {};           ///< L', so that x' map = (L x)'; afterwards scale each item to length 1
  Objective objective = {};     ///< F, at the start and after each step; `alternating` may raise it
  double gamma = 0, kappa = 0;  ///< as used, and as fitted at the end
  TuningCurve curve = {};       ///< of gamma, where it was left to the method, in units of the reference
  int iterations = 0;
  bool converged = false;
  bool stopped = false;
  std::string warning = {};  ///< in words; empty if all is well
};

/// Labels as in classes.h; unlabelled items are not looked at. Throws InvalidInput if a labelled item is all
/// zeros, and for what classes_of() refuses.
TcsVmResult tcs_vm(const Rows& items, std::span<const int> labels, const TcsVmOptions& options = {},
                   const Run& run = {});

/// The middle of what gamma=auto tries, and what it stands for if there are fewer than 4 classes: ||grad
/// F||_F / 2 at L = I (or the start of a lower rank) with gamma = 0, the weight with which one step from
/// there moves A = L'L by about 1/2. F is a sum over items, so this grows with their number, and gammas of
/// different collections can be compared in it.
double tcs_vm_reference_gamma(const Rows& items, std::span<const int> labels,
                              const TcsVmOptions& options = {}, const Run& run = {});

}  // namespace bellwether
