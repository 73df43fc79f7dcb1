#include <bellwether/tuning/similar.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <unordered_map>
#include <utility>

#include <bellwether/data/error.h>
#include <bellwether/engine/clustering.h>
#include <bellwether/features/weights.h>
#include <bellwether/tuning/directions.h>

namespace bellwether {
namespace {

/// Numbers of items, for each class.
using Members = std::vector<std::vector<Index>>;

void check(const Sorted& sorted) {
  require(static_cast<Index>(sorted.classes.size()) == sorted.items.rows(),
          "{} sorted items came with {} classes: there must be one for each", sorted.items.rows(),
          sorted.classes.size());
  for (std::size_t i = 0; i < sorted.classes.size(); ++i)
    require(sorted.classes[i] >= unlabelled,
            "sorted item {} has class {}, but classes are numbered from 0, and {} means that there is none",
            i, sorted.classes[i], unlabelled);
}

void check(const Rows& items, const Sorted& sorted) {
  check(sorted);
  require(items.rows() > 0, "there are no items to find similar ones for");
  require(items.columns() == sorted.items.columns(),
          "the items have {} features, but the sorted ones {}: make them with the same words",
          items.columns(), sorted.items.columns());
}

std::vector<Index> numbers_below(Index count) {
  std::vector<Index> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), Index{0});
  return numbers;
}

/// Numbers of the sorted items of each of `classes`. Throws if one of these is given twice or has no item.
Members members_of(const Sorted& sorted, std::span<const int> classes) {
  require(!classes.empty(), "there are no classes to take a sample from");
  std::unordered_map<int, std::size_t> place;
  for (const int label : classes)
    require(place.emplace(label, place.size()).second,
            "class {} is to be sampled twice: name every class once", label);
  Members members(classes.size());
  for (std::size_t i = 0; i < sorted.classes.size(); ++i) {
    const auto found = place.find(sorted.classes[i]);
    if (found != place.end() && found->first != unlabelled)
      members[found->second].push_back(static_cast<Index>(i));
  }
  for (std::size_t k = 0; k < classes.size(); ++k)
    require(!members[k].empty(), "no sorted item is of class {}: name classes that have items", classes[k]);
  return members;
}

/// Rows weighted by Okapi, with their lengths, found by the numbers that they had before some were left out.
struct Directions {
  SparseMatrix weighted = {};
  std::vector<double> lengths = {};
  std::vector<Index> place = {};

  SparseRow row(Index number) const {
    return tuning::row_of(weighted, place[static_cast<std::size_t>(number)]);
  }
  double length(Index number) const {
    return lengths[static_cast<std::size_t>(place[static_cast<std::size_t>(number)])];
  }
};

struct Weighed {
  Directions items = {};
  Directions sorted = {};  ///< those that have a class
};

Directions unweighted(const Rows& items, const std::vector<Index>& which) {
  Directions made{tuning::sparse_rows(items, which), {}, {}};
  made.place.resize(static_cast<std::size_t>(items.rows()));
  for (std::size_t at = 0; at < which.size(); ++at)
    made.place[static_cast<std::size_t>(which[at])] = static_cast<Index>(at);
  return made;
}

/// As if both were fitted as one collection.
Weighter fit_together(const Rows& items, const Rows& sorted) {
  Weighter both = fit_weighter(items, {.kind = Weighting::okapi});
  const Weighter more = fit_weighter(sorted, {.kind = Weighting::okapi});
  const double length = both.average_length * both.documents + more.average_length * more.documents;
  both.documents += more.documents;
  both.average_length = length / both.documents;
  for (Index j = 0; j < both.document_frequency.size(); ++j)
    both.document_frequency[j] += more.document_frequency[j];
  return both;
}

Weighed weigh(const Rows& items, const Sorted& sorted, const Run& run) {
  std::vector<Index> with_class = numbers_below(sorted.items.rows());
  std::erase_if(with_class,
                [&](Index i) { return sorted.classes[static_cast<std::size_t>(i)] == unlabelled; });
  require(!with_class.empty(), "there are no sorted items that have a class");
  Weighed w{unweighted(items, numbers_below(items.rows())), unweighted(sorted.items, with_class)};
  const Weighter weighter = fit_together(w.items.weighted, w.sorted.weighted);
  for (Directions* side : {&w.items, &w.sorted}) {
    apply(weighter, side->weighted, run);
    side->lengths = tuning::lengths_of(side->weighted);
  }
  return w;
}

/// The sum of the rows, which has the direction of their mean.
std::vector<double> centroid_of(const Directions& directions, const std::vector<Index>& numbers) {
  std::vector<double> sum(static_cast<std::size_t>(directions.weighted.columns));
  for (const Index number : numbers) tuning::add(directions.row(number), sum);
  return sum;
}

double length_of(const std::vector<double>& dense) {
  return std::sqrt(std::inner_product(dense.begin(), dense.end(), dense.begin(), 0.0));
}

/// Of each item (a row) and the sum of each class's items.
Matrix class_cosines(const Weighed& w, const Members& members) {
  Matrix cosines(w.items.weighted.rows(), static_cast<Index>(members.size()));
  for_each_parallel(static_cast<int>(members.size()), [&](int k) {
    const std::vector<double> centroid = centroid_of(w.sorted, members[static_cast<std::size_t>(k)]);
    const double length = length_of(centroid);
    for (Index i = 0; i < cosines.rows(); ++i)
      cosines(i, k) = tuning::cosine(tuning::dot(w.items.row(i), centroid), w.items.length(i), length);
  });
  return cosines;
}

