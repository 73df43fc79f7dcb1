#pragma once
// Topics that were learned from items and other data (see topics/), kept with a model: items become their
// mixtures of topics, P(z|v), which sum to 1.

#include <string>

#include <bellwether/data/dataset.h>
#include <bellwether/engine/run.h>
#include <bellwether/features/stored_step.h>

namespace bellwether {

struct TopicMap {
  std::string name = {};  ///< of what learned it: "aplsa"
  Matrix topics = {};     ///< P(f|z): topics x features
};

/// Folds the items in. Throws InvalidInput if they do not have the features that the topics were learned on.
void apply(const TopicMap& map, Dataset& items, const Run& run = {});

StoredStep store(const TopicMap& map);
TopicMap restore_topic_map(const StoredStep& step);

}  // namespace bellwether
