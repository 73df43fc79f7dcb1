#include <bellwether/scores/matching.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace bellwether {
namespace {

constexpr std::int64_t infinite = std::numeric_limits<std::int64_t>::max();

struct Edge {
  int column = 0;
  std::int64_t cost = 0;  ///< minus the number of items shared
};

/// Rows are the side with fewer groups. Row r also has a column of its own, columns + r, at cost 0: taking it
/// means to stay unmatched, so every row always finds a place.
struct Graph {
  int columns = 0;
  std::vector<std::vector<Edge>> edges = {};
};

Graph make_graph(const Contingency& table, bool clusters_are_rows) {
  const std::size_t rows = clusters_are_rows ? table.cluster_sizes.size() : table.class_sizes.size();
  const std::size_t columns = clusters_are_rows ? table.class_sizes.size() : table.cluster_sizes.size();
  Graph graph{static_cast<int>(columns), std::vector<std::vector<Edge>>(rows)};
  for (const SharedItems& cell : table.cells) {
    const int row = clusters_are_rows ? cell.cluster : cell.class_;
    const int column = clusters_are_rows ? cell.class_ : cell.cluster;
    graph.edges[row].push_back({column, -cell.count});
  }
  for (std::size_t r = 0; r < rows; ++r) graph.edges[r].push_back({graph.columns + static_cast<int>(r), 0});
  return graph;
}

/// Grows a cheapest matching by one row at a time. Throughout, cost - u(row) - v(column) >= 0 on every edge
/// and = 0 on the matched ones, which proves that the matching is the cheapest for the rows added so far.
class Matcher {
 public:
  explicit Matcher(const Graph& graph)
      : graph_(graph),
        u_(graph.edges.size(), 0),
        v_(graph.columns + graph.edges.size(), 0),
        row_of_(v_.size(), unmatched),
        column_of_(graph.edges.size(), unmatched),
        distance_(v_.size(), infinite),
        from_(v_.size(), unmatched) {}

  void add(int row) {
    u_[row] = infinite;
    for (const Edge& edge : graph_.edges[row]) u_[row] = std::min(u_[row], edge.cost - v_[edge.column]);

    const int end = search(row);
    update_prices(row, distance_[end]);
    augment(row, end);
    for (const int column : touched_) distance_[column] = infinite;
    touched_.clear();
    settled_.clear();
  }

  /// The column of each row that was added, its own column if it stays unmatched.
  const std::vector<int>& column_of() const { return column_of_; }

 private:
  /// Dijkstra from `row` along reduced costs, through matched columns, to the nearest free column.
  int search(int row) {
    std::priority_queue<std::pair<std::int64_t, int>, std::vector<std::pair<std::int64_t, int>>,
                        std::greater<>>
        open;
    const auto relax = [&](int from, std::int64_t length) {
      for (const Edge& edge : graph_.edges[from]) {
        const std::int64_t there = length + edge.cost - u_[from] - v_[edge.column];
        if (there >= distance_[edge.column]) continue;
        if (distance_[edge.column] == infinite) touched_.push_back(edge.column);
        distance_[edge.column] = there;
        from_[edge.column] = from;
        open.push({there, edge.column});
      }
    };
    relax(row, 0);
    while (true) {
      const auto [length, column] = open.top();
      open.pop();
      if (length > distance_[column]) continue;
      if (row_of_[column] == unmatched) return column;
      settled_.push_back(column);
      relax(row_of_[column], length);
    }
  }

  void update_prices(int row, std::int64_t length) {
    u_[row] += length;
    for (const int column : settled_) {
      u_[row_of_[column]] += length - distance_[column];
      v_[column] -= length - distance_[column];
    }
  }

  /// Walks the path back; every row on it moves to the column through which the path left it.
  void augment(int row, int end) {
    for (int column = end, mover = unmatched; mover != row;) {
      mover = from_[column];
      row_of_[column] = mover;
      std::swap(column, column_of_[mover]);
    }
  }

  const Graph& graph_;
  std::vector<std::int64_t> u_, v_;
  std::vector<int> row_of_, column_of_;
  std::vector<std::int64_t> distance_;  ///< of each column from the row that is being added
  std::vector<int> from_;               ///< the row before each column on the shortest path
  std::vector<int> touched_, settled_;
};

}  // namespace

std::vector<int> best_matching(const Contingency& table) {
  const bool clusters_are_rows = table.cluster_sizes.size() <= table.class_sizes.size();
  const Graph graph = make_graph(table, clusters_are_rows);
  Matcher matcher(graph);
  const int rows = static_cast<int>(graph.edges.size());
  for (int row = 0; row < rows; ++row) matcher.add(row);

  std::vector<int> class_of(table.cluster_sizes.size(), unmatched);
  for (int row = 0; row < rows; ++row) {
    const int column = matcher.column_of()[row];
    if (column >= graph.columns) continue;
    class_of[clusters_are_rows ? row : column] = clusters_are_rows ? column : row;
  }
  return class_of;
}

double accuracy(const Contingency& table) {
  const std::vector<int> class_of = best_matching(table);
  std::int64_t right = 0;
  for (const SharedItems& cell : table.cells)
    if (class_of[cell.cluster] == cell.class_) right += cell.count;
  return static_cast<double>(right) / static_cast<double>(table.items);
}

}  // namespace bellwether
