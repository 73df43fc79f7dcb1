#include <gmock/gmock.h>
#include <tests/cli/tool.h>

#include <algorithm>
#include <cstdlib>

namespace bellwether::testing_support {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// What the tool says about itself for shells and man, and what it keeps of a command.
class Described : public ToolTest {};

TEST_F(Described, CompletionsHaveEveryVerbAndOption) {
  const std::string help = run({"cluster", "--help-all"}).out;
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const Finished made = run({"completions", shell});
    ASSERT_EQ(made.status, 0);
    const std::string dashes = std::string(shell) == "fish" ? "-l " : "--";
    for (const char* option : {"seeds", "method", "sort-into", "trust", "config"}) {
      EXPECT_THAT(help, HasSubstr("--" + std::string(option)));
      EXPECT_THAT(made.out, HasSubstr(dashes + option)) << shell;
    }
    for (const char* word : {"evaluate", "checked always", "constrained-kmeans", "studio"})
      EXPECT_THAT(made.out, HasSubstr(word)) << shell;
  }
  expect_refused(run({"completions", "csh"}), 2, "csh");
}

TEST_F(Described, BashCompletesVerbsOptionsAndValues) {
  folder.write("complete.sh",
               "source bellwether.bash\n"
               "try() { COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _bellwether; echo "
               "${COMPREPLY[*]}; }\n"
               "try bellwether clus\ntry bellwether cluster --see\ntry bellwether cluster --trust c\n"
               "try bellwether cluster fi\n");
  folder.write("bellwether.bash", run({"completions", "bash"}).out);
  const std::string command = "cd '" + folder.path().string() + "' && bash complete.sh > out.txt";
  ASSERT_EQ(system(command.c_str()), 0);
  EXPECT_EQ(read("out.txt"), "cluster\n--seeds\nchecked\n\n");
}

/// A shell that this machine may not have.
bool there_is(const std::string& shell) {
  return system(("command -v " + shell + " > /dev/null 2>&1").c_str()) == 0;
}

TEST_F(Described, FishCompletesVerbsOptionsAndValues) {
  if (!there_is("fish")) GTEST_SKIP() << "there is no fish here";
  folder.write("bellwether.fish", run({"completions", "fish"}).out);
  const std::string command =
      "cd '" + folder.path().string() +
      "' && HOME=$PWD fish --no-config -c 'source bellwether.fish; complete -C \"bellwether clus\"; "
      "complete -C \"bellwether cluster --see\"; complete -C \"bellwether cluster x --trust c\"' "
      "| cut -f1 > out.txt";
  ASSERT_EQ(system(command.c_str()), 0);
  EXPECT_EQ(read("out.txt"), "cluster\n--seeds\nchecked\n");
}

/// In a terminal of its own, since zsh completes nowhere else: ^X completes what is typed and writes it down.
TEST_F(Described, ZshCompletesVerbsOptionsAndValues) {
  if (!there_is("zsh")) GTEST_SKIP() << "there is no zsh here";
  folder.write("_bellwether", run({"completions", "zsh"}).out);
  folder.write("complete.zsh", R"(zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PROMPT= RPROMPT=; fpath=($PWD \$fpath); autoload -Uz compinit; compinit -u -D"
zpty -w shell 'show() { zle complete-word; print -r -- "$BUFFER" >> out.txt; print E""ND; zle kill-whole-line }; zle -N show; bindkey "^X" show'
for typed in "bellwether clus" "bellwether cluster --see" "bellwether cluster --trust c"; do
  zpty -w -n shell "$typed"$'\x18'
  zpty -r shell said '*END*'
done
zpty -d shell
)");
  const std::string command =
      "cd '" + folder.path().string() + "' && HOME=$PWD timeout 60 zsh -f complete.zsh";
  ASSERT_EQ(system(command.c_str()), 0);
  EXPECT_EQ(read("out.txt"),
            "bellwether cluster \nbellwether cluster --seeds \nbellwether cluster --trust checked \n");
}

TEST_F(Described, TheHelpOfEachVerbFitsTwoScreensOfFiftyLines) {
  for (const char* verb : {"cluster", "ask", "compare", "assign", "learn", "tune", "evaluate", "vectorize",
                           "methods", "data", "report", "studio", "reproduce"}) {
    const std::string help = run({verb, "--help"}).out;
    EXPECT_LE(std::ranges::count(help, '\n'), 100) << verb;
  }
}

TEST_F(Described, EveryVerbHasAPage) {
  const std::string page = run({"manual", "cluster"}).out;
  EXPECT_THAT(page, AllOf(StartsWith(".TH \"bellwether\\-cluster\" 1"), HasSubstr("\\fB\\-\\-seeds\\fR"),
                          HasSubstr(".SH What you know about the items")));
  EXPECT_THAT(run({"manual"}).out, HasSubstr(".B evaluate"));
  expect_refused(run({"manual", "sort"}), 2, "there is no verb sort");
}

TEST_F(Described, AFileOfSettingsStandsForWhatIsNotTyped) {
  ASSERT_EQ(run({"cluster", "data:iris", "-k", "4", "--method", "kmeans", "--random-seed", "7",
                 "--save-config", "run.toml", "--json", "--force"})
                .status,
            0);
  EXPECT_THAT(read("run.toml"), AllOf(HasSubstr("[cluster]\n"), HasSubstr("clusters = 4\n"),
                                      HasSubstr("items = \"data:iris\"\n"), Not(HasSubstr("save-config"))));
  const auto again = run_json({"cluster", "--config", "run.toml"});
  EXPECT_EQ(again["clusters"], 4);
  EXPECT_EQ(run_json({"cluster", "--config", "run.toml", "-k3"})["clusters"], 3);
  EXPECT_EQ(run_json({"cluster", "data:blobs", "--config=run.toml"})["items"], 300);
}

TEST_F(Described, AFileOfSettingsIsReadWithCare) {
  const auto refused = [&](const char* text, const char* words) {
    folder.write("run.toml", text);
    expect_refused(run({"cluster", "data:iris", "--config", "run.toml"}), 2, words);
  };
  refused("clusters = 3\nseed = 7\n", "run.toml:2: cluster has no setting 'seed' (did you mean 'seeds'?)");
  refused("clusters = [3, 4]\n", "run.toml:1: clusters is one value, not a list");
  refused("quiet = 3\n", "run.toml:1: quiet is true or false");
  folder.write("run.toml", "clusters = 3 4\n");
  expect_refused(run({"cluster", "data:iris", "--config", "run.toml"}), 1,
                 "run.toml:1: '4' stands where the line");
  folder.write("run.toml",
               "# mine\nclusters = 3 # three\n[tune]\nclusters = 5\n[cluster]\nset = ['tolerance=0.01']\n");
  EXPECT_EQ(run_json({"cluster", "data:iris", "--config", "run.toml"})["clusters"], 3);
  expect_refused(run({"cluster", "data:iris", "-k", "3", "--save-config", "run.toml"}), 2,
                 "is there already");
}

}  // namespace
}  // namespace bellwether::testing_support
