#pragma once
// An interview: questions and answers, each kept as soon as it is given.

#include <cli/asking/dialogue.h>

#include <filesystem>
#include <vector>

#include <bellwether/runs/asking.h>

namespace bellwether::cli {

/// The session with what was answered, and where that is kept.
struct Interview {
  Session& session;
  std::filesystem::path folder = {};
  std::vector<Answered> answered = {};
  std::size_t before = 0;  ///< of these, answered earlier

  void keep() const { write_answers(folder, session, answered); }
};

/// On a terminal searches run behind the questions, unless `wait` is wanted. Answers from elsewhere wait for
/// them, so that the same answers meet the same questions.
void interview_people(Interview& interview, const ItemWords& words, int most, bool wait,
                      const QuestionOptions& options, const bellwether::Run& run, std::FILE* out);

}  // namespace bellwether::cli
