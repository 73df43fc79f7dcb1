#include <bellwether/topics/em.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include <bellwether/engine/holder.h>
#include <bellwether/topics/em_device.h>
#include <bellwether/topics/topic_step.h>

namespace bellwether {
namespace {

/// What the loop hands from round to round; the mixtures are with the rows.
struct Round {
  TopicTable topics = {};
  int number = 0;
};

/// Some mixtures are gone: the search begins again, and finds the same.
struct MixturesLost {};

/// One search: the parts, each with who holds it.
class Em {
 public:
  /// `attempt` tells one search that begins again from another.
  Em(const std::vector<TopicPart>& parts, const TopicModel& start, int attempt, const Run& run)
      : run_(run),
        random_(start.random),
        search_(static_cast<std::int64_t>(Random(start.random).bits() >> 8) * 8 + attempt) {
    for (std::size_t p = 0; p < parts.size(); ++p) {
      Run of_part = run;
      if (p > 0) of_part.workers = nullptr;  // tags are here
      holders_.push_back(std::make_unique<Holder>(parts[p].rows, std::span<const int>(), of_part));
      weights_.push_back(parts[p].weight);
      if (!of_part.workers)
        holders_.back()->remember<TopicStep>({search_, 0, parts[p].scales, start.mixtures[p], TopicTable()});
    }
  }

  /// The log-likelihood, (1 / power) sum a log sum_z (phi theta)^power if posteriors are raised to a power,
  /// and the sums for the next topics.
  TopicSums assess(const Round& round, double power) {
    power_ = power;
    factors_ = round.topics;
    if (power != 1) raise(factors_);
    last_ = {factors_, power, weights_[0], round.number, search_, random_};
    TopicSums sums = holders_[0]->sum<TopicStep>(last_);
    if (sums.lost) throw MixturesLost{};
    if (!(weights_[0] > 0)) sums.sums = TopicTable(round.topics.rows(), round.topics.topics());
    for (std::size_t p = 1; p < holders_.size(); ++p) {
      last_.weight = weights_[p];
      const TopicSums more = holders_[p]->sum<TopicStep>(last_);
      sums.objective += more.objective;
      for (Index at = 0; weights_[p] > 0 && at < sums.sums.rows() * sums.sums.width(); ++at)
        sums.sums.data()[at] += more.sums.data()[at];
    }
    last_.weight = weights_[0];
    return sums;
  }

  Round update(Round round, const TopicSums& sums) const {
    update_topics(round.topics, sums.sums);
    ++round.number;
    return round;
  }

  /// Of part p, after the last round; nothing of what workers hold.
  Matrix mixtures(std::size_t p) const {
    return holders_[p]->recall<TopicStep>([](const auto& memory) { return without_padding(memory.now); });
  }
  std::size_t parts() const { return holders_.size(); }

  void label(const TopicSums& last, TopicClustering& result) const {
    result.shares = last.shares;
    const Holder& items = *holders_[0];
    if (items.workers()) {
      result.elsewhere = {TopicStep::name, bytes_of(last_), {last.sizes.begin(), last.sizes.end()}};
      return;
    }
    Noted noted = items.recall<TopicStep>([](const auto& memory) { return TopicStep::noted(memory); });
    result.labels = std::move(noted.labels);
    result.probabilities = std::move(noted.probabilities);
  }

 private:
  template <class Work>
  void in_parallel(Index count, const Work& work) const {
    if (run_.threads == 1) {
      for (int number = 0; number < count; ++number) work(number);
    } else {
      for_each_parallel(static_cast<int>(count), work);
    }
  }

