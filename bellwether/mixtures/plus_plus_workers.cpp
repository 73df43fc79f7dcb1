#include <fmt/format.h>

#include <cmath>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include <bellwether/mixtures/directions.h>
#include <bellwether/mixtures/plus_plus.h>
#include <bellwether/mixtures/plus_plus_parts.h>

namespace bellwether::cover {
namespace {

/// The nonzeros of a dense row: what a sparse one was.
struct Sparse {
  std::vector<std::int32_t> columns = {};
  std::vector<double> values = {};

  explicit Sparse(const Vector& row) {
    for (Index j = 0; j < row.size(); ++j)
      if (row[j] != 0) columns.push_back(static_cast<std::int32_t>(j)), values.push_back(row[j]);
  }
  SparseRow view() const { return {columns, values}; }
};

/// Greedy k-means++ as plus_plus.cpp has it, with what it asks of the items asked of workers.
class WorkersSearch {
 public:
  WorkersSearch(Workers& workers, int clusters, bool directions, double reach, std::int64_t search)
      : workers_(workers), clusters_(clusters) {
    chosen_.search = search;
    chosen_.directions = directions;
    reach_ = reach;
  }

  Matrix run(Random& random, const Run& run) {
    first(random);
    for (int k = 1; k < clusters_; ++k) {
      if (run.stop.stop_requested()) {
        hastily(random);
        break;
      }
      add(random);
      if (run.on_progress)
        run.on_progress({.stage = "choosing the first means", .iteration = k, .iterations = clusters_});
    }
    return chosen_.centres;
  }

 private:
  void first(Random& random) {
    chosen_.centres.resize(0, workers_.shape().columns);
    const std::vector<Drawn> drawn = ask_for({{.item = random.below(workers_.shape().rows)}});
    append(chosen_.directions ? Vector(drawn[0].inverse * drawn[0].row) : drawn[0].row, 0);
    const double reach = std::max(reach_, chosen_.centres.rowwise().squaredNorm().maxCoeff());
    const Metric metric =
        metric_of(workers_.shape().columns, workers_.sparse(), reach, {}, chosen_.directions);
    chosen_.absolute_error = metric.absolute_error;
    chosen_.relative_error = metric.relative_error;
    double most = 0;
    for (const auto& part : ask_all(workers_, FirstQuestion{chosen_}))
      for (const auto& [sum, largest] : part) {
        shard_sums_.push_back(sum);
        most = std::max(most, largest);
      }
    scale_ = scale_for(std::sqrt(most));
  }

  void add(Random& random) {
    std::vector<Draw> draws;
    for (int c = 0; c < usual_candidates(clusters_); ++c) draws.push_back(draw(random));
    std::vector<Drawn> drawn;
    for (Drawn& item : ask_for(draws)) {
      const auto same = [&](const Drawn& other) { return other.item == item.item; };
      if (std::ranges::none_of(drawn, same)) drawn.push_back(std::move(item));
    }
    LookQuestion look{chosen_, Matrix(std::ssize(drawn), workers_.shape().columns), limits_of(drawn), scale_};
    for (std::size_t c = 0; c < drawn.size(); ++c)
      look.candidates.row(static_cast<Index>(c)) = drawn[c].inverse * drawn[c].row.transpose();
    std::vector<PerCandidate> potentials;
    for (const auto& part : ask_all(workers_, look))
      potentials.insert(potentials.end(), part.begin(), part.end());
    const int winner = best_candidate(potentials, static_cast<int>(drawn.size()));
    for (std::size_t s = 0; s < shard_sums_.size(); ++s) shard_sums_[s] = potentials[s][winner];
    append(look.candidates.row(winner).transpose(), winner);
  }

  /// Asked to stop: the distances stay as they are, and the rest of the centres come quickly.
  void hastily(Random& random) {
    std::vector<Draw> draws;
    for (Index k = chosen_.centres.rows(); k < clusters_; ++k) draws.push_back(draw(random));
    for (const Drawn& item : ask_for(draws)) append(item.inverse * item.row, 0);
  }

  Draw draw(Random& random) const {
    const double total = std::accumulate(shard_sums_.begin(), shard_sums_.end(), 0.0);
    if (!(total > 0)) return {.item = random.below(workers_.shape().rows)};
    const Index shard = random.weighted(shard_sums_);
    return {.shard = shard, .at = random.uniform()};
  }

  /// In the order of the draws.
  std::vector<Drawn> ask_for(const std::vector<Draw>& draws) const {
    std::vector<Drawn> all(draws.size());
    std::size_t found = 0;
    for (auto& part : ask_all(workers_, DrawQuestion{chosen_, draws}))
      for (Drawn& item : part) {
        all.at(static_cast<std::size_t>(item.number)) = std::move(item);
        ++found;
      }
    require(found == draws.size(), "{} items were drawn, but the parts have {} of them", draws.size(), found);
    return all;
  }

