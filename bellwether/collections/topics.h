#pragma once
// Topics: what counts of words look like. Most words of a text are the common ones, with frequencies after
// Zipf; a share of them is drawn from the words of the text's topic.

#include <cstdint>

#include <bellwether/data/dataset.h>

namespace bellwether {

struct TopicsOptions {
  int items = 400;
  int clusters = 4;
  int features = 2000;  ///< the size of the vocabulary
  int words = 100;      ///< mean length of a text; lengths lie within half of it
  double topical = 0.3;
  std::uint64_t random_seed = 0;
};

void describe(TopicsOptions& o, auto&& option) {
  option("items", o.items, "how many texts", 1, 10'000'000);
  option("clusters", o.clusters, "how many topics", 1, 10'000);
  option("features", o.features, "how many different words", 1, 1'000'000);
  option("words", o.words, "mean length of a text, in words", 1, 1'000'000);
  option("topical", o.topical, "share of the words of a text that come from its topic", 0.0, 1.0);
  option("random_seed", o.random_seed, "where the random draws start");
}

/// Sparse counts; no row is empty. Item i is about topic i mod `clusters`. Features w0, w1, ... from the most
/// common word to the rarest; labels topic1, topic2, ...
Dataset topics(const TopicsOptions& options = {});

}  // namespace bellwether
