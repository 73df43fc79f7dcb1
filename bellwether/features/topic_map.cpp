#include <bellwether/features/topic_map.h>

#include <bellwether/data/error.h>
#include <bellwether/topics/plsa.h>

namespace bellwether {

void apply(const TopicMap& map, Dataset& items, const Run& run) {
  require(items.rows().columns() == map.topics.cols(),
          "the items have {} features, but the topics of {} were learned on {}: learn them on features like "
          "these",
          items.rows().columns(), map.name, map.topics.cols());
  items.values = fold_in(items.rows(), map.topics, run);
  items.features.clear();
  for (Index z = 1; z <= map.topics.rows(); ++z) items.features.push_back(fmt::format("topic {}", z));
}

StoredStep store(const TopicMap& map) {
  return {.kind = "topics", .options = {{"learned_by", map.name}}, .tables = {{"topics", map.topics}}};
}

TopicMap restore_topic_map(const StoredStep& step) {
  require(step.kind == "topics", "a stored step '{}' cannot be restored as topics", step.kind);
  require(step.options.size() == 1 && std::holds_alternative<std::string>(step.options[0].second),
          "stored topics do not say what learned them");
  TopicMap restored{std::get<std::string>(step.options[0].second), parameter(step.tables, "topics")};
  require(restored.topics.size() > 0 && restored.topics.allFinite() && restored.topics.minCoeff() >= 0,
          "stored topics are empty, or not shares");
  return restored;
}

}  // namespace bellwether
