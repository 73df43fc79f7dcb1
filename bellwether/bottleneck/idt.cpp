#include <bellwether/bottleneck/idt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <bellwether/bottleneck/cluster_sums.h>
#include <bellwether/bottleneck/idt/naive_bayes.h>
#include <bellwether/bottleneck/idt/split.h>
#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/engine/best.h>
#include <bellwether/engine/random.h>

namespace bellwether {
namespace {

using denoising::Items;
using denoising::Split;

void require_clusterable(const Rows& items, const SparseMatrix& words, int clusters) {
  require(clusters <= items.rows(), "{} clusters were asked for, but there {} only {}: ask for fewer",
          clusters, items.rows() == 1 ? "is" : "are",
          items.rows() == 1 ? "1 item" : fmt::format("{} items", items.rows()));
  require(has_distinct_rows(words, clusters),
          "{} clusters were asked for, but fewer of the {} items have different shares of the features: ask "
          "for fewer clusters",
          clusters, items.rows());
}

/// Each divided by its length, so that long documents do not choose the directions alone.
SparseMatrix weighted(const Rows& items, const SparseMatrix& words, Weighting kind, const Run& run) {
  SparseMatrix values = words;
  if (kind != Weighting::none) {
    // Words without their zeros, and counts as they are: okapi looks at the lengths of documents.
    std::size_t at = 0;
    items.visit([&](const auto& rows) {
      for (Index i = 0; i < rows.rows; ++i) {
        const auto row = rows.row(i);
        if constexpr (requires { row.values; }) {
          for (const double value : row.values)
            if (value != 0) values.values[at++] = value;
        } else {
          for (const double value : row)
            if (value != 0) values.values[at++] = value;
        }
      }
    });
    apply(fit_weighter(values, {.kind = kind}), values, run);
  }
  for (std::size_t i = 0; i + 1 < values.starts.size(); ++i) {
    double squares = 0;
    for (auto at = values.starts[i]; at < values.starts[i + 1]; ++at)
      squares += values.values[static_cast<std::size_t>(at)] * values.values[static_cast<std::size_t>(at)];
    const double scale = squares > 0 ? 1 / std::sqrt(squares) : 0;
    for (auto at = values.starts[i]; at < values.starts[i + 1]; ++at)
      values.values[static_cast<std::size_t>(at)] *= scale;
  }
  return values;
}

/// The tree while it grows.
class Growth {
 public:
  Growth(const Items& items, const IdtOptions& options, const Run& run)
      : items_(items), options_(options), run_(run), random_(options.random_seed) {
    std::vector<Index> all(static_cast<std::size_t>(items.words.rows()));
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Index>(i);
    labels.assign(all.size(), 0);
    tree.push_back({.cluster = 0, .items = items.words.rows()});
    leaves_.push_back({.node = 0, .items = std::move(all)});
  }

  int leaves() const { return static_cast<int>(leaves_.size()); }

  /// Splits the leaf that gains most; its first half keeps its number. False if asked to stop.
  bool grow() {
    if (!look_at_new_leaves()) return false;
    const auto gain = [&](const Leaf& leaf) {
      return leaf.split->labels.empty()
                 ? -1
                 : static_cast<double>(leaf.items.size()) * std::max(leaf.split->information, 0.0);
    };
    const std::size_t best = first_best(Goal::maximise, leaves_, gain);
    if (leaves_[best].split->labels.empty()) return false;
    divide(best);
    return true;
  }

  std::vector<int> labels = {};
  Tree tree = {};
  bool converged = true;

 private:
  struct Leaf {
    int node = 0;
    std::vector<Index> items = {};
    std::optional<Split> split = {};
  };

  bool look_at_new_leaves() {
    std::vector<Leaf*> fresh;
    for (Leaf& leaf : leaves_)
      if (!leaf.split) fresh.push_back(&leaf);
    try {
      for_each_parallel(static_cast<int>(fresh.size()), [&](int number) {
        Leaf& leaf = *fresh[static_cast<std::size_t>(number)];
        leaf.split = denoising::split_node(items_, leaf.items, options_,
                                           random_.split(static_cast<std::uint64_t>(leaf.node)), run_);
      });
    } catch (const Error&) {
      if (!run_.stop.stop_requested()) throw;
    }
    return !run_.stop.stop_requested();
  }

  void divide(std::size_t number) {
    Leaf& parent = leaves_[number];
    const Split split = *parent.split;
    const int node = parent.node, added = leaves();
    converged = converged && split.converged;
    std::array<Leaf, 2> halves;
    for (std::size_t i = 0; i < split.labels.size(); ++i) {
      const Index item = parent.items[i];
      halves[static_cast<std::size_t>(split.labels[i])].items.push_back(item);
      if (split.labels[i] == 1) labels[static_cast<std::size_t>(item)] = added;
    }
    for (std::size_t h = 0; h < 2; ++h) {
      halves[h].node = static_cast<int>(tree.size());
      tree[static_cast<std::size_t>(node)].children[h] = halves[h].node;
      tree.push_back({.parent = node,
                      .cluster = h == 0 ? static_cast<int>(number) : added,
                      .items = static_cast<Index>(halves[h].items.size())});
    }
    TreeNode& split_one = tree[static_cast<std::size_t>(node)];
    split_one.cluster = -1;
    split_one.dimensions = split.dimensions;
    split_one.information = split.information;
    leaves_[number] = std::move(halves[0]);
    leaves_.push_back(std::move(halves[1]));
  }

