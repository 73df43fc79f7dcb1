// The table, and how a method is found in it or chosen.

#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include <bellwether/methods/row.h>

namespace bellwether {
namespace {

/// The methods that take `knowledge`, for the words of an error.
std::string takers_of(const Knowledge& knowledge) {
  std::vector<std::string> names;
  for (const auto& method : methods())
    if (method.guided() && (method.takes_seeds || !knowledge.has_seeds()) &&
        (method.takes_links || !knowledge.has_links()))
      names.push_back(method.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

const Matrix& table_of(const Parameters& parameters, std::string_view name, Index rows, Index columns) {
  const Matrix& table = parameter(parameters, name);
  require(table.rows() == rows && table.cols() == columns, "the model's '{}' is {} x {}, but must be {} x {}",
          name, table.rows(), table.cols(), rows, columns);
  return table;
}

const Matrix& centres_of(const Parameters& parameters, std::string_view name, const Rows& items) {
  const Index clusters = parameter(parameters, name).rows();
  require(clusters >= 1, "the model has no clusters");
  return table_of(parameters, name, clusters, items.columns());
}

const std::vector<Method>& methods() {
  static const std::vector<Method> table = [] {
    auto rows = mixture_rows();
    for (auto& row : link_rows()) rows.push_back(std::move(row));
    for (auto& row : other_data_rows()) rows.push_back(std::move(row));
    for (auto& row : bottleneck_rows()) rows.push_back(std::move(row));
    return rows;
  }();
  return table;
}

int clusters_in(const Method& method, const Parameters& parameters) {
  require(!method.cluster_table.empty(), "{} has no model that could place new items", method.name);
  const Index clusters = parameter(parameters, method.cluster_table).rows();
  require(clusters >= 1 && clusters <= std::numeric_limits<int>::max(), "the model has {} clusters",
          clusters);
  return static_cast<int>(clusters);
}

const Method& find_method(std::string_view name) {
  std::vector<std::string> names;
  for (const auto& method : methods()) {
    if (method.name == name) return method;
    names.push_back(method.name);
  }
  const auto near = nearest_name(name, names);
  throw InvalidOption(fmt::format("there is no method '{}'{}; the methods are: auto, {}", name,
                                  near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near),
                                  fmt::join(names, ", ")));
}

void require_takes(const Method& method, const Knowledge& knowledge) {
  require<InvalidOption>(method.takes_links || !knowledge.has_links(),
                         "{} takes no links; these methods do: {}", method.name, takers_of(knowledge));
  require<InvalidOption>(method.takes_seeds || !knowledge.has_seeds(),
                         "{} takes no seeds; these methods do: {}", method.name, takers_of(knowledge));
  if (!method.guided() || knowledge.has_seeds() || knowledge.has_links()) return;
  throw InvalidOption(method.takes_links
                          ? fmt::format("{} needs knowledge: give it --must-link FILE, --cannot-link FILE{}",
                                        method.name, method.takes_seeds ? " or --seeds FILE" : "")
                          : fmt::format("{} needs knowledge: give it --seeds FILE", method.name));
}

void require_takes_other_data(const Method& method, bool auxiliary, bool tags) {
  const auto takers = [](bool Method::*takes) {
    std::vector<std::string> names;
    for (const auto& m : methods())
      if (m.*takes) names.push_back(m.name);
    return fmt::format("{}", fmt::join(names, ", "));
  };
  require<InvalidOption>(
      method.takes_auxiliary || !auxiliary,
      "{} takes no auxiliary items; this one does: {} (or --represent it, or pool all items "
      "with --combine)",
      method.name, takers(&Method::takes_auxiliary));
  require<InvalidOption>(
      method.takes_tags || !tags,
      "{} takes no annotated items; this one does: {} (or --represent it, or pool all items "
      "with --combine)",
      method.name, takers(&Method::takes_tags));
  require<InvalidOption>(
      auxiliary || !method.takes_auxiliary,
      "{} learns from other items: give them with --auxiliary ITEMS (without any it is itcc)", method.name);
  require<InvalidOption>(tags || !method.takes_tags,
                         "{} learns from tagged items: give them with --annotated ITEMS --tags FILE (without "
                         "any it is plsa)",
                         method.name);
}

Choice choose_method(const Problem& problem, bool bounded) {
  const Knowledge& known = problem.knowledge;
  if (!problem.auxiliary.empty())
    return {"stc", "there are other items, and it learns from them what features belong together"};
  if (problem.tags.rows() > 0) return {"aplsa", "there are tagged items, and it learns topics from them"};
  if (known.has_links())
    return {"cop-kmeans",
            known.has_seeds() ? "there are links and seeds, and it obeys both"
                              : "there are links, and it obeys them",
            bounded ? "" : "pcc"};
  const bool by_direction = problem.items.sparse() && !bounded;
  const std::string plain = by_direction ? "spherical-kmeans" : "kmeans";
  if (known.has_seeds())
    return {fmt::format("constrained-{}", plain),
            by_direction ? "some items have labels, and sparse items tell more by their directions"
                         : "some items have labels",
            fmt::format("seeded-{}", plain)};
  if (by_direction) return {plain, "the items are sparse, so their directions tell more than their lengths"};
  return {plain, bounded ? "it can keep the sizes of clusters within bounds"
                         : "nothing is known beside the items, and they are dense"};
}

}  // namespace bellwether
