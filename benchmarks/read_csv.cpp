// read_csv FILE: how long read() takes, and how much memory, as one line of JSON.
//
// benchmarks/read_csv.py makes a file, runs this and pandas on it, and prints the ratios.

#include <bellwether/data/read.h>
#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdio>

int main(int count, char** arguments) {
  if (count != 2) {
    fmt::print(stderr, "usage: read_csv FILE\n");
    return 2;
  }
  const auto start = std::chrono::steady_clock::now();
  const auto data = bellwether::read(arguments[1]);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;

  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  constexpr double kilobyte = 1024.0;
  const double matrix_bytes = static_cast<double>(data.rows().stored()) * sizeof(double);
  fmt::print("{{\"seconds\": {:.4f}, \"rows\": {}, \"columns\": {}, \"peak_over_matrix\": {:.3f}}}\n",
             seconds.count(), data.rows().rows(), data.rows().columns(),
             static_cast<double>(usage.ru_maxrss) * kilobyte / matrix_bytes);
}
