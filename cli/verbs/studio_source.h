#pragma once
// What a project of the studio remembers of the command that began it: so that it goes on without the words
// being typed again.

#include <cli/command.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <bellwether/projects/project_file.h>

namespace bellwether::cli {

/// How to go on with a project later: what was typed, and where.
struct Source {
  std::vector<std::string> words = {};
  std::string folder = {};

  friend bool operator==(const Source&, const Source&) = default;
};

/// What was typed, but for what says how to serve.
std::vector<std::string> words_about_items(const Given& given);

std::optional<Source> source_of(const ProjectFile& file);
void keep_source(ProjectFile& file, const Source& source);

/// posts.bwp for posts/; posts-2.bwp if the first is about something else, or open elsewhere.
std::unique_ptr<ProjectFile> project_by_default(const std::string& items, const Source& source,
                                                std::string& name);

/// The words as they would be typed, each after a blank.
std::string in_words(const std::vector<std::string>& words);

/// What repeats the result. What a project says is put where `cluster` finds it, too.
std::string repeating(const Source& source, const std::string& project);

}  // namespace bellwether::cli
