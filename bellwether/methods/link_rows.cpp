// The rows of the methods that obey links.

#include <bellwether/links/cop_kmeans.h>
#include <bellwether/methods/row.h>
#include <bellwether/mixtures/kmeans.h>

namespace bellwether {
namespace {

Method cop_kmeans_row() {
  Method method = row<CopKMeansOptions>(
      {.name = "cop-kmeans",
       .summary = "k-means that breaks no link, keeps seeds and bounds on sizes; for links you are sure of",
       .citation = "Wagstaff, Cardie, Rogers & Schroedl 2001",
       .objective = "sum of squared distances",
       .takes_seeds = true,
       .takes_links = true},
      [](const Problem& p, const CopKMeansOptions& o, const Run& run) {
        return cop_kmeans(p.items, p.knowledge, o, run);
      },
      [](const Problem& p, const Matrix& means, const CopKMeansOptions& o, const Run& run) {
        return cop_kmeans_from(p.items, p.knowledge, means, o, run);
      },
      [](const CopKMeansResult& r) {
        return Parameters{{"means", r.means}};
      });
  method.place = [](const Parameters& p, const Rows& items, const Run& run) {
    return place_by_means(items, centres_of(p, "means", items), run);
  };
  return method;
}

}  // namespace

std::vector<Method> link_rows() {
  return {cop_kmeans_row()};
}

}  // namespace bellwether
