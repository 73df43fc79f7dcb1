#include <bellwether/scores/information.h>

#include <algorithm>
#include <cmath>

namespace bellwether {
namespace {

double entropy(std::span<const std::int64_t> sizes, std::int64_t items) {
  const auto n = static_cast<double>(items);
  double sum = 0;
  for (const std::int64_t size : sizes) {
    const auto part = static_cast<double>(size);
    sum += part / n * std::log(n / part);
  }
  return sum;
}

/// information / whole; 0/0 means that there was nothing to know, and all of it is known.
double share(double information, double whole) {
  return whole > 0 ? std::clamp(information / whole, 0.0, 1.0) : 1.0;
}

}  // namespace

double cluster_entropy(const Contingency& table) {
  return entropy(table.cluster_sizes, table.items);
}

double class_entropy(const Contingency& table) {
  return entropy(table.class_sizes, table.items);
}

double mutual_information(const Contingency& table) {
  const auto n = static_cast<double>(table.items);
  double sum = 0;
  for (const SharedItems& cell : table.cells) {
    const auto shared = static_cast<double>(cell.count);
    const auto cluster = static_cast<double>(table.cluster_sizes[cell.cluster]);
    const auto class_ = static_cast<double>(table.class_sizes[cell.class_]);
    // Grouped so that a cluster with one class gives n/n_j exactly, the term that H(V) has.
    sum += shared / n * std::log((shared / cluster) * (n / class_));
  }
  return std::max(sum, 0.0);
}

double nmi(const Contingency& table) {
  return share(2 * mutual_information(table), cluster_entropy(table) + class_entropy(table));
}

/// E I = sum_cj sum_m m/n log(n m / (n_c n_j)) P(m), where P is hypergeometric: m of a cluster's n_c items
/// are in a class of n_j.
static double expected_information(const Contingency& table) {
  const auto n = static_cast<double>(table.items);
  const auto log_factorial = [](double x) { return std::lgamma(x + 1); };
  double sum = 0;
  for (const std::int64_t in_cluster : table.cluster_sizes)
    for (const std::int64_t in_class : table.class_sizes) {
      const auto a = static_cast<double>(in_cluster), b = static_cast<double>(in_class);
      const double fixed = log_factorial(a) + log_factorial(b) + log_factorial(n - a) + log_factorial(n - b) -
                           log_factorial(n);
      for (double m = std::max(1.0, a + b - n); m <= std::min(a, b); ++m) {
        const double log_p = fixed - log_factorial(m) - log_factorial(a - m) - log_factorial(b - m) -
                             log_factorial(n - a - b + m);
        sum += m / n * std::log(n * m / (a * b)) * std::exp(log_p);
      }
    }
  return sum;
}

double adjusted_mutual_information(const Contingency& table) {
  const double most = (cluster_entropy(table) + class_entropy(table)) / 2;
  const double expected = expected_information(table);
  // One group on both sides, or every item alone on both: nothing could be told by chance or otherwise.
  if (std::abs(most - expected) < 1e-12) return 1;
  return std::min(1.0, (mutual_information(table) - expected) / (most - expected));
}

double nmi_geometric(const Contingency& table) {
  const double clusters = cluster_entropy(table);
  const double classes = class_entropy(table);
  if ((clusters > 0) != (classes > 0)) return 0;
  return share(mutual_information(table), std::sqrt(clusters) * std::sqrt(classes));
}

double entropy_bits(const Contingency& table) {
  const auto n = static_cast<double>(table.items);
  double sum = 0;
  for (const SharedItems& cell : table.cells) {
    const auto shared = static_cast<double>(cell.count);
    sum += shared / n * std::log2(static_cast<double>(table.cluster_sizes[cell.cluster]) / shared);
  }
  return sum;
}

double homogeneity(const Contingency& table) {
  return share(mutual_information(table), class_entropy(table));
}

double completeness(const Contingency& table) {
  return share(mutual_information(table), cluster_entropy(table));
}

double v_measure(const Contingency& table) {
  const double h = homogeneity(table);
  const double c = completeness(table);
  return h + c > 0 ? 2 * h * c / (h + c) : 0.0;
}

}  // namespace bellwether
