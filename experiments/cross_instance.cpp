#include <experiments/cross_instance.h>

#include <algorithm>
#include <numeric>
#include <set>

#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>
#include <bellwether/tuning/least_squares.h>
#include <bellwether/tuning/similar.h>
#include <bellwether/tuning/strapping.h>
#include <experiments/processor_seconds.h>

namespace bellwether::experiments {
namespace {

constexpr int lessons_of_a_collection = 5;

bool has_counts(const SparseMatrix& counts, Index row) {
  const auto i = static_cast<std::size_t>(row);
  return counts.starts[i] < counts.starts[i + 1];
}

/// Of each class, in the order of names, the items that have counts.
using ItemsOfClasses = std::vector<std::vector<Index>>;

ItemsOfClasses items_of_classes(const Corpus& corpus) {
  const std::set<std::string> names(corpus.classes.begin(), corpus.classes.end());
  const std::vector<std::string> sorted(names.begin(), names.end());
  ItemsOfClasses items(sorted.size());
  for (std::size_t i = 0; i < corpus.classes.size(); ++i)
    if (has_counts(corpus.counts, static_cast<Index>(i))) {
      const auto at = std::ranges::lower_bound(sorted, corpus.classes[i]) - sorted.begin();
      items[static_cast<std::size_t>(at)].push_back(static_cast<Index>(i));
    }
  return items;
}

/// Some of the classes that have enough items left; the items are taken out of `left`.
struct Draw {
  std::vector<std::size_t> classes = {};
  std::vector<Index> items = {};
  std::vector<int> truth = {};
};

Draw draw_items(ItemsOfClasses& left, const Case& drawn, Random random) {
  Draw draw;
  for (std::size_t k = 0; k < left.size(); ++k)
    if (std::ssize(left[k]) >= drawn.items) draw.classes.push_back(k);
  require(std::ssize(draw.classes) >= drawn.classes,
          "{}: {} classes have {} items left, but {} are drawn from", drawn.name, draw.classes.size(),
          drawn.items, drawn.classes);
  random.shuffle(draw.classes);
  draw.classes.resize(static_cast<std::size_t>(drawn.classes));
  std::ranges::sort(draw.classes);
  for (std::size_t k = 0; k < draw.classes.size(); ++k) {
    std::vector<Index>& mine = left[draw.classes[k]];
    random.shuffle(mine);
    for (int i = 0; i < drawn.items; ++i) {
      draw.items.push_back(mine.back());
      draw.truth.push_back(static_cast<int>(k));
      mine.pop_back();
    }
  }
  return draw;
}

/// Those of `items` that have a word which another one has, too.
std::vector<std::size_t> sharing(const SparseMatrix& items) {
  const SparseMatrix own = columns_in(items, 2);
  std::vector<std::size_t> kept;
  for (Index i = 0; i < items.rows(); ++i)
    if (has_counts(own, i)) kept.push_back(static_cast<std::size_t>(i));
  return kept;
}

/// Solved items, ready to be clustered.
struct Solved {
  SparseMatrix items = {};
  std::vector<int> truth = {};
};

Solved solved(const SparseMatrix& sorted, const Sample& sample) {
  const SparseMatrix all = rows_of(sorted, sample.items);
  std::vector<Index> rows;
  Solved made;
  for (const std::size_t i : sharing(all)) {
    rows.push_back(static_cast<Index>(i));
    made.truth.push_back(sample.classes[i]);
  }
  made.items = with_own_words(rows_of(all, rows));
  return made;
}

/// One collection's clusterings with one method.
class Tuning {
 public:
  Tuning(const Collection& collection, const Clusterer& clusterer, std::uint64_t random_seed, const Run& run)
      : collection_(collection),
        clusterer_(clusterer),
        random_(random_seed),
        run_(run),
        items_(with_own_words(collection.items)),
        sorted_{collection.sorted, collection.classes} {}

  void cluster_itself(Answers& answers) {
    const double began = processor_seconds();
    answers.candidates = candidates_of(items_, 0, &answers.untuned_seconds);
    answers.candidates_seconds = processor_seconds() - began;
  }

  void strap(Answers& answers, const Wanted& wanted) {
    const double began = processor_seconds();
    std::vector<Lesson> lessons;
    for (std::uint64_t number = 0; number < lessons_of_a_collection; ++number)
      lessons.push_back(lesson(number));
    if (run_.stop.stop_requested()) return;
    const Matrix cues = plain_cues_of(items_, answers.candidates, run_);
    if (wanted.strapping) answers.strapping = picked(answers.candidates, lessons, cues, CueScale::every);
    if (wanted.strapping_plain)
      answers.strapping_plain = picked(answers.candidates, lessons, cues, CueScale::plain);
    answers.strapping_seconds = processor_seconds() - began;
  }

