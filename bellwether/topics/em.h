#pragma once
// EM for PLSA and aPLSA: equations (6)-(10) of the aPLSA paper in one pass over the stored values,
//
//   r_ij = a_ij / (theta_i . phi_j)       theta_i <- theta_i * sum_j r_ij phi_j
//                                         phi_j   <- phi_j * sum_i w r_ij theta_i, then each topic to sum 1
//
// with a the rows scaled to sum 1, theta_i = P(z|v_i) and phi_j = P(f_j|z). Posteriors are never stored. For
// rows of weight w = 0 the mixtures alone are found ("folding in").

#include <vector>

#include <bellwether/engine/iterate.h>
#include <bellwether/engine/random.h>
#include <bellwether/topics/plsa.h>
#include <bellwether/topics/table.h>

namespace bellwether {

/// Rows whose topics are sought together with those of other parts: the items, or the tags.
struct TopicPart {
  Rows rows = {};                   ///< none, if workers hold them (run.workers)
  std::vector<double> scales = {};  ///< of each row: row_scales()
  double weight = 1;                ///< of each row in the log-likelihood
};

struct TopicModel {
  TopicTable topics = {};                 ///< phi: features x topics, columns sum to 1
  std::vector<TopicTable> mixtures = {};  ///< theta of each part; of rows that workers hold, empty
  Random random = Random(0);              ///< where these workers draw the first mixtures of theirs from
};

class HeldCounts;

struct TopicSearch {
  double temper = 1;
  Limits limits = {};
  const HeldCounts* held = nullptr;  ///< the parts, if a device holds them (em_device.h)
};

/// EM from `start`. Posteriors raised to the power `temper` come first, and power by power plain ones; what
/// the result says of the rounds is said of the plain ones, in which the log-likelihood cannot fall. The
/// first part has the items, the second, if there is one, the tags. If workers hold the items (run.workers),
/// labels and mixtures stay there.
TopicClustering search_topics(const std::vector<TopicPart>& parts, const TopicModel& start,
                              const TopicSearch& search, const Run& run);

}  // namespace bellwether
