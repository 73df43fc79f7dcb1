#include <bellwether/runs/answers.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/data/number.h>
#include <bellwether/data/text.h>
#include <bellwether/links/groups.h>
#include <bellwether/runs/points.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

/// Answers that are less likely than this are worth a second look.
constexpr double unlikely_answer = 0.1;

std::string item_in_words(const Session& session, Index item) {
  return shown(session.material().items.id(item));
}

int number_of(const std::string& name, const Session& session) {
  const auto& labels = session.evidence().labels;
  const auto at = std::ranges::find(labels, name);
  return at == labels.end() ? -1 : static_cast<int>(at - labels.begin());
}

Addition label_of(const Session& session, Index item, const Answer& answer, const Question& question) {
  Addition addition;
  int cluster = question.clusters.empty() ? -1 : question.clusters.front();
  if (answer.reply == Reply::name) {
    cluster = number_of(answer.name, session);
    const auto labels = static_cast<int>(session.evidence().labels.size());
    if (cluster < 0) {
      require(labels < session.clusters(),
              "'{}' would be group {}, but {} were asked for (use {}, or one of the names that there are)",
              answer.name, labels + 1, session.clusters(), remedy("clusters", labels + 1));
      cluster = labels;
      addition.label = answer.name;
    }
  }
  addition.seeds.emplace_back(item, cluster);
  return addition;
}

Addition addition_for(const Session& session, const Question& question, const Answer& answer) {
  if (answer.reply == Reply::unknown) return {.passed = {question.items.front()}};
  if (question.kind == QuestionKind::label) {
    return label_of(session, question.items.front(), answer, question);
  }
  const Link link{question.items.front(), question.items.back()};
  return answer.reply == Reply::yes ? Addition{.must_link = {link}} : Addition{.cannot_link = {link}};
}

/// What is known, with what is added, but for one earlier addition. An item that has another label already is
/// a contradiction, not a correction.
Knowledge known_with(const Session& session, const Addition& addition, std::optional<std::size_t> without) {
  Knowledge known = knowledge_of(session.evidence(), {seeds, links}, session.material());
  const auto items = static_cast<std::size_t>(session.material().items.items());
  const auto drop = [](std::vector<Link>& all, const std::vector<Link>& some) {
    for (const Link& link : some)
      if (const auto at = std::ranges::find(all, link); at != all.end()) all.erase(at);
  };
  known.must_weights.clear();
  known.cannot_weights.clear();
  known.seeds.resize(items, unlabelled);
  if (without) {
    const Addition& earlier = session.additions()[*without];
    for (const auto& [item, cluster] : earlier.seeds)
      known.seeds[static_cast<std::size_t>(item)] = unlabelled;
    drop(known.must_link, earlier.must_link);
    drop(known.cannot_link, earlier.cannot_link);
  }
  for (const auto& [item, cluster] : addition.seeds) {
    int& seed = known.seeds[static_cast<std::size_t>(item)];
    if (seed != unlabelled && seed != cluster)
      refuse("{} is in {} already", known.item(item), known.cluster(seed));
    seed = cluster;
  }
  std::ranges::copy(addition.must_link, std::back_inserter(known.must_link));
  std::ranges::copy(addition.cannot_link, std::back_inserter(known.cannot_link));
  return known;
}

/// Groups that are apart from both of these and from each other, as far as the first that fit lead.
int groups_apart(const Groups& groups, int first, int second) {
  std::vector<int> clique{first, second};
  for (const int other : groups.apart_from(first)) {
    const auto apart = groups.apart_from(other);
    if (std::ranges::all_of(clique,
                            [&](int g) { return g != other && std::ranges::binary_search(apart, g); }))
      clique.push_back(other);
  }
  return static_cast<int>(clique.size());
}

/// Groups that are all apart from each other need as many clusters.
void require_groups_enough(const Knowledge& known, Index items, int clusters,
                           const std::vector<Link>& added) {
  const Groups groups = close_links(known, items, clusters);
  for (const auto& [first, second] : added) {
    const int apart = groups_apart(groups, groups.of[static_cast<std::size_t>(first)],
                                   groups.of[static_cast<std::size_t>(second)]);
    require(apart <= clusters,
            "then {} groups would all be apart, but {} were asked for (use {}, or take an answer back)",
            apart, clusters, remedy("clusters", apart));
  }
}

