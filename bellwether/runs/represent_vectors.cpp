#include <bellwether/runs/represent_vectors.h>

#include <algorithm>

#include <bellwether/data/take.h>

namespace bellwether {
namespace {

/// 1 for a word that has a vector.
Vector having(const Matrix& vectors) {
  Vector has(vectors.rows());
  for (Index j = 0; j < vectors.rows(); ++j) has[j] = vectors.row(j).isZero(0) ? 0 : 1;
  return has;
}

/// c: the mean, over the texts, of the mean vectors of their words.
Vector centre_of(const Rows& weighted, const Matrix& vectors, const Vector& has, const Run& run) {
  Matrix table(vectors.rows(), vectors.cols() + 1);
  table << vectors, has;
  Dataset sums = copy_of(weighted);
  apply(LinearMap{.name = "vectors", .map = std::move(table)}, sums, run);
  const Matrix& of_texts = std::get<Matrix>(sums.values);
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

}  // namespace

LinearMap joined_map(const Rows& weighted, const Matrix& vectors, const Svd& own, const Run& run) {
  const Vector has = having(vectors);
  const Vector centre = centre_of(weighted, vectors, has, run);
  LinearMap joined{.name = "vectors", .map = Matrix(vectors.rows(), vectors.cols() + own.components.rows())};
  joined.map.leftCols(vectors.cols()) = vectors - has * centre.transpose();
  joined.map.rightCols(own.components.rows()) = own.components.transpose();
  return joined;
}

void take_vectors(Space& space, const RepresentationPlan& link, const Run& run) {
  RepresentationMade made{
      .plan = link, .map = {.name = link.name, .reason = link.reason}, .before = space.steps};
  const Dataset all = space.known.classes.empty() ? copy_of(space.items.rows())
                                                  : std::move(pooled(space.items, space.known).all);
  auto options = with_settings<SvdOptions>(link.name, link.settings);
  const Index most = std::min(all.rows().rows(), all.rows().columns());
  options.dimensions = static_cast<int>(std::clamp<Index>(options.dimensions, 1, std::max<Index>(most, 1)));
  const Svd own = fit_svd(all.rows(), options, run);
  const Matrix& vectors = *space.vectors;
  take(joined_map(all.rows(), vectors, own, run), space, run);
  take(JoinedBlocks{{vectors.cols(), own.components.rows()}}, space, run);
  space.vectors = nullptr;
  space.made.push_back(std::move(made));
}

}  // namespace bellwether
