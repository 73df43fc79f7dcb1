// A command as plain data, and what the words of a command line make of it.
#include <cli/parse.h>

#include <gmock/gmock.h>

namespace bellwether::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// A program with one verb that takes one option of every kind.
struct Toy {
  std::string items = {}, how = {}, output = {}, called = {};
  bool flag = false;
  int whole = 0;
  double real = 0;
  std::uint64_t seed = 0;
  std::optional<int> perhaps = {};
  std::vector<std::string> several = {}, one_each = {}, commas = {};
  Program program = {.name = "toy", .summary = "a toy", .version = "7"};

  Toy() {
    program.commands = {
        {.name = "play",
         .summary = "play with it",
         .options =
             {{.flags = "ITEMS", .into = &items, .help = "what to play with", .required = true},
              {.flags = "-o,--output", .into = &output, .help = "where to", .type = "FILE", .writes = true},
              {.flags = "--flag", .into = &flag, .help = "yes"},
              {.flags = "--whole", .into = &whole, .help = "a number", .type = "N", .range = Range{1, 9}},
              {.flags = "--real", .into = &real, .help = "a number", .type = "X", .range = Range{0, 0.5}},
              {.flags = "--seed", .into = &seed, .help = "a large number", .type = "N"},
              {.flags = "--perhaps", .into = &perhaps, .help = "a number or none", .type = "N"},
              {.flags = "--how",
               .into = &how,
               .help = "a word",
               .type = "well|badly",
               .choices = {"well", "badly"}},
              {.flags = "--several", .into = &several, .help = "words", .type = "WORDS"},
              {.flags = "--one-each", .into = &one_each, .help = "words", .type = "WORD", .one_each = true},
              {.flags = "--commas", .into = &commas, .help = "words", .type = "WORDS", .delimiter = ','},
              {.flags = "--call",
               .into = [this](const std::string& typed) { called = typed; },
               .help = "a word",
               .type = "WORD",
               .group = "Other things"},
              {.flags = "--secret", .into = &how, .help = "a word", .hidden = true}},
         .footer = "Play well.\n"},
        {.name = "rest", .summary = "do nothing"}};
  }

  Parsed parse(std::vector<const char*> words) const {
    words.insert(words.begin(), "toy");
    return cli::parse(program, static_cast<int>(words.size()), words.data());
  }
  std::string reason(const std::vector<const char*>& words) const {
    return std::get<Refusal>(parse(words)).reason;
  }
  std::string answer(const std::vector<const char*>& words) const {
    return std::get<Answer>(parse(words)).text;
  }
};

TEST(Parse, EveryKindOfValueGoesWhereItBelongs) {
  Toy toy;
  const Parsed parsed =
      toy.parse({"play", "--flag", "--whole", "9", "--real=0.25", "--seed", "18446744073709551615",
                 "--perhaps", "3", "--how", "well", "--call", "me", "things", "-o", "there"});
  EXPECT_EQ(std::get<Call>(parsed).command, &toy.program.commands.front());
  EXPECT_EQ(toy.items, "things");
  EXPECT_EQ(toy.output, "there");
  EXPECT_TRUE(toy.flag);
  EXPECT_EQ(toy.whole, 9);
  EXPECT_EQ(toy.real, 0.25);
  EXPECT_EQ(toy.seed, 18446744073709551615u);
  EXPECT_EQ(toy.perhaps, 3);
  EXPECT_EQ(toy.how, "well");
  EXPECT_EQ(toy.called, "me");
}

TEST(Parse, WhatIsNotGivenStaysAsItWas) {
  Toy toy;
  toy.whole = 4;
  ASSERT_TRUE(std::holds_alternative<Call>(toy.parse({"play", "things"})));
  EXPECT_EQ(toy.whole, 4);
  EXPECT_FALSE(toy.flag);
  EXPECT_FALSE(toy.perhaps.has_value());
}

TEST(Parse, AListTakesAllWordsThatFollowOrOneEachTimeOrWhatCommasPart) {
  Toy toy;
  ASSERT_TRUE(std::holds_alternative<Call>(toy.parse(
      {"play", "--one-each", "a", "things", "--one-each", "b", "--commas", "c,d", "--several", "e", "f"})));
  EXPECT_EQ(toy.items, "things");
  EXPECT_THAT(toy.one_each, ElementsAre("a", "b"));
  EXPECT_THAT(toy.commas, ElementsAre("c", "d"));
  EXPECT_THAT(toy.several, ElementsAre("e", "f"));
}

TEST(Parse, TheCallSaysWhichOptionsWereGivenAndTheirWords) {
  Toy toy;
  const Parsed parsed = toy.parse({"play", "things", "--several", "a", "b", "-o", "there"});
  const Given& given = std::get<Call>(parsed).given;
  ASSERT_EQ(given.size(), 3u);
  EXPECT_EQ(given[0].option->name(), "ITEMS");
  EXPECT_TRUE(given[0].option->positional());
  EXPECT_EQ(given[1].option->name(), "--output");
  EXPECT_FALSE(given[1].option->positional());
  EXPECT_THAT(given[2].words, ElementsAre("a", "b"));
}

