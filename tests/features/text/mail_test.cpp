#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <bellwether/data/error.h>
#include <bellwether/features/text/mail.h>

namespace bellwether {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

std::string without_headers(std::string_view message) {
  return stripped(message, {.headers = true});
}

std::string without_quotes(std::string_view message) {
  return stripped(message, {.quotes = true});
}

std::string without_signature(std::string_view message) {
  return stripped(message, {.signatures = true});
}

std::vector<std::string> messages_of(std::string_view box) {
  MailboxReader reader(Input(memory_source(box), "box"));
  std::vector<std::string> messages;
  for (std::string message; reader.next(message);) messages.push_back(message);
  return messages;
}

TEST(Mail, LosesHeadersQuotesAndSignatureAtOnce) {
  const std::string post =
      "From: ann@example.org (Ann)\n"
      "Subject: Re: tyres\n"
      "\n"
      "In article <1@example.org> bo@example.org (Bo) writes:\n"
      "> Which tyres?\n"
      "\n"
      "The narrow ones.\n"
      "-- \n"
      "Ann, of Example\n";
  EXPECT_EQ(stripped(post, {true, true, true}), "\nThe narrow ones.\n");
  EXPECT_EQ(stripped(post, {}), post);
}

TEST(Headers, EndAtTheFirstEmptyLine) {
  EXPECT_EQ(without_headers("Subject: a\nTo: b\n\ntext\n\nmore\n"), "text\n\nmore\n");
  EXPECT_EQ(without_headers("Subject: a\r\n\r\ntext\r\n"), "text\r\n");
  EXPECT_EQ(without_headers("subject: a\n \t\ntext"), "text");
  EXPECT_EQ(without_headers("Subject: only this"), "");
}

TEST(Headers, MayGoOnInLinesThatBeginWithABlankAndFollowAnMboxLine) {
  EXPECT_EQ(
      without_headers("From ann Mon May  3 10:00:00 1993\nPath: a!b\n c!d\n\te!f\nDate: 3 May\n\ntext\n"),
      "text\n");
  EXPECT_EQ(without_headers(" rest of a line that was cut\nSubject: a\n\ntext\n"), "text\n");
}

TEST(Headers, AreNotWhateverHasAColon) {
  for (const std::string text :
       {"Note: this is text\n\nmore\n", "Subject: a\nbut this is a sentence\n\nmore\n", "no header\n\nmore\n",
        ": Subject\n\nmore\n", "A b: c\nSubject: d\n\nmore\n", "", "\n\n", "\nSubject: a\n\nmore\n",
        "From ann Mon May  3\n\nno headers, an mbox line alone\n"})
    EXPECT_EQ(without_headers(text), text);
}

TEST(Quotes, AreLinesThatBeginWithAMark) {
  EXPECT_EQ(without_quotes("> a\n>b\n  >> c\nmine\n| d\n|> e\n: f\n: : g\n>\n:\n|\nAB> h\njd> i\nJohn>> j\n"),
            "mine\n");
  EXPECT_EQ(without_quotes("> a\r\nmine\r\n> b"), "mine\r\n");
}

TEST(Quotes, AreNotSmileysTablesCodeOrArrows) {
  const std::string text =
      ":-)\n:)\n| a | b |\n|x| is the size\n<b>bold</b>\n-> so\na > b\nC> dir\nx>5\nAB>C\nJohnny> no "
      "initials\n"
      "10> line\n";
  EXPECT_EQ(without_quotes(text), text);
}

TEST(Quotes, TakeTheLinesOfTheSameMarkBesideThem) {
  EXPECT_EQ(without_quotes("|one\n|two\n| three\n|four\nmine\n|five\n"), "mine\n|five\n");
  EXPECT_EQ(without_quotes(": one\n:two\n|three\n"), "|three\n");
}

TEST(Quotes, TakeTheLineThatSaysWhomTheyQuote) {
  for (const std::string line : {"In article <1@x.org> bo@x.org (Bo) writes:", "Bo wrote:", "bo@x.org says:",
                                 "On 3 May, Bo said:", "In <1@x.org>, Bo Writes...", "In article <1@x.org>",
                                 "In message <1@x.org> Bo wrote:\r", "  Bo writes:  "})
    EXPECT_EQ(without_quotes("mine\n" + line + "\n> his\n"), "mine\n") << line;
  EXPECT_EQ(without_quotes("mine\nBo wrote:\n\n> his\n"), "mine\n\n");
}

TEST(Quotes, TakeThatLineEvenIfItIsWrapped) {
  EXPECT_EQ(without_quotes("mine\nIn article <1@x.org>, bo@x.org\n(Bo of Example) writes:\n> his\n"),
            "mine\n");
  EXPECT_EQ(without_quotes("mine\nOn Monday, 3 May 1993, Bo\nwrote:\n> his\n"), "mine\n");
  EXPECT_EQ(without_quotes("mine\nIn article <1@x.org>\nbo@x.org (Bo) writes:\n\nnothing quoted\n"),
            "mine\n\nnothing quoted\n");
}

TEST(Quotes, LeaveSentencesThatOnlySpeakOfWriting) {
  for (const std::string text : {"He never wrote:\nsee below\n", "This is what Bo wrote\n> his\n",
                                 "As I said, she writes well:\n> his\n", "Rewrote:\nno quote\n",
                                 "In the end it was mine\n> his\n", "In 1993 it was mine\n> his\n"})
    EXPECT_EQ(without_quotes(text), text.substr(0, text.find("> his"))) << text;
}

TEST(Quotes, AreSoughtInTheBodyAlone) {
  const std::string post = "From: a\nX-Face: abc\n :> part of a face\n > and this\n\nmine\n";
  EXPECT_EQ(without_quotes(post), post);
}

TEST(Signatures, BeginWithDashes) {
  EXPECT_EQ(without_signature("mine\n--\nAnn\nExample\n"), "mine\n");
  EXPECT_EQ(without_signature("mine\r\n-- \r\nAnn\r\n"), "mine\r\n");
  EXPECT_EQ(without_signature("mine\n-- \n"), "mine\n");
  EXPECT_EQ(without_signature("mine\n--\n--------\nAnn\n--------\n\n\n"), "mine\n");
  EXPECT_EQ(without_signature("a\n--\nb\n--\nAnn\n"), "a\n--\nb\n");
}

TEST(Signatures, BeginWithARuleOrLieBetweenTwo) {
  for (const std::string rule : {"---", "______", "=-=-=-=", "*****", "~~~", "  ----  "})
    EXPECT_EQ(without_signature("mine\n" + rule + "\nAnn\n"), "mine\n") << rule;
  EXPECT_EQ(without_signature("mine\n====\nAnn\n====\n"), "mine\n");
  EXPECT_EQ(without_signature("mine\n====\n"), "mine\n");
}

TEST(Signatures, HaveAtMostTwelveLines) {
  std::string lines;
  for (int i = 0; i < 12; ++i) lines += "line\n";
  EXPECT_EQ(without_signature("mine\n--\n" + lines + "\n\n"), "mine\n");
  EXPECT_EQ(without_signature("mine\n---\n" + lines), "mine\n");
  for (const std::string mark : {"--\n", "---\n"}) {
    const std::string longer = "mine\n" + mark + lines + "line\n";
    EXPECT_EQ(without_signature(longer), longer);
  }
  EXPECT_EQ(without_signature("mine\n---\n" + lines + "line\n---\n"), "mine\n---\n" + lines + "line\n");
}

TEST(Signatures, AreNeverTheWholeTextNorAReplyBelowARule) {
  for (const std::string text : {"---\nAnn\n", "\n\n--\nAnn\n", "--", "mine\n---\n> his\nmine again\n", "",
                                 "a - b\n- c\n-- d\n---- e\n", "mine\n* * *\nmore\n"})
    EXPECT_EQ(without_signature(text), text);
}

TEST(Strip, IsReadFromAListAndWrittenBack) {
  EXPECT_EQ(strip_by_names("none"), Strip{});
  EXPECT_EQ(strip_by_names("quotes"), Strip{.quotes = true});
  EXPECT_EQ(strip_by_names("signatures, headers"), (Strip{.headers = true, .signatures = true}));
  for (int bits = 0; bits < 8; ++bits) {
    const Strip strip{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0};
    EXPECT_EQ(strip_by_names(to_text(strip)), strip);
  }
  EXPECT_EQ(to_text(Strip{true, true, true}), "headers,quotes,signatures");
  EXPECT_EQ(to_text(Strip{}), "none");
}

TEST(Strip, NamesTheChoicesWhenAWordIsAnother) {
  for (const std::string list :
       {"footers", "headers,footers", "headers,,quotes", "", "none,quotes", "Headers"})
    EXPECT_THAT([&] { strip_by_names(list); },
                ThrowsMessage<InvalidOption>(HasSubstr("headers,quotes,signatures")))
        << list;
  EXPECT_THAT([] { strip_by_names("headers,footers"); }, ThrowsMessage<InvalidOption>(HasSubstr("footers")));
}

TEST(Mailbox, GivesItsMessagesInTurn) {
  EXPECT_THAT(messages_of("From ann Mon\nSubject: a\n\none\n\nFrom bo Tue\nSubject: b\n\ntwo\n"),
              ElementsAre("Subject: a\n\none\n", "Subject: b\n\ntwo\n"));
  EXPECT_THAT(messages_of("\n\nFrom ann\r\none\r\n\r\nFrom bo\r\ntwo"), ElementsAre("one\n", "two\n"));
  EXPECT_THAT(messages_of("From ann\n\nFrom bo\n"), ElementsAre("", ""));
  EXPECT_THAT(messages_of("From ann\none\n\n\n"), ElementsAre("one\n\n"));
  EXPECT_THAT(messages_of(""), IsEmpty());
  EXPECT_THAT(messages_of("\n \n"), IsEmpty());
}

TEST(Mailbox, TakesFromInsideATextForText) {
  EXPECT_THAT(messages_of("From ann\none\nFrom here on\n\n>From there\n>>From where\n> From it\n"),
              ElementsAre("one\nFrom here on\n\nFrom there\n>From where\n> From it\n"));
}

TEST(Mailbox, SaysWhereAMessageBegins) {
  MailboxReader reader(Input(memory_source("\nFrom a\none\n\nFrom b\ntwo\n"), "box"));
  std::string message;
  ASSERT_TRUE(reader.next(message));
  EXPECT_EQ(fmt::format("{}", reader.place()), "box:2");
  ASSERT_TRUE(reader.next(message));
  EXPECT_EQ(fmt::format("{}", reader.place()), "box:5");
  EXPECT_FALSE(reader.next(message));
  EXPECT_FALSE(reader.next(message));
}

TEST(Mailbox, RefusesWhatIsNone) {
  EXPECT_THAT([] { messages_of("\nSubject: a\n\ntext\n"); },
              ThrowsMessage<InvalidInput>(AllOf(HasSubstr("box:2"), HasSubstr("'Subject: a'"),
                                                HasSubstr("'From ...'"), HasSubstr("folder"))));
}

/// Text made of what the rules look for, so that chance meets them.
std::string random_message() {
  const auto line = rc::gen::element<std::string>(
      "From: a", "Subject: b", "From ann Mon", " goes on", "", "", "text", "more text", "> quote", "| quote",
      "|quote", ": quote", ":quote", "AB> quote", "Bo wrote:", "bo@x.org writes:", "In article <1@x>",
      "On 3 May Bo", "--", "-- ", "-----", "====", "\xE9t\xE9", "|table|", ">From x");
  const auto end = rc::gen::element<std::string>("\n", "\n", "\r\n");
  std::string message;
  for (const auto& [text, ends] :
       *rc::gen::container<std::vector<std::pair<std::string, std::string>>>(rc::gen::pair(line, end)))
    message += text + ends;
  if (*rc::gen::arbitrary<bool>()) message += *line;
  return message;
}

/// Whether `part` is made of lines of `whole`, in their order.
bool is_made_of_lines(std::string_view part, std::string_view whole) {
  while (!part.empty()) {
    if (whole.empty()) return false;
    const auto line = whole.substr(0, std::min(whole.find('\n'), whole.size() - 1) + 1);
    if (part.starts_with(line)) part.remove_prefix(line.size());
    whole.remove_prefix(line.size());
  }
  return true;
}

RC_GTEST_PROP(Mail, KeepsWholeLinesAndStrippingNothingChangesNothing, ()) {
  const std::string message = random_message();
  const Strip strip{*rc::gen::arbitrary<bool>(), *rc::gen::arbitrary<bool>(), *rc::gen::arbitrary<bool>()};
  RC_ASSERT(is_made_of_lines(stripped(message, strip), message));
  RC_ASSERT(stripped(message, {}) == message);
}

RC_GTEST_PROP(Mail, TakesAnyBytes, (const std::string& bytes)) {
  RC_ASSERT(stripped(bytes, {true, true, true}).size() <= bytes.size());
}

RC_GTEST_PROP(Quotes, AreGoneAtOnce, ()) {
  // In the body alone: where a body begins is another question.
  const std::string once = without_quotes("text\n" + random_message());
  RC_ASSERT(without_quotes(once) == once);
}

RC_GTEST_PROP(Mailbox, GivesBackWhatWasWrittenToIt, ()) {
  std::vector<std::string> messages;
  std::string box;
  for (int count = *rc::gen::inRange(1, 5); count > 0; --count) {
    std::string message, escaped;
    for (const auto& line : *rc::gen::container<std::vector<std::string>>(
             rc::gen::element<std::string>("From x", ">From x", "text", "", "From: a"))) {
      message += line + "\n";
      const bool escape = line.find("From ") != std::string::npos;
      escaped += (escape ? ">" : "") + line + "\n";
    }
    messages.push_back(message);
    box += "From someone Mon May  3\n" + escaped + "\n";
  }
  RC_ASSERT(messages_of(box) == messages);
}

}  // namespace
}  // namespace bellwether
