#include <bellwether/coclustering/joint.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/data/values.h>

namespace bellwether::coclustering {
namespace {

/// The smallest value, if all others are whole multiples of it; else 1.
double unit_of(const Rows& rows, std::string_view name) {
  double smallest = std::numeric_limits<double>::infinity();
  for_each_value(rows, [&](Index, Index, double value) { smallest = std::min(smallest, value); });
  require(std::isfinite(smallest),
          "{}: all values are 0, and nothing can be learned from no counts: check the columns that were read",
          name);
  bool multiples = true;
  for_each_value(rows, [&](Index, Index, double value) {
    multiples = multiples && std::floor(value / smallest) * smallest == value;
  });
  return multiples ? smallest : 1;
}

Lines by_items(const Rows& rows, double unit) {
  Lines lines;
  lines.starts.assign(static_cast<std::size_t>(rows.rows()) + 1, 0);
  for_each_value(rows, [&](Index i, Index, double) { ++lines.starts[i + 1]; });
  for (Index i = 0; i < rows.rows(); ++i) lines.starts[i + 1] += lines.starts[i];
  lines.places.reserve(static_cast<std::size_t>(lines.starts.back()));
  lines.counts.reserve(static_cast<std::size_t>(lines.starts.back()));
  lines.masses.assign(static_cast<std::size_t>(rows.rows()), 0);
  for_each_value(rows, [&](Index i, Index j, double value) {
    lines.places.push_back(static_cast<std::int32_t>(j));
    lines.counts.push_back(value / unit);
    lines.masses[i] += value / unit;
  });
  return lines;
}

Lines transposed(const Lines& lines, Index places) {
  Lines turned;
  turned.starts.assign(static_cast<std::size_t>(places) + 1, 0);
  for (const auto place : lines.places) ++turned.starts[place + 1];
  for (Index j = 0; j < places; ++j) turned.starts[j + 1] += turned.starts[j];
  turned.places.resize(lines.places.size());
  turned.counts.resize(lines.counts.size());
  turned.masses.assign(static_cast<std::size_t>(places), 0);
  std::vector<std::int64_t> next(turned.starts.begin(), turned.starts.end() - 1);
  for (Index i = 0; i < lines.size(); ++i)
    for (auto k = lines.starts[i]; k < lines.starts[i + 1]; ++k) {
      const auto at = next[lines.places[k]]++;
      turned.places[at] = static_cast<std::int32_t>(i);
      turned.counts[at] = lines.counts[k];
      turned.masses[lines.places[k]] += lines.counts[k];
    }
  return turned;
}

/// I(X;Z) = sum p(x,z) log p(x,z) / (p(x) p(z)), an item at a time so that rounding does not pile up.
double information_of(const Joint& joint) {
  double sum = 0;
  for (Index i = 0; i < joint.items.size(); ++i) {
    const Line line = joint.items.line(i);
    const double scale = joint.total / joint.items.masses[i];
    double part = 0;
    for (std::size_t k = 0; k < line.counts.size(); ++k)
      part += line.counts[k] * std::log(line.counts[k] * scale / joint.features.masses[line.places[k]]);
    sum += part;
  }
  return sum / joint.total;
}

}  // namespace

Joint joint_of(const Rows& rows, std::string_view name) {
  require_counts(rows, name);
  const double unit = unit_of(rows, name);
  Joint joint;
  joint.items = by_items(rows, unit);
  joint.features = transposed(joint.items, rows.columns());
  for (const double mass : joint.items.masses) joint.total += mass;
  require(std::isfinite(joint.total), "{}: the values are far too large to be added: divide them", name);
  joint.whole = joint.total < 2147483648.0 && std::ranges::all_of(joint.items.counts, [](double count) {
                  return count == std::floor(count);
                });
  joint.information = information_of(joint);
  return joint;
}

Index lines_with_counts(const Lines& lines) {
  return std::ranges::count_if(lines.masses, [](double mass) { return mass > 0; });
}

}  // namespace bellwether::coclustering