TEST(Parse, ANumberOutOfItsRangeAndAWordThatIsNoChoiceAreRefused) {
  Toy toy;
  EXPECT_THAT(toy.reason({"play", "things", "--whole", "10"}),
              HasSubstr("--whole: Value 10 not in range 1 to 9"));
  EXPECT_THAT(toy.reason({"play", "things", "--whole", "2.5"}), HasSubstr("--whole: Value 2.5 not in range"));
  EXPECT_THAT(toy.reason({"play", "things", "--real", "0.6"}),
              HasSubstr("--real: Value 0.6 not in range 0.0"));
  EXPECT_THAT(toy.reason({"play", "things", "--how", "so"}), HasSubstr("--how: so not in {well,badly}"));
}

TEST(Parse, HelpAndVersionMayBeVerbs) {
  Toy toy;
  EXPECT_EQ(toy.answer({"version"}), toy.answer({"--version"}));
  EXPECT_EQ(toy.answer({"help"}), toy.answer({"--help"}));
  EXPECT_EQ(toy.answer({"help", "play"}), toy.answer({"play", "--help"}));
}

TEST(Parse, HelpLeavesOutWhatFewNeedAndSaysHowToSeeIt) {
  Toy toy;
  toy.program.rare = {"--several", "--commas"};
  const std::string help = toy.answer({"play", "--help"}), all = toy.answer({"play", "--help-all"});
  EXPECT_THAT(help, Not(HasSubstr("--several")));
  EXPECT_THAT(help, HasSubstr("2 options more: toy play --help-all"));
  EXPECT_THAT(all, HasSubstr("--several"));
  EXPECT_THAT(all, Not(HasSubstr("--help-all")));
  EXPECT_TRUE(std::holds_alternative<Call>(toy.parse({"play", "things", "--several", "a"})));
}

TEST(Parse, AWordThatMeansNothingIsRefusedWithTheNearestThatDoes) {
  Toy toy;
  EXPECT_THAT(toy.reason({"play", "things", "--each", "2"}), HasSubstr("(did you mean '--one-each'?)"));
  EXPECT_THAT(toy.reason({"ply"}),
              HasSubstr("there is no 'ply' (did you mean 'play'?); there are: play, rest"));
  EXPECT_THAT(toy.reason({"play", "things", "--hole", "2"}),
              HasSubstr("play has no option --hole (did you mean '--whole'?)"));
  EXPECT_THAT(toy.reason({"play", "things", "more"}), HasSubstr("play does not know what to do with 'more'"));
  // Nor does a word reach the terminal that resets its colours.
  EXPECT_THAT(toy.reason({"pl\x1b[0my"}), HasSubstr("there is no 'pl?[0my'"));
  EXPECT_THAT(toy.reason({"play", "things", "mo\x1b[0mre"}), HasSubstr("'mo?[0mre'"));
  EXPECT_THAT(toy.reason({"play", "things", "--mo\x1b[0mre"}), HasSubstr("no option --mo?[0mre"));
  EXPECT_THAT(toy.reason({"play", "things", "--whole"}), HasSubstr("--whole needs a value"));
  EXPECT_THAT(toy.reason({"play", "--how", "well"}), HasSubstr("ITEMS is required"));
}

TEST(Parse, NothingButTheNameIsRefusedWithTheHelp) {
  Toy toy;
  const Parsed nothing = toy.parse({}), one = toy.parse({"play"});
  EXPECT_THAT(std::get<Refusal>(nothing).help, HasSubstr("play with it"));
  EXPECT_EQ(std::get<Refusal>(one).help, "");
}

TEST(Parse, HelpShowsTheOptionsUnderTheirHeadingsButNotThoseThatAreHidden) {
  Toy toy;
  const Parsed parsed = toy.parse({"play", "--help"});
  const std::string& help = std::get<Answer>(parsed).text;
  EXPECT_THAT(help, HasSubstr("-o,--output FILE"));
  EXPECT_THAT(help, HasSubstr("--how well|badly"));
  EXPECT_THAT(help, HasSubstr("Other things:\n  --call WORD"));
  EXPECT_THAT(help, HasSubstr("Play well."));
  EXPECT_THAT(help, Not(HasSubstr("--secret")));
}

TEST(Parse, AHiddenOptionIsUnderstood) {
  Toy toy;
  ASSERT_TRUE(std::holds_alternative<Call>(toy.parse({"play", "things", "--secret", "word"})));
  EXPECT_EQ(toy.how, "word");
}

TEST(Parse, TheVersionFollowsTheName) {
  const Parsed parsed = Toy().parse({"--version"});
  EXPECT_EQ(std::get<Answer>(parsed).text, "toy 7\n");
}

TEST(Command, OptionsAreAddedInOrderFoundByNameAndMovedUnderAHeading) {
  Options options{{.flags = "-a,--first"}};
  add(options, under("More", {{.flags = "SECOND"}, required({.flags = "--third"})}));
  EXPECT_EQ(&find_option(options, "--first"), &options[0]);
  EXPECT_EQ(options[1].group, "More");
  EXPECT_FALSE(options[1].required);
  EXPECT_TRUE(find_option(options, "--third").required);
  EXPECT_THROW(find_option(options, "--fourth"), std::logic_error);
}

}  // namespace
}  // namespace bellwether::cli
