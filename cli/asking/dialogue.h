#pragma once
// One question after another, for people: the items as they know them, and what can be answered.

#include <cli/asking/answer_files.h>
#include <cli/asking/keys.h>

#include <bellwether/portraits/likenesses.h>

namespace bellwether::cli {

enum class Wanted { answer, undo, stop };

struct Heard {
  Wanted wanted = Wanted::stop;
  Answer answer = {};
};

/// How an item is shown: the beginning of its text, the name of its file, the first cells of its row.
class ItemWords {
 public:
  /// The material must outlive it.
  ItemWords(const Material& material, const LookAgain& look);
  std::string of(Index item) const;

 private:
  const Material& material_;
  Likenesses seen_ = {};
};

/// Asks until it is answered.
Heard ask(const Session& session, const Question& question, const ItemWords& words, int number, int of,
          Keys& keys, std::FILE* out);

}  // namespace bellwether::cli