/// The items of each class, in the order in which they took it: by rising angle.
Members items_by_class(const Matrix& cosines, const Members& members) {
  const Index items = cosines.rows(), classes = cosines.cols();
  const Index room = (items + classes - 1) / classes;
  std::vector<Index> pairs = numbers_below(items * classes);
  std::ranges::stable_sort(pairs, std::greater{}, [&](Index pair) { return cosines.data()[pair]; });
  Members taken(members.size());
  std::vector<bool> placed(static_cast<std::size_t>(items));
  for (const Index pair : pairs) {
    const auto item = static_cast<std::size_t>(pair / classes), k = static_cast<std::size_t>(pair % classes);
    const auto full = std::min(static_cast<std::size_t>(room), members[k].size());
    if (placed[item] || taken[k].size() == full) continue;
    placed[item] = true;
    taken[k].push_back(static_cast<Index>(item));
  }
  return taken;
}

/// For each of `items`, in this order, the nearest of `documents` that none before it took.
std::vector<Index> nearest_untaken(const Weighed& w, const std::vector<Index>& items,
                                   std::vector<Index> documents) {
  std::vector<double> dense(static_cast<std::size_t>(w.items.weighted.columns));
  std::vector<Index> found;
  for (const Index item : items) {
    tuning::add(w.items.row(item), dense);
    std::size_t nearest = 0;
    double largest = -1;
    for (std::size_t d = 0; d < documents.size(); ++d) {
      const double product = tuning::dot(w.sorted.row(documents[d]), dense);
      const double cosine = tuning::cosine(product, w.items.length(item), w.sorted.length(documents[d]));
      if (cosine <= largest) continue;
      largest = cosine;
      nearest = d;
    }
    found.push_back(documents[nearest]);
    documents.erase(documents.begin() + static_cast<std::ptrdiff_t>(nearest));
    tuning::clear(w.items.row(item), dense);
  }
  return found;
}

std::vector<int> distinct_classes(const Sorted& sorted) {
  std::vector<int> classes(sorted.classes.begin(), sorted.classes.end());
  std::erase(classes, unlabelled);
  std::sort(classes.begin(), classes.end());
  classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
  return classes;
}

}  // namespace

std::vector<int> nearest_classes(const Rows& items, const Sorted& sorted, int count, const Run& run) {
  check(items, sorted);
  const std::vector<int> classes = distinct_classes(sorted);
  require<InvalidOption>(count >= 1, "{} classes were asked for: ask for at least 1", count);
  require(static_cast<std::size_t>(count) <= classes.size(),
          "{} similar classes were asked for, but only {} were sorted before: give more of them", count,
          classes.size());

  const Weighed w = weigh(items, sorted, run);
  const Members members = members_of(sorted, classes);
  const std::vector<double> centre = centroid_of(w.items, numbers_below(items.rows()));
  std::vector<std::pair<double, int>> found;  // minus the cosine, and the class
  for (std::size_t k = 0; k < classes.size(); ++k) {
    const std::vector<double> centroid = centroid_of(w.sorted, members[k]);
    const double product = std::inner_product(centroid.begin(), centroid.end(), centre.begin(), 0.0);
    found.emplace_back(-tuning::cosine(product, length_of(centre), length_of(centroid)), classes[k]);
  }
  std::sort(found.begin(), found.end());
  std::vector<int> nearest;
  for (int n = 0; n < count; ++n) nearest.push_back(found[static_cast<std::size_t>(n)].second);
  return nearest;
}

Sample random_sample(const Sorted& sorted, std::span<const int> classes, Index size, Random random) {
  check(sorted);
  Members members = members_of(sorted, classes);
  const Index each = size / static_cast<Index>(classes.size());
  require<InvalidOption>(each >= 1, "a sample of {} items has none for some of {} classes: ask for more",
                         size, classes.size());
  Sample sample;
  for (std::size_t k = 0; k < classes.size(); ++k) {
    Random draws = random.split(static_cast<std::uint64_t>(k));
    draws.shuffle(members[k]);
    members[k].resize(std::min(members[k].size(), static_cast<std::size_t>(each)));
    std::ranges::sort(members[k]);
    sample.items.insert(sample.items.end(), members[k].begin(), members[k].end());
    sample.classes.insert(sample.classes.end(), members[k].size(), static_cast<int>(k));
  }
  return sample;
}

Sample matched_sample(const Rows& items, const Sorted& sorted, std::span<const int> classes, const Run& run) {
  check(items, sorted);
  const Members members = members_of(sorted, classes);
  const Weighed w = weigh(items, sorted, run);
  Members takers, likes(members.size());
  on_threads(run.threads, [&] {
    takers = items_by_class(class_cosines(w, members), members);
    for_each_parallel(static_cast<int>(members.size()), [&](int number) {
      const auto k = static_cast<std::size_t>(number);
      likes[k] = nearest_untaken(w, takers[k], members[k]);
    });
  });

  constexpr Index none = -1;
  std::vector<Index> like(static_cast<std::size_t>(items.rows()), none);
  std::vector<int> class_of(like.size());
  for (std::size_t k = 0; k < members.size(); ++k) {
    for (std::size_t t = 0; t < takers[k].size(); ++t) {
      const auto item = static_cast<std::size_t>(takers[k][t]);
      like[item] = likes[k][t];
      class_of[item] = static_cast<int>(k);
    }
  }
  Sample sample;
  for (std::size_t i = 0; i < like.size(); ++i) {
    if (like[i] == none) continue;
    sample.items.push_back(like[i]);
    sample.classes.push_back(class_of[i]);
  }
  return sample;
}

}  // namespace bellwether
