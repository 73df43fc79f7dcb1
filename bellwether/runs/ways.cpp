#include <bellwether/runs/ways.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include <bellwether/data/values.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

/// Fewer features cannot be cut into halves that each show the groups.
constexpr Index fewest_features = 4;

/// More dimensions, and covariances within groups cannot be told from few items.
constexpr Index few_dimensions = 60;

/// What the other scale of a table is expected to lose.
constexpr double unlikely = 0.03;

/// A step or a method was asked for, or something that decides about them.
bool asked_for(const Material& material, const Wishes& wishes) {
  return wishes.method != "auto" || !wishes.represent.empty() || wishes.steps.any() || wishes.combine ||
         !wishes.start.empty() || !material.vectorizer.steps.empty();
}

/// What is known of the values, for the choice of steps.
struct Values {
  bool whole = true;  ///< 0 or at least 1, so that ltc means something
  bool negative = false;
  double zeros = 0;  ///< share
  double mean = 0;   ///< of the others

  /// Words of short texts, say: seldom there, and then once or twice. Grey values are whole numbers, too, and
  /// larger.
  bool mostly_few_counts() const {
    constexpr double mostly = 0.8, few = 5;
    return whole && !negative && zeros > mostly && mean < few;
  }
};

Values look_at(const Rows& rows) {
  Values seen;
  double others = 0, sum = 0;
  for_each_value(rows, [&](Index, Index, double value) {
    if (value == 0) return;
    ++others;
    sum += value;
    if (value < 0) seen.negative = true;
    if (value < 1) seen.whole = false;
  });
  const double all = static_cast<double>(rows.rows()) * static_cast<double>(rows.columns());
  seen.zeros = all > 0 ? 1 - others / all : 0;
  seen.mean = others > 0 ? sum / others : 0;
  return seen;
}

Way measured(const Wishes& wishes, const std::string& steps, const std::string& method = "") {
  Way way{.wishes = wishes, .words = steps.empty() ? "as they are" : steps};
  way.wishes.steps.steps = steps;
  way.wishes.chosen = true;
  if (method.empty()) return way;
  way.wishes.method = method;
  way.words = fmt::format("{}, {}", way.words, method);
  return way;
}

/// Fewer items than this are few, for counts.
constexpr Index some_items = 500;

/// In how many dimensions words that occur together show, the likeliest first: few items say little of many.
std::vector<Index> dimensions_for(Index items) {
  constexpr Index few = 150;
  if (items < few) return {5, 10, 20};
  if (items < some_items) return {10, 20, 50};
  return {50, 20, 100};
}

/// Counts: directions in few dimensions, which hold words that occur together, or in all.
std::vector<Way> counted_ways(const Material& material, const Wishes& wishes, bool weigh) {
  std::vector<Way> ways;
  const Index most = std::min(material.items.items(), material.items.rows().columns()) - 1;
  for (const Index dimensions : dimensions_for(material.items.items()))
    if (dimensions <= most && dimensions >= wishes.clusters)
      ways.push_back(measured(wishes, fmt::format("{}svd:{} + l2", weigh ? "ltc + " : "", dimensions)));
  return ways;
}

/// Moving one item at a time sees what batches do not, and takes long for many items.
void add_moves(const Material& material, const Wishes& wishes, std::vector<Way>& ways) {
  if (material.items.items() < some_items) ways.push_back(measured(wishes, "", "sib"));
}

double seeds_for_each(const Knowledge& knowledge) {
  std::set<int> clusters;
  double seeds = 0;
  for (const int seed : knowledge.seeds) {
    if (seed == unlabelled) continue;
    clusters.insert(seed);
    ++seeds;
  }
  return clusters.empty() ? 0 : seeds / static_cast<double>(clusters.size());
}

std::size_t clusters_seeded(const Knowledge& knowledge) {
  std::set<int> clusters(knowledge.seeds.begin(), knowledge.seeds.end());
  clusters.erase(unlabelled);
  return clusters.size();
}

