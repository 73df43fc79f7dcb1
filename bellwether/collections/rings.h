#pragma once
// Rings: clusters that are not balls. Means are useless here, neighbours are not.

#include <cstdint>

#include <bellwether/data/dataset.h>

namespace bellwether {

struct RingsOptions {
  int items = 300;
  int rings = 2;
  double noise = 0.1;  ///< standard deviation in x and in y
  std::uint64_t random_seed = 0;
};

void describe(RingsOptions& o, auto&& option) {
  option("items", o.items, "how many items", 1, 10'000'000);
  option("rings", o.rings, "how many rings, with radius 1, 2, ...", 1, 1000);
  option("noise", o.noise, "standard deviation about the ring, in x and in y", 0.0, 1000.0);
  option("random_seed", o.random_seed, "where the random draws start");
}

/// Item i is from ring i mod `rings`. Features x and y; labels ring1 (the innermost), ring2, ...
Dataset rings(const RingsOptions& options = {});

}  // namespace bellwether
