#include <bellwether/bottleneck/idt/two_means.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace bellwether::denoising {
namespace {

double dot(std::span<const double> a, std::span<const double> b) {
  // Four sums at once: the compiler may not reorder one.
  std::array<double, 4> sums{};
  std::size_t i = 0;
  for (; i + 4 <= a.size(); i += 4)
    for (std::size_t k = 0; k < 4; ++k) sums[k] += a[i + k] * b[i + k];
  for (; i < a.size(); ++i) sums[0] += a[i] * b[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

std::span<const double> row_of(const Matrix& matrix, Index i) {
  return {matrix.data() + i * matrix.cols(), static_cast<std::size_t>(matrix.cols())};
}

/// The two parts of a cut: distributions and shares.
struct Parts {
  std::array<std::vector<double>, 2> means = {};
  std::array<double, 2> shares{};

  bool both() const { return shares[0] > 0 && shares[1] > 0; }
};

Parts parts_of(const Matrix& items, std::span<const int> labels) {
  Parts parts;
  std::array<double, 2> sizes{};
  const auto columns = static_cast<std::size_t>(items.cols());
  for (auto& mean : parts.means) mean.assign(columns, 0);
  for (Index i = 0; i < items.rows(); ++i) {
    const auto z = static_cast<std::size_t>(labels[static_cast<std::size_t>(i)]);
    const auto row = row_of(items, i);
    double* const mean = parts.means[z].data();
    for (std::size_t w = 0; w < columns; ++w) mean[w] += row[w];
    ++sizes[z];
  }
  for (std::size_t z = 0; z < 2; ++z) {
    for (double& p : parts.means[z]) p /= std::max(sizes[z], 1.0);
    parts.shares[z] = sizes[z] / static_cast<double>(items.rows());
  }
  return parts;
}

/// Csiszar's Q by turns: R_z ~ P_z^a Q^(1-a), Q = sum_z P(z) R_z; from where `q` is.
void follow(std::vector<double>& q, const Parts& parts, double alpha) {
  constexpr int turns = 50;
  std::vector<double> next(q.size());
  std::array<std::vector<double>, 2> r{std::vector<double>(q.size()), std::vector<double>(q.size())};
  for (int turn = 0; turn < turns; ++turn) {
    std::ranges::fill(next, 0.0);
    for (std::size_t z = 0; z < 2; ++z) {
      double sum = 0;
      for (std::size_t w = 0; w < q.size(); ++w)
        sum += r[z][w] = q[w] * std::pow(parts.means[z][w] / q[w], alpha);
      for (std::size_t w = 0; w < q.size(); ++w) next[w] += parts.shares[z] * r[z][w] / sum;
    }
    double change = 0;
    for (std::size_t w = 0; w < q.size(); ++w) change += std::abs(next[w] - q[w]);
    std::swap(q, next);
    if (change < 1e-9) break;
  }
}

/// Two parts of a cut with what their information is measured by.
class Measured {
 public:
  Measured(const Matrix& items, const CutOptions& options) : items_(items), options_(options) {
    const std::vector<int> one(static_cast<std::size_t>(items.rows()), 0);
    mean_ = parts_of(items, one).means[0];
    if (follows()) {
      reference_ = mean_;
    } else {
      whole_ = convex_function(mean_, {}, options.alpha);
    }
  }

  void measure(std::span<const int> labels) {
    parts_ = parts_of(items_, labels);
    if (!parts_.both()) return;
    if (follows()) follow(reference_, parts_, options_.alpha);
    information_ = -whole_;
    for (std::size_t z = 0; z < 2; ++z)
      information_ += parts_.shares[z] * convex_function(parts_.means[z], reference_, options_.alpha);
  }

  bool both() const { return parts_.both(); }
  double information() const { return information_; }

  /// The better part of each item by the tangents; of equals the first.
  std::vector<int> reassigned() const {
    const Tangent first = tangent_at(parts_.means[0], reference_, options_.alpha);
    Tangent difference = tangent_at(parts_.means[1], reference_, options_.alpha);
    difference.height -= first.height;
    for (std::size_t w = 0; w < first.slope.size(); ++w) difference.slope[w] -= first.slope[w];
    std::vector<int> labels(static_cast<std::size_t>(items_.rows()));
    for (Index i = 0; i < items_.rows(); ++i)
      labels[static_cast<std::size_t>(i)] = difference.at(row_of(items_, i)) > 0 ? 1 : 0;
    return labels;
  }

 private:
  bool follows() const { return options_.information == Information::csiszar && options_.alpha < 1; }

  const Matrix& items_;
  const CutOptions& options_;
  std::vector<double> mean_ = {}, reference_ = {};
  double whole_ = 0;  ///< phi of all items together
  Parts parts_ = {};
  double information_ = 0;
};

}  // namespace

double Tangent::at(std::span<const double> p) const {
  return height + dot(slope, p);
}

/// log(sum p (p/Q)^(a-1)) / (a - 1) in a form that keeps its digits near a = 1.
double convex_function(std::span<const double> p, std::span<const double> reference, double alpha) {
  double sum = 0;
  for (std::size_t w = 0; w < p.size(); ++w) {
    const double log = std::log(reference.empty() ? p[w] : p[w] / reference[w]);
    sum += p[w] * (alpha == 1 ? log : std::expm1((alpha - 1) * log));
  }
  return alpha == 1 ? sum : std::log1p(sum) / (alpha - 1);
}

/// g_w = a/(a-1) (p_w/Q_w)^(a-1) / sum p (p/Q)^(a-1), shifted so that g . P = 0, which is the same on
/// distributions: g_w = a expm1((a-1) (log(p_w/Q_w) - phi)) / (a-1).
Tangent tangent_at(std::span<const double> p, std::span<const double> reference, double alpha) {
  Tangent tangent{convex_function(p, reference, alpha), std::vector<double>(p.size())};
  for (std::size_t w = 0; w < p.size(); ++w) {
    const double log = std::log(reference.empty() ? p[w] : p[w] / reference[w]) - tangent.height;
    tangent.slope[w] = alpha == 1 ? log : alpha * std::expm1((alpha - 1) * log) / (alpha - 1);
  }
  return tangent;
}

Cut cut_in_two(const Matrix& distributions, std::vector<int> labels, const CutOptions& options) {
  Measured now(distributions, options);
  now.measure(labels);
  if (!now.both()) return {};
  Cut cut;
  cut.trace.push_back(now.information());
  for (int round = 0; round < options.rounds; ++round) {
    std::vector<int> next = now.reassigned();
    cut.converged = next == labels;
    if (cut.converged) break;
    now.measure(next);
    if (!now.both() && round == 0) return {};
    cut.converged = !now.both() || now.information() <= cut.trace.back() * (1 + options.tolerance);
    // The first round is always taken: a start may have parted equal items, and a round never does.
    if (round > 0 && (!now.both() || now.information() < cut.trace.back())) break;
    labels = std::move(next);
    cut.trace.push_back(now.information());
    if (cut.converged) break;
  }
  cut.information = cut.trace.back();
  cut.labels = std::move(labels);
  return cut;
}

}  // namespace bellwether::denoising
