#include <bellwether/features/text/term_vectors.h>

#include <bellwether/data/error.h>
#include <bellwether/data/text.h>
#include <bellwether/data/word_vector_file.h>
#include <bellwether/features/text/term_places.h>

namespace bellwether {
namespace {

/// Sums of the vectors that came to each term.
struct Sums {
  Matrix vectors = {};
  std::vector<int> words = {};         ///< of each term
  std::vector<bool> spelled = {};      ///< the file has the term itself
  std::vector<std::string> seen = {};  ///< the first words of the file, for an error

  void add(Index term, std::span<const double> vector, bool itself) {
    const auto at = static_cast<std::size_t>(term);
    if (spelled[at] && !itself) return;
    const Eigen::Map<const Eigen::RowVectorXd> row(vector.data(), std::ssize(vector));
    if (itself && !spelled[at]) {
      vectors.row(term).setZero();
      words[at] = 0;
      spelled[at] = true;
    }
    vectors.row(term) += row;
    ++words[at];
  }
};

}  // namespace

TermVectors read_term_vectors(const std::filesystem::path& path, const std::vector<std::string>& terms,
                              const TextOptions& options, std::uint64_t limit) {
  Sums sums{.words = std::vector<int>(terms.size()), .spelled = std::vector<bool>(terms.size())};
  TermPlaces places(terms, options);
  const bool stems = options.stem && options.language != "none";
  constexpr std::size_t shown_words = 3;
  const auto use = [&](std::string_view word, std::span<const double> vector) {
    if (sums.seen.size() < shown_words) sums.seen.emplace_back(word);
    const auto at = places.find(word);
    if (!at) return;
    if (sums.vectors.size() == 0)
      sums.vectors = Matrix::Zero(static_cast<Index>(terms.size()), std::ssize(vector));
    sums.add(*at, vector, !stems && terms[static_cast<std::size_t>(*at)] == word);
  };
  TermVectors made{.words = read_word_vectors(path, use, limit).words};
  require(sums.vectors.size() > 0,
          "{}: none of the items' {} is among its {} (the first are {}): are they of the same language?",
          path.string(), counted(std::ssize(terms), "word"), counted(made.words, "word"),
          first_few(sums.seen));
  made.vectors = std::move(sums.vectors);
  for (std::size_t j = 0; j < terms.size(); ++j) {
    if (sums.words[j] == 0) continue;
    ++made.found;
    made.vectors.row(static_cast<Index>(j)) /= sums.words[j];
  }
  return made;
}

}  // namespace bellwether
