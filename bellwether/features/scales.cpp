#include <bellwether/features/scales.h>

namespace bellwether {

void merge(FeatureScales& into, const FeatureScales& from) {
  into.sums += from.sums;
  into.squares += from.squares;
  into.least = into.least.cwiseMin(from.least);
  into.most = into.most.cwiseMax(from.most);
}

FeatureScales ScaleStep::accumulate(const Shard& shard) const {
  using Row = Eigen::RowVectorXd;
  const Row from = model_.from.transpose();
  Row sums = Row::Zero(from.size()), squares = sums, deviation(from.size());
  FeatureScales found;
  shard.rows.visit([&](const auto& rows) {
    if constexpr (!requires { rows.starts; }) {
      const auto x = rows.matrix();
      for (Index i = 0; i < rows.rows; ++i) {
        deviation = x.row(i) - from;
        sums += deviation;
        squares += deviation.cwiseAbs2();
      }
      found = {sums.transpose(), squares.transpose(), x.colwise().minCoeff().transpose(),
               x.colwise().maxCoeff().transpose()};
    }
  });
  return found;
}

Vector FirstItemQuestion::answer(const Part& part, Memory&, const Run&) const {
  Vector first;
  if (part.begin() > 0) return first;
  part.look_at(0, 1, [&](const Shard& shard) {
    shard.rows.visit([&](const auto& rows) {
      if constexpr (!requires { rows.starts; }) first = rows.matrix().row(0).transpose();
    });
  });
  return first;
}

}  // namespace bellwether