  std::vector<double> limits_of(const std::vector<Drawn>& drawn) const {
    Metric metric{{}, chosen_.absolute_error, chosen_.relative_error};
    // Any inverse lengths say that directions are compared; an item's own is given beside its row.
    if (chosen_.directions) metric.inverse_lengths = one_;
    std::vector<Sparse> sparse;
    if (workers_.sparse())
      for (const Drawn& item : drawn) sparse.emplace_back(item.row);
    const auto distance = [&](Index c, int j) {
      const std::span<const double> centre(chosen_.centres.row(j).data(),
                                           static_cast<std::size_t>(chosen_.centres.cols()));
      const Drawn& item = drawn[static_cast<std::size_t>(c)];
      if (workers_.sparse())
        return squared_distance(sparse[static_cast<std::size_t>(c)].view(), item.inverse, metric, centre,
                                squared_norms_[static_cast<std::size_t>(j)]);
      return squared_distance(
          std::span<const double>(item.row.data(), static_cast<std::size_t>(item.row.size())), item.inverse,
          metric, centre, squared_norms_[static_cast<std::size_t>(j)]);
    };
    return limits_for(std::ssize(drawn), static_cast<int>(chosen_.centres.rows()), metric, distance);
  }

  void append(const Vector& centre, int winner) {
    chosen_.centres.conservativeResize(chosen_.centres.rows() + 1, centre.size());
    chosen_.centres.bottomRows(1) = centre.transpose();
    chosen_.winner = winner;
    squared_norms_.push_back(chosen_.centres.bottomRows(1).row(0).squaredNorm());
  }

  static constexpr double one_[] = {1.0};
  Workers& workers_;
  int clusters_;
  double reach_ = 0;
  double scale_ = 1;
  Chosen chosen_ = {};
  std::vector<double> shard_sums_ = {};
  std::vector<double> squared_norms_ = {};  ///< of the centres
};

/// As random_start(): a shuffle of all items, of which only the places that were touched are kept.
Matrix random_items(Workers& workers, int clusters, std::int64_t search, Random random) {
  const Index rows = workers.shape().rows;
  std::unordered_map<Index, Index> moved;
  const auto at = [&](Index place) {
    const auto found = moved.find(place);
    return found == moved.end() ? place : found->second;
  };
  Matrix centres(clusters, workers.shape().columns);
  int found = 0;
  for (Index i = 0; found < clusters && i < rows;) {
    DrawQuestion question;
    question.chosen.search = search;
    question.chosen.centres.resize(0, workers.shape().columns);
    for (int wanted = clusters; wanted > 0 && i < rows; --wanted, ++i) {
      const Index other = i + random.below(rows - i);
      const Index item = at(other);
      moved[other] = at(i);
      question.draws.push_back({.item = item});
    }
    std::vector<Vector> drawn(question.draws.size());
    for (auto& part : ask_all(workers, question))
      for (Drawn& item : part) drawn.at(static_cast<std::size_t>(item.number)) = std::move(item.row);
    for (const Vector& candidate : drawn) {
      bool fresh = found < clusters;
      for (int k = 0; k < found && fresh; ++k) fresh = centres.row(k).transpose() != candidate;
      if (fresh) centres.row(found++) = candidate.transpose();
    }
  }
  return centres;
}

}  // namespace

double require_clusterable(Workers& workers, int clusters) {
  const Shape shape = workers.shape();
  require<InvalidOption>(clusters >= 1, "{} clusters were asked for: ask for at least 1", clusters);
  require(shape.rows >= 1, "there are no items");
  require(shape.columns >= 1, "the items have no features");
  require(clusters <= shape.rows, "{} clusters were asked for, but there {} only {}: ask for fewer", clusters,
          shape.rows == 1 ? "is" : "are", shape.rows == 1 ? "1 item" : fmt::format("{} items", shape.rows));
  double reach = 0;
  std::unordered_set<std::uint64_t> seen;
  for (const auto& part : ask_all(workers, ItemsQuestion{clusters})) {
    reach = std::max(reach, part.reach);
    seen.insert(part.hashes.begin(), part.hashes.end());
  }
  require(std::ssize(seen) >= clusters,
          "{} clusters were asked for, but fewer of the {} items are different: ask for fewer clusters",
          clusters, shape.rows);
  return reach;
}

Matrix start_of(Workers& workers, Start start, int clusters, bool directions, double reach,
                std::int64_t search, Random random, const Run& run) {
  if (start == Start::plus_plus)
    return WorkersSearch(workers, clusters, directions, reach, search).run(random, run);
  Matrix centres = random_items(workers, clusters, search, random);
  return directions ? unit_rows(std::move(centres)) : centres;
}

}  // namespace bellwether::cover
