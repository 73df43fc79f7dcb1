#pragma once
// Scores from information theory: how much does the cluster of an item tell about its class?
//   A. Strehl, J. Ghosh. Cluster ensembles. JMLR 2002 (geometric NMI).
//   A. Rosenberg, J. Hirschberg. V-measure. EMNLP 2007.
//   N. Vinh, J. Epps, J. Bailey. Information theoretic measures for clusterings comparison. JMLR 2010.
//
// U: the cluster of an item drawn at random; V: its class. H: entropy in nats.

#include <bellwether/scores/contingency.h>

namespace bellwether {

double cluster_entropy(const Contingency& table);  ///< H(U) = sum_c n_c/n log(n/n_c), in nats
double class_entropy(const Contingency& table);    ///< H(V), in nats

/// I(U;V) = sum_cj n_cj/n log(n n_cj / (n_c n_j)), in nats; from 0 to the smaller of the two entropies.
double mutual_information(const Contingency& table);

/// 2 I / (H(U) + H(V)), the arithmetic mean: what "NMI" means here unless it says otherwise.
double nmi(const Contingency& table);

/// (I - E I) / ((H(U) + H(V)) / 2 - E I), where E I is the mean over random groupings with these sizes: 0 on
/// average by chance, however many groups there are, and 1 at best. Time grows with clusters x classes x the
/// size of the smaller of the two.
double adjusted_mutual_information(const Contingency& table);

/// I / sqrt(H(U) H(V)); 0 if just one of the two entropies is 0.
double nmi_geometric(const Contingency& table);

/// sum_c n_c/n H(V | U = c) in BITS: the mixture of classes inside the clusters. 0 is best.
double entropy_bits(const Contingency& table);

double homogeneity(const Contingency& table);   ///< I / H(V): 1 if each cluster holds one class
double completeness(const Contingency& table);  ///< I / H(U): 1 if each class is in one cluster
double v_measure(const Contingency& table);     ///< harmonic mean of the two; the same number as nmi

}  // namespace bellwether
