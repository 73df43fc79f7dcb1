// bench_svd FILE DIMENSIONS THREADS [SOLVER]
//
// Decomposes the items of the file once, and prints {"seconds", "processor", "explained"}: the time of the
// fit alone, the processor time of all its threads, and the sum of the explained shares.

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <ctime>
#include <string>

#include <bellwether/data/error.h>
#include <bellwether/data/read.h>
#include <bellwether/features/svd.h>

int main(int count, char** words) {
  using namespace bellwether;
  using Clock = std::chrono::steady_clock;
  try {
    require(count == 4 || count == 5, "usage: bench_svd FILE DIMENSIONS THREADS [SOLVER]");
    const Dataset items = read(words[1]);
    auto options =
        with_settings<SvdOptions>("svd", {{"dimensions", std::string(words[2])},
                                          {"solver", std::string(count == 5 ? words[4] : "automatic")}});
    const auto begin = Clock::now();
    const std::clock_t processor = std::clock();
    const Svd result = fit_svd(items.rows(), options, {.threads = std::stoi(words[3])});
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    const double spent = static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC;
    fmt::print("{{\"seconds\": {:.6f}, \"processor\": {:.6f}, \"explained\": {:.8f}}}\n", seconds, spent,
               result.explained.sum());
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_svd: {}\n", error.what());
    return 1;
  }
}