/// The usual way, in as many dimensions as what is known can shape: fewer hide what only it shows.
Wishes in_few_dimensions(const Material& material, Wishes wishes) {
  const Index columns = material.items.rows().columns(), items = material.items.items();
  if (!wishes.chosen || columns <= few_dimensions) return wishes;
  const std::string svd = fmt::format("svd:{}", std::min(few_dimensions, std::min(items, columns) - 1));
  std::string& steps = wishes.steps.steps;
  if (material.items.sparse() || steps.find("svd") != std::string::npos)
    steps = fmt::format("{}{} + l2", look_at(material.items.rows()).whole ? "ltc + " : "", svd);
  else
    steps = steps.empty() ? svd : fmt::format("{} + {}", steps, svd);
  return wishes;
}

/// The usual way of a table with its features scaled otherwise: what is known may see what the default
/// cannot.
std::optional<Wishes> scaled_otherwise(const Material& material, const Wishes& usual) {
  const std::string& steps = usual.steps.steps;
  if (!usual.chosen || material.items.sparse() || (!steps.empty() && steps != "standard"))
    return std::nullopt;
  Wishes other = usual;
  other.steps.steps = steps.empty() ? "standard" : "";
  other = in_few_dimensions(material, other);
  other.method = "auto";
  return other;
}

Way guided(Wishes wishes, const std::string& method, double doubt, Begin begin, double expected) {
  if (!method.empty()) {
    wishes.method = method;
    wishes.chosen = true;
  }
  return {
      .wishes = std::move(wishes), .shaped = doubt < 1, .doubt = doubt, .begin = begin, .expected = expected};
}

/// `logistic`. Where it is tried, the penalty is that of scikit-learn's C = 1 for features of variance 1.
Way classified(const Wishes& wishes, Index dimensions, double expected) {
  Way way = guided(wishes, "logistic", 1, Begin::itself, expected);
  way.classifier = true;
  way.in_check = {{"penalty", 1.0 / static_cast<double>(dimensions)}, {"others", 0.0}, {"tolerance", 1e-3}};
  return way;
}

/// `kernel-logistic`, whose borders need not be straight, where the seeds of a cluster are close together.
/// Fewer landmarks and examples than its own find the same borders in less time.
Way curved(const Wishes& wishes, Index items, double expected) {
  Way way = guided(wishes, "kernel-logistic", 0, Begin::itself, expected);
  way.classifier = true;
  const Settings thin{
      {"landmarks", std::clamp<std::int64_t>(items / 3, 30, 100)}, {"examples", 100}, {"rounds", 1}};
  for (const auto& setting : thin)
    if (std::ranges::find(way.wishes.options, setting.first, &Settings::value_type::first) ==
        way.wishes.options.end())
      way.wishes.options.push_back(setting);
  way.in_check = {{"landmarks", 50}, {"rounds", 1}, {"examples", 25}, {"iterations", 20}};
  return way;
}

/// So much for each doubling of the seeds of a cluster beyond `none`, within bounds.
double gain(double seeds, double none, double each, double least, double most) {
  return std::clamp(each * std::log2(std::max(seeds, 0.5) / none), least, most);
}

/// Somebody asked for a method or a map, or said where to begin.
bool decided(const Wishes& wishes) {
  return (wishes.method != "auto" && !wishes.chosen) || !wishes.represent.empty() || !wishes.start.empty();
}

}  // namespace

std::vector<Way> usual_ways(const Material& material, const Wishes& wishes) {
  const Way asked{.wishes = wishes, .words = "as asked"};
  const Rows rows = material.items.rows();
  if (asked_for(material, wishes) || rows.columns() < fewest_features) return {asked};
  if (material.items.sparse()) {
    const Values values = look_at(rows);
    if (values.negative) return {asked};
    std::vector<Way> ways = counted_ways(material, wishes, values.whole);
    ways.push_back(measured(wishes, material.words() ? "ltc" : "", "spherical-kmeans"));
    if (values.whole) add_moves(material, wishes, ways);
    return ways;
  }
  std::vector<Way> ways{measured(wishes, ""), measured(wishes, "standard")};
  if (!look_at(rows).mostly_few_counts()) return ways;
  // One large group and many tiny ones, which plain counts often give, agree in part whatever they mean.
  for (Way& way : ways) way.expected = -0.1;
  std::ranges::move(counted_ways(material, wishes, true), std::back_inserter(ways));
  add_moves(material, wishes, ways);
  return ways;
}

