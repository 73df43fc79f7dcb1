#pragma once
// L of given mixtures and topics: equation (2) of the aPLSA paper, in nats.

#include <bellwether/data/rows.h>

namespace bellwether {

/// sum_i sum_j A_ij / sum_j' A_ij' log P(f_j|v_i), over the counts that some topic of the item explains.
double topic_log_likelihood(const Rows& items, const Matrix& mixtures, const Matrix& topics);

}  // namespace bellwether
