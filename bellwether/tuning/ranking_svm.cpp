#include <bellwether/tuning/ranking_svm.h>

#include <svm.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>

#include <bellwether/data/error.h>

namespace bellwether {
namespace {

struct Example {
  double error = 0;
  std::span<const double> numbers = {};

  bool operator<(const Example& other) const {
    return error != other.error ? error < other.error
                                : std::ranges::lexicographical_compare(numbers, other.numbers);
  }
};

/// Numbers of two examples of one group, of which `better` has the smaller error.
struct Pair {
  std::size_t better = 0;
  std::size_t worse = 0;
};

struct Problem {
  std::vector<std::span<const double>> examples = {};  ///< of all groups
  std::vector<Pair> pairs = {};
  double groups = 0;  ///< that have a pair
};

/// 2 x this many rows of libsvm's nodes take about 600 MB.
constexpr std::size_t most_pairs = 3000;

void check(const std::vector<RankedGroup>& groups, const RankingSvmOptions& options) {
  require<InvalidOption>(options.c > 0 && options.c <= 1e6, "c is {}: it must be above 0, and at most 1e6",
                         options.c);
  require<InvalidOption>(options.sigma > 0 && std::isfinite(options.sigma), "sigma is {}: it must be above 0",
                         options.sigma);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const RankedGroup& group = groups[g];
    require(group.examples.rows() == static_cast<Index>(group.errors.size()),
            "group {} (counted from 0) has {} examples, but {} errors", g, group.examples.rows(),
            group.errors.size());
    require(group.examples.cols() == groups.front().examples.cols(),
            "the examples of group {} have {} numbers, but those of group 0 have {}", g,
            group.examples.cols(), groups.front().examples.cols());
    const std::span numbers(group.examples.data(), static_cast<std::size_t>(group.examples.size()));
    const auto finite = [](double x) { return std::isfinite(x); };
    require(std::ranges::all_of(numbers, finite) && std::ranges::all_of(group.errors, finite),
            "group {} (counted from 0) has a number that is missing or infinite", g);
  }
}

/// By their contents, so that the order in which they were given does not show.
std::vector<std::vector<Example>> in_order(const std::vector<RankedGroup>& groups) {
  std::vector<std::vector<Example>> ordered;
  for (const RankedGroup& group : groups) {
    const auto columns = static_cast<std::size_t>(group.examples.cols());
    std::vector<Example>& examples = ordered.emplace_back();
    for (std::size_t i = 0; i < group.errors.size(); ++i)
      examples.push_back({group.errors[i], {group.examples.data() + i * columns, columns}});
    std::sort(examples.begin(), examples.end());
  }
  std::sort(ordered.begin(), ordered.end());
  return ordered;
}

Problem problem_of(const std::vector<RankedGroup>& groups) {
  Problem problem;
  for (const std::vector<Example>& group : in_order(groups)) {
    const std::size_t first = problem.examples.size(), before = problem.pairs.size();
    for (const Example& example : group) problem.examples.push_back(example.numbers);
    for (std::size_t a = 0; a < group.size(); ++a)
      for (std::size_t b = a + 1; b < group.size(); ++b)
        if (group[a].error < group[b].error) problem.pairs.push_back({first + a, first + b});
    if (problem.pairs.size() > before) ++problem.groups;
  }
  require(!problem.pairs.empty(),
          "there is nothing to learn a ranking from: in every group all errors are equal; give lessons in "
          "which the values of the option make a difference");
  require(problem.pairs.size() <= most_pairs,
          "{} pairs in order are too many to learn a ranking from (at most {}): give fewer lessons, or fewer "
          "values of the option",
          problem.pairs.size(), most_pairs);
  return problem;
}

double gaussian(std::span<const double> x, std::span<const double> y, double sigma) {
  double squares = 0;
  for (std::size_t j = 0; j < x.size(); ++j) squares += (x[j] - y[j]) * (x[j] - y[j]);
  return std::exp(-squares / (2 * sigma * sigma));
}

Matrix kernel_of(const Problem& problem, double sigma) {
  const std::size_t n = problem.examples.size();
  Matrix kernel(static_cast<Index>(n), static_cast<Index>(n));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      kernel.data()[i * n + j] = gaussian(problem.examples[i], problem.examples[j], sigma);
  return kernel;
}

std::span<const double> row_of(const Matrix& examples, Index i) {
  return {examples.data() + i * examples.cols(), static_cast<std::size_t>(examples.cols())};
}

/// What libsvm reads: 2P rows, the pairs and after them the same pairs turned round. Each has its own number,
/// from 1, and then its products K((a,b), (c,d)) = k(a,c) - k(a,d) - k(b,c) + k(b,d) with all rows.
struct TrainingRows {
  std::vector<svm_node> nodes = {};
  std::vector<svm_node*> rows = {};
  std::vector<double> labels = {};
};

TrainingRows rows_of(const Problem& problem, const Matrix& kernel) {
  const std::size_t pairs = problem.pairs.size(), width = 2 * pairs + 1;
  TrainingRows made{std::vector<svm_node>(2 * pairs * width), {}, std::vector<double>(2 * pairs, 1)};
  std::fill(made.labels.begin() + static_cast<std::ptrdiff_t>(pairs), made.labels.end(), -1);
  for (std::size_t p = 0; p < pairs; ++p) {
    svm_node* row = made.nodes.data() + p * width;
    svm_node* turned = row + pairs * width;
    row[0] = {0, static_cast<double>(p + 1)};
    turned[0] = {0, static_cast<double>(p + pairs + 1)};
    const double* a = kernel.data() + problem.pairs[p].better * problem.examples.size();
    const double* b = kernel.data() + problem.pairs[p].worse * problem.examples.size();
    for (std::size_t q = 0; q < pairs; ++q) {
      const auto [c, d] = problem.pairs[q];
      const double product = (a[c] - a[d]) - (b[c] - b[d]);
      row[1 + q].value = turned[1 + pairs + q].value = product;
      row[1 + pairs + q].value = turned[1 + q].value = -product;
    }
  }
  for (std::size_t row = 0; row < 2 * pairs; ++row) made.rows.push_back(made.nodes.data() + row * width);
  return made;
}

struct Free {
  void operator()(svm_model* model) const { svm_free_and_destroy_model(&model); }
};

/// The function is the same for the whole process; libsvm knows no other way.
void silence_libsvm() {
  static const bool done = [] {
    svm_set_print_string_function([](const char*) {});
    return true;
  }();
  static_cast<void>(done);
}

/// alpha of each pair. Turned round, a pair has the label -1 and the same margin, so that with a bias b the
/// two lose (1 - m - b)+ + (1 - m + b)+ >= 2 (1 - m)+: no bias is a best one, and f, of which there is just
/// one best, is that without bias. Each of the two is given half of the price.
std::vector<double> alphas_of(const Problem& problem, const Matrix& kernel, double price) {
  silence_libsvm();
  TrainingRows rows = rows_of(problem, kernel);
  svm_parameter parameter{};
  parameter.svm_type = C_SVC;
  parameter.kernel_type = PRECOMPUTED;
  parameter.cache_size = 100;
  parameter.C = price / 2;
  // libsvm keeps products in single precision: much less cannot be reached, and it would go round for ever.
  parameter.eps = std::clamp(1e-4 * parameter.C, 1e-4, 1e-2);
  const svm_problem given{static_cast<int>(rows.rows.size()), rows.labels.data(), rows.rows.data()};
  const std::unique_ptr<svm_model, Free> model(svm_train(&given, &parameter));

  std::vector<double> alphas(problem.pairs.size());
  for (int s = 0; s < model->l; ++s) {
    const auto row = static_cast<std::size_t>(model->sv_indices[s]) - 1;
    alphas[row % alphas.size()] += std::abs(model->sv_coef[0][s]);
  }
  return alphas;
}

}  // namespace

