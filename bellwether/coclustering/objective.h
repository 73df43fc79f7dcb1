#pragma once
// The objective of equations (2) and (5), straight from its definition: to check searches and to explain
// them.

#include <span>

#include <bellwether/data/rows.h>

namespace bellwether {

/// p(x,z): the counts divided by their sum.
Matrix joint_distribution(const Rows& items);

/// p~(x,z) = p(x~,z~) p(x) p(z) / (p(x~) p(z~)), equation (6): what is left of p(x,z) when only the clusters
/// of items and features are known.
Matrix approximate_joint(const Rows& items, std::span<const int> labels, std::span<const int> features);

/// I(X;Z) - I(X~;Z~) in nats, equation (2).
double information_loss(const Rows& items, std::span<const int> labels, std::span<const int> features);

}  // namespace bellwether
