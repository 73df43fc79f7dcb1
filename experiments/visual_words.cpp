#include <experiments/visual_words.h>

#include <bellwether/data/read.h>
#include <bellwether/data/write.h>
#include <bellwether/features/images/gather.h>
#include <bellwether/features/images/sift.h>

namespace bellwether::experiments {
namespace {

namespace fs = std::filesystem;

using Described = std::vector<std::pair<std::string, Descriptors>>;

/// Of all folders, and a sample of the descriptors to learn from.
Described describe_all(const std::vector<fs::path>& folders, const SiftOptions& options, Matrix& sample,
                       const Run& run) {
  std::vector<DescriptorSample> samples(static_cast<std::size_t>(thread_count(run)),
                                        {options.codebook.sample, options.codebook.random_seed});
  Described described;
  for (const fs::path& folder : folders) {
    auto gathered = for_each_picture(
        folder,
        [&](const std::string& name, const Picture& picture, int worker) {
          Descriptors descriptors = describe_picture(picture, options);
          samples[static_cast<std::size_t>(worker)].add(
              fmt::format("{}/{}", folder.filename().string(), name), descriptors);
          return descriptors;
        },
        run);
    for (auto& picture : gathered.pictures) described.push_back(std::move(picture));
  }
  for (std::size_t worker = 1; worker < samples.size(); ++worker) samples[0].merge(samples[worker]);
  sample = samples[0].take();
  return described;
}

std::vector<WordCounts> count_all(Described& described, const Matrix& codebook, const Run& run) {
  std::vector<WordCounts> bags(described.size());
  on_threads(run.threads, [&] {
    for_each_parallel(static_cast<int>(bags.size()), [&](int number) {
      if (run.stop.stop_requested()) return;
      const auto i = static_cast<std::size_t>(number);
      bags[i] = count_words(described[i].second, codebook);
      described[i].second = {};
    });
  });
  stop_if_asked(run);
  return bags;
}

}  // namespace

Dataset visual_words(const std::vector<fs::path>& folders, int words, const Run& run) {
  const SiftOptions options{.codebook = {.words = words}};
  Matrix sample;
  Described described = describe_all(folders, options, sample, run);
  const Matrix codebook = learn_codebook(sample, options.codebook, run);
  stop_if_asked(run);
  SparseMatrix counts{.columns = codebook.rows()};
  Dataset items;
  const std::vector<WordCounts> bags = count_all(described, codebook, run);
  for (std::size_t i = 0; i < bags.size(); ++i) {
    for (const auto& [word, count] : bags[i]) {
      counts.column_of.push_back(word);
      counts.values.push_back(count);
    }
    counts.starts.push_back(static_cast<std::int64_t>(counts.values.size()));
    items.ids.push_back(std::move(described[i].first));
  }
  items.values = std::move(counts);
  return items;
}

Dataset kept_in(const fs::path& file, const std::function<Dataset()>& make) {
  std::error_code ignored;
  if (!file.empty() && fs::exists(file, ignored)) return read(file);
  Dataset made = make();
  if (!file.empty()) write_dataset(file, made);
  return made;
}

}  // namespace bellwether::experiments
