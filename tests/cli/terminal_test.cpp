// What comes from outside (names, ids, arguments, models) must not reach a terminal as a command to it.

#include <gmock/gmock.h>
#include <tests/cli/tool.h>

#include <bellwether/models/model.h>

namespace bellwether::testing_support {
namespace {

using testing::HasSubstr;
using testing::Not;

/// ESC, the one-byte CSI, CR, BEL, and the mark that turns the direction of writing.
const std::string evil =
    "x\x1b[31mred\x9b"
    "2J\r\a\xE2\x80\xAEtxt";

class Terminal : public ToolTest {
 protected:
  Finished on_terminal(const Words& arguments) const {
    return RunningTool(arguments, folder.path(), RunningTool::Stderr::terminal, RunningTool::Stdout::terminal)
        .finish();
  }
};

/// Our own bold, two words of ours in colour, and the line that progress draws over are allowed; nothing else
/// that commands.
void expect_harmless(std::string text) {
  for (const std::string ours :
       {"\x1b[31mbellwether:", "\x1b[33mnote:", "\x1b[1m", "\x1b[0m", "\r\x1b[K", "\r\n"})
    for (auto at = text.find(ours); at != std::string::npos; at = text.find(ours))
      text.erase(at, ours.size());
  for (const char* command : {"\x1b", "\x9b", "\r", "\a", "\xE2\x80\xAE"})
    EXPECT_THAT(text, Not(HasSubstr(command)));
}

void expect_harmless(const Finished& finished) {
  expect_harmless(finished.out);
  expect_harmless(finished.err);
}

TEST_F(Terminal, ErrorsWriteOutWhatTheUserTyped) {
  for (const Words& command : {Words{evil},
                               Words{"cluster", evil, "-k", "2"},
                               Words{"cluster", "data:iris", "-k", evil},
                               Words{"cluster", "data:iris", "-k", "2", "--method", evil},
                               Words{"cluster", "data:iris", "-k", "2", "--" + evil},
                               Words{"cluster", "data:iris", "-k", "2", "--set", evil},
                               Words{"cluster", "data:iris", "-k", "2", "--set", evil + "=1"},
                               Words{"cluster", "data:iris", "-k", "2", "--normalise", evil},
                               Words{"cluster", "data:iris", "-k", "2", "--features", evil},
                               Words{"cluster", "data:iris", "-k", "2", "--represent", evil},
                               Words{"cluster", "data:iris", "-k", "2", "--transform", evil},
                               Words{"cluster", "data:iris", "-k", "2", "--tune", evil},
                               Words{"cluster", "data:iris", "-k", "2", "--truth", evil},
                               Words{"cluster", "data:iris", "-k", "2", "--header", evil},
                               Words{"cluster", "data:" + evil, "-k", "2"},
                               Words{"cluster", "data:iris", "-k", "2", evil},
                               Words{"cluster", "data:iris", "-k", "2", "--missing", evil},
                               Words{"assign", evil, evil},
                               Words{"evaluate", evil, "--truth", evil},
                               Words{"methods", evil},
                               Words{"data", evil},
                               Words{"report", evil, "-o", "p.html"},
                               Words{"reproduce", evil},
                               Words{"learn", evil, "--known", evil, "-o", "m"},
                               Words{"vectorize", evil, "-o", evil}}) {
    const Finished finished = run(command);  // stderr is escaped even where it is a pipe
    EXPECT_NE(finished.status, 0) << testing::PrintToString(command);
    SCOPED_TRACE(testing::PrintToString(command));
    expect_harmless(finished.err);
  }
}

TEST_F(Terminal, SummariesWriteOutWhatFilesHold) {
  folder.write("items.csv",
               "id,a\x1b[31m\xC2\x9B"
               "2J,b\nn" +
                   evil + ",1,2\nm,1,3\no,9,9\np,9,8\n");
  folder.write("seeds.csv", "id,label\nm,\"c" + evil + "\"\no,two\n");
  const Finished made = on_terminal({"cluster", "items.csv", "-k", "2", "--seeds", "seeds.csv", "-o", evil});
  EXPECT_EQ(made.status, 0) << made.err;
  expect_harmless(made);
  const Finished placed = on_terminal({"assign", evil, "items.csv"});
  EXPECT_EQ(placed.status, 0) << placed.err;
  expect_harmless(placed);
  EXPECT_THAT(placed.out, HasSubstr("\\x1b[31mred\\x9b2J"));
  EXPECT_THAT(placed.out, HasSubstr("\\u202etxt"));
  const Finished told = on_terminal({"assign", evil, "items.csv", "--json"});
  expect_harmless(told);
}

TEST_F(Terminal, APipeGetsTheIdsAsTheyAre) {
  folder.write("items.csv", "id,a,b\n\"n\x1b[31m\xE2\x80\xAE\",1,2\nm,1,3\n");
  ASSERT_EQ(run({"cluster", "items.csv", "-k", "2", "-o", "out", "--quiet"}).status, 0);
  EXPECT_THAT(run({"assign", "out", "items.csv", "--quiet"}).out, HasSubstr("\nn\x1b[31m\xE2\x80\xAE,"));
}

TEST_F(Terminal, AForgedModelIsToldOfInHarmlessWords) {
  Model model{.method = "kmeans", .parameters = {{"means", Matrix{{1.0, 2.0}, {9.0, 9.0}}}}};
  folder.write("items.csv", "1,2\n9,9\n");
  Model method = model, features = model, clusters = model, option = model;
  method.method = evil;
  features.features = {evil, "b"};
  clusters.clusters = {evil, "b"};
  option.options = {{evil, std::string(evil)}};
  int number = 0;
  for (const Model& forged : {method, features, clusters, option}) {
    const std::string name = "m" + std::to_string(number++);
    save_model(forged, folder.path() / name);
    for (const Words& more : {Words{}, Words{"--json"}, Words{"-o", "placed"}}) {
      Words command{"assign", name, "items.csv"};
      command.insert(command.end(), more.begin(), more.end());
      expect_harmless(on_terminal(command));
    }
    expect_harmless(on_terminal({"cluster", "items.csv", "-k", "2", "--transform", name}));
  }
}

// ------------------------------------------------------------------------------------------ a full disk

TEST_F(Terminal, EveryVerbSaysThatItsOutputCouldNotBeWritten) {
  ASSERT_EQ(run({"cluster", "data:iris", "-k", "3", "-o", "out", "--quiet"}).status, 0);
  for (Words command :
       {Words{"cluster", "data:iris", "-k", "3"}, Words{"assign", "out", "data:iris"},
        Words{"evaluate", "out/assignments.csv", "--truth", "data:iris"}, Words{"methods"},
        Words{"methods", "gm"}, Words{"data"}, Words{"--help"}, Words{"--version"},
        Words{"cluster", "--help"},
        Words{"compare", "data:iris", "-k", "3", "--methods", "kmeans", "--repeats", "2"}, Words{"reproduce"},
        Words{"learn", "data:iris", "--known", "data:iris", "--method", "whiten", "-o", "map", "--force"},
        Words{"vectorize", "data:headlines", "-o", "words.npz", "--force"},
        Words{"report", "out", "-o", "page.html"}}) {
    for (const bool json : {false, true}) {
      const bool has_json = command[0][0] != '-' && command.back() != "--help" && command[0] != "report";
      if (json && !has_json) continue;
      if (json) command.emplace_back("--json");
      SCOPED_TRACE(testing::PrintToString(command));
      const Finished finished =
          RunningTool(command, folder.path(), RunningTool::Stderr::pipe, RunningTool::Stdout::full).finish();
      EXPECT_EQ(finished.status, 1) << finished.err;
      EXPECT_THAT(finished.err, HasSubstr("bellwether: the output could not be written"));
    }
  }
}

}  // namespace
}  // namespace bellwether::testing_support