bool possible(const Session& session, const Addition& addition, std::optional<std::size_t> without) {
  try {
    require_groups_enough(known_with(session, addition, without), session.material().items.items(),
                          session.clusters(), addition.cannot_link);
    return true;
  } catch (const InvalidInput&) {
    return false;
  }
}

/// The latest earlier answer without which this one would be possible.
std::string in_disagreement(const Session& session, const Addition& addition) {
  for (std::size_t a = session.additions().size(); a-- > 0;)
    if (possible(session, addition, a))
      return fmt::format("; answer {} disagrees with this one: {}", a + 1,
                         in_words(session.additions()[a], session));
  return "";
}

}  // namespace

std::string in_words(const Addition& addition, const Session& session) {
  const auto names = session.names();
  if (!addition.seeds.empty())
    return fmt::format("{} is in '{}'", item_in_words(session, addition.seeds.front().first),
                       names[static_cast<std::size_t>(addition.seeds.front().second)]);
  if (addition.empty()) return "not known";
  const bool together = !addition.must_link.empty();
  const auto& [first, second] = together ? addition.must_link.front() : addition.cannot_link.front();
  return fmt::format("{} and {} belong {}", item_in_words(session, first), item_in_words(session, second),
                     together ? "together" : "apart");
}

Answer answer_in(const std::string& text, const Question& question, const Session& session) {
  require(!text.empty(), "the answer is empty: yes, no, unknown{}",
          question.kind == QuestionKind::label ? ", or the name of a group" : "");
  const bool label = question.kind == QuestionKind::label;
  if (text == "unknown") return {Reply::unknown};
  const bool known = number_of(text, session) >= 0;
  if (!label || (!known && (text == "yes" || text == "no"))) {
    require(text == "yes" || text == "no",
            "{} is no answer to whether items belong together: yes, no, unknown", shown(text));
    require(!label, "'{}' does not say which group: give its name, or unknown", text);
    return {text == "yes" ? Reply::yes : Reply::no};
  }
  require(known || !to_number(text), "{} is a number, and no group is called so: give a name", shown(text));
  return {Reply::name, text};
}

Addition take_answer(Session& session, const Question& question, const Answer& answer) {
  Addition addition = addition_for(session, question, answer);
  try {
    require_groups_enough(known_with(session, addition, std::nullopt), session.material().items.items(),
                          session.clusters(), addition.cannot_link);
    session.add(addition);
  } catch (const InvalidInput& error) {
    throw InvalidInput(error.text() + in_disagreement(session, addition), error.where());
  }
  return addition;
}

std::vector<Doubtful> doubtful_answers(const Session& session) {
  if (!session.has_finding()) return {};
  const Points points = points_of(session.finding());
  const Matrix distances = squared_distances(points, means_of(points, session.labels(), session.clusters()));
  const Matrix likely = memberships(distances, cautious_temperature(distances));
  const auto together = [&](const Link& link) { return likely.col(link.first).dot(likely.col(link.second)); };
  std::vector<Doubtful> doubtful;
  for (std::size_t a = 0; a < session.additions().size(); ++a) {
    const Addition& addition = session.additions()[a];
    double chance = 1;
    for (const auto& [item, cluster] : addition.seeds) chance = std::min(chance, likely(cluster, item));
    for (const Link& link : addition.must_link) chance = std::min(chance, together(link));
    for (const Link& link : addition.cannot_link) chance = std::min(chance, 1 - together(link));
    if (chance < unlikely_answer)
      doubtful.push_back(
          {a, fmt::format(
                  "you said that {}; everything else says {}", in_words(addition, session),
                  addition.seeds.empty() && !addition.must_link.empty() ? "that they do not" : "otherwise")});
  }
  return doubtful;
}

}  // namespace bellwether
