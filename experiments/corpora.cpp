#include <experiments/corpora.h>

#include <algorithm>
#include <map>
#include <set>

#include <bellwether/data/error.h>
#include <bellwether/features/tags.h>
#include <bellwether/features/text/text_vectorizer.h>
#include <experiments/visual_words.h>

namespace bellwether::experiments {
namespace {

namespace fs = std::filesystem;

constexpr int words_of_stc = 800, words_of_aplsa = 2000;

using TagsOf = std::map<std::string, std::vector<std::string>>;  ///< by id of the item

std::string first_folder(const std::string& id) {
  return id.substr(0, std::min(id.find('/'), id.size()));
}

SparseMatrix sparse_values(Dataset& items) {
  return std::move(std::get<SparseMatrix>(items.values));
}

/// items x tags, tags by name; items that are not in the map have none.
SparseMatrix tags_matrix(const std::vector<std::string>& ids, const TagsOf& tags_of) {
  std::map<std::string, std::int32_t> number;
  for (const auto& [id, tags] : tags_of)
    for (const std::string& tag : tags) number.emplace(tag, 0);
  std::int32_t next = 0;
  for (auto& [tag, mine] : number) mine = next++;
  SparseMatrix matrix{.columns = next};
  for (const std::string& id : ids) {
    std::set<std::int32_t> mine;
    if (const auto found = tags_of.find(id); found != tags_of.end())
      for (const std::string& tag : found->second) mine.insert(number.at(tag));
    matrix.column_of.insert(matrix.column_of.end(), mine.begin(), mine.end());
    matrix.values.resize(matrix.column_of.size(), 1.0);
    matrix.starts.push_back(static_cast<std::int64_t>(matrix.values.size()));
  }
  return matrix;
}

TextOptions text_options(const std::string& strip) {
  return {.language = "english", .min_documents = 2, .strip = strip};
}

struct Texts {
  Corpus corpus = {};
  std::vector<std::string> ids = {};
};

/// The documents of a folder that have a class; `seen` is shown each with its text.
Texts read_texts(const fs::path& path, const std::string& strip,
                 const std::function<std::string(std::string)>& class_of,
                 const std::function<void(const Document&)>& seen, const Run& run) {
  Documents documents = documents_in_files(path);
  const auto next = documents.next;
  documents.next = [&, next](Document& document) {
    while (next(document)) {
      if (class_of(document.id).empty()) continue;
      const std::string id = document.id;
      std::string text = text_of(std::move(document));
      document = {.id = id, .text = std::move(text)};
      seen(document);
      return true;
    }
    return false;
  };
  TextVectorizer vectorizer{.options = text_options(strip)};
  Dataset items = fit_text(vectorizer, std::move(documents), {}, run);
  Texts texts;
  for (const std::string& id : items.ids) texts.corpus.classes.push_back(class_of(id));
  texts.corpus.counts = sparse_values(items);
  texts.ids = std::move(items.ids);
  return texts;
}

Corpus read_news(const fs::path& data, const Run& run) {
  TagsOf tags;
  const TextOptions options = text_options("none");
  const auto class_of = [](const std::string& id) {
    return id.find('/') == std::string::npos ? std::string() : first_folder(id);
  };
  const auto note_tags = [&](const Document& article) {
    auto& mine = tags[article.id];
    mine = words_of_text(subject_of(article.text), options);
    for (const std::string& part : name_parts(first_folder(article.id)))
      mine.push_back(fmt::format("[{}]", part));
  };
  auto [corpus, ids] = read_texts(data / "20newsgroups", "headers", class_of, note_tags, run);
  corpus.tags = tags_matrix(ids, tags);
  corpus.prepared = "counts of stems, without headers and stop words";
  return corpus;
}

Corpus read_bbc(const fs::path& data, const Run& run) {
  const auto class_of = [](const std::string& id) {
    const std::string inside = id.starts_with("bbc/") ? id.substr(4) : id;
    return inside.find('/') == std::string::npos ? std::string() : first_folder(inside);
  };
  Corpus corpus = read_texts(
                      data / "bbc_news", "none", class_of, [](const Document&) {}, run)
                      .corpus;
  corpus.prepared = "counts of stems, without stop words";
  return corpus;
}

Corpus read_pictures(const fs::path& data, const std::vector<std::string>& folders, int words,
                     const fs::path& features, const Run& run) {
  std::vector<fs::path> paths;
  for (const std::string& folder : folders) paths.push_back(data / folder);
  const fs::path file = features.empty()
                            ? fs::path()
                            : features / fmt::format("{}-sift-{}.npz", fmt::join(folders, "-"), words);
  Dataset items = kept_in(file, [&] { return visual_words(paths, words, run); });
  Corpus corpus{.prepared = fmt::format("counts of {} SIFT words", words)};
  for (const std::string& id : items.ids) corpus.classes.push_back(first_folder(id));
  if (std::ranges::find(folders, "flickr8k") != folders.end()) {
    const TextOptions options{.language = "english"};
    TagsOf tags;
    for (const auto& [name, caption] : read_captions(data / "flickr8k/captions.selected.txt.gz"))
      for (std::string& word : words_of_text(caption, options)) tags[name].push_back(std::move(word));
    std::vector<std::string> names;  // captions know a picture by its name alone
    for (const std::string& id : items.ids) names.push_back(id.substr(id.rfind('/') + 1));
    corpus.tags = tags_matrix(names, tags);
  }
  corpus.counts = sparse_values(items);
  return corpus;
}

}  // namespace

std::vector<std::string> corpus_folders(const std::string& corpus) {
  if (corpus == "pictures") return {"caltech101", "scene15", "flickr8k"};
  if (corpus == "bbc") return {"bbc_news"};
  return {corpus};
}

std::optional<Corpus> read_corpus(const fs::path& data, const std::string& corpus, const fs::path& features,
                                  const Run& run) {
  const std::vector<std::string> folders = corpus_folders(corpus);
  for (const std::string& folder : folders) {
    std::error_code ignored;
    if (!fs::is_directory(data / folder, ignored)) return std::nullopt;
  }
  if (corpus == "20newsgroups") return read_news(data, run);
  if (corpus == "bbc") return read_bbc(data, run);
  return read_pictures(data, folders, corpus == "pictures" ? words_of_aplsa : words_of_stc, features, run);
}

std::string subject_of(std::string_view article) {
  constexpr std::string_view name = "subject:";
  while (!article.empty()) {
    const std::size_t end = std::min(article.find('\n'), article.size());
    std::string line(article.substr(0, end));
    if (line.empty() || line == "\r") return {};
    article.remove_prefix(std::min(end + 1, article.size()));
    std::string start = line.substr(0, name.size());
    std::ranges::transform(start, start.begin(), [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    if (start != name) continue;
    line.erase(0, name.size());
    line.erase(0, line.find_first_not_of(" \t"));
    while (line.starts_with("Re:") || line.starts_with("RE:") || line.starts_with("re:")) {
      line.erase(0, 3);
      line.erase(0, line.find_first_not_of(" \t"));
    }
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    return line;
  }
  return {};
}

std::vector<std::string> name_parts(std::string_view group) {
  std::vector<std::string> parts(1);
  for (const char c : group) {
    if (c == '.' || c == '-') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

}  // namespace bellwether::experiments
