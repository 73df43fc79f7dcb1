#include <studio/shelf.h>

#include <algorithm>
#include <set>

#include <bellwether/data/text.h>
#include <bellwether/data/values.h>
#include <bellwether/portraits/numbers.h>
#include <bellwether/sources/excerpts.h>

namespace bellwether::studio {
namespace {

constexpr std::size_t most_characters = 2000;  // of a text; the rest is read where it lies
constexpr int picture_side = 160;
constexpr std::size_t most_pictures = 50'000;
constexpr Index most_columns = 60;

}  // namespace

Shelf::Shelf(const Material& material, ItemsArguments source)
    : material_(material), source_(std::move(source)) {
  texts_ = std::holds_alternative<TextVectorizer>(material_.vectorizer.extractor);
  pictures_ = std::holds_alternative<ImageVectorizer>(material_.vectorizer.extractor) &&
              material_.items.items() <= static_cast<Index>(most_pictures);
}

void Shelf::fill() {
  if (!texts_ && !pictures_) return;
  std::set<std::string> ids;
  for (Index i = 0; i < material_.items.items(); ++i) ids.insert(material_.items.id(i));
  TextById found =
      (texts_ ? beginnings(source_, std::get<TextVectorizer>(material_.vectorizer.extractor).options, ids,
                           most_characters)
              : thumbnails(source_, ids, picture_side))
          .found;
  std::vector<std::string> content(static_cast<std::size_t>(material_.items.items()));
  for (std::size_t i = 0; i < content.size(); ++i)
    if (const auto at = found.find(material_.items.id(static_cast<Index>(i))); at != found.end())
      content[i] = std::move(at->second);
  const std::lock_guard guard(mutex_);
  content_ = std::move(content);
}

std::string Shelf::text(Index item) const {
  const std::lock_guard guard(mutex_);
  return texts_ && !content_.empty() ? content_[static_cast<std::size_t>(item)] : std::string();
}

std::string Shelf::picture(Index item) const {
  const std::lock_guard guard(mutex_);
  return pictures_ && !content_.empty() ? content_[static_cast<std::size_t>(item)] : std::string();
}

Json Shelf::describe(Index item) const {
  Json json{{"item", item}, {"id", material_.items.id(item)}};
  if (texts_) json["text"] = text(item);
  if (pictures_) json["picture"] = true;
  if (texts_ || pictures_ || material_.vectorizer.reads_raw_items()) return json;
  Json row = Json::array();
  const auto add = [&](Index column, double value) {
    if (std::ssize(row) >= most_columns) return;
    const auto& names = material_.items.features;
    row.push_back(
        {names.empty() ? std::to_string(column) : names[static_cast<std::size_t>(column)], rounded(value)});
  };
  const Rows rows = material_.items.rows();
  for_each_value(rows.slice(item, 1), [&](Index, Index column, double value) { add(column, value); });
  json["row"] = std::move(row);
  return json;
}

std::vector<Index> Shelf::search(std::string_view given) const {
  std::vector<std::string> words;
  while (true) {
    const std::string_view word = next_word(given);
    if (word.empty()) break;
    words.push_back(lower(word));
  }
  std::vector<Index> found;
  if (words.empty()) return found;
  for (Index i = 0; i < material_.items.items(); ++i) {
    const std::string where = lower(material_.items.id(i)) + "\n" + lower(text(i));
    if (std::ranges::all_of(words,
                            [&](const std::string& word) { return where.find(word) != std::string::npos; }))
      found.push_back(i);
  }
  return found;
}

}  // namespace bellwether::studio
