#include <bellwether/topics/em_device.h>

#include <utility>

#include <bellwether/topics/counts.h>
#include <bellwether/topics/topic_step.h>

namespace bellwether {
namespace {

using Functions = BellwetherDeviceFunctions;

SparseMatrix without_zeros(const Rows& rows) {
  SparseMatrix counts;
  counts.columns = rows.columns();
  std::vector<std::int32_t> columns;
  std::vector<double> values;
  for (Index i = 0; i < rows.rows(); ++i)
    with_counts(rows, i, columns, values, [&](const SparseRow& row) {
      counts.column_of.insert(counts.column_of.end(), row.columns.begin(), row.columns.end());
      counts.values.insert(counts.values.end(), row.values.begin(), row.values.end());
      counts.starts.push_back(std::ssize(counts.values));
    });
  return counts;
}

/// One search of a device.
class SearchThere {
 public:
  SearchThere(const HeldCounts& held, const std::vector<TopicPart>& parts, const TopicModel& start)
      : device_(held.device()), objectives_(parts.size()) {
    std::vector<BellwetherDeviceTopicPart> given;
    for (std::size_t p = 0; p < parts.size(); ++p)
      given.push_back({.held = held.part(p).held(),
                       .shard_rows = shard_rows(parts[p].rows, start.topics.topics()),
                       .weight = parts[p].weight,
                       .scales = parts[p].scales.data(),
                       .mixtures = start.mixtures[p].data()});
    const BellwetherDeviceTopics topics{.topics = static_cast<std::int32_t>(start.topics.topics()),
                                        .parts = static_cast<std::int32_t>(parts.size()),
                                        .part = given.data(),
                                        .table = start.topics.data()};
    char message[BELLWETHER_DEVICE_MESSAGE] = {};
    require_done(device_.functions().topics_begin(device_.facts().number, &topics, &search_, message),
                 message);
  }
  ~SearchThere() { device_.functions().topics_let_go(search_); }
  SearchThere(const SearchThere&) = delete;
  SearchThere& operator=(const SearchThere&) = delete;

  TopicSums assess() {
    call(&Functions::topics_round, objectives_.data());
    TopicSums sums;
    for (const double objective : objectives_) sums.objective += objective;
    return sums;
  }
  void update() { call(&Functions::topics_update); }
  void found(TopicTable& topics, std::vector<TopicTable>& mixtures) {
    std::vector<double*> into;
    for (TopicTable& table : mixtures) into.push_back(table.data());
    call(&Functions::topics_found, topics.data(), into.data());
  }

 private:
  template <class Function, class... Arguments>
  void call(Function Functions::*function, Arguments... arguments) {
    char message[BELLWETHER_DEVICE_MESSAGE] = {};
    require_done((device_.functions().*function)(search_, arguments..., message), message);
  }

  const Device& device_;
  void* search_ = nullptr;
  std::vector<double> objectives_;
};

/// sum_i theta_i, in the order of TopicStep.
Vector shares_of(const TopicTable& mixtures, const Rows& rows, const Run& run) {
  const Index topics = mixtures.topics();
  const auto accumulate = [&](const Shard& shard) {
    TopicSums found{.shares = Vector::Zero(topics)};
    for (Index i = 0; i < shard.rows.rows(); ++i)
      found.shares += Eigen::Map<const Vector>(mixtures.row(shard.begin + i), topics);
    return found;
  };
  return sum_over_shards(rows, accumulate, run, topics).shares;
}

}  // namespace

HeldCounts::HeldCounts(const std::shared_ptr<Device>& device, const std::vector<TopicPart>& parts)
    : device_(device) {
  for (const TopicPart& part : parts)
    part.rows.visit([&](const auto& rows) {
      if constexpr (std::is_same_v<std::decay_t<decltype(rows)>, SparseRows>) {
        parts_.push_back(std::make_unique<SparseDeviceItems>(device, rows));
      } else {
        const SparseMatrix counts = without_zeros(rows);
        const SparseRows sparse{counts.starts.data(), counts.column_of.data(), counts.values.data(),
                                rows.rows, rows.columns};
        parts_.push_back(std::make_unique<SparseDeviceItems>(device, sparse));
      }
    });
}

TopicClustering search_topics_on_device(const HeldCounts& held, const std::vector<TopicPart>& parts,
                                        const TopicModel& start, const Limits& limits, const Run& run) {
  SearchThere there(held, parts, start);
  const auto assess = [&](int) { return there.assess(); };
  const auto update = [&](int round, const TopicSums&) {
    there.update();
    return round + 1;
  };
  auto fit = alternate(0, assess, update, limits, run);

  TopicTable topics(start.topics.rows(), start.topics.topics());
  std::vector<TopicTable> mixtures;
  for (const TopicTable& table : start.mixtures) mixtures.emplace_back(table.rows(), table.topics());
  there.found(topics, mixtures);
  TopicClustering result;
  result.clusters = static_cast<int>(topics.topics());
  result.topics = turned(topics);
  result.mixtures = without_padding(mixtures[0]);
  if (parts.size() > 1) result.tags = without_padding(mixtures[1]);
  result.shares = shares_of(mixtures[0], parts[0].rows, run);
  Noted noted = TopicStep::noted({.scales = parts[0].scales, .now = std::move(mixtures[0])});
  result.labels = std::move(noted.labels);
  result.probabilities = std::move(noted.probabilities);
  record(fit, "log-likelihood", Goal::maximise, result);
  return result;
}

}  // namespace bellwether
