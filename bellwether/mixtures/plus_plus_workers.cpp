#include <fmt/format.h>

#include <cmath>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include <bellwether/mixtures/directions.h>
#include <bellwether/mixtures/first_centres.h>
#include <bellwether/mixtures/many_items.h>
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
  WorkersSearch(const Holder& holder, int clusters, bool directions, std::int64_t search)
      : holder_(holder), clusters_(clusters) {
    chosen_.search = search;
    chosen_.directions = directions;
  }

  /// Behind centres that are given, perhaps none.
  Matrix run(const Matrix& given, Random& random) {
    const Run& run = holder_.run();
    first(given, random);
    for (int k = 1; k < clusters_; ++k) {
      if (k < given.rows()) {
        cover_given(given.row(k).transpose());
        continue;
      }
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
  void first(const Matrix& given, Random& random) {
    chosen_.centres.resize(0, holder_.columns());
    if (given.rows() > 0) {
      append(given.row(0).transpose(), 0);
    } else {
      const Drawn drawn = rows_of(holder_, {{random.below(holder_.rows())}, chosen_.directions}).front();
      append(drawn.inverse * drawn.row, 0);
    }
    // The given ones as well: what rounding may do depends on the longest.
    const double longest = given.rows() > 0 ? given.rowwise().squaredNorm().maxCoeff() : 0;
    const double reach = std::max({chosen_.directions ? 0 : reach_of(holder_), longest,
                                   chosen_.centres.rowwise().squaredNorm().maxCoeff()});
    const Metric metric = metric_of(holder_.columns(), holder_.sparse(), reach, {}, chosen_.directions);
    chosen_.absolute_error = metric.absolute_error;
    chosen_.relative_error = metric.relative_error;
    double most = 0;
    for (const auto& part : holder_.ask(FirstQuestion{chosen_}))
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
    LookQuestion look{chosen_, Matrix(std::ssize(drawn), holder_.columns()), limits_of(drawn), scale_};
    for (std::size_t c = 0; c < drawn.size(); ++c)
      look.candidates.row(static_cast<Index>(c)) = drawn[c].inverse * drawn[c].row.transpose();
    std::vector<PerCandidate> potentials;
    for (const auto& part : holder_.ask(look)) potentials.insert(potentials.end(), part.begin(), part.end());
    const int winner = best_candidate(potentials, static_cast<int>(drawn.size()));
    for (std::size_t s = 0; s < shard_sums_.size(); ++s) shard_sums_[s] = potentials[s][winner];
    append(look.candidates.row(winner).transpose(), winner);
  }

  /// A centre that is given: every item is looked at, none can be left alone.
  void cover_given(const Vector& centre) {
    const std::vector<double> limits(static_cast<std::size_t>(chosen_.centres.rows()), -1.0);
    const LookQuestion look{chosen_, centre.transpose(), limits, scale_};
    std::size_t shard = 0;
    for (const auto& part : holder_.ask(look))
      for (const PerCandidate& potential : part) shard_sums_[shard++] = potential[0];
    append(centre, 0);
  }

  /// Asked to stop: the distances stay as they are, and the rest of the centres come quickly.
  void hastily(Random& random) {
    std::vector<Draw> draws;
    for (Index k = chosen_.centres.rows(); k < clusters_; ++k) draws.push_back(draw(random));
    for (const Drawn& item : ask_for(draws)) append(item.inverse * item.row, 0);
  }

  Draw draw(Random& random) const {
    const double total = std::accumulate(shard_sums_.begin(), shard_sums_.end(), 0.0);
    if (!(total > 0)) return {.item = random.below(holder_.rows())};
    const Index shard = random.weighted(shard_sums_);
    return {.shard = shard, .at = random.uniform()};
  }

  /// In the order of the draws.
  std::vector<Drawn> ask_for(const std::vector<Draw>& draws) const {
    std::vector<Drawn> all(draws.size());
    std::size_t found = 0;
    for (auto& part : holder_.ask(DrawQuestion{chosen_, draws}))
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
    if (holder_.sparse())
      for (const Drawn& item : drawn) sparse.emplace_back(item.row);
    const auto distance = [&](Index c, int j) {
      const std::span<const double> centre(chosen_.centres.row(j).data(),
                                           static_cast<std::size_t>(chosen_.centres.cols()));
      const Drawn& item = drawn[static_cast<std::size_t>(c)];
      if (holder_.sparse())
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
  const Holder& holder_;
  int clusters_;
  double scale_ = 1;
  Chosen chosen_ = {};
  std::vector<double> shard_sums_ = {};
  std::vector<double> squared_norms_ = {};  ///< of the centres
};

/// As random_start(): a shuffle of all items, of which only the places that were touched are kept.
Matrix random_items(const Holder& holder, int clusters, Random& random) {
  const Index rows = holder.rows();
  std::unordered_map<Index, Index> moved;
  const auto at = [&](Index place) {
    const auto found = moved.find(place);
    return found == moved.end() ? place : found->second;
  };
  Matrix centres(clusters, holder.columns());
  int found = 0;
  for (Index i = 0; found < clusters && i < rows;) {
    RowsQuestion question;
    for (int wanted = clusters; wanted > 0 && i < rows; --wanted, ++i) {
      const Index other = i + random.below(rows - i);
      question.items.push_back(at(other));
      moved[other] = at(i);
    }
    for (const Drawn& candidate : rows_of(holder, question)) {
      bool fresh = found < clusters;
      for (int k = 0; k < found && fresh; ++k) fresh = centres.row(k).transpose() != candidate.row;
      if (fresh) centres.row(found++) = candidate.row.transpose();
    }
  }
  return centres;
}

/// As plus_plus() where a device has the items.
Matrix plus_plus_there(const Holder& holder, const Matrix& given, int clusters, bool directions,
                       Random& random) {
  const DeviceItems& items = *holder.run().held;
  Matrix centres(clusters, holder.columns());
  centres.topRows(given.rows()) = given;
  if (given.rows() == 0) {
    const Drawn first = rows_of(holder, {{random.below(holder.rows())}, directions}).front();
    centres.row(0) = first.inverse * first.row.transpose();
  }
  const auto inverse = directions ? inverse_lengths(items, holder.run()) : std::vector<double>();
  add_greedy_centres(items, centres, std::max(static_cast<int>(given.rows()), 1), usual_candidates(clusters),
                     random, holder.run(), inverse);
  return centres;
}

/// Behind the `given` first of the centres, perhaps none.
Matrix plus_plus(const Holder& holder, const Matrix& given, int clusters, bool directions, Random& random) {
  if (is_many(holder.rows())) return rounds_of_many(holder, given, clusters, directions, random);
  if (holder.source()) return plus_plus_there(holder, given, clusters, directions, random);
  Random copy = random;  // its next draw tells this search apart from others
  const auto search = static_cast<std::int64_t>(copy.bits() >> 1);
  return WorkersSearch(holder, clusters, directions, search).run(given, random);
}

}  // namespace

std::vector<Drawn> rows_of(const Holder& holder, const RowsQuestion& question) {
  std::vector<Drawn> rows(question.items.size());
  std::size_t found = 0;
  for (auto& part : holder.ask(question))
    for (Drawn& item : part) {
      rows.at(static_cast<std::size_t>(item.number)) = std::move(item);
      ++found;
    }
  require(found == rows.size(), "{} items were asked for, but the parts have {} of them", rows.size(), found);
  return rows;
}

double reach_of(const Holder& holder) {
  double reach = 0;
  if (!holder.sparse()) return reach;
  for (const auto& part : holder.ask(ItemsQuestion{0})) reach = std::max(reach, part.reach);
  return reach;
}

void require_clusterable(const Holder& holder, int clusters) {
  const Shape& shape = holder.shape();
  require<InvalidOption>(clusters >= 1, "{} clusters were asked for: ask for at least 1", clusters);
  require(shape.rows >= 1, "there are no items");
  require(shape.columns >= 1, "the items have no features");
  require(clusters <= shape.rows, "{} clusters were asked for, but there {} only {}: ask for fewer", clusters,
          shape.rows == 1 ? "is" : "are", shape.rows == 1 ? "1 item" : fmt::format("{} items", shape.rows));
  std::unordered_set<std::uint64_t> seen;
  for (const auto& part : holder.ask(ItemsQuestion{clusters}))
    seen.insert(part.hashes.begin(), part.hashes.end());
  require(std::ssize(seen) >= clusters,
          "{} clusters were asked for, but fewer of the {} items are different: ask for fewer clusters",
          clusters, shape.rows);
}

Matrix start_of(const Holder& holder, Start start, int clusters, bool directions, Random random) {
  if (holder.seeded()) {
    const auto add = [&](Matrix& centres, int given) {
      centres = plus_plus(holder, centres.topRows(given), clusters, directions, random);
    };
    const auto draw = [&](int count) { return random_items(holder, count, random); };
    return around_seeds(holder.sum<SeedStep>({clusters, directions}), start, directions, add, draw);
  }
  if (start == Start::plus_plus)
    return plus_plus(holder, Matrix(0, holder.columns()), clusters, directions, random);
  Matrix centres = random_items(holder, clusters, random);
  return directions ? unit_rows(std::move(centres)) : centres;
}

}  // namespace bellwether::cover
