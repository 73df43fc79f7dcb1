#include <cli/asking/interview.h>
#include <cli/terminal/flags.h>
#include <cli/terminal/words.h>

#include <algorithm>

#include <bellwether/data/error.h>

namespace bellwether::cli {
namespace {

void undo(Interview& interview, std::FILE* out) {
  if (interview.answered.size() == interview.before) return tell(out, "  nothing to undo\n");
  tell(out, "  taken back: {}\n", in_words(interview.session.additions().back(), interview.session));
  interview.session.take_back();
  interview.answered.pop_back();
  interview.keep();
}

/// One more answer, in the session and in the files; false if it contradicts others.
bool take(Interview& interview, const Question& question, const Answer& answer, std::FILE* out) {
  try {
    take_answer(interview.session, question, answer);
  } catch (const InvalidInput& error) {
    tell(out, "  that cannot be: {}\n", wrapped(with_flags(error), width_of(out), 2));
    return false;
  }
  interview.answered.push_back({question, answer});
  interview.keep();
  return true;
}

}  // namespace

void interview_people(Interview& interview, const ItemWords& words, int most, bool wait,
                      const QuestionOptions& options, const bellwether::Run& run, std::FILE* out) {
  Keys keys(run.stop, out);
  wait = wait || !keys.terminal();
  SearchBehind behind(interview.session, {.threads = run.threads});
  int number = 1;
  while (number <= most) {
    if (!wait) behind.take();
    const auto next = questions(interview.session, 1, options);
    if (next.empty()) return tell(out, "\nthere is nothing left to ask\n");
    const Heard heard = ask(interview.session, next.front(), words, number, most, keys, out);
    if (heard.wanted == Wanted::stop) return;
    if (heard.wanted == Wanted::undo) {
      number = std::max(1, number - static_cast<int>(interview.answered.size() > interview.before));
      undo(interview, out);
    } else if (take(interview, next.front(), heard.answer, out)) {
      ++number;
    } else {
      continue;
    }
    if (!wait)
      behind.knowledge_changed();
    else
      behind.search_now();
  }
}

}  // namespace bellwether::cli