  const Items& items_;
  const IdtOptions& options_;
  const Run& run_;
  Random random_;
  std::vector<Leaf> leaves_ = {};
};

/// After items have moved between leaves.
void count_items(Tree& tree, std::span<const int> labels, int clusters) {
  std::vector<Index> sizes(static_cast<std::size_t>(clusters), 0);
  for (const int label : labels) ++sizes[static_cast<std::size_t>(label)];
  for (TreeNode& node : tree) node.items = node.leaf() ? sizes[static_cast<std::size_t>(node.cluster)] : 0;
  for (std::size_t i = tree.size(); i-- > 1;)
    tree[static_cast<std::size_t>(tree[i].parent)].items += tree[i].items;
}

double kept(const Items& items, std::span<const int> labels, int clusters, const IdtOptions& options) {
  return information_kept(items.words, labels, clusters, options.information, options.alpha);
}

/// Naive Bayes over all leaves, unless more is lost by it than the last split gained; `before` is what was
/// kept until then.
void refine_leaves(Growth& growth, double before, double& now, const Items& items, const IdtOptions& options,
                   const Run& run) {
  auto refined = denoising::refine(items.words, growth.labels, growth.leaves(), options.smoothing,
                                   options.iterations, run);
  growth.converged = growth.converged && refined.converged;
  const double after = kept(items, refined.labels, growth.leaves(), options);
  if (after < before) return;
  growth.labels = std::move(refined.labels);
  now = after;
}

/// Until there are enough leaves; `trace` is told what they keep.
void grow_tree(Growth& growth, std::vector<double>& trace, const Items& items, const IdtOptions& options,
               const Run& run) {
  const auto report = [&] {
    if (run.on_progress)
      run.on_progress({.stage = "growing the tree",
                       .iteration = growth.leaves() - 1,
                       .iterations = std::max(options.clusters - 1, 1),
                       .objective = trace.back()});
  };
  trace.push_back(0);
  report();
  while (growth.leaves() < options.clusters && growth.grow()) {
    const double before = trace.back();
    trace.push_back(kept(items, growth.labels, growth.leaves(), options));
    if (growth.leaves() == options.clusters) refine_leaves(growth, before, trace.back(), items, options, run);
    report();
  }
}

}  // namespace

IdtClustering idt(const Rows& items, const IdtOptions& options, const Run& run) {
  check_options(options, "idt");
  bottleneck::require_order(options.information, options.alpha);
  require(items.rows() >= 1, "there are no items");
  require(items.columns() >= 1, "the items have no features");
  Items both{.words = denoising::distributions_of(items)};
  const auto used = bottleneck::keep_used_features(both.words.column_of, both.words.columns);
  require_clusterable(items, both.words, options.clusters);

  IdtClustering result;
  std::vector<double> trace;
  on_threads(run.threads, [&] {
    both.weighted = weighted(items, both.words, options.weights, run);
    Growth growth(both, options, run);
    grow_tree(growth, trace, both, options, run);
    result.clusters = growth.leaves();
    result.labels = std::move(growth.labels);
    result.tree = std::move(growth.tree);
    result.converged = growth.converged && result.clusters == options.clusters;
  });
  count_items(result.tree, result.labels, result.clusters);
  result.sums = bottleneck::with_all_features(
      denoising::cluster_sums(both.words, result.labels, result.clusters), used, items.columns());
  result.iterations = static_cast<int>(trace.size()) - 1;
  result.objective = {"information kept (nats)", Goal::maximise, trace.back(), trace};
  result.stopped = run.stop.stop_requested();
  result.random_seed = options.random_seed;
  return result;
}

Placement place_by_leaves(const Rows& items, const Matrix& sums, double smoothing, Information information,
                          double alpha, const Run& run) {
  bottleneck::require_order(information, alpha);
  require(sums.rows() >= 1 && sums.cols() >= 1, "the model has no leaves");
  require(items.columns() == sums.cols(), "the items have {} features, but the model has {}", items.columns(),
          sums.cols());
  const SparseMatrix words = denoising::distributions_of(items);
  Placement placement;
  on_threads(run.threads,
             [&] { placement.labels = denoising::NaiveBayes(sums, smoothing).best(words, run); });
  placement.objective =
      information_kept(words, placement.labels, static_cast<int>(sums.rows()), information, alpha);
  return placement;
}

}  // namespace bellwether
