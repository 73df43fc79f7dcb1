#include <bellwether/features/normalise.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include <bellwether/data/error.h>
#include <bellwether/features/scales.h>

namespace bellwether {
namespace {

constexpr std::array<std::pair<Normalise, std::string_view>, 5> names{{
    {Normalise::none, "none"},
    {Normalise::standard, "standard"},
    {Normalise::range, "range"},
    {Normalise::l1, "l1"},
    {Normalise::l2, "l2"},
}};

[[noreturn]] void refuse_sparse() {
  throw InvalidOption(
      "sparse items cannot be normalised by 'standard' or 'range': every zero would be filled, at the cost "
      "of the "
      "memory "
      "that they save; use 'l2', or give the items as a dense table");
}

/// Whether a feature is moved and scaled by what the items taught; the others scale each item by itself.
bool learns(Normalise kind) {
  return kind == Normalise::standard || kind == Normalise::range;
}

/// Two passes (Chan, Golub and LeVeque 1983). The first sums from the first item instead of from 0, so that
/// an offset costs no digits and equal values have exactly their own mean. The second corrects mean and
/// variance by the sum of the deviations, which would be 0 but for rounding.
Normaliser fit_standard(const Holder& items) {
  require(items.rows() > 0, "there are no items to take means and deviations from");
  const auto n = static_cast<double>(items.rows());
  Vector first;
  for (const Vector& answer : items.ask(FirstItemQuestion{}))
    if (answer.size() > 0) first = answer;
  const Vector centre = first + items.sum<ScaleStep>({first}).sums / n;
  const FeatureScales around = items.sum<ScaleStep>({centre});
  const Vector variance = (around.squares - around.sums.cwiseAbs2() / n) / n;
  return {Normalise::standard, centre + around.sums / n, variance.cwiseMax(0).cwiseSqrt()};
}

Normaliser fit_range(const Holder& items) {
  require(items.rows() > 0, "there are no items to take the range of features from");
  const FeatureScales scales = items.sum<ScaleStep>({Vector::Zero(items.columns())});
  return {Normalise::range, scales.least, scales.most - scales.least};
}

void settle_constant_features(Normaliser& fitted) {
  for (Index j = 0; j < fitted.scale.size(); ++j) {
    require(std::isfinite(fitted.centre[j]) && std::isfinite(fitted.scale[j]),
            "feature {} (from 0) has no finite mean and spread: it has missing, infinite or far too large "
            "values; mend or drop it before normalising",
            j);
    const double rounding = 4 * std::numeric_limits<double>::epsilon() * std::abs(fitted.centre[j]);
    if (fitted.scale[j] <= rounding) fitted.scale[j] = 1;
  }
}

using Values = Eigen::Map<Eigen::ArrayXd>;

void scale_to_one(Values item, Normalise kind) {
  const double largest = item.size() == 0 ? 0 : item.abs().maxCoeff();
  if (largest == 0) return;
  // Squares of such numbers would overflow or vanish. A power of two changes no digit.
  if (largest < 1e-100 || largest > 1e100) {
    const int exponent = std::ilogb(largest);
    for (double& value : item) value = std::scalbn(value, -exponent);
  }
  item /= kind == Normalise::l1 ? item.abs().sum() : std::sqrt(item.square().sum());
}

void check_features(const Normaliser& normaliser, Index features) {
  require(normaliser.centre.size() == features,
          "the normaliser was fitted on {} features, but these items have {}", normaliser.centre.size(),
          features);
}

}  // namespace

std::string_view name_of(Normalise kind) {
  return names[static_cast<std::size_t>(kind)].second;
}

Normalise normalise_by_name(std::string_view name) {
  const auto* known =
      std::find_if(names.begin(), names.end(), [&](const auto& n) { return n.second == name; });
  require<InvalidOption>(known != names.end(),
                         "there is no normalisation '{}': choose none, standard, range, l1 or l2", name);
  return known->first;
}

Normaliser fit_normaliser(const Holder& items, Normalise kind) {
  if (!learns(kind)) return {kind};
  if (items.sparse()) refuse_sparse();
  Normaliser fitted = kind == Normalise::standard ? fit_standard(items) : fit_range(items);
  settle_constant_features(fitted);
  return fitted;
}

Normaliser fit_normaliser(const Rows& items, Normalise kind) {
  return fit_normaliser(Holder(items, {}, {}), kind);
}

void apply(const Normaliser& normaliser, Matrix& items, const Run& run) {
  if (normaliser.kind == Normalise::none) return;
  if (learns(normaliser.kind)) check_features(normaliser, items.cols());
  const auto one = [&](Index i) {
    if (learns(normaliser.kind))
      items.row(i) =
          (items.row(i) - normaliser.centre.transpose()).cwiseQuotient(normaliser.scale.transpose());
    else
      scale_to_one(Values(items.row(i).data(), items.cols()), normaliser.kind);
  };
  for_each_block(
      items.rows(),
      [&](Index begin, Index end) {
        for (Index i = begin; i < end; ++i) one(i);
      },
      run);
}

void apply(const Normaliser& normaliser, SparseMatrix& items, const Run& run) {
  if (normaliser.kind == Normalise::none) return;
  if (learns(normaliser.kind)) refuse_sparse();
  for_each_block(
      items.rows(),
      [&](Index begin, Index end) {
        for (Index i = begin; i < end; ++i)
          scale_to_one(Values(items.values.data() + items.starts[i], items.starts[i + 1] - items.starts[i]),
                       normaliser.kind);
      },
      run);
}

void apply(const Normaliser& normaliser, Dataset& items, const Run& run) {
  std::visit([&](auto& values) { apply(normaliser, values, run); }, items.values);
}

}  // namespace bellwether
