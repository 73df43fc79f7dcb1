// bench_images [FOLDER|ARCHIVE] [THREADS]
//
// How long visual words take, and how much of that is ours: OpenCV decodes the pictures and finds their
// descriptors; the sample, the codebook, the nearest words and their counts are bellwether's. Then the same
// from one call, with one thread and with THREADS (2). Without a folder it draws 300 pictures of random
// texture.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>

#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>
#include <bellwether/features/images/gather.h>
#include <bellwether/features/images/image_features.h>

namespace {

using namespace bellwether;
namespace fs = std::filesystem;

/// Of all threads of this process.
double processor_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// What one step costs on one thread, whoever else uses the machine.
template <class Work>
double cost(const Work& work) {
  const double before = processor_seconds();
  work();
  return processor_seconds() - before;
}

/// 256 x 256 pixels: waves of random direction and length, and bright and dark squares.
std::string texture(Random random) {
  constexpr int side = 256;
  std::vector<double> grey(side * side, 128);
  for (int wave = 0; wave < 6; ++wave) {
    const double x_step = random.normal() * 0.3, y_step = random.normal() * 0.3, phase = 6 * random.uniform();
    for (int i = 0; i < side * side; ++i)
      grey[i] += 15 * std::sin(phase + x_step * (i % side) + y_step * (i / side));
  }
  for (int square = 0; square < 60; ++square) {
    const auto size = static_cast<int>(4 + random.below(40)), x = static_cast<int>(random.below(side - size)),
               y = static_cast<int>(random.below(side - size));
    const double change = 50 * random.normal();
    for (int i = 0; i < size * size; ++i) grey[(y + i / size) * side + x + i % size] += change;
  }
  std::string pgm = fmt::format("P5 {} {} 255\n", side, side);
  for (const double g : grey) pgm += static_cast<char>(std::clamp(std::lround(g), 0L, 255L));
  return pgm;
}

fs::path draw_pictures(int count) {
  std::string folder = (fs::temp_directory_path() / "bellwether-images-XXXXXX").string();
  require(mkdtemp(folder.data()) != nullptr, "cannot make a folder like {}", folder);
  for (int i = 0; i < count; ++i)
    std::ofstream(fs::path(folder) / fmt::format("{:03}.pgm", i), std::ios::binary)
        << texture(Random(static_cast<std::uint64_t>(i)));
  return folder;
}

/// Each step by itself, on one thread, in processor time.
void time_steps(const fs::path& where, const SiftOptions& options) {
  const Run run{.threads = 1};
  Gathered<Descriptors> described;
  const double describing = cost([&] {
    described = for_each_picture(
        where,
        [&](const std::string&, const Picture& picture, int) { return describe_picture(picture, options); },
        run);
  });
  std::size_t descriptors = 0;
  for (const auto& picture : described.pictures) descriptors += picture.second.size() / descriptor_size;
  const auto pictures = static_cast<double>(described.pictures.size());
  fmt::print("{} pictures, {} descriptors, one thread\n", pictures, descriptors);

  Matrix sample, codebook;
  const double sampling = cost([&] {
    DescriptorSample taken(options.codebook.sample, options.codebook.random_seed);
    for (const auto& picture : described.pictures) taken.add(picture.first, picture.second);
    sample = taken.take();
  });
  const double learning = cost([&] { codebook = learn_codebook(sample, options.codebook, run); });
  const double counting = cost([&] {
    for (const auto& picture : described.pictures) count_words(picture.second, codebook);
  });
  const double ours = sampling + learning + counting, whole = describing + ours;
  const auto line = [&](const char* what, double time) {
    fmt::print("  {:<32} {:8.2f} s {:6.1f} %\n", what, time, 100 * time / whole);
  };
  line("reading and describing (OpenCV)", describing);
  line("sample", sampling);
  line("codebook", learning);
  line("nearest words and counts", counting);
  line("ours", ours);
  fmt::print("  {:.1f} pictures/s, {:.1f} by OpenCV alone\n", pictures / whole, pictures / describing);
}

struct Times {
  double wall = 0;
  double processor = 0;
};

Times time_whole(const fs::path& where, int threads) {
  ImageVectorizer vectorizer = image_vectorizer("sift");
  const auto begin = std::chrono::steady_clock::now();
  const double processor = cost([&] { fit_images(vectorizer, where, {.threads = threads}); });
  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  fmt::print("fit_images, {} thread{}: {:.2f} s, of the processor {:.2f} s\n", threads,
             threads == 1 ? "" : "s", wall, processor);
  return {wall, processor};
}

}  // namespace

int main(int count, char** words) try {
  const bool given = count > 1;
  const fs::path where = given ? fs::path(words[1]) : draw_pictures(300);
  const int threads = count > 2 ? std::atoi(words[2]) : 2;
  time_steps(where, {});
  const Times one = time_whole(where, 1), many = time_whole(where, threads);
  fmt::print(
      "{} threads are {:.2f} times as fast as one; together they used {:.2f} times its processor time\n",
      threads, one.wall / many.wall, many.processor / one.processor);
  if (!given) fs::remove_all(where);
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "bench_images: {}\n", error.what());
  return 1;
}
