#include <cli/top_words.h>
#include <cli/words.h>

#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace bellwether::cli {
namespace {

/// The first table of a method's parameters holds its centres. From behind a learned map no way leads back.
Matrix centres_of(const Result& result) {
  if (result.centres.size() > 0) return result.centres;
  const bool mapped = std::ranges::any_of(
      result.vectorizer.steps, [](const Step& step) { return std::holds_alternative<LinearMap>(step); });
  if (mapped || result.outcome.parameters.empty()) return {};
  return result.outcome.parameters.front().second;
}

/// Clusters x words.
Matrix centres_by_word(const Result& result) {
  Matrix centres = centres_of(result);
  for (const Step& step : result.vectorizer.steps)
    if (const auto* svd = std::get_if<Svd>(&step); svd != nullptr && svd->components.rows() == centres.cols())
      centres = Matrix(centres * svd->components);
  return centres;
}

}  // namespace

std::vector<std::vector<std::string>> top_words(const Result& result, std::size_t most) {
  const auto* text = std::get_if<TextVectorizer>(&result.vectorizer.extractor);
  if (text == nullptr) return {};
  const Matrix centres = centres_by_word(result);
  if (centres.cols() != static_cast<Index>(text->vocabulary.size())) return {};
  std::vector<std::vector<std::string>> words;
  std::vector<Index> order(text->vocabulary.size());
  const std::size_t count = std::min(most, order.size());
  for (Index k = 0; k < centres.rows(); ++k) {
    std::iota(order.begin(), order.end(), Index{0});
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                      [&](Index a, Index b) {
                        return centres(k, a) > centres(k, b) || (centres(k, a) == centres(k, b) && a < b);
                      });
    auto& top = words.emplace_back();
    // Back from an SVD, what should be 0 is so but for rounding.
    const double least = 1e-9 * centres.row(k).cwiseAbs().maxCoeff();
    for (std::size_t i = 0; i < count && centres(k, order[i]) > least; ++i)
      top.push_back(text->vocabulary[static_cast<std::size_t>(order[i])]);
  }
  return words;
}

void print_top_words(std::FILE* out, const std::vector<std::vector<std::string>>& words,
                     const std::vector<std::string>& names) {
  if (words.empty()) return;
  constexpr std::size_t most_listed = 40;
  const auto name = [&](std::size_t k) {
    return names.empty() ? std::to_string(k) : printable(names[k], 24);
  };
  const std::size_t listed = std::min(words.size(), most_listed);
  std::size_t width = std::string_view("cluster").size();
  for (std::size_t k = 0; k < listed; ++k) width = std::max(width, name(k).size());
  fmt::print(out, "\n  {}\n", bold(out, fmt::format("{:>{}}  its words", "cluster", width)));
  for (std::size_t k = 0; k < listed; ++k) {
    std::vector<std::string> safe;
    for (const std::string& word : words[k]) safe.push_back(printable(word, 24));
    fmt::print(out, "  {:>{}}  {}\n", name(k), width,
               wrapped(fmt::format("{}", fmt::join(safe, ", ")), width_of(out), static_cast<int>(width) + 4));
  }
}

}  // namespace bellwether::cli
