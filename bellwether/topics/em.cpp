#include <bellwether/topics/em.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <bellwether/topics/counts.h>
#include <bellwether/topics/kernels.h>

namespace bellwether {
namespace {

/// Sums of topics are as large as the topics themselves, and there is one table of them for each segment. So
/// many that they stay below half a number for each stored value, but two at least; a power of two, so that
/// threads share them evenly. The data alone decide.
Index segment_count(const std::vector<TopicPart>& parts, const TopicTable& topics) {
  Index stored = 0;
  for (const TopicPart& part : parts)
    if (part.weight > 0) stored += part.rows.stored();
  const Index table = std::max<Index>(1, topics.rows() * topics.width());
  Index count = 2;
  while (2 * count <= 1 + stored / (2 * table) && count < 64) count *= 2;
  return count;
}

/// The first row of each segment, and last the number of rows; about the same number of stored values in
/// each.
std::vector<Index> cut(const Rows& rows, Index segments) {
  std::vector<Index> cuts{0};
  for (Index s = 1; s < segments; ++s) {
    cuts.push_back(rows.visit([&](const auto& kind) -> Index {
      if constexpr (requires { kind.starts; }) {
        const auto goal = kind.starts[0] + kind.stored() / segments * s;
        return std::lower_bound(kind.starts, kind.starts + kind.rows, goal) - kind.starts;
      } else {
        return kind.rows * s / segments;
      }
    }));
  }
  cuts.push_back(rows.rows());
  return cuts;
}

struct Statistics {
  double objective = 0;
};

/// One search: what is kept from round to round beside the model.
class Em {
 public:
  Em(const std::vector<TopicPart>& parts, const TopicModel& start, const Run& run)
      : parts_(parts), run_(run), next_(start.mixtures) {
    const Index segments = segment_count(parts, start.topics);
    for (const TopicPart& part : parts) cuts_.push_back(cut(part.rows, segments));
    sums_.assign(static_cast<std::size_t>(segments), TopicTable(start.topics.rows(), start.topics.topics()));
  }

  /// The log-likelihood, (1 / power) sum a log sum_z (phi theta)^power if posteriors are raised to a power;
  /// notes the next mixtures and the sums for the next topics.
  Statistics assess(const TopicModel& model, double power) {
    power_ = power;
    if (power != 1) raise_topics(model.topics);
    const TopicTable& topics = power == 1 ? model.topics : raised_;
    std::vector<double> objectives(sums_.size());
    for_each_segment([&](int s) { objectives[s] = visit_segment(model, topics, s); });
    Statistics statistics;
    for (const double objective : objectives) statistics.objective += objective;
    return statistics;
  }

  TopicModel update(TopicModel model) {
    std::swap(model.mixtures, next_);
    update_topics(model.topics, power_ == 1 ? model.topics : raised_);
    return model;
  }

 private:
  template <class Work>
  void for_each_segment(const Work& work) {
    in_parallel(std::ssize(sums_), work);
  }

  template <class Work>
  void in_parallel(Index count, const Work& work) {
    if (run_.threads == 1) {
      for (int number = 0; number < count; ++number) work(number);
    } else {
      for_each_parallel(static_cast<int>(count), work);
    }
  }

  double visit_segment(const TopicModel& model, const TopicTable& topics, int s) {
    TopicTable& sums = sums_[s];
    std::fill_n(sums.data(), sums.rows() * sums.width(), 0.0);
    double objective = 0;
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      const TopicPart& part = parts_[p];
      const double found = visit_rows(part, model.mixtures[p], topics, next_[p], cuts_[p][s], cuts_[p][s + 1],
                                      part.weight > 0 ? sums.data() : nullptr);
      if (part.weight > 0) objective += part.weight * found;  // 0 log 0 = 0
    }
    return objective;
  }

  double visit_rows(const TopicPart& part, const TopicTable& mixtures, const TopicTable& topics,
                    TopicTable& next, Index begin, Index end, double* sums) {
    std::vector<std::int32_t> columns;
    std::vector<double> values;
    TopicTable powers(1, topics.topics());
    topic_kernels::RowStep step;
    step.topics = topics.data();
    step.width = topics.width();
    step.sums = sums;
    step.weight = part.weight;
    double objective = 0;
    for (Index i = begin; i < end; ++i) {
      step.mixture = mixtures.row(i);
      step.gains = next.row(i);
      step.scale = part.scales[i];
      if (step.scale == 0) {
        std::copy_n(step.mixture, step.width, step.gains);
        continue;
      }
      if (power_ != 1) {
        raise(mixtures.row(i), powers.row(0), topics.topics());
        step.mixture = powers.row(0);
      }
      with_counts(part.rows, i, columns, values, [&](const SparseRow& row) {
        step.columns = row.columns.data();
        step.values = row.values.data();
        step.count = std::ssize(row.values);
        objective += topic_kernels::em_row(step);
      });
      settle(step, mixtures.row(i));
    }
    return objective / power_;
  }

  /// (8) and (9). They need no normaliser unless the topics do not know some of the counts; if they know
  /// none, the mixture stays.
  static void settle(const topic_kernels::RowStep& step, const double* before) {
    double total = 0;
    for (Index z = 0; z < step.width; ++z) {
      step.gains[z] = flushed(step.gains[z] * step.mixture[z]);
      total += step.gains[z];
    }
    if (total > 0) {
      for (Index z = 0; z < step.width; ++z) step.gains[z] /= total;
    } else {
      std::copy_n(before, step.width, step.gains);
    }
  }

