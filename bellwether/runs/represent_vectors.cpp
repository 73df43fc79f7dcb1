#include <bellwether/runs/represent_vectors.h>

#include <algorithm>

#include <bellwether/data/take.h>
#include <bellwether/features/word_vectors.h>

namespace bellwether {

LinearMap joined_map(const Rows& weighted, const Matrix& vectors, const Svd& own, const Run& run) {
  LinearMap joined{.name = "vectors", .map = Matrix(vectors.rows(), vectors.cols() + own.components.rows())};
  joined.map.leftCols(vectors.cols()) = less_centre(vectors, centre_of_texts(weighted, vectors, run));
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
