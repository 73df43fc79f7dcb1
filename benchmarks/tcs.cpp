// bench_tcs [FILE.csv]
//
// How fast TCS-GM learns, on one thread, in seconds of processor time: a path of gammas for each regulariser
// with the steps that each took, the gradient beside the sum as the paper has it, and how the gradient's time
// grows with items, classes and features. FILE has a label, a comma and numbers in each line, with no header;
// the first third of its labels is learned from, with every feature scaled to [0, 1]. Without it, items of
// the shape of that third of Letter are made.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>
#include <string>

#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>
#include <bellwether/transforms/tcs/minimise.h>

namespace {

using namespace bellwether;

const Run one_thread{.threads = 1};

struct Items {
  Matrix values = {};
  std::vector<int> labels = {};
};

Items made(Index count, Index features, int classes) {
  Random random(1);
  Matrix means(classes, features);
  for (double& value : means.reshaped()) value = 0.5 + 0.1 * random.normal();
  Items items{Matrix(count, features), {}};
  for (Index i = 0; i < count; ++i) {
    items.labels.push_back(static_cast<int>(i % classes));
    for (Index j = 0; j < features; ++j) items.values(i, j) = means(i % classes, j) + 0.12 * random.normal();
  }
  return items;
}

Items first_third(const std::string& path) {
  std::ifstream file(path);
  require(file.good(), "cannot read {}", path);
  std::map<std::string, std::vector<std::vector<double>>> by_label;
  for (std::string line; std::getline(file, line);) {
    std::stringstream cells(line);
    std::string label, cell;
    if (!std::getline(cells, label, ',')) continue;
    auto& row = by_label[label].emplace_back();
    while (std::getline(cells, cell, ',')) row.push_back(std::stod(cell));
  }
  const std::size_t wanted = (by_label.size() + 2) / 3;
  std::vector<std::vector<double>> rows;
  Items items;
  for (const auto& [label, its_rows] : by_label) {
    if (static_cast<std::size_t>(items.labels.empty() ? 0 : items.labels.back() + 1) == wanted) break;
    const int number = items.labels.empty() ? 0 : items.labels.back() + 1;
    for (const auto& row : its_rows) {
      rows.push_back(row);
      items.labels.push_back(number);
    }
  }
  items.values.resize(static_cast<Index>(rows.size()), static_cast<Index>(rows.at(0).size()));
  for (Index i = 0; i < items.values.rows(); ++i)
    for (Index j = 0; j < items.values.cols(); ++j)
      items.values(i, j) = rows[i].at(static_cast<std::size_t>(j));
  for (Index j = 0; j < items.values.cols(); ++j) {
    const double low = items.values.col(j).minCoeff(), range = items.values.col(j).maxCoeff() - low;
    items.values.col(j).array() = (items.values.col(j).array() - low) / (range > 0 ? range : 1);
  }
  return items;
}

TcsProblem problem_of(const Items& items) {
  return tcs_problem(classes_of(items.values, items.labels));
}

double processor_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// The median of several times of one call.
double seconds_of(const std::function<void()>& work) {
  std::vector<double> times;
  for (int attempt = 0; attempt < 7; ++attempt) {
    int calls = 0;
    const double begin = processor_seconds();
    while (processor_seconds() - begin < 0.02) {
      work();
      ++calls;
    }
    times.push_back((processor_seconds() - begin) / calls);
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

void print_path(const TcsProblem& problem, const std::string& name, Regulariser regulariser) {
  const double reference = gamma_reference(problem, regulariser, 1, one_thread);
  std::vector<double> gammas;
  for (int power = 3; power >= -4; --power) gammas.push_back(reference * std::pow(10.0, power));
  if (regulariser == Regulariser::nuclear || regulariser == Regulariser::l1) {
    gammas.clear();
    for (int half = 2; half >= -5; --half) gammas.push_back(reference * std::pow(10.0, half / 2.0));
  }
  const double begin = processor_seconds();
  const auto solutions = path(problem, regulariser, gammas, 1, 1e-8, 5000, one_thread);
  fmt::print("\n{}: {:.3f} s for {} gammas to a relative gap of 1e-8\n", name, processor_seconds() - begin,
             gammas.size());
  fmt::print("  {:>10} {:>6} {:>10} {:>14} {:>10}\n", "gamma", "steps", "gap", "F", "|A|");
  for (std::size_t i = 0; i < gammas.size(); ++i)
    fmt::print("  {:10.3g} {:6} {:10.1e} {:14.6f} {:10.4g}{}\n", gammas[i], solutions[i].iterations,
               solutions[i].gap, solutions[i].value, solutions[i].metric.norm(),
               solutions[i].converged ? "" : "  not converged");
}

/// 1/2 sum_ik (y_ik - p_ik) d_ik d_ik', with the sums over classes and items as matrix products.
Eigen::MatrixXd plain_gradient(const Items& items, const TcsProblem& problem, const Eigen::MatrixXd& a) {
  const Matrix& x = std::get<Matrix>(problem.items);
  Matrix p(x.rows(), problem.classes);
  for (int k = 0; k < problem.classes; ++k) {
    const Matrix d = x.rowwise() - problem.means.row(k);
    const Matrix mapped = d * a;
    p.col(k) = -0.5 * mapped.cwiseProduct(d).rowwise().sum();
  }
  const Vector top = p.rowwise().maxCoeff();
  p = (p.colwise() - top).array().exp();
  const Vector total = p.rowwise().sum();
  p.array().colwise() /= -total.array();
  for (Index i = 0; i < x.rows(); ++i) p(i, items.labels[static_cast<std::size_t>(i)]) += 1;
  Eigen::MatrixXd gradient = Eigen::MatrixXd::Zero(x.cols(), x.cols());
  for (int k = 0; k < problem.classes; ++k) {
    const Matrix d = x.rowwise() - problem.means.row(k);
    const Matrix weighted = p.col(k).asDiagonal() * d;
    gradient.noalias() += 0.5 * d.transpose() * weighted;
  }
  return gradient;
}

void print_ratio(const Items& items) {
  const TcsProblem problem = problem_of(items);
  const Eigen::MatrixXd a = Eigen::MatrixXd::Identity(problem.features(), problem.features());
  const Eigen::MatrixXd ours = evaluate(problem, a, one_thread).gradient;
  const double apart = (ours - plain_gradient(items, problem, a)).norm() / ours.norm();
  const double fast = seconds_of([&] { evaluate(problem, a, one_thread); });
  const double slow = seconds_of([&] { plain_gradient(items, problem, a); });
  fmt::print(
      "  {:6} x {:4}, {:3} classes: {:8.3f} ms, as printed {:9.3f} ms, {:5.1f} times; differ by {:.0e}\n",
      problem.count(), problem.features(), problem.classes, 1e3 * fast, 1e3 * slow, slow / fast, apart);
}

void print_growth(const char* what, const std::vector<Items>& sizes, const std::vector<int>& numbers) {
  fmt::print("\n  {:>8} {:>9}  each * is a doubling from 0.01 ms\n", what, "ms");
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const TcsProblem problem = problem_of(sizes[i]);
    const Eigen::MatrixXd a = Eigen::MatrixXd::Identity(problem.features(), problem.features());
    const double seconds = seconds_of([&] { evaluate(problem, a, one_thread); });
    const auto stars = static_cast<std::size_t>(std::max(1.0, std::round(2 * std::log2(seconds / 1e-5))));
    fmt::print("  {:8} {:9.3f}  {}\n", numbers[i], 1e3 * seconds, std::string(stars / 2, '*'));
  }
}

void print_scaling() {
  std::vector<Items> sizes;
  const auto grow = [&](const char* what, const std::vector<int>& numbers, const auto& make) {
    sizes.clear();
    for (const int number : numbers) sizes.push_back(make(number));
    print_growth(what, sizes, numbers);
  };
  fmt::print("\nthe gradient by size, others at 8000 items, 16 features, 8 classes\n");
  grow("items", {1000, 2000, 4000, 8000, 16000, 32000, 64000}, [](int n) { return made(n, 16, 8); });
  grow("classes", {2, 4, 8, 16, 32, 64}, [](int k) { return made(8000, 16, k); });
  grow("features", {4, 8, 16, 32, 64, 128, 256}, [](int p) { return made(8000, p, 8); });
}

void run_all(const Items& items) {
  const TcsProblem problem = problem_of(items);
  fmt::print("{} items x {} features, {} classes, one thread\n", problem.count(), problem.features(),
             problem.classes);
  for (const auto& [name, regulariser] : regulariser_names) print_path(problem, name, regulariser);
  fmt::print("\nthe gradient, and the sum over items and classes as it is printed\n");
  print_ratio(items);
  for (const int features : {32, 64, 128, 256}) print_ratio(made(4000, features, 10));
  print_scaling();
}

}  // namespace

int main(int count, char** words) {
  try {
    require(count <= 2, "usage: bench_tcs [FILE.csv]");
    const Items items = count == 2 ? first_third(words[1]) : made(6900, 16, 9);
    on_threads(1, [&] { run_all(items); });
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_tcs: {}\n", error.what());
    return 1;
  }
}
