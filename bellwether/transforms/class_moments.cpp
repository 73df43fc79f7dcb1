#include <bellwether/transforms/class_moments.h>

#include <algorithm>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/mixtures/row_sums.h>
#include <bellwether/mixtures/starts.h>
#include <bellwether/transforms/classes.h>

namespace bellwether {
namespace {

/// Where a label stands among those that occur; behind them all: unlabelled.
Index place_of(const std::vector<int>& labels, int label) {
  if (label == unlabelled) return std::ssize(labels);
  return std::ranges::lower_bound(labels, label) - labels.begin();
}

/// sum (x - m)(x - m)' of the items at these places of a shard.
Matrix scatter_of(const Shard& shard, const std::vector<Index>& at, const Matrix& means,
                  const std::vector<Index>& places) {
  Matrix centred(std::ssize(at), shard.rows.columns());
  for (std::size_t i = 0; i < at.size(); ++i)
    centred.row(static_cast<Index>(i)) = dense_row(shard.rows, at[i]).transpose() - means.row(places[i]);
  const Eigen::MatrixXd products = centred.transpose() * centred;
  return products;
}

std::vector<int> labels_of(const Holder& holder) {
  std::vector<int> all;
  for (const auto& part : holder.ask(LabelsQuestion{})) all.insert(all.end(), part.begin(), part.end());
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace

void merge(ClassSums& into, const ClassSums& from) {
  into.sums += from.sums;
  into.counts += from.counts;
}

void merge(ClassScatter& into, const ClassScatter& from) {
  into.within += from.within;
  if (into.fresh.size() > 0) into.fresh += from.fresh;
}

ClassSums ClassSumStep::accumulate(const Shard& shard) const {
  const Index groups = std::ssize(model_.labels) + 1;
  ClassSums found{Matrix::Zero(groups, shard.rows.columns()), Vector::Zero(groups)};
  const auto seeds = part_.seeds();
  shard.rows.visit([&](const auto& rows) {
    for (Index i = 0; i < rows.rows; ++i) {
      const int label = seeds.empty() ? unlabelled : seeds[static_cast<std::size_t>(shard.begin + i)];
      const Index place = place_of(model_.labels, label);
      add_row(found.sums, place, rows.row(i));
      found.counts[place] += 1;
    }
  });
  return found;
}

ClassScatter ClassScatterStep::accumulate(const Shard& shard) const {
  const auto seeds = part_.seeds();
  std::vector<Index> known, known_places, fresh, fresh_places;
  for (Index i = 0; i < shard.rows.rows(); ++i) {
    const int label = seeds.empty() ? unlabelled : seeds[static_cast<std::size_t>(shard.begin + i)];
    const Index place = place_of(model_.labels, label);
    (label == unlabelled ? fresh : known).push_back(i);
    (label == unlabelled ? fresh_places : known_places).push_back(place);
  }
  ClassScatter found{scatter_of(shard, known, model_.means, known_places)};
  if (model_.fresh) found.fresh = scatter_of(shard, fresh, model_.means, fresh_places);
  return found;
}

std::vector<int> LabelsQuestion::answer(const Part& part, Memory&, const Run&) const {
  std::vector<int> labels;
  for (const int label : part.seeds())
    if (label != unlabelled) labels.push_back(label);
  std::ranges::sort(labels);
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  return labels;
}

ClassMoments class_moments(const Holder& holder, bool with_fresh) {
  require_few_features(holder.columns());
  require_finite(holder.items());
  const std::vector<int> labels = labels_of(holder);
  require(!labels.empty(), "no item has a known class: there is nothing to learn from");
  ClassSums sums = holder.sum<ClassSumStep>({labels});
  ClassMoments found;
  found.count = std::ssize(labels);
  found.fresh = static_cast<Index>(sums.counts[found.count]);
  found.known = static_cast<Index>(sums.counts.sum()) - found.fresh;
  for (Index k = 0; k < sums.sums.rows(); ++k)
    if (sums.counts[k] > 0) sums.sums.row(k) /= sums.counts[k];
  found.means = sums.sums.topRows(found.count);
  const bool look = with_fresh && found.fresh > 0;
  const ClassScatter scatter = holder.sum<ClassScatterStep>({labels, sums.sums, look});
  found.within = scatter.within / static_cast<double>(std::max<Index>(1, found.known - found.count));
  if (look) found.fresh_cover = scatter.fresh / static_cast<double>(found.fresh);
  return found;
}

}  // namespace bellwether