/// What each way may be expected to gain, as a function of the seeds for each cluster: rounded from trials on
/// the development sets of docs/guided.md, so that few facts decide little. A few seeds say where clusters
/// are; tens what varies inside them; many train a classifier.
std::vector<Way> seeded_ways(const Material& material, const Wishes& usual, EvidenceKinds accepted,
                             const Knowledge& knowledge) {
  if (decided(usual)) return {{.wishes = usual, .words = "as asked"}};
  Wishes wishes = in_few_dimensions(material, usual);
  if (wishes.chosen) wishes.method = "auto";
  const double seeds = seeds_for_each(knowledge);
  const bool all = clusters_seeded(knowledge) == static_cast<std::size_t>(usual.clusters);
  const double missing = all ? 0 : 0.04;  // what has no seed is swallowed by what has
  std::vector<Way> ways{guided(wishes, "", 0.5, Begin::plain, gain(seeds, 1, 0.006, 0, 0.03)),
                        guided(wishes, "", 0, Begin::plain, gain(seeds, 2, 0.015, -0.02, 0.06)),
                        guided(wishes, "", 0, Begin::between, gain(seeds, 2.5, 0.025, -0.03, 0.1)),
                        guided(wishes, "", 0.5, Begin::itself, gain(seeds, 2.5, 0.027, -0.06, 0.1) - missing),
                        guided(wishes, "", 0, Begin::itself, gain(seeds, 2.5, 0.03, -0.06, 0.12) - missing)};
  if (const auto other = scaled_otherwise(material, usual))
    ways.push_back(
        guided(*other, "", 0, Begin::itself, gain(seeds, 2.5, 0.03, -0.06, 0.12) - missing - unlikely));
  // In directions of counts it gained nothing over k-means, and lost where seeds are wrong.
  const bool directions = wishes.steps.steps.find("l2") != std::string::npos;
  if (!accepted.contains(sizes) && !directions)
    ways.push_back(curved(wishes, material.items.items(), gain(seeds, 4, 0.05, -0.06, 0.18) - missing));
  constexpr double enough_to_classify = 4;
  if (all && seeds >= enough_to_classify && !accepted.contains(sizes))
    ways.push_back(classified(wishes, std::min(few_dimensions, material.items.rows().columns()),
                              gain(seeds, 8, 0.06, -0.2, 0.2)));
  return ways;
}

std::vector<Way> linked_ways(const Material& material, const Wishes& usual, EvidenceKinds accepted,
                             const Way* before) {
  if (decided(usual)) return {{.wishes = usual, .words = "as asked"}};
  Wishes wishes = before != nullptr ? before->wishes : in_few_dimensions(material, usual);
  if (wishes.chosen) wishes.method = "auto";
  // Whoever gives links expects them to hold: they are broken only where that is clearly better.
  constexpr double obeyed = 0.1, cautious = 0.05, broken = 0.03;
  const std::string without = accepted.contains(seeds) ? "constrained-kmeans" : "kmeans";
  std::vector<Way> ways{
      guided(wishes, "", 0, Begin::itself, obeyed), guided(wishes, "", 0.5, Begin::plain, cautious),
      guided(wishes, without, 0, Begin::plain, broken), guided(wishes, without, 0.5, Begin::plain, broken)};
  if (const auto other = before != nullptr ? std::nullopt : scaled_otherwise(material, usual))
    ways.push_back(guided(*other, "", 0, Begin::itself, broken));
  return ways;
}

}  // namespace bellwether
