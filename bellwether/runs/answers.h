#pragma once
// Answers: a question answered becomes seeds and links of the session's evidence, nothing else.

#include <optional>
#include <string>
#include <vector>

#include <bellwether/runs/questions.h>

namespace bellwether {

enum class Reply { yes, no, unknown, name };

struct Answer {
  Reply reply = Reply::unknown;
  std::string name = {};  ///< of the group, for Reply::name
};

/// "yes", "no", "unknown", or a name: as files have it. Throws InvalidInput if the question cannot be
/// answered so, if a name is a number that names no group, or if it is empty.
Answer answer_in(const std::string& text, const Question& question, const Session& session);

/// Adds what the answer says and returns it; Session::take_back() undoes it. yes to a label question means
/// its likeliest cluster. Throws InvalidInput, and changes nothing, if the answer contradicts what is known:
/// with the chain that proves it, and the earlier answer that disagrees.
Addition take_answer(Session& session, const Question& question, const Answer& answer);

/// "'a' and 'b' belong together", "'a' is in sport": for people.
std::string in_words(const Addition& addition, const Session& session);

/// An answer that everything else speaks against.
struct Doubtful {
  std::size_t answer = 0;  ///< its number in Session::additions()
  std::string words = {};  ///< "you said that ...; everything else says that ..."
};

/// Answers that the finding does not meet, or that their items' neighbours contradict.
std::vector<Doubtful> doubtful_answers(const Session& session);

}  // namespace bellwether
