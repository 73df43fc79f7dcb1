#include <fmt/format.h>

#include <algorithm>

#include <bellwether/data/text.h>
#include <bellwether/engine/best.h>
#include <bellwether/runs/question_ground.h>

namespace bellwether {
namespace {

/// An answer about these items would say something new.
bool open(const Ground& ground, Index a, Index b) {
  const int first = ground.known.groups.of[static_cast<std::size_t>(a)];
  const int second = ground.known.groups.of[static_cast<std::size_t>(b)];
  return first != second && !ground.known.apart(first, second) && !ground.passed[static_cast<std::size_t>(a)];
}

std::string name_of(const Ground& ground, std::size_t cluster) {
  return shown(ground.session.names()[cluster]);
}

/// The cluster whose items are the likeliest to be of this one; how many are expected to be.
std::pair<std::size_t, double> most_like(const Ground& ground, std::size_t cluster) {
  Vector shared = Vector::Zero(ground.likely.rows());
  for (Index i = 0; i < ground.likely.cols(); ++i) {
    const int own = ground.session.labels()[static_cast<std::size_t>(i)];
    if (own == static_cast<int>(cluster))
      shared += ground.likely.col(i);
    else
      shared[own] += ground.likely(static_cast<Index>(cluster), i);
  }
  shared[static_cast<Index>(cluster)] = -1;
  const std::size_t best = first_best(Goal::maximise, shared);
  return {best, shared[static_cast<Index>(best)]};
}

void add_merge(const Ground& ground, std::size_t cluster, std::vector<Question>& questions) {
  const auto [other, expected] = most_like(ground, cluster);
  if (other < cluster && most_like(ground, other).first == cluster) return;  // asked from the other side
  const Index first = ground.known.anchor[cluster], second = ground.known.anchor[other];
  if (first < 0 || second < 0 || !open(ground, first, second)) return;
  questions.push_back({QuestionKind::group,
                       {first, second},
                       {static_cast<int>(cluster), static_cast<int>(other)},
                       fmt::format("{} and {} touch: about {:.0f} of their items could be in either",
                                   name_of(ground, cluster), name_of(ground, other), expected),
                       expected});
}

/// The group's item farthest from its centre stands for the other half, with the items nearer to it.
void add_split(const Ground& ground, std::size_t cluster, std::vector<Question>& questions) {
  const Index typical = ground.known.anchor[cluster];
  std::vector<Index> items;
  for (Index i = 0; i < ground.distances.cols(); ++i)
    if (ground.session.labels()[static_cast<std::size_t>(i)] == static_cast<int>(cluster)) items.push_back(i);
  if (typical < 0 || items.size() < 3) return;
  const Index far = items[first_best(
      Goal::maximise, items, [&](Index i) { return ground.distances(static_cast<Index>(cluster), i); })];
  if (!open(ground, typical, far)) return;
  const Matrix between = squared_distances(ground.points, gather(ground.points, {typical, far}));
  double doubtful = 0;
  for (const Index i : items)
    if (between(1, i) < between(0, i)) doubtful += ground.doubt[i];
  questions.push_back(
      {QuestionKind::group,
       {typical, far},
       {static_cast<int>(cluster)},
       fmt::format("{} may be two groups: these are its middle and its edge", name_of(ground, cluster)),
       doubtful});
}

}  // namespace

std::vector<Question> questions_about_groups(const Ground& ground) {
  std::vector<Question> questions;
  for (std::size_t c = 0; c < ground.known.place.size(); ++c) {
    if (ground.known.place.size() > 1) add_merge(ground, c, questions);
    add_split(ground, c, questions);
  }
  std::ranges::stable_sort(questions, std::greater(), &Question::effect);
  return questions;
}

}  // namespace bellwether
