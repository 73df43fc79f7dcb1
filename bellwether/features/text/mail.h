#pragma once
// Mail: messages out of mbox files and newsgroup posts, and what in them is not the writer's own text. A
// classifier, or a clustering, that sees headers, quotes and signatures sorts by people and machines and not
// by subject. Beside ASCII, bytes are opaque: any encoding may occur.
//
//   headers     everything up to the first empty line, if the message begins with header lines ("Name:
//   value";
//               lines that go on begin with a blank or tab; an mbox line "From ..." may come first), one of
//               which has a name that mail and news always use: From, To, Subject, Date, Newsgroups, ...
//   quotes      lines that begin, after blanks, with '>'; with '|' or ':' followed by a blank, another mark
//   or
//               nothing (but not "| a |", a table), and the lines of the same mark right above or below them;
//               or with two to four letters and '>', as in "AB> text". Also the line above a block of these
//               that tells whom it quotes ("... wrote:", "In article <...>"), wherever it names an address
//               ("bo@x.org writes:") even if no quote follows, and the line before that if the sentence
//               begins there.
//   signatures  from the last line that is "--" to the end or, without one, from the last rule of at least
//   three
//               of -_=*~, if at most 12 lines follow it and something comes before it; blank lines at the end
//               do not count. A rule that ends the message closes a box: the one that opens it counts then. A
//               rule that quotes follow is no signature's.
//
// Quotes and signatures are looked for in the body alone, whether or not headers are stripped.

#include <string>
#include <string_view>

#include <bellwether/data/input.h>

namespace bellwether {

struct Strip {
  bool headers = false;
  bool quotes = false;
  bool signatures = false;

  friend bool operator==(const Strip&, const Strip&) = default;
};

/// "headers,quotes,signatures", any of these, or "none".
Strip strip_by_names(std::string_view list);

/// The list that strip_by_names() reads back.
std::string to_text(const Strip& strip);

/// What is left of the message: whole lines, with their ends as they were.
std::string stripped(std::string_view message, const Strip& strip);

/// The messages of an mbox file in turn: a line "From ..." at the start or after an empty line begins one.
class MailboxReader {
 public:
  /// Throws if the input has text but does not begin with "From ".
  explicit MailboxReader(Input input);

  /// Without the line "From ...", which is not the sender's, and the empty line that ends the message;
  /// ">From " is "From " again (and ">>From " is ">From "); every line ends in '\n'. False when there are no
  /// more.
  bool next(std::string& message);

  /// Where the last message begins: "box.mbox:17".
  Where place() const { return input_.place(begin_); }

 private:
  Input input_;
  bool more_ = false;  ///< a line "From ..." was taken, and its message was not
  Index line_ = 0;     ///< of that line
  Index begin_ = 0;
};

}  // namespace bellwether
