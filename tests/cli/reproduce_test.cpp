#include <gmock/gmock.h>
#include <tests/cli/tool.h>

#include <fmt/format.h>

namespace bellwether::testing_support {
namespace {

using testing::AllOf;
using testing::HasSubstr;

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

TEST_F(Reproduce, ListsPapersAndTables) {
  EXPECT_THAT(run({"reproduce"}).out,
              AllOf(HasSubstr("tcs table3"), HasSubstr("UAI 2014"), HasSubstr("vowel")));
  EXPECT_THAT(run({"reproduce", "tcs"}).out, AllOf(HasSubstr("tcs table3"), HasSubstr("tcs table4")));
  EXPECT_EQ(run_json({"reproduce"})["experiments"][0]["paper"], "tcs");
}

TEST_F(Reproduce, RefusesWhatItDoesNotKnow) {
  expect_refused(run({"reproduce", "tsc"}), 2, "there are: tcs");
  expect_refused(run({"reproduce", "tcs", "tabel3"}), 2, "did you mean 'table3'?");
  expect_refused(run({"reproduce", "tcs", "table3"}), 2, "--data DIR");
  expect_refused(run({"reproduce", "tcs", "table3", "--data", "nowhere"}), 1,
                 "it should hold, for instance, leaves/data_Mar_64.txt.gz");
  expect_refused(run({"reproduce", "tcs", "table3", "--data", ".", "--only", "vowels"}), 2,
                 "did you mean 'vowel'?");
  expect_refused(run({"reproduce", "tcs", "table3", "--data", ".", "-o", "x.csv"}), 2, "x.md");
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

}  // namespace
}  // namespace bellwether::testing_support
