#include <studio/told.h>

#include <algorithm>

#include <bellwether/data/take.h>
#include <bellwether/methods/method.h>
#include <bellwether/portraits/centres.h>
#include <bellwether/portraits/result_json.h>
#include <bellwether/portraits/sample.h>
#include <bellwether/portraits/telling_features.h>
#include <bellwether/runs/questions.h>

namespace bellwether::studio {
namespace {

std::string plain(std::string_view text) {
  return in_words(text, spelled_plainly);
}

/// How sure each item is of its cluster: the probability where the method has one, otherwise b / (a + b) by
/// the distances to its own centre and to the nearest other (portraits/centres.h).
std::vector<float> certainty_of(const Stand& stand, const Centres& centres) {
  const Clustering& found = stand.finding.outcome.clustering;
  std::vector<float> certainty(stand.groups.size(), 0.0F);
  if (found.probabilities.empty() && found.clusters > 64) return {};
  const Rows rows = stand.finding.items().rows();
  for_each_block(rows.rows(),
                 [&](std::int64_t begin, std::int64_t end) {
                   for (Index r = begin; r < end; ++r) {
                     const auto at = static_cast<std::size_t>(r);
                     double sure = 1;
                     if (!found.probabilities.empty()) {
                       sure = found.probabilities[at];
                     } else {
                       double own = 0, other = -1;
                       for (int c = 0; c < found.clusters; ++c) {
                         const double d = distance(centres, rows, r, c);
                         if (c == found.labels[at])
                           own = d;
                         else if (other < 0 || d < other)
                           other = d;
                       }
                       sure = own + other > 0 ? other / (own + other) : 1;
                     }
                     certainty[static_cast<std::size_t>(stand.rows[at])] = static_cast<float>(sure);
                   }
                 },
                 {});
  return certainty;
}

Json history_json(const Shown& shown) {
  Json list = Json::array();
  for (std::size_t i = 0; i < shown.history.size(); ++i) {
    const HistoryEntry& entry = shown.history[i];
    Json json{{"event", entry.event},
              {"at", entry.at},
              {"words", entry.words},
              {"stands", entry.stands},
              {"said", word_for(entry.correction.said)}};
    if (entry.correction.items.size() <= 200) json["items"] = entry.correction.items;
    if (const HeldBack& held = shown.held_back[i]; held.possible && entry.stands)
      json["heldBack"] = {{"with", held.with}, {"without", held.without}, {"doubtful", held.doubtful()}};
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace

void tell_groups(Shown& shown) {
  const Stand& stand = *shown.stand;
  const Report report = report_on(*stand.material, stand.evidence, stand.finding);
  const Clustering& found = report.clustering();
  const Rows rows = report.items().rows();
  const auto centres = centres_of(rows, found, report.method().by_direction);
  std::vector<Json> features;
  std::vector<std::vector<Index>> typical(static_cast<std::size_t>(found.clusters));
  if (centres) {
    const std::vector<Index> some = sample_of(found, {}, {.most = 1000, .of_each = 5});
    features = top_features(report, *centres, take_items(report.items(), some), some);
    typical = representatives(*centres, rows, found.labels, 5);
    shown.certainty = certainty_of(stand, *centres);
  }
  const auto sizes = cluster_sizes(found.labels, found.clusters);
  std::vector<Index> seeds(stand.board.groups.size(), 0);
  for (const int seed : stand.board.seeds)
    if (seed != unlabelled) ++seeds[static_cast<std::size_t>(seed)];
  shown.groups = Json::array();
  for (const int group : stand.board.alive()) {
    const auto cluster =
        static_cast<std::size_t>(std::ranges::find(stand.group_of, group) - stand.group_of.begin());
    const Group& g = stand.board.groups[static_cast<std::size_t>(group)];
    Json json{{"group", group},
              {"name", g.name},
              {"named", g.named},
              {"finished", g.finished},
              {"size", cluster < sizes.size() ? sizes[cluster] : 0},
              {"seeds", seeds[static_cast<std::size_t>(group)]}};
    if (cluster < features.size()) json["words"] = features[cluster];
    if (cluster < typical.size()) {
      for (Index& row : typical[cluster]) row = stand.rows[static_cast<std::size_t>(row)];
      json["typical"] = typical[cluster];
    }
    shown.groups.push_back(std::move(json));
  }
  shown.plan = {{"words", plain(in_words(stand.finding.plan))},
                {"method", stand.finding.plan.search.method},
                {"asked", stand.board.method},
                {"reason", plain(stand.finding.plan.search.reason)}};
  shown.verdicts = Json::array();
  for (const Verdict& verdict : stand.finding.verdicts) {
    Json json = spelled(verdict_json(verdict), spelled_plainly);
    json["kind"] = name_of(verdict.kind);
    shown.verdicts.push_back(std::move(json));
  }
}

Json state_json(const Shown& shown, const Desk& desk) {
  const Material& material = desk.material();
  const Busy busy = desk.busy();
  Json json{{"version", shown.version},
            {"source", material.source},
            {"items", material.items.items()},
            {"ready", shown.stand != nullptr}};
  json["trouble"] = plain(desk.trouble());
  json["busy"] = {{"stage", busy.stage}, {"share", busy.share}};
  const auto map = desk.map();
  json["map"] = map ? map->version : 0;
  json["pictures"] = desk.shelf().has_pictures();
  const CodedLabels truth = encode(material.items.labels);
  json["truth"] = truth.names.size() <= 1000 ? Json(truth.names) : Json::array();
  const bool table = !material.vectorizer.reads_raw_items() && material.items.features.size() <= 200;
  json["columns"] = table ? Json(material.items.features) : Json::array();
  if (!shown.stand) return json;
  json["groups"] = shown.groups;
  json["plan"] = shown.plan;
  json["verdicts"] = shown.verdicts;
  json["history"] = history_json(shown);
  json["lastEvent"] = shown.last_event;
  json["canUndo"] = shown.can_undo;
  json["canRedo"] = shown.can_redo;
  json["sizes"] = {{"least", shown.stand->board.min_size}, {"most", shown.stand->board.max_size}};
  Index known = 0;
  for (const bool covered : shown.stand->finding.covered) known += covered;
  json["known"] = known;
  json["dropped"] = std::ranges::count(shown.stand->board.dropped, true);
  return json;
}

Json questions_json(const Shown& shown, const Desk&, int count) {
  const Stand& stand = *shown.stand;
  Wishes wishes = stand.finding.plan.wishes;
  wishes.clusters = stand.finding.outcome.clustering.clusters;
  Evidence evidence = stand.evidence;
  evidence.labels = stand.finding.names;  // questions call groups as the page does
  Session session(*stand.material, std::move(evidence), wishes);
  session.adopt({.finding = stand.finding, .checked = true, .additions = 0});
  Json list = Json::array();
  for (const Question& question : questions(session, count)) {
    Json json{{"why", plain(question.why)},
              {"effect", question.effect},
              {"items", Json::array()},
              {"groups", Json::array()}};
    json["kind"] = question.kind == QuestionKind::label  ? "label"
                   : question.kind == QuestionKind::pair ? "pair"
                                                         : "group";
    for (const Index row : question.items) json["items"].push_back(stand.rows[static_cast<std::size_t>(row)]);
    for (const int cluster : question.clusters)
      json["groups"].push_back(stand.group_of[static_cast<std::size_t>(cluster)]);
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace bellwether::studio
