#include <bellwether/portraits/centres.h>
#include <bellwether/portraits/coordinates.h>
#include <bellwether/portraits/json_text.h>
#include <bellwether/portraits/matched.h>
#include <bellwether/portraits/numbers.h>
#include <bellwether/portraits/portrait.h>
#include <bellwether/portraits/sample.h>
#include <bellwether/portraits/telling_features.h>

#include <algorithm>

#include <bellwether/data/take.h>
#include <bellwether/features/text/excerpt.h>
#include <bellwether/portraits/evidence_words.h>

namespace bellwether {
namespace {

constexpr std::int64_t most_shown = 1500;
constexpr std::int64_t most_of_each = 20;
constexpr std::size_t most_uncertain = 12;
constexpr std::size_t most_broken = 50;
constexpr std::int64_t most_representatives = 6;
constexpr std::int64_t all_representatives = 240;  // pictures take room, and time to make
constexpr std::size_t shown_characters = 160;
constexpr std::size_t most_classes = 1500;  // more are no classes
constexpr std::size_t most_cells = 40'000;  // of a table of clusters and classes

struct BrokenLink {
  const char* kind;
  Link link;
};

/// What is shown of a result; `shown` holds all items that are named elsewhere.
struct Portrait {
  const Report& report;
  const Dataset& items;
  std::vector<std::string> names = {};  ///< of the clusters
  std::vector<int> before = {};         ///< the clusters without the knowledge; empty: not known
  CodedLabels truth = {};               ///< -1 for an item without
  std::optional<Centres> centres = {};
  std::vector<std::vector<Index>> representatives = {};
  std::vector<Uncertain> uncertain = {};
  std::vector<BrokenLink> broken = {};
  std::vector<Index> shown = {};
  Dataset sample = {};  ///< the items at `shown`
  Likenesses likenesses = {};