RankingSvm train_ranking_svm(const std::vector<RankedGroup>& groups, const RankingSvmOptions& options) {
  check(groups, options);
  const Problem problem = problem_of(groups);
  const std::vector<double> alphas =
      alphas_of(problem, kernel_of(problem, options.sigma), options.c / problem.groups);
  std::vector<double> weights(problem.examples.size());
  for (std::size_t p = 0; p < alphas.size(); ++p) {
    weights[problem.pairs[p].better] += alphas[p];
    weights[problem.pairs[p].worse] -= alphas[p];
  }

  const auto kept = static_cast<Index>(weights.size()) - std::ranges::count(weights, 0.0);
  RankingSvm svm{options.sigma, Matrix(kept, groups.front().examples.cols()), Vector(kept)};
  Index to = 0;
  for (std::size_t e = 0; e < weights.size(); ++e) {
    if (weights[e] == 0) continue;
    std::ranges::copy(problem.examples[e], svm.examples.data() + to * svm.examples.cols());
    svm.weights[to++] = weights[e];
  }
  return svm;
}

Vector scores_of(const RankingSvm& svm, const Matrix& examples) {
  require(svm.weights.size() == 0 || svm.examples.cols() == examples.cols(),
          "the ranking was learned from examples of {} numbers, but these have {}", svm.examples.cols(),
          examples.cols());
  Vector scores = Vector::Zero(examples.rows());
  for (Index i = 0; i < examples.rows(); ++i)
    for (Index e = 0; e < svm.weights.size(); ++e)
      scores[i] += svm.weights[e] * gaussian(row_of(svm.examples, e), row_of(examples, i), svm.sigma);
  return scores;
}

}  // namespace bellwether
