#pragma once
// J of given clusters: what they lose of the mutual information of items and features.

#include <span>

#include <bellwether/data/rows.h>

namespace bellwether {

/// I(X;Z) - I(X~;Z~) in nats: equation (2) of the STC paper. Labels from 0.
double loss_in_information(const Rows& items, std::span<const int> labels, std::span<const int> features);

}  // namespace bellwether