  /// (10), as two passes over blocks of features: the products and their sums by topic, then the quotients. A
  /// topic that no row has keeps what it was.
  void update_topics(TopicTable& topics, const TopicTable& factors) {
    constexpr Index block = 1024;
    const Index blocks = (topics.rows() + block - 1) / block, width = topics.width();
    const auto from = [&](int b) { return b * block * width; };
    const auto until = [&](int b) { return std::min((b + 1) * block, topics.rows()) * width; };
    TopicTable totals(blocks + 1, topics.topics());
    in_parallel(blocks, [&](int b) { multiply(factors.data(), from(b), until(b), width, totals.row(b)); });
    double* total = totals.row(blocks);
    for (Index b = 0; b < blocks; ++b)
      for (Index z = 0; z < width; ++z) total[z] += totals.row(b)[z];
    in_parallel(blocks, [&](int b) {
      for (Index at = from(b); at < until(b); at += width)
        for (Index z = 0; z < width; ++z)
          topics.data()[at + z] = total[z] > 0 ? sums_[0].data()[at + z] / total[z] : topics.data()[at + z];
    });
  }

  /// Adds up the segments' sums and multiplies them with `factors`, into the sums of the first segment.
  void multiply(const double* factors, Index begin, Index end, Index width, double* totals) {
    double* sums = sums_[0].data();
    for (std::size_t s = 1; s < sums_.size(); ++s) {
      const double* more = sums_[s].data();
      for (Index at = begin; at < end; ++at) sums[at] += more[at];
    }
    for (Index at = begin; at < end; at += width) {
      for (Index z = 0; z < width; ++z) {
        sums[at + z] = flushed(sums[at + z] * factors[at + z]);
        totals[z] += sums[at + z];
      }
    }
  }

  /// Numbers below the normal ones are slow to reckon with and mean nothing.
  static double flushed(double value) { return value < std::numeric_limits<double>::min() ? 0 : value; }

  void raise(const double* from, double* to, Index count) const {
    for (Index k = 0; k < count; ++k) to[k] = std::pow(from[k], power_);
  }

  void raise_topics(const TopicTable& topics) {
    if (raised_.rows() == 0) raised_ = TopicTable(topics.rows(), topics.topics());
    constexpr Index block = 1024;
    in_parallel((topics.rows() + block - 1) / block, [&](int b) {
      for (Index j = b * block; j < std::min((b + 1) * block, topics.rows()); ++j)
        raise(topics.row(j), raised_.row(j), topics.topics());
    });
  }

  const std::vector<TopicPart>& parts_;
  const Run& run_;
  std::vector<std::vector<Index>> cuts_ = {};  ///< of each part
  std::vector<TopicTable> next_;               ///< the mixtures after this round
  std::vector<TopicTable> sums_ = {};          ///< of each segment, for the topics after this round
  double power_ = 1;
  TopicTable raised_ = {};  ///< the topics to that power, if it is not 1
};

/// Rounds with posteriors to a power below 1, which rises by a tenth whenever the gain is below a thousandth.
TopicModel tempered(Em& em, TopicModel model, const TopicSearch& search, const Run& run) {
  constexpr int rounds = 10;  // at most, for each power
  constexpr double rise = 1.1, enough = 1e-3;
  const auto update = [&](TopicModel m, const Statistics&) { return em.update(std::move(m)); };
  Run inner = run;
  if (run.on_progress)
    inner.on_progress = [&](Progress progress) {
      progress.stage = "tempering";
      run.on_progress(progress);
    };
  const Limits limits{std::min(rounds, search.limits.iterations), enough};
  for (double power = search.temper; power < 1 && !run.stop.stop_requested(); power *= rise) {
    const auto assess = [&](const TopicModel& m) { return em.assess(m, power); };
    model = alternate(std::move(model), assess, update, limits, inner).model;
  }
  return model;
}

Matrix without_padding(const TopicTable& table) {
  Matrix values(table.rows(), table.topics());
  for (Index i = 0; i < table.rows(); ++i)
    std::copy_n(table.row(i), table.topics(), values.data() + i * table.topics());
  return values;
}

Matrix turned(const TopicTable& table) {
  Matrix values(table.topics(), table.rows());
  for (Index j = 0; j < table.rows(); ++j)
    for (Index z = 0; z < table.topics(); ++z) values(z, j) = table.row(j)[z];
  return values;
}

/// g(v) = argmax_z P(z|v), the first of equals.
void label(TopicClustering& result) {
  for (Index i = 0; i < result.mixtures.rows(); ++i) {
    const double* mixture = result.mixtures.data() + i * result.clusters;
    const double* most = std::max_element(mixture, mixture + result.clusters);
    result.labels.push_back(static_cast<int>(most - mixture));
    result.probabilities.push_back(*most);
  }
}

Fit<TopicModel> fitted(const std::vector<TopicPart>& parts, TopicModel start, const TopicSearch& search,
                       const Run& run) {
  Em em(parts, start, run);
  TopicModel model = tempered(em, std::move(start), search, run);
  const auto assess = [&](const TopicModel& m) { return em.assess(m, 1); };
  const auto update = [&](TopicModel m, const Statistics&) { return em.update(std::move(m)); };
  return alternate(std::move(model), assess, update, search.limits, run);
}

}  // namespace

TopicClustering search_topics(const std::vector<TopicPart>& parts, TopicModel start,
                              const TopicSearch& search, const Run& run) {
  auto fit = fitted(parts, std::move(start), search, run);
  TopicClustering result;
  result.clusters = static_cast<int>(fit.model.topics.topics());
  result.topics = turned(fit.model.topics);
  result.mixtures = without_padding(fit.model.mixtures[0]);
  if (fit.model.mixtures.size() > 1) result.tags = without_padding(fit.model.mixtures[1]);
  label(result);
  record(fit, "log-likelihood", Goal::maximise, result);
  return result;
}

}  // namespace bellwether
