#include <experiments/ask_curves.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include <bellwether/collections/iris.h>
#include <tests/support/temporary_folder.h>

namespace bellwether::experiments {
namespace {

using testing_support::TemporaryFolder;

TEST(AskCurves, RightAnswersAreWorthMoreThanNone) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "iris");
  std::ofstream file(folder / "iris/iris.data");
  const Dataset items = iris();
  const Matrix& values = std::get<Matrix>(items.values);
  for (Index i = 0; i < values.rows(); ++i) {
    for (Index j = 0; j < values.cols(); ++j) file << values(i, j) << ',';
    file << items.labels[static_cast<std::size_t>(i)] << '\n';
  }
  file.close();
  const Request request{.data = folder.path(),
                        .only = {"iris"},
                        .methods = {"no answers", "pairs"},
                        .splits = 1,
                        .restarts = 1};
  const Outcome outcome = carry_out(find_experiment("ask", "curves"), request, {});
  ASSERT_EQ(outcome.datasets.size(), 2u);  // two measures
  const auto& methods = outcome.datasets[0].methods;
  EXPECT_EQ(methods.size(), 6u);
  EXPECT_GT(methods.back().mean, methods.front().mean + 0.1);  // 100 answers, on 150 items
  EXPECT_EQ(outcome.tables.size(), 3u);
}

}  // namespace
}  // namespace bellwether::experiments
