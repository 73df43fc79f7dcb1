#include <bellwether/transforms/lmnn/push.h>

#include <algorithm>
#include <map>
#include <numeric>

#include <bellwether/mixtures/starts.h>

namespace bellwether::lmnn_detail {
namespace {

constexpr int fifth = 5;
constexpr std::size_t nearest = 5;
constexpr Index block = 256;  ///< items whose distances to all others are held at once

Classes some_of(const Classes& all, const std::vector<Index>& rows) {
  Classes some{.items = Matrix(static_cast<Index>(rows.size()), all.items.cols()), .count = all.count};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    some.items.row(static_cast<Index>(i)) = all.items.row(rows[i]);
    some.labels.push_back(all.labels[static_cast<std::size_t>(rows[i])]);
  }
  return some;
}

int vote(const Eigen::RowVectorXd& distances, std::span<const int> labels, std::vector<Index>& order) {
  const std::size_t voters = std::min(nearest, order.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(voters), order.end(),
                    [&](Index a, Index b) {
                      return distances[a] < distances[b] || (distances[a] == distances[b] && a < b);
                    });
  std::map<int, int> votes;
  int best = labels[static_cast<std::size_t>(order.front())];
  for (std::size_t v = 0; v < voters; ++v) ++votes[labels[static_cast<std::size_t>(order[v])]];
  for (std::size_t v = 0; v < voters; ++v)
    if (const int label = labels[static_cast<std::size_t>(order[v])]; votes[label] > votes[best])
      best = label;
  return best;
}

}  // namespace

const std::vector<double>& pushes_to_try() {
  static const std::vector<double> list{0.5, 0.1, 0.03, 0.008, 0.002};
  return list;
}

double share_right(const Matrix& items, std::span<const int> labels, const Matrix& known,
                   std::span<const int> known_labels) {
  const Eigen::RowVectorXd lengths = known.rowwise().squaredNorm().transpose();
  std::vector<Index> order(known_labels.size());
  Index right = 0;
  for (Index begin = 0; begin < items.rows(); begin += block) {
    const Index count = std::min(block, items.rows() - begin);
    Matrix distances = -2 * items.middleRows(begin, count) * known.transpose();
    distances.rowwise() += lengths;
    for (Index i = 0; i < count; ++i)
      right +=
          vote(distances.row(i), known_labels, order) == labels[static_cast<std::size_t>(begin + i)] ? 1 : 0;
  }
  return static_cast<double>(right) / static_cast<double>(items.rows());
}

double choose_push(const Classes& classes, const std::function<Matrix(const Classes&, double)>& map_of) {
  std::vector<Index> kept, held_back;
  std::vector<int> seen(static_cast<std::size_t>(classes.count), 0);
  for (std::size_t i = 0; i < classes.labels.size(); ++i) {
    const int number = ++seen[static_cast<std::size_t>(classes.labels[i])];
    (number % fifth == 0 ? held_back : kept).push_back(static_cast<Index>(i));
  }
  if (held_back.empty()) return pushes_to_try().front();
  const Classes learned = some_of(classes, kept), others = some_of(classes, held_back);
  double best = pushes_to_try().front(), most = -1;
  for (const double push : pushes_to_try()) {
    const Matrix map = map_of(learned, push);
    const double right = share_right(others.items * map, others.labels, learned.items * map, learned.labels);
    if (right > most) {
      most = right;
      best = push;
    }
  }
  return best;
}

}  // namespace bellwether::lmnn_detail
