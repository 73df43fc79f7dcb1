#include <bellwether/features/word_vectors.h>

#include <algorithm>
#include <cmath>

#include <bellwether/data/error.h>
#include <bellwether/data/values.h>
#include <bellwether/features/svd.h>

namespace bellwether {
namespace {

constexpr double least_share = 1e-7;  ///< of the largest singular value: below, a dimension is rounding

int dimensions_for(const Rows& rows, const WordVectorsOptions& options) {
  const double most = static_cast<double>(std::min(rows.rows(), rows.columns()));
  const double usual = std::clamp(2 * options.clusters.value_or(0), 20.0, 400.0);
  return static_cast<int>(std::min(options.dimensions.value_or(usual), most));
}

/// 1 for a word that has a vector.
Vector having(const Matrix& vectors) {
  Vector has(vectors.rows());
  for (Index j = 0; j < vectors.rows(); ++j) has[j] = vectors.row(j).isZero(0) ? 0 : 1;
  return has;
}

}  // namespace

Vector centre_of_texts(const Rows& weighted, const Matrix& vectors, const Run& run) {
  Matrix table(vectors.rows(), vectors.cols() + 1);
  table << vectors, having(vectors);
  const Matrix of_texts = mapped(weighted, table, run);
  Vector centre = Vector::Zero(vectors.cols());
  double texts = 0;
  for (Index i = 0; i < of_texts.rows(); ++i) {
    const double weight = of_texts(i, vectors.cols());
    if (weight <= 0) continue;
    centre += of_texts.row(i).head(vectors.cols()).transpose() / weight;
    ++texts;
  }
  return texts > 0 ? Vector(centre / texts) : centre;
}

Matrix less_centre(const Matrix& vectors, const Vector& centre) {
  return vectors - having(vectors) * centre.transpose();
}

LinearMap word_vectors(const Rows& weighted, const WordVectorsOptions& options, const Run& run) {
  check_options(options, "word-vectors");
  const Svd svd = fit_svd(
      weighted,
      {.dimensions = std::max(dimensions_for(weighted, options), 1), .random_seed = options.random_seed},
      run);
  const Vector& s = svd.singular_values;
  require(s.size() > 0 && s[0] > 0, "word vectors need items with values, and all are 0");
  const auto kept = std::ranges::count_if(s, [&](double value) { return value > least_share * s[0]; });
  LinearMap map{.name = "word-vectors"};
  map.map = svd.components.topRows(kept).transpose() *
            s.head(kept).array().pow(options.power).matrix().asDiagonal();
  for (Index j = 0; j < map.map.rows(); ++j) {
    const double length = map.map.row(j).norm();
    // What no row has is 0 but for rounding, which must not become a direction.
    if (length > least_share * std::pow(s[0], options.power) * 1e-3)
      map.map.row(j) /= length;
    else
      map.map.row(j).setZero();
  }
  if (options.centred) map.map = less_centre(map.map, centre_of_texts(weighted, map.map, run));
  return map;
}

Weighting weighting_for(const Rows& counts, WordWeights weights) {
  switch (weights) {
    case WordWeights::none:
      return Weighting::none;
    case WordWeights::tf_idf:
      return Weighting::tf_idf;
    case WordWeights::ltc:
      return Weighting::ltc;
    case WordWeights::okapi:
      return Weighting::okapi;
    case WordWeights::automatic:
      break;
  }
  bool whole = true;
  for_each_value(counts, [&](Index, Index, double value) { whole = whole && (value < 0 || value >= 1); });
  return whole ? Weighting::ltc : Weighting::tf_idf;
}

}  // namespace bellwether
