#include <bellwether/runs/questions.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <bellwether/data/error.h>
#include <bellwether/data/text.h>
#include <bellwether/engine/best.h>
#include <bellwether/runs/question_ground.h>

namespace bellwether {
namespace {

// Chosen on iris, wine, breast cancer and digits, by pairs (`reproduce ask curves`): higher `sure` and
// smaller `per_known` look at edges earlier, lower ones at what is dense.

/// A kernel reaches so many items: all of them by so many times the items that are known.
constexpr std::size_t per_known = 2;
/// Items that take more pairs are worth less: by this power of their number, since they teach more, too.
constexpr double cost_of_pairs = 0.5;

/// Items that may be asked about, and known ones that are looked at: more cost time and change little.
constexpr std::size_t most_candidates = 300, most_known = 300;
constexpr double most_values = 2e7;  ///< of the candidates' rows and distances

/// Every so many-th of them.
std::vector<Index> thinned(const std::vector<Index>& items, std::size_t most) {
  if (items.size() <= most) return items;
  std::vector<Index> some;
  for (std::size_t i = 0; i < most; ++i) some.push_back(items[i * items.size() / most]);
  return some;
}

/// Items that were compared with some groups but not yet placed, a third of the rest by doubt, two thirds
/// evenly.
std::vector<Index> candidates_of(const Ground& ground) {
  std::vector<Index> open, begun;
  for (Index i = 0; i < ground.points.count(); ++i) {
    if (ground.known.placed(i) || ground.passed[static_cast<std::size_t>(i)]) continue;
    (ground.covered[static_cast<std::size_t>(i)] ? begun : open).push_back(i);
  }
  const double cost = static_cast<double>(ground.points.rows.columns() + ground.points.count());
  const auto most =
      std::clamp(static_cast<std::size_t>(most_values / cost), std::size_t{30}, most_candidates);
  if (open.size() > most) {
    std::vector<Index> doubtful = open;
    const auto third = static_cast<std::ptrdiff_t>(most / 3);
    std::ranges::partial_sort(doubtful, doubtful.begin() + third, [&](Index a, Index b) {
      return ground.doubt[a] != ground.doubt[b] ? ground.doubt[a] > ground.doubt[b] : a < b;
    });
    doubtful.resize(static_cast<std::size_t>(third));
    open = thinned(open, most - doubtful.size());
    open.insert(open.end(), doubtful.begin(), doubtful.end());
    std::ranges::sort(open);
    open.erase(std::unique(open.begin(), open.end()), open.end());
  }
  open.insert(open.begin(), begun.begin(), begun.end());
  return open;
}

/// K(x, i) for each of `centres`: 1 - d^2 / h^2 within the reach h of the `reach`-th nearest item.
Matrix kernels_of(const Points& points, const std::vector<Index>& centres, std::size_t reach) {
  Matrix kernel = squared_distances(points, gather(points, centres));
  std::vector<double> row(static_cast<std::size_t>(kernel.cols()));
  for (Index x = 0; x < kernel.rows(); ++x) {
    std::copy_n(kernel.row(x).data(), kernel.cols(), row.begin());
    const auto at = row.begin() + static_cast<std::ptrdiff_t>(std::min(reach, row.size() - 1));
    std::ranges::nth_element(row, at);
    const double squared_reach = std::max(*at, 1e-300);
    kernel.row(x) = (1 - kernel.row(x).array() / squared_reach).max(0.0);
    kernel(x, centres[static_cast<std::size_t>(x)]) = 1;
  }
  return kernel;
}

/// How many pairs it takes to place an item, the likeliest cluster first; the last follows from the others.
double pairs_to_place(const Ground& ground, Index item) {
  std::vector<double> likely(ground.likely.col(item).begin(), ground.likely.col(item).end());
  std::ranges::sort(likely, std::greater());
  double expected = 0;
  for (std::size_t c = 0; c < likely.size(); ++c)
    expected += likely[c] * static_cast<double>(std::min(c + 1, std::max<std::size_t>(likely.size() - 1, 1)));
  return std::max(expected, 1.0);
}

std::string why_uncertain(const Ground& ground, Index item) {
  const auto clusters = likeliest_first(ground, item);
  if (clusters.size() < 2) return "nothing near it is known yet";
  const auto names = ground.session.names();
  return fmt::format("it lies between {} and {}, and so do items near it",
                     shown(names[static_cast<std::size_t>(clusters[0])]),
                     shown(names[static_cast<std::size_t>(clusters[1])]));
}

Question question_about(const Ground& ground, Index item, double effect, const QuestionOptions& options) {
  const auto clusters = likeliest_first(ground, item);
  Question question{.kind = QuestionKind::label,
                    .items = {item},
                    .clusters = clusters,
                    .why = why_uncertain(ground, item),
                    .effect = effect};
  if (options.labels) return question;
  question.kind = QuestionKind::pair;
  question.items.push_back(ground.known.anchor[static_cast<std::size_t>(clusters.front())]);
  return question;
}

/// A typical item of each cluster that nothing is known of, the largest cluster first: its name says where
/// the cluster is, and what is known of edges alone would bend it.
std::vector<Question> unnamed_clusters(const Ground& ground) {
  std::vector<Index> sizes(ground.known.place.size(), 0);
  for (const int label : ground.session.labels()) ++sizes[static_cast<std::size_t>(label)];
  std::vector<Question> chosen;
  for (std::size_t c = 0; c < sizes.size(); ++c) {
    const Index typical = ground.known.anchor[c];
    if (typical < 0 || ground.covered[static_cast<std::size_t>(typical)] ||
        ground.passed[static_cast<std::size_t>(typical)])
      continue;
    chosen.push_back(
        {.kind = QuestionKind::label,
         .items = {typical},
         .clusters = likeliest_first(ground, typical),
         .why = fmt::format("it is typical of a group of {} that has no name yet", counted(sizes[c], "item")),
         .effect = static_cast<double>(sizes[c])});
  }
  std::ranges::stable_sort(chosen, std::greater(), &Question::effect);
  return chosen;
}

/// Adds the questions about items one by one: each takes what the ones before it would say into account.
void add_questions_about_items(const Ground& ground, int n, const QuestionOptions& options,
                               std::vector<Question>& chosen) {
  const std::vector<Index> candidates = candidates_of(ground);
  if (candidates.empty()) return;
  std::vector<Index> placed;
  for (Index i = 0; i < ground.points.count(); ++i)
    if (ground.known.placed(i) && ground.covered[static_cast<std::size_t>(i)]) placed.push_back(i);
  for (const Question& question : chosen) placed.push_back(question.items.front());
  const auto known = static_cast<std::size_t>(ground.session.clusters()) + placed.size();
  const std::size_t reach = static_cast<std::size_t>(ground.points.count()) / (per_known * known);
  const Matrix kernels = kernels_of(ground.points, candidates, reach);
  Vector cover = Vector::Zero(ground.points.count());
  if (!placed.empty())
    cover = kernels_of(ground.points, thinned(placed, most_known), reach).colwise().maxCoeff();
  std::vector<bool> used(candidates.size(), false);
  while (std::ssize(chosen) < n) {
    std::vector<double> values(candidates.size(), -1), effects(candidates.size(), 0);
    for (std::size_t x = 0; x < candidates.size(); ++x) {
      if (used[x]) continue;
      const auto kernel = kernels.row(static_cast<Index>(x)).transpose();
      effects[x] = (kernel - cover).cwiseMax(0.0).dot(ground.doubt);
      values[x] = options.labels
                      ? effects[x]
                      : effects[x] / std::pow(pairs_to_place(ground, candidates[x]), cost_of_pairs);
    }
    const std::size_t best = first_best(Goal::maximise, values);
    if (used[best]) return;
    used[best] = true;
    cover = cover.cwiseMax(kernels.row(static_cast<Index>(best)).transpose());
    chosen.push_back(question_about(ground, candidates[best], effects[best], options));
  }
}

}  // namespace

std::vector<Question> questions(const Session& session, int n, const QuestionOptions& options) {
  require(options.labels || options.pairs || options.groups, "there is no kind of question to ask");
  const Ground ground = ground_of(session);
  std::vector<Question> chosen;
  if (options.labels) chosen = unnamed_clusters(ground);
  if (options.groups) std::ranges::move(questions_about_groups(ground), std::back_inserter(chosen));
  if (std::ssize(chosen) > n) chosen.resize(static_cast<std::size_t>(n));
  if (options.labels || options.pairs) add_questions_about_items(ground, n, options, chosen);
  return chosen;
}

}  // namespace bellwether
