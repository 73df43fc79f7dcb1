// One task for benchmarks/text.py: a folder of texts to a tf-idf matrix, as often as asked, its times as
// JSON.
//   bench_text FOLDER boundaries|runs THREADS REPEATS

#include <fmt/ranges.h>

#include <chrono>
#include <cstdlib>
#include <vector>

#include <bellwether/features/steps.h>
#include <bellwether/features/text/text_vectorizer.h>

int main(int count, char** words) {
  using namespace bellwether;
  if (count != 5) {
    fmt::print(stderr, "bench_text FOLDER boundaries|runs THREADS REPEATS\n");
    return 2;
  }
  const Settings settings{
      {"words", std::string(words[2])}, {"numbers", true}, {"max_length", std::int64_t{0}}};
  const Run run{.threads = std::atoi(words[3])};
  std::vector<double> seconds;
  Dataset items;
  for (int repeat = 0; repeat < std::atoi(words[4]); ++repeat) {
    const auto began = std::chrono::steady_clock::now();
    TextVectorizer text{with_settings<TextOptions>("words", settings), {}};
    items = fit_text(text, documents_in_files(words[1]), {}, run);
    for (const StepPlan& plan : plan_steps("tf-idf + l2")) fit_step(plan, items, run);
    seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
  }
  double sum = 0;
  items.rows().visit([&](const auto& rows) {
    for (Index i = 0; i < rows.rows; ++i)
      if constexpr (requires { rows.row(i).values; })
        for (const double value : rows.row(i).values) sum += value;
  });
  fmt::print("{{\"seconds\": [{}], \"documents\": {}, \"words\": {}, \"stored\": {}, \"sum\": {}}}\n",
             fmt::join(seconds, ", "), items.items(), items.rows().columns(), items.rows().stored(), sum);
}