  void fit_least_squares(Answers& answers) {
    const double began = processor_seconds();
    const Solved like =
        solved(collection_.sorted, matched_sample(collection_.items, sorted_, nearest(), run_));
    const auto errors = errors_of(candidates_of(like.items, 1 + lessons_of_a_collection), like.truth);
    answers.alpha = std::clamp(estimate_value(orders(), errors).value, orders().front(), orders().back());
    answers.least_squares = cluster(items_, answers.alpha, 0);
    answers.least_squares_seconds = processor_seconds() - began;
  }

 private:
  /// The same random numbers at every order, so that the order alone makes the difference.
  std::vector<int> cluster(const SparseMatrix& items, double alpha, std::uint64_t stream) const {
    return clusterer_(items, collection_.clusters, alpha, random_.split(stream).bits() >> 1, run_);
  }

  Candidates candidates_of(const SparseMatrix& items, std::uint64_t stream, double* last = nullptr) const {
    Candidates made{.values = orders()};
    for (const double alpha : made.values) {
      const double began = processor_seconds();
      made.labels.push_back(cluster(items, alpha, stream));
      if (last != nullptr) *last = processor_seconds() - began;
    }
    return made;
  }

  const std::vector<int>& nearest() {
    if (nearest_.empty()) nearest_ = nearest_classes(collection_.items, sorted_, collection_.clusters, run_);
    return nearest_;
  }

  Lesson lesson(std::uint64_t number) {
    const Solved like = solved(collection_.sorted, random_sample(sorted_, nearest(), collection_.items.rows(),
                                                                 random_.split(100 + number)));
    const Candidates candidates = candidates_of(like.items, 1 + number);
    return {fmt::format("sample {}", number), plain_cues_of(like.items, candidates, run_),
            errors_of(candidates, like.truth)};
  }

  /// Untuned if all clusterings of the solved collections are equally good: nothing can be learned then.
  std::vector<int> picked(const Candidates& candidates, const std::vector<Lesson>& lessons,
                          const Matrix& cues, CueScale scale) const {
    const bool any = std::ranges::any_of(lessons, [](const Lesson& one) {
      return std::ranges::any_of(one.errors, [&](double error) { return error != one.errors.front(); });
    });
    if (!any) return candidates.labels.back();
    const Strapping strapping = learn_strapping(orders(), lessons, {.scale = scale}, run_);
    return candidates.labels[rank(strapping, cues).best];
  }

  const Collection& collection_;
  const Clusterer& clusterer_;
  Random random_;
  const Run& run_;
  SparseMatrix items_;
  Sorted sorted_;
  std::vector<int> nearest_ = {};
};

}  // namespace

std::vector<Case> cross_instance_cases() {
  return {{"binary", 2, 250}, {"multi5", 5, 100}, {"multi10", 10, 50}};
}

const std::vector<double>& orders() {
  static const std::vector<double> values{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0};
  return values;
}

SparseMatrix with_own_words(const SparseMatrix& items) {
  return columns_in(items, 2);
}

DrawnCollection draw_collection(const Corpus& corpus, const Case& drawn, std::uint64_t random_seed,
                                int repeat, int number) {
  const Random random = Random(random_seed).split(static_cast<std::uint64_t>(repeat));
  ItemsOfClasses left = items_of_classes(corpus);
  const ItemsOfClasses all = left;
  Draw draw;
  for (int earlier = 0; earlier <= number; ++earlier)
    draw = draw_items(left, drawn, random.split(static_cast<std::uint64_t>(earlier)));

  DrawnCollection made{{.clusters = drawn.classes}};
  const SparseMatrix items = rows_of(corpus.counts, draw.items);
  std::vector<Index> kept;
  for (const std::size_t i : sharing(items)) {
    kept.push_back(static_cast<Index>(i));
    made.truth.push_back(draw.truth[i]);
  }
  made.collection.items = rows_of(items, kept);
  std::vector<Index> sorted;
  int next = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (std::ranges::find(draw.classes, k) != draw.classes.end()) continue;
    sorted.insert(sorted.end(), all[k].begin(), all[k].end());
    made.collection.classes.insert(made.collection.classes.end(), all[k].size(), next++);
  }
  made.collection.sorted = rows_of(corpus.counts, sorted);
  return made;
}

Answers answers_on(const Collection& collection, const Clusterer& clusterer, const Wanted& wanted,
                   std::uint64_t random_seed, const Run& run) {
  Tuning tuning(collection, clusterer, random_seed, run);
  Answers answers;
  tuning.cluster_itself(answers);
  if ((wanted.strapping || wanted.strapping_plain) && !run.stop.stop_requested())
    tuning.strap(answers, wanted);
  if (wanted.least_squares && !run.stop.stop_requested()) tuning.fit_least_squares(answers);
  return answers;
}

}  // namespace bellwether::experiments