  const Clustering& found() const { return report.clustering(); }
  int cluster(Index item) const { return found().labels[static_cast<std::size_t>(item)]; }
};

/// What is found without any evidence.
std::vector<int> labels_before(const Finding& finding) {
  return finding.guided() ? matched(finding.plain.labels, finding.labels()) : std::vector<int>();
}

/// Nothing if there are so many that they cannot be classes.
CodedLabels truth_of(const Dataset& items) {
  CodedLabels truth = encode(items.labels);
  const auto nothing = std::ranges::find(truth.names, "");
  if (nothing != truth.names.end()) {
    const auto none = static_cast<int>(nothing - truth.names.begin());
    truth.names.erase(nothing);
    for (int& code : truth.codes) code = code == none ? -1 : code > none ? code - 1 : code;
  }
  return truth.names.empty() || truth.names.size() > most_classes ? CodedLabels() : truth;
}

std::vector<BrokenLink> broken_links(const LinkReport& links) {
  std::vector<BrokenLink> broken;
  for (const Link& link : links.must_broken) broken.push_back({"must-link", link});
  for (const Link& link : links.cannot_broken) broken.push_back({"cannot-link", link});
  broken.resize(std::min(broken.size(), most_broken), BrokenLink{});
  return broken;
}

std::vector<Index> named_items(const Portrait& p) {
  std::vector<Index> named;
  for (const auto& list : p.representatives) named.insert(named.end(), list.begin(), list.end());
  for (const Uncertain& u : p.uncertain) named.push_back(u.item);
  return named;
}

/// All but the beginnings of texts.
Portrait portrait_of(const Report& report) {
  const Dataset& items = report.items();
  Portrait p{.report = report, .items = items};
  const Clustering& found = p.found();
  for (int k = 0; k < found.clusters; ++k)
    p.names.push_back(report.finding.names.empty() ? std::to_string(k)
                                                   : report.finding.names[static_cast<std::size_t>(k)]);
  p.before = labels_before(report.finding);
  p.truth = truth_of(items);
  p.broken = broken_links(report.finding.links);
  p.centres = centres_of(items.rows(), found, report.method().by_direction);

  // Each cluster has its least, if there is room beside what is uncertain or at both ends of a broken link.
  const std::int64_t room = most_shown - static_cast<std::int64_t>(most_uncertain + 2 * most_broken);
  const std::int64_t least = std::min(most_of_each, room / std::max(found.clusters, 1));
  if (p.centres) {
    const std::int64_t each = std::max<std::int64_t>(all_representatives / std::max(found.clusters, 1), 1);
    p.representatives =
        representatives(*p.centres, items.rows(), found.labels,
                        static_cast<std::size_t>(std::min({each, least, most_representatives})));
    p.uncertain = least_certain(*p.centres, items.rows(), found, most_uncertain);
  }
  std::vector<Index> named = named_items(p);
  for (const BrokenLink& broken : p.broken)
    named.insert(named.end(), {broken.link.first, broken.link.second});
  p.shown = sample_of(found, named, {.most = most_shown, .of_each = least});
  p.sample = take_items(items, p.shown);
  return p;
}

Likenesses likenesses_of(const Portrait& p, const LookAgain& look_again) {
  std::set<std::string> shown, named;
  for (const Index item : p.shown) shown.insert(p.items.id(item));
  for (const Index item : named_items(p)) named.insert(p.items.id(item));
  return look_again ? look_again(shown, named) : Likenesses();
}

/// A value for each item that is shown.
template <class Value>
Json for_each_shown(const Portrait& p, const Value& value) {
  Json list = Json::array();
  for (const Index item : p.shown) list.push_back(value(static_cast<std::size_t>(item)));
  return list;
}

Json shown_json(const Portrait& p) {
  const Clustering& found = p.found();
  Json json{{"id", for_each_shown(p, [&](std::size_t i) { return p.items.id(static_cast<Index>(i)); })},
            {"cluster", for_each_shown(p, [&](std::size_t i) { return found.labels[i]; })}};
  if (!p.truth.names.empty())
    json["truth"] = for_each_shown(p, [&](std::size_t i) { return p.truth.codes[i]; });
  if (!found.probabilities.empty())
    json["probability"] = for_each_shown(p, [&](std::size_t i) { return rounded(found.probabilities[i]); });
  if (!p.likenesses.texts.empty())
    json["text"] = for_each_shown(p, [&](std::size_t i) {
      const auto text = p.likenesses.texts.find(p.items.id(static_cast<Index>(i)));
      return text == p.likenesses.texts.end() ? std::string() : excerpt(text->second, shown_characters);
    });
  if (const auto& covered = p.report.finding.covered; std::ranges::find(covered, true) != covered.end())
    json["known"] = for_each_shown(p, [&](std::size_t i) -> bool { return covered[i]; });
  if (!p.before.empty()) json["before"] = for_each_shown(p, [&](std::size_t i) { return p.before[i]; });
  return json;
}

Json coordinates_json(const Coordinates& coordinates) {
  Json rows = Json::array();
  for (Index i = 0; i < coordinates.values.rows(); ++i) {
    Json row = Json::array();
    for (Index j = 0; j < coordinates.values.cols(); ++j) row.push_back(rounded(coordinates.values(i, j)));
    rows.push_back(std::move(row));
  }
  return rows;
}

/// How many items of each class each cluster has, over all items that have a class.
Json confusion_json(const Portrait& p, const std::vector<int>& labels) {
  const auto clusters = static_cast<std::size_t>(*std::ranges::max_element(labels)) + 1;
  const std::size_t rows = std::max(clusters, p.names.size()), columns = p.truth.names.size();
  if (rows * columns > most_cells) return nullptr;
  std::vector<std::vector<std::int64_t>> counts(rows, std::vector<std::int64_t>(columns, 0));
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (p.truth.codes[i] >= 0)
      ++counts[static_cast<std::size_t>(labels[i])][static_cast<std::size_t>(p.truth.codes[i])];
  return {{"classes", p.truth.names}, {"counts", counts}};
}

Json clusters_json(const Portrait& p) {
  const auto sizes = cluster_sizes(p.found().labels, p.found().clusters);
  std::vector<Json> features;
  if (p.centres) features = top_features(p.report, *p.centres, p.sample, p.shown);
  Json list = Json::array();
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    Json json{{"name", p.names[k]},
              {"size", sizes[k]},
              {"share", rounded(static_cast<double>(sizes[k]) / static_cast<double>(p.items.items()))}};
    if (k < features.size()) json["top_features"] = features[k];
    if (k < p.representatives.size()) {
      json["representatives"] = Json::array();
      for (const Index item : p.representatives[k])
        p.likenesses.describe(json["representatives"].emplace_back(Json::object()), p.items.id(item));
    }
    list.push_back(std::move(json));
  }
  return list;
}

Json uncertain_json(const Portrait& p) {
  Json list = Json::array();
  for (const Uncertain& u : p.uncertain) {
    Json json = Json::object();
    p.likenesses.describe(json, p.items.id(u.item));
    json["cluster"] = p.cluster(u.item);
    json["other"] = u.other;
    json["certainty"] = rounded(u.certainty);
    list.push_back(std::move(json));
  }
  return list;
}

Json links_json(const Portrait& p) {
  const LinkReport& links = p.report.finding.links;
  Json broken = Json::array();
  for (const BrokenLink& b : p.broken)
    broken.push_back(
        {{"kind", b.kind}, {"first", p.items.id(b.link.first)}, {"second", p.items.id(b.link.second)}});
  return {{"must", p.report.must_links},
          {"cannot", p.report.cannot_links},
          {"broken", broken},
          {"broken_count", links.must_broken.size() + links.cannot_broken.size()}};
}

/// Keys whose value is not known are left out.
Json to_json(const Portrait& p, const PortraitContext& context, int threads) {
  Json json{{"bellwether", BELLWETHER_VERSION}, {"schema", schema_version}, {"source", p.report.source},
            {"command", context.command},       {"items", p.items.items()}, {"shown", shown_json(p)}};
  const auto add = [&](const char* key, Json value) {
    if (!value.empty()) json[key] = std::move(value);
  };
  add("truth_names", p.truth.names);
  add("cluster_names", p.names);
  std::vector<double> scales(p.shown.size(), 1.0);
  if (p.centres)
    for (std::size_t i = 0; i < scales.size(); ++i)
      scales[i] = p.centres->item_scales[static_cast<std::size_t>(p.shown[i])];
  const Coordinates coordinates = principal_coordinates(p.sample, scales, threads);
  json["coordinates"] = coordinates_json(coordinates);
  json["components_share"] = Json::array();
  for (const double share : coordinates.shares) json["components_share"].push_back(rounded(share));
  if (!p.truth.names.empty()) {
    add("confusion", confusion_json(p, p.found().labels));
    if (!p.before.empty()) add("confusion_before", confusion_json(p, p.before));
  }
  json["clusters"] = clusters_json(p);
  add("uncertain", uncertain_json(p));
  if (p.report.must_links + p.report.cannot_links > 0) json["links"] = links_json(p);
  add("knowledge", evidence_in_words(p.report));
  add("next", context.next);
  return json;
}

}  // namespace

Json portrait_json(const Report& report, const LookAgain& look_again, const PortraitContext& context,
                   int threads) {
  Portrait portrait = portrait_of(report);
  portrait.likenesses = likenesses_of(portrait, look_again);
  return to_json(portrait, context, threads);
}

}  // namespace bellwether
