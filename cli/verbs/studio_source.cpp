#include <cli/terminal/words.h>
#include <cli/verbs/studio_source.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include <bellwether/data/error.h>

namespace bellwether::cli {

namespace fs = std::filesystem;

std::vector<std::string> words_about_items(const Given& given) {
  std::vector<std::string> words;
  for (const auto& [option, typed] : given) {
    const std::string name = option->name();
    if (name == "--project" || name == "--port" || name == "--no-open" || name == "--threads" ||
        name == "--quiet")
      continue;
    if (!option->positional()) words.push_back(name);
    if (!std::holds_alternative<bool*>(option->into)) words.insert(words.end(), typed.begin(), typed.end());
  }
  return words;
}

std::optional<Source> source_of(const ProjectFile& file) {
  const auto kept = file.kept("source");
  if (!kept) return {};
  const auto json = nlohmann::json::parse(*kept, nullptr, false);
  if (!json.is_object() || !json.contains("words") || !json.contains("folder")) return {};
  try {
    return Source{json["words"].get<std::vector<std::string>>(), json["folder"].get<std::string>()};
  } catch (const nlohmann::json::exception&) {
    return {};
  }
}

void keep_source(ProjectFile& file, const Source& source) {
  const nlohmann::json json{{"words", source.words}, {"folder", source.folder}};
  file.keep("source", json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

std::string in_words(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += " " + shell_word(word);
  return text;
}

std::unique_ptr<ProjectFile> project_by_default(const std::string& items, const Source& source,
                                                std::string& name) {
  std::string stem = items.starts_with("data:") ? items.substr(5, items.find('?') - 5)
                                                : fs::path(items).lexically_normal().string();
  while (stem.size() > 1 && stem.ends_with('/')) stem.pop_back();
  stem = fs::path(stem).stem().string();
  if (stem.empty() || stem == "." || stem == ".." || stem == "-") stem = "items";
  for (int number = 1; number < 100; ++number) {
    name = number == 1 ? stem + ".bwp" : fmt::format("{}-{}.bwp", stem, number);
    try {
      auto file = std::make_unique<ProjectFile>(name, ProjectFile::For::owning);
      const auto kept = source_of(*file);
      if (!kept || *kept == source) return file;
    } catch (const InvalidInput&) {
      std::error_code ignored;
      if (!fs::exists(name, ignored)) throw;  // it cannot be made; the next could not be, either
    }
  }
  refuse("there are too many projects called {}: name one with --project FILE", stem + ".bwp");
}

std::string repeating(const Source& source, const std::string& project) {
  return fmt::format("bellwether cluster{} --project {}", in_words(source.words), shell_word(project));
}

}  // namespace bellwether::cli
