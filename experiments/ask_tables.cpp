#include <experiments/ask_tables.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace bellwether::experiments {
namespace {

const std::vector<std::string> places{"5", "10", "25", "50", "100"};

const MethodFigures* find(const DatasetFigures& data, const std::string& method, const std::string& at) {
  const auto found = std::ranges::find_if(data.methods, [&](const MethodFigures& figures) {
    return figures.method == method && (figures.at == at || figures.at.empty()) && figures.splits > 0;
  });
  return found == data.methods.end() ? nullptr : &*found;
}

/// "0.734 ± 0.012": the mean and its standard error.
std::string cell(const MethodFigures* figures) {
  if (figures == nullptr) return "";
  if (figures->splits < 2) return fmt::format("{:.3f}", figures->mean);
  return fmt::format("{:.3f} ± {:.3f}", figures->mean, figures->spread / std::sqrt(figures->splits));
}

OwnTable table_of(const Outcome& outcome, const std::string& measure) {
  std::vector<std::string> methods;
  for (const DatasetFigures& data : outcome.datasets)
    for (const MethodFigures& figures : data.methods)
      if (!figures.at.empty() && std::ranges::find(methods, figures.method) == methods.end())
        methods.push_back(figures.method);
  OwnTable table{.title = measure,
                 .remark = "Mean and standard error over the draws.",
                 .lines = {{"data set", "answers"}}};
  table.lines.front().insert(table.lines.front().end(), methods.begin(), methods.end());
  for (const DatasetFigures& data : outcome.datasets) {
    if (data.measured != measure) continue;
    std::vector<std::string> none{data.dataset, "0"};
    for (std::size_t m = 0; m < methods.size(); ++m) none.push_back(cell(find(data, "no answers", "")));
    table.lines.push_back(none);
    for (const std::string& at : places) {
      std::vector<std::string> line{"", at};
      for (const std::string& method : methods) line.push_back(cell(find(data, method, at)));
      table.lines.push_back(line);
    }
  }
  return table;
}

/// What peers reach with pairs and no wrong answers, at 10, 25, 50 and 100 answers.
struct Peer {
  std::string dataset, name;
  std::vector<double> figures;
};

const std::vector<Peer>& peers() {
  static const std::vector<Peer> all{{"iris", "COBRAS", {.642, .776, .851, .906}},
                                     {"iris", "MinMax + PCK", {.741, .766, .828, .886}},
                                     {"iris", "NPU + PCK", {.592, .827, .769, 1.0}},
                                     {"wine", "COBRAS", {.744, .876, .894, .918}},
                                     {"wine", "MinMax + PCK", {.912, .936, .967, 1.0}},
                                     {"wine", "NPU + PCK", {.888, .949, .966, 1.0}},
                                     {"optrec", "COBRAS", {.403, .426, .462, .690}},
                                     {"optrec", "MinMax + PCK", {.611, .676, .618, .577}},
                                     {"breast_cancer", "COBRAS", {.666, .673, .705, .765}},
                                     {"breast_cancer", "MinMax + PCK", {.677, .691, .739, .773}}};
  return all;
}

OwnTable beside_peers(const Outcome& outcome) {
  OwnTable table{.title = "Pairs beside peers (ARI, all items)",
                 .remark =
                     "Peers: as measured once with cobras_ts 0.1.3, scikit-query 0.4.2 and "
                     "active-semi-supervised-clustering 0.0.1; they are not run by this command.",
                 .lines = {{"data set", "who asks", "10", "25", "50", "100"}}};
  for (const DatasetFigures& data : outcome.datasets) {
    if (data.measured != outcome.datasets.front().measured) continue;
    std::vector<std::string> own{data.dataset, "bellwether"};
    for (const char* at : {"10", "25", "50", "100"}) {
      const MethodFigures* figures = find(data, "pairs", at);
      own.push_back(figures == nullptr ? "" : fmt::format("{:.3f}", figures->mean));
    }
    std::vector<std::vector<std::string>> lines;
    for (const Peer& peer : peers()) {
      if (peer.dataset != data.dataset) continue;
      std::vector<std::string> line{"", peer.name};
      for (const double figure : peer.figures) line.push_back(fmt::format("{:.3f}", figure));
      lines.push_back(line);
    }
    if (lines.empty()) continue;
    table.lines.push_back(own);
    table.lines.insert(table.lines.end(), lines.begin(), lines.end());
  }
  return table;
}

}  // namespace

std::vector<OwnTable> ask_tables(const Outcome& outcome) {
  std::vector<OwnTable> tables;
  std::vector<std::string> measures;
  for (const DatasetFigures& data : outcome.datasets)
    if (std::ranges::find(measures, data.measured) == measures.end()) measures.push_back(data.measured);
  for (const std::string& measure : measures) tables.push_back(table_of(outcome, measure));
  tables.push_back(beside_peers(outcome));
  return tables;
}

}  // namespace bellwether::experiments
