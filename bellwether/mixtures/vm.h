#pragma once
// VM: a mixture of von Mises-Fisher distributions on the unit sphere, with own mean directions, mixing
// weights, and one common concentration or one for each cluster.
//   A. Banerjee, I. Dhillon, J. Ghosh, S. Sra. Clustering on the unit hypersphere using von Mises-Fisher
//   distributions. JMLR 6, 2005. The clusterer of TCS-VM (2014).
//
// Maximises  L = sum_i log sum_k w_k C_P(kappa) exp(kappa mu_k . x_i / ||x_i||)  by EM. Densities are with
// respect to the sphere's surface. Only directions count; an all-zero item has none and is an error.
//
// With own concentrations it maximises  L + c sum_k log(C_P(kappa_k) / C_P(0)),  where c is `regularise`: as
// if each cluster had c more items that cancel each other out. Otherwise clusters of equal items would have a
// likelihood without bound.

#include <bellwether/engine/clustering.h>
#include <bellwether/mixtures/placement.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether {

enum class Concentration { common, own };
inline const Choices<Concentration> concentration_names{{"common", Concentration::common},
                                                        {"own", Concentration::own}};

struct VmOptions {
  int clusters = 2;
  Start start = Start::plus_plus;
  Concentration concentration = Concentration::common;
  double regularise = 0.1;  ///< c; of own concentrations
  bool equal_weights = false;
  int restarts = 10;
  int iterations = 300;
  double tolerance = 1e-6;
  std::uint64_t random_seed = 0;
};

void describe(VmOptions& o, auto&& option) {
  describe_search(o, option);
  option("concentration", o.concentration, "one concentration for all clusters, or one for each",
         concentration_names);
  option("regularise", o.regularise,
         "pull of each own concentration to 0, as so many items more; common needs none", 0.0);
  option("equal_weights", o.equal_weights, "keep every cluster's mixing weight at 1 / clusters");
}

struct VmModel {
  Matrix directions = {};  ///< clusters x features, of length 1
  Vector weights = {};     ///< sum to 1; 0: no item wants the cluster
  /// The concentration of all clusters, or of each: 0 is uniform on the sphere.
  Vector kappas = Vector::Ones(1);
};

struct VmResult : Clustering {
  VmModel model = {};
};

/// With seeds: the seeded form, or the constrained one if they are held: L then has log w_z f(x | z) for an
/// item of known cluster z. The figures have "bic".
VmResult vm(const Rows& items, const VmOptions& options = {}, const Run& run = {}, const Seeds& seeds = {});

/// From given first directions (clusters x features, any length but 0), once.
VmResult vm_from(const Rows& items, const Matrix& directions, const VmOptions& options = {},
                 const Run& run = {}, const Seeds& seeds = {});

Placement place_by_vm(const Rows& items, const VmModel& model, const Run& run = {});

}  // namespace bellwether
