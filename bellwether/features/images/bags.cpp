#include <bellwether/features/images/bags.h>

#include <atomic>

#include <bellwether/features/images/gather.h>

namespace bellwether {
namespace {

namespace fs = std::filesystem;

Dataset bags_as_items(const Gathered<WordCounts>& gathered, Index words) {
  Dataset items = named_items(names_of(gathered), gathered.left_out, gathered.no_files);
  SparseMatrix counts;
  counts.columns = words;
  std::vector<std::string> empty;
  for (const auto& [name, bag] : gathered.pictures) {
    for (const auto& [word, count] : bag) {
      counts.column_of.push_back(word);
      counts.values.push_back(count);
    }
    counts.starts.push_back(static_cast<std::int64_t>(counts.values.size()));
    if (bag.empty()) empty.push_back(name);
  }
  items.values = std::move(counts);
  for (Index word = 0; word < words; ++word) items.features.push_back(fmt::format("word {}", word));
  if (!empty.empty())
    items.notes.push_back(counted(empty, "picture has nothing to describe and is a row of zeros",
                                  "pictures have nothing to describe and are rows of zeros"));
  return items;
}

template <class Options>
Gathered<WordCounts> count_again(const Options& options, const Matrix& codebook, const fs::path& where,
                                 const Run& run) {
  return for_each_picture(
      where,
      [&](const std::string&, const Picture& picture, int) {
        return count_words(describe_picture(picture, options), codebook);
      },
      run);
}

Gathered<WordCounts> count_remembered(Gathered<Descriptors> described, const Matrix& codebook,
                                      const Run& run) {
  Gathered<WordCounts> bags;
  bags.left_out = std::move(described.left_out);
  bags.pictures.resize(described.pictures.size());
  on_threads(run.threads, [&] {
    for_each_parallel(static_cast<int>(bags.pictures.size()), [&](int i) {
      if (run.stop.stop_requested()) return;
      auto& [name, descriptors] = described.pictures[i];
      bags.pictures[i] = {std::move(name), count_words(descriptors, codebook)};
      descriptors = {};
    });
  });
  stop_if_asked(run);
  return bags;
}

}  // namespace

template <class Options>
Dataset fit_bags(const Options& options, Matrix& codebook, const fs::path& where, const Run& run,
                 std::int64_t most_remembered) {
  std::vector<DescriptorSample> samples(static_cast<std::size_t>(thread_count(run)),
                                        {options.codebook.sample, options.codebook.random_seed});
  std::atomic<std::int64_t> bytes = 0;
  const auto describe_and_remember = [&](const std::string& name, const Picture& picture, int worker) {
    Descriptors descriptors = describe_picture(picture, options);
    samples[worker].add(name, descriptors);
    bytes += static_cast<std::int64_t>(descriptors.size());
    return bytes <= most_remembered ? std::move(descriptors) : Descriptors{};
  };
  Gathered<Descriptors> described = for_each_picture(where, describe_and_remember, run);
  for (std::size_t worker = 1; worker < samples.size(); ++worker) samples[0].merge(samples[worker]);
  const bool remembered = bytes <= most_remembered;
  if (!remembered) described = {};

  Matrix learned = learn_codebook(samples[0].take(), options.codebook, run);
  stop_if_asked(run);
  const Gathered<WordCounts> counts = remembered ? count_remembered(std::move(described), learned, run)
                                                 : count_again(options, learned, where, run);
  codebook = std::move(learned);
  return bags_as_items(counts, codebook.rows());
}

template <class Options>
Dataset apply_bags(const Options& options, const Matrix& codebook, const fs::path& where, const Run& run) {
  require<InvalidOption>(codebook.rows() > 0, "these image features have no codebook yet: fit them first");
  return bags_as_items(count_again(options, codebook, where, run), codebook.rows());
}

template Dataset fit_bags(const SiftOptions&, Matrix&, const fs::path&, const Run&, std::int64_t);
template Dataset fit_bags(const DenseSiftOptions&, Matrix&, const fs::path&, const Run&, std::int64_t);
template Dataset apply_bags(const SiftOptions&, const Matrix&, const fs::path&, const Run&);
template Dataset apply_bags(const DenseSiftOptions&, const Matrix&, const fs::path&, const Run&);

}  // namespace bellwether
