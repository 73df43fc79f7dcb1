#include <fcntl.h>
#include <gmock/gmock.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <functional>
#include <map>
#include <regex>

#include <bellwether/collections/headlines.h>
#include <tests/cli/tool.h>

namespace bellwether {
namespace {

using namespace testing_support;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// `ask` on a terminal of its own: what it asks is answered by a function, key by key.
class Person {
 public:
  Person(const Words& arguments, const std::filesystem::path& folder) {
    winsize size{};
    size.ws_row = 24;
    size.ws_col = 120;
    process_ = forkpty(&terminal_, nullptr, nullptr, &size);
    if (process_ != 0) return;
    setenv("TERM", "xterm", 1);
    std::vector<char*> words{const_cast<char*>("bellwether")};
    for (const auto& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    const char* const other = getenv("BELLWETHER_TOOL");
    if (chdir(folder.c_str()) == 0) execv(other != nullptr ? other : BELLWETHER_TOOL, words.data());
    _exit(127);
  }
  ~Person() {
    if (process_ > 0) {
      kill(process_, SIGKILL);
      waitpid(process_, nullptr, 0);
    }
    close(terminal_);
  }
  Person(const Person&) = delete;
  Person& operator=(const Person&) = delete;

  /// Reads until a question is there; false if the program has ended. The question is in `seen`.
  bool wait_for_question() {
    seen = {};
    while (!std::regex_search(seen, std::regex("q\\s+stop\\s*$"))) {
      char buffer[4096];
      const ssize_t got = read(terminal_, buffer, sizeof buffer);
      if (got <= 0) return false;
      seen.append(buffer, static_cast<std::size_t>(got));
    }
    return true;
  }
  void type(const std::string& keys) const {
    EXPECT_EQ(write(terminal_, keys.data(), keys.size()), std::ssize(keys));
  }
  void send(int signal) const { kill(process_, signal); }
  /// Reads what is left; the exit status.
  int finish() {
    char buffer[4096];
    for (ssize_t got = 0; (got = read(terminal_, buffer, sizeof buffer)) > 0;)
      seen.append(buffer, static_cast<std::size_t>(got));
    int status = 0;
    waitpid(process_, &status, 0);
    process_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  std::string seen = {};

 private:
  int process_ = -1, terminal_ = -1;
};

/// The key of a group that is offered, or its name and Enter.
std::string keys_for(const std::string& name, const std::string& question) {
  std::smatch offered;
  if (std::regex_search(question, offered, std::regex("([1-9]) " + name + "\\b"))) return offered[1];
  return name + "\n";
}

class Ask : public ToolTest {
 protected:
  void write(const std::string& name, const std::string& text) const { std::ofstream(folder / name) << text; }
};

TEST_F(Ask, ANewUserSortsHeadlinesByRegionWith25Answers) {
  std::map<std::string, std::string> region;
  const auto all = bellwether::headlines();
  for (const Headline& headline : all) region[std::string(headline.text)] = headline.region;
  Person person({"ask", "data:headlines", "-k", "6", "-n", "25", "--wait", "-o", "sorted"}, folder.path());
  int asked = 0;
  while (person.wait_for_question()) {
    ++asked;
    const auto about = std::ranges::find_if(
        region, [&](const auto& known) { return person.seen.find(known.first) != std::string::npos; });
    ASSERT_NE(about, region.end()) << person.seen;
    person.type(keys_for(about->second, person.seen));
  }
  EXPECT_EQ(person.finish(), 0);
  EXPECT_EQ(asked, 25);
  int right = 0;
  const Words lines = lines_of(read("sorted/assignments.csv"));
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const Words cells = {lines[i].substr(0, lines[i].find(',')), lines[i].substr(lines[i].find(',') + 1)};
    right +=
        cells[1].substr(0, cells[1].find(',')) == all[static_cast<std::size_t>(std::stoi(cells[0]))].region;
  }
  EXPECT_GE(right, 0.95 * 612);
}

TEST_F(Ask, WhatIsKilledKeepsAllAnswersAndTheNextRunGoesOnFromThere) {
  {
    Person person({"ask", "data:iris", "-k", "3", "--kind", "pair", "-o", "kept"}, folder.path());
    ASSERT_TRUE(person.wait_for_question());
    person.type("y");
    ASSERT_TRUE(person.wait_for_question());
    person.type("n");
    ASSERT_TRUE(person.wait_for_question());
    person.send(SIGKILL);
    EXPECT_EQ(person.finish(), 128 + SIGKILL);
  }
  EXPECT_EQ(lines_of(read("kept/must-link.csv")).size(), 2u);
  EXPECT_EQ(lines_of(read("kept/cannot-link.csv")).size(), 2u);
  const Finished next =
      run({"ask", "data:iris", "-k", "3", "--kind", "pair", "-o", "kept"});  // stdin is empty
  EXPECT_EQ(next.status, 0) << next.err;
  EXPECT_THAT(next.out, HasSubstr("2 answers so far"));
}

TEST_F(Ask, AClosedTerminalKeepsAllAnswers) {
  Person person({"ask", "data:iris", "-k", "3", "--kind", "pair"}, folder.path());
  ASSERT_TRUE(person.wait_for_question());
  person.type("n");
  ASSERT_TRUE(person.wait_for_question());
  person.send(SIGHUP);
  person.finish();
  EXPECT_EQ(lines_of(read("cannot-link.csv")).size(), 2u);
}

TEST_F(Ask, CtrlCStopsAndWritesWhatWasFound) {
  Person person({"ask", "data:iris", "-k", "3", "--kind", "pair", "-o", "out"}, folder.path());
  ASSERT_TRUE(person.wait_for_question());
  person.type("y");
  ASSERT_TRUE(person.wait_for_question());
  person.type("\x03");
  EXPECT_EQ(person.finish(), 130);
  EXPECT_TRUE(exists("out/assignments.csv"));
  EXPECT_TRUE(exists("out/must-link.csv"));
}

TEST_F(Ask, UndoTakesTheLastAnswerBackFromTheFiles) {
  Person person({"ask", "data:iris", "-k", "3", "--kind", "pair"}, folder.path());
  ASSERT_TRUE(person.wait_for_question());
  person.type("u");
  ASSERT_TRUE(person.wait_for_question());
  EXPECT_THAT(person.seen, HasSubstr("nothing to undo"));
  person.type("y");
  ASSERT_TRUE(person.wait_for_question());
  EXPECT_TRUE(exists("must-link.csv"));
  person.type("u");
  ASSERT_TRUE(person.wait_for_question());
  EXPECT_THAT(person.seen, HasSubstr("taken back"));
  EXPECT_FALSE(exists("must-link.csv"));
  person.type("q");
  EXPECT_EQ(person.finish(), 0);
}

TEST_F(Ask, ABatchIsFilledInElsewhereAndReadBack) {
  ASSERT_EQ(run({"ask", "data:iris", "-k", "3", "-n", "4", "--batch", "batch.csv", "--quiet"}).status, 0);
  Words lines = lines_of(read("batch.csv"));
  ASSERT_EQ(lines.size(), 5u);
  EXPECT_EQ(lines[0], "kind,first,second,why,answer");
  std::string filled = lines[0] + "\n";
  for (std::size_t i = 1; i < lines.size(); ++i) {
    EXPECT_THAT(lines[i], StartsWith("label,"));
    EXPECT_EQ(lines[i].back(), ',');
    filled += lines[i] + (i < 3 ? "small" : i == 3 ? "unknown" : "large") + "\n";
  }
  write("filled.csv", filled);
  const Finished read_back = run({"ask", "data:iris", "-k", "3", "--answers", "filled.csv", "-o", "out"});
  EXPECT_EQ(read_back.status, 0) << read_back.err;
  EXPECT_EQ(lines_of(read("out/seeds.csv")).size(), 4u);
  EXPECT_THAT(read("out/seeds.csv"), HasSubstr(",large"));
}

TEST_F(Ask, BadAnswersAreErrorsThatNameTheLine) {
  const auto refused = [&](const std::string& rows, const std::string& words) {
    write("answers.csv", "kind,first,second,why,answer\n" + rows);
    expect_refused(run({"ask", "data:iris", "-k", "3", "--answers", "answers.csv"}), 1, words);
  };
  refused("label,7,,x,small\nlabel,banana,,x,small\n", "answers.csv:3: no item has the id 'banana'");
  refused("label,7,,x,12\n", "answers.csv:2: '12' is a number");
  refused("label,7,,x,small\n\nlabel,8,,x,small\n", "answers.csv:4: line 3 is empty");
  refused("pair,7,,x,yes\n", "answers.csv:2: a question of the kind pair");
  refused("pair,7,8,x,perhaps\n", "answers.csv:2: 'perhaps' is no answer");
  refused("colour,7,8,x,yes\n", "answers.csv:2: 'colour' is no kind");
  refused("label,1,,x,a\nlabel,2,,x,b\nlabel,3,,x,c\nlabel,4,,x,d\n", "answers.csv:5: 'd' would be group 4");
  refused("pair,1,2,x,yes\npair,2,3,x,yes\npair,1,3,x,no\n", "'1' = '2' = '3'");
  refused("pair,1,2,x,yes\npair,2,3,x,yes\npair,1,3,x,no\n",
          "answer 2 disagrees with this one: '2' and '3' belong");
}

TEST_F(Ask, WhatIsReadIsNotReplaced) {
  write("filled.csv", "kind,first,second,why,answer\nlabel,7,,x,small\n");
  ASSERT_EQ(run({"ask", "data:iris", "-k", "3", "--answers", "filled.csv"}).status, 0);
  ASSERT_TRUE(exists("seeds.csv"));
  expect_refused(run({"ask", "data:iris", "-k", "3", "--seeds", "seeds.csv"}), 2,
                 "the command reads seeds.csv");
  EXPECT_EQ(run({"ask", "data:iris", "-k", "3", "--seeds", "seeds.csv", "-o", "elsewhere"}).status, 0);
}

TEST_F(Ask, FilesOfOthersAreNotReplaced) {
  write("seeds.csv", "id,label\n1,a\n");
  expect_refused(run({"ask", "data:iris", "-k", "3"}), 2,
                 "seeds.csv is there, and no earlier `ask` wrote it");
  EXPECT_EQ(read("seeds.csv"), "id,label\n1,a\n");
}

}  // namespace
}  // namespace bellwether
