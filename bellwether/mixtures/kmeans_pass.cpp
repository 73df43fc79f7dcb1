#include <bellwether/mixtures/kmeans_pass.h>

namespace bellwether::kmeans_pass {
namespace {

Movement movement(const Matrix& before, const Matrix& after, double scale) {
  Movement moved;
  for (int k = 0; k < before.rows(); ++k) {
    const double distance = ((after.row(k) - before.row(k)) * scale).norm() * (1 + 1e-12);
    if (distance > moved.most) {
      moved.second = moved.most;
      moved.most = distance;
      moved.fastest = k;
    } else {
      moved.second = std::max(moved.second, distance);
    }
  }
  return moved;
}

}  // namespace

Model update(Model model, const Statistics& s, double scale) {
  Matrix means = model.means;
  bool refilled = false;
  for (int k = 0; k < means.rows(); ++k) {
    if (s.counts[k] > 0) {
      means.row(k) = s.sums.row(k) / s.counts[k];
    } else if (!refilled && s.misfit.size() > 0) {
      means.row(k) = s.misfit.transpose();
      refilled = true;
    }
  }
  const Movement moved = movement(model.means, means, scale);
  return {std::move(means), moved, model.refills + (refilled ? 1 : 0), model.round + 1};
}

}  // namespace bellwether::kmeans_pass
