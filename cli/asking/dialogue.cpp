#include <cli/asking/dialogue.h>
#include <cli/terminal/words.h>

#include <algorithm>

#include <bellwether/data/error.h>

namespace bellwether::cli {
namespace {

constexpr std::size_t most_names = 9;  ///< one for each digit
constexpr Index most_cells = 6;        ///< of a row
constexpr std::size_t most_characters = 240;

/// The groups that have names, the likeliest first.
std::vector<std::string> names_for(const Session& session, const Question& question) {
  const auto& labels = session.evidence().labels;
  std::vector<std::string> names;
  for (const int cluster : question.clusters)
    if (cluster < std::ssize(labels) && names.size() < most_names)
      names.push_back(labels[static_cast<std::size_t>(cluster)]);
  return names;
}

const char* words_for(QuestionKind kind) {
  switch (kind) {
    case QuestionKind::label:
      return "which group is this in?";
    case QuestionKind::pair:
      return "do these two belong together?";
    case QuestionKind::group:
      break;
  }
  return "are the groups of these two one group?";
}

std::string what_can_be_said(const std::vector<std::string>& names, const Question& question) {
  std::string words;
  if (question.kind == QuestionKind::label) {
    for (std::size_t n = 0; n < names.size(); ++n)
      words += fmt::format("{} {}   ", n + 1, printable(names[n]));
    words += names.empty() ? "type a name   " : "or type a name   ";
  } else {
    words = "y yes   n no   ";
  }
  return words + "? don't know   u undo   q stop";
}

/// What a word means; nothing if it means nothing here.
std::optional<Heard> meaning(const std::string& word, const std::vector<std::string>& names,
                             const Question& question, const Session& session) {
  if (word == "q") return Heard{};
  if (word == "u") return Heard{Wanted::undo};
  if (word == "?") return Heard{Wanted::answer, {Reply::unknown}};
  if (question.kind != QuestionKind::label) {
    if (word == "y" || word == "yes") return Heard{Wanted::answer, {Reply::yes}};
    if (word == "n" || word == "no") return Heard{Wanted::answer, {Reply::no}};
    return std::nullopt;
  }
  if (word.size() == 1 && word[0] >= '1' && word[0] <= '9') {
    const auto number = static_cast<std::size_t>(word[0] - '1');
    if (number >= names.size()) return std::nullopt;
    return Heard{Wanted::answer, {Reply::name, names[number]}};
  }
  return Heard{Wanted::answer, answer_in(word, question, session)};
}

}  // namespace

ItemWords::ItemWords(const Material& material, const LookAgain& look) : material_(material) {
  std::set<std::string> all;
  if (material.words())
    for (Index i = 0; i < material.items.items(); ++i) all.insert(material.items.id(i));
  if (!all.empty()) seen_ = look(all, {});
}

std::string ItemWords::of(Index item) const {
  const std::string id = material_.items.id(item);
  if (const auto text = seen_.texts.find(id); text != seen_.texts.end())
    return printable(text->second, most_characters);
  const auto* values = std::get_if<Matrix>(&material_.items.values);
  if (values == nullptr || !std::holds_alternative<std::monostate>(material_.vectorizer.extractor))
    return printable(id, most_characters);
  std::string row = printable(id) + ":";
  for (Index j = 0; j < std::min(values->cols(), most_cells); ++j)
    row +=
        fmt::format(" {} {:.4g}{}",
                    material_.columns.empty() ? fmt::format("f{}", j)
                                              : printable(material_.columns[static_cast<std::size_t>(j)], 24),
                    (*values)(item, j), j + 1 < values->cols() ? "," : "");
  return values->cols() > most_cells ? row + " ..." : row;
}

Heard ask(const Session& session, const Question& question, const ItemWords& words, int number, int of,
          Keys& keys, std::FILE* out) {
  const int width = width_of(out);
  const std::vector<std::string> names = names_for(session, question);
  tell(out, "\n{}\n", bold(out, fmt::format("{} of {}: {}", number, of, words_for(question.kind))));
  for (const Index item : question.items) tell(out, "    {}\n", wrapped(words.of(item), width, 4));
  tell(out, "  why: {}\n  {}\n", wrapped(question.why, width, 7),
       wrapped(what_can_be_said(names, question), width, 2));
  while (true) {
    std::fflush(out);
    const auto word = keys.next(question.kind == QuestionKind::label, "?uq");
    if (!word) return {};
    try {
      if (const auto heard = meaning(*word, names, question, session)) return *heard;
      tell(out, "  '{}' is no answer here\n", printable(*word));
    } catch (const InvalidInput& error) {
      tell(out, "  {}\n", wrapped(error.what(), width, 2));
    }
  }
}

}  // namespace bellwether::cli
