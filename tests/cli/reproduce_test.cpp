#include <gmock/gmock.h>
#include <tests/cli/tool.h>

#include <fmt/format.h>

#include <cstdlib>

namespace bellwether::testing_support {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Reproduce : public ToolTest {
 protected:
  /// A vowel file of six classes that are easy to tell apart.
  void make_vowels() const {
    std::string text;
    for (int i = 0; i < 60; ++i) {
      text += "0 0 0";
      for (int j = 0; j < 10; ++j)
        text += fmt::format(" {}", (j == i % 6 ? 5 : 0) + 0.01 * ((i * (j + 3)) % 17));
      text += fmt::format(" {}\n", i % 6);
    }
    std::filesystem::create_directory(folder / "vowel");
    folder.write("vowel/vowel-context.data", text);
  }
};

TEST_F(Reproduce, WithoutTheTablesOfPapersSaysHowToBuildThem) {
  std::filesystem::copy_file(BELLWETHER_TOOL, folder / "bellwether");
  const std::string command =
      "cd '" + folder.path().string() + "' && ./bellwether reproduce > out.txt 2> error.txt; test $? = 2";
  ASSERT_EQ(system(command.c_str()), 0);
  EXPECT_THAT(read("error.txt"), AllOf(HasSubstr("make build builds them"),
                                       HasSubstr("bellwether-experiments.so is not beside the program")));
}

TEST_F(Reproduce, ListsPapersAndTables) {
  const std::string all = run({"reproduce"}).out;
  for (const char* name : {"stc table1", "stc fig4", "aplsa fig4c", "tcs table1", "tcs fig2",
                           "cross-instance table1", "slides mi", "slides metric", "guided table", "k table"})
    EXPECT_THAT(all, HasSubstr(name));
  EXPECT_THAT(all, Not(HasSubstr("UAI 2014")));  // a line for each, no more
  EXPECT_EQ(run_json({"reproduce"})["experiments"].size(), 21U);
}

TEST_F(Reproduce, DescribesTheExperimentsOfAPaper) {
  EXPECT_THAT(
      run({"reproduce", "tcs"}).out,
      AllOf(HasSubstr("tcs table3"), HasSubstr("UAI 2014"), HasSubstr("protocol: Classes are divided"),
            HasSubstr("needs: UCI Letter Recognition, in letter/; published: UCI"),
            HasSubstr("Linguistic Data Consortium"), HasSubstr("instead of it: the classes of leaves"),
            HasSubstr("--set scale=range|none"), Not(HasSubstr("slides"))));
  const auto listed = run_json({"reproduce", "slides"})["experiments"];
  EXPECT_EQ(listed.size(), 4U);
  EXPECT_EQ(listed[0]["data"][0]["folder"], "20newsgroups");
}

TEST_F(Reproduce, RefusesWhatItDoesNotKnow) {
  expect_refused(run({"reproduce", "tsc"}), 2, "there are: stc, aplsa, tcs");
  expect_refused(run({"reproduce", "tcs", "tabel3"}), 2, "did you mean 'table3'?");
  expect_refused(run({"reproduce", "tcs", "table3"}), 1, "--data data: there is no such folder");
  expect_refused(run({"reproduce", "slides", "mi"}), 1,
                 "`bellwether reproduce slides` says what it should hold");
  expect_refused(run({"reproduce", "tcs", "table3", "--data", ".", "--set", "scale=raw"}), 2, "range, none");
  expect_refused(run({"reproduce", "tcs", "fig1", "--set", "scale"}), 2, "name=value");
  expect_refused(run({"reproduce", "tcs", "table3", "--data", "nowhere"}), 1,
                 "it should hold, for instance, leaves/data_Mar_64.txt.gz");
  expect_refused(run({"reproduce", "tcs", "table3", "--data", ".", "--only", "vowels"}), 2,
                 "did you mean 'vowel'?");
  expect_refused(run({"reproduce", "tcs", "table3", "--data", ".", "-o", "x.csv"}), 2,
                 "is to end in .md, .json or .html");
}

TEST_F(Reproduce, RunsWritesAPageAndGoesOnFromItsCells) {
  make_vowels();
  const Words command{"reproduce", "tcs",      "table3", "--data",     ".", "--only", "vowel",  "--methods",
                      "gm,csp",    "--splits", "2",      "--restarts", "2", "-o",     "page.md"};
  const Finished first = run(command);
  EXPECT_EQ(first.status, 0) << first.err;
  EXPECT_THAT(first.out, AllOf(HasSubstr("| vowel"), HasSubstr(" csp |"), HasSubstr("written to page.md")));
  EXPECT_THAT(read("page.md"), AllOf(HasSubstr("--only vowel"), HasSubstr("0.25"), HasSubstr("## The data")));
  EXPECT_EQ(lines_of(read("page.csv")).size(), 6U);
  const std::string cells = read("page.csv");
  EXPECT_EQ(run(command).status, 0);
  EXPECT_EQ(read("page.csv"), cells);

  Words as_json = command;
  as_json.resize(as_json.size() - 2);
  const auto json = run_json(as_json);
  EXPECT_EQ(json["data_sets"][0]["methods"][0]["method"], "gm");
  EXPECT_EQ(json["data_sets"][0]["methods"][0]["splits"], 2);
}

TEST_F(Reproduce, WritesEachFileByItsEndingAndTheSamePageAgain) {
  const Words command{"reproduce", "tcs", "fig1", "--quick", "-o", "a.md", "-o", "b.json", "-o", "c.html"};
  const Finished first = run(command);
  EXPECT_EQ(first.status, 0) << first.err;
  EXPECT_THAT(first.out, HasSubstr("a.md, b.json, c.html, and cell by cell to a.csv"));
  const std::string page = read("a.md");
  EXPECT_THAT(
      page,
      AllOf(HasSubstr("    bellwether reproduce tcs fig1 --data DIR --quick -o a.md -o b.json -o c.html\n"),
            HasSubstr("A quick run"), Not(HasSubstr(folder.path().string()))));
  EXPECT_EQ(read_json("b.json")["scatters"][0]["points"].size(), 300U);
  EXPECT_TRUE(read_json("b.json")["data_sets"][0]["methods"][3]["significant"]);
  EXPECT_THAT(read("c.html"), AllOf(HasSubstr("<!doctype html>"), HasSubstr("found by tcs-gm")));
  std::filesystem::remove(folder / "a.csv");
  EXPECT_EQ(run(command).status, 0);
  EXPECT_EQ(read("a.md"), page);
}

TEST_F(Reproduce, SaysWhatStandsInForDataThatAreNotThere) {
  make_vowels();
  const Finished finished = run({"reproduce", "tcs", "table3", "--data", ".", "--methods", "gm", "--splits",
                                 "2", "--restarts", "1", "-o", "page.md"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_THAT(finished.out, AllOf(HasSubstr("instead of TDT4, TDT5 and WSJ"), HasSubstr("left out letter")));
  EXPECT_THAT(read("page.md"), AllOf(HasSubstr("Instead of TDT4, TDT5 and WSJ (Linguistic Data Consortium"),
                                     HasSubstr("Left out: letter"), HasSubstr("## What the paper prints")));
}

}  // namespace
}  // namespace bellwether::testing_support
