#include <bellwether/topics/topic_checks.h>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>

namespace bellwether {

void require_items_for_topics(const Rows& items, int clusters) {
  require(items.rows() >= 1, "there are no items");
  require(items.columns() >= 1, "the items have no features");
  require(clusters <= items.rows(), "{} clusters were asked for, but there {} only {}: ask for fewer",
          clusters, items.rows() == 1 ? "is" : "are",
          items.rows() == 1 ? "1 item" : fmt::format("{} items", items.rows()));
  require(has_distinct_rows(items, clusters),
          "{} clusters were asked for, but fewer of the {} items are different: ask for fewer clusters",
          clusters, items.rows());
}

void require_tags_fit(const Rows& items, const Rows& tags) {
  require(tags.rows() >= 1, "there are no tags: give some, or use plsa, which needs none");
  require(
      tags.columns() == items.columns(),
      "the tags have counts of {} features, but the items have {}: both need the same features in the same "
      "order",
      tags.columns(), items.columns());
}

}  // namespace bellwether
