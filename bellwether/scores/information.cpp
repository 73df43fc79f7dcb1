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