  /// (10), as two passes over blocks of features: the products and their sums by topic, then the quotients. A
  /// topic that no row has keeps what it was.
  void update_topics(TopicTable& topics, TopicTable sums) const {
    constexpr Index block = 1024;
    const Index blocks = (topics.rows() + block - 1) / block, width = topics.width();
    const auto from = [&](int b) { return b * block * width; };
    const auto until = [&](int b) { return std::min((b + 1) * block, topics.rows()) * width; };
    TopicTable totals(blocks + 1, topics.topics());
    in_parallel(blocks, [&](int b) {
      for (Index at = from(b); at < until(b); at += width)
        for (Index z = 0; z < width; ++z) {
          double& sum = sums.data()[at + z];
          sum = flushed(sum * factors_.data()[at + z]);
          totals.row(b)[z] += sum;
        }
    });
    double* total = totals.row(blocks);
    for (Index b = 0; b < blocks; ++b)
      for (Index z = 0; z < width; ++z) total[z] += totals.row(b)[z];
    in_parallel(blocks, [&](int b) {
      for (Index at = from(b); at < until(b); at += width)
        for (Index z = 0; z < width; ++z)
          topics.data()[at + z] = total[z] > 0 ? sums.data()[at + z] / total[z] : topics.data()[at + z];
    });
  }

  void raise(TopicTable& topics) const {
    constexpr Index block = 1024;
    in_parallel((topics.rows() + block - 1) / block, [&](int b) {
      for (Index j = b * block; j < std::min((b + 1) * block, topics.rows()); ++j)
        for (Index z = 0; z < topics.topics(); ++z) topics.row(j)[z] = std::pow(topics.row(j)[z], power_);
    });
  }

  const Run& run_;
  Random random_;
  std::int64_t search_;
  std::vector<std::unique_ptr<Holder>> holders_ = {};
  std::vector<double> weights_ = {};
  double power_ = 1;
  TopicTable factors_ = {};  ///< the topics to that power
  TopicStep::Model last_ = {};
};

/// Rounds with posteriors to a power below 1, which rises by a tenth whenever the gain is below a thousandth.
Round tempered(Em& em, Round round, const TopicSearch& search, const Run& run) {
  constexpr int rounds = 10;  // at most, for each power
  constexpr double rise = 1.1, enough = 1e-3;
  const auto update = [&](Round r, const TopicSums& sums) { return em.update(std::move(r), sums); };
  Run inner = run;
  if (run.on_progress)
    inner.on_progress = [&](Progress progress) {
      progress.stage = "tempering";
      run.on_progress(progress);
    };
  const Limits limits{std::min(rounds, search.limits.iterations), enough};
  for (double power = search.temper; power < 1 && !run.stop.stop_requested(); power *= rise) {
    const auto assess = [&](const Round& r) { return em.assess(r, power); };
    round = alternate(std::move(round), assess, update, limits, inner).model;
  }
  return round;
}

TopicClustering searched(const std::vector<TopicPart>& parts, const TopicModel& start,
                         const TopicSearch& search, int attempt, const Run& run) {
  Em em(parts, start, attempt, run);
  Round first = tempered(em, {start.topics, 0}, search, run);
  TopicSums last;
  const auto assess = [&](const Round& r) { return last = em.assess(r, 1); };
  const auto update = [&](Round r, const TopicSums& sums) { return em.update(std::move(r), sums); };
  auto fit = alternate(std::move(first), assess, update, search.limits, run);

  TopicClustering result;
  result.clusters = static_cast<int>(fit.model.topics.topics());
  result.topics = turned(fit.model.topics);
  if (!run.workers) result.mixtures = em.mixtures(0);
  if (em.parts() > 1) result.tags = em.mixtures(1);
  em.label(last, result);
  record(fit, "log-likelihood", Goal::maximise, result);
  return result;
}

}  // namespace

TopicClustering search_topics(const std::vector<TopicPart>& parts, const TopicModel& start,
                              const TopicSearch& search, const Run& run) {
  if (search.held != nullptr) return search_topics_on_device(*search.held, parts, start, search.limits, run);
  constexpr int most_losses = 5;
  for (int losses = 0; losses < most_losses; ++losses) {
    try {
      return searched(parts, start, search, losses, run);
    } catch (const MixturesLost&) {
      // What was found so far is found again, in the same way.
    }
  }
  throw InvalidInput("workers with the topics of some items were lost again and again");
}

}  // namespace bellwether
