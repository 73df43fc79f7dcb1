#pragma once
// The files of `ask`: asked.csv holds all questions with their answers in order, so that the next run goes on
// from there; seeds.csv, must-link.csv and cannot-link.csv are what they come to, for any other verb.

#include <filesystem>
#include <string>
#include <vector>

#include <bellwether/runs/answers.h>

namespace bellwether::cli {

struct Answered {
  Question question = {};
  Answer answer = {};
};

/// Questions with answers, as a file has them: kind,first,second,why,answer. Each is taken by the session and
/// added to `answered`; those without an answer are left for later. Errors name the line.
void read_answers(const std::filesystem::path& file, Session& session, std::vector<Answered>& answered);

/// The same file with empty answers.
void write_batch(const std::filesystem::path& file, const Session& session,
                 const std::vector<Question>& questions);

/// Each file whole or not at all, asked.csv first; one with nothing to hold is taken away.
void write_answers(const std::filesystem::path& folder, const Session& session,
                   const std::vector<Answered>& answered);

/// All files that answers are kept in.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder);
/// Where the answers so far are.
std::filesystem::path record_in(const std::filesystem::path& folder);

/// Throws InvalidOption if a file there has one of the names, but no earlier `ask` wrote it.
void require_own_answers(const std::filesystem::path& folder);

}  // namespace bellwether::cli
