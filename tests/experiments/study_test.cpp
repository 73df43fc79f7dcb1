#include <experiments/study.h>

#include <gmock/gmock.h>

#include <atomic>
#include <fstream>
#include <set>
#include <sstream>

#include <bellwether/data/error.h>
#include <bellwether/engine/random.h>
#include <experiments/finished_cells.h>
#include <experiments/html_page.h>
#include <experiments/page.h>
#include <experiments/svg.h>
#include <experiments/tcs_figures.h>
#include <tests/support/temporary_folder.h>

namespace bellwether::experiments {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::ThrowsMessage;
using testing_support::TemporaryFolder;

/// Two data sets, of which one is not there; scores are made by hand.
class MadeStudy : public testing::Test {
 protected:
  MadeStudy() {
    request = {.data = folder.path(), .splits = 4, .restarts = 2};
    study.paper = "made";
    study.name = "fig0";
    study.measures = {"points", "shares"};
    study.axis = "steps";
    study.baseline = "plain";
    study.datasets = {"here", "gone"};
    study.methods = {{"plain", "nothing"}};
    for (const int place : {1, 2, 9})
      study.methods.push_back({"more", "adds its place", std::to_string(place), static_cast<double>(place)});
    study.open = [this](const Request&, const std::string& dataset, std::string& missing,
                        const bellwether::Run&) -> std::optional<OpenedData> {
      if (dataset == "gone") {
        missing = "gone/file.csv";
        return std::nullopt;
      }
      return OpenedData{"made up",
                        7,
                        3,
                        2,
                        [this](const StudyMethod& method, int split, const Searches& searches) {
                          ++calls;
                          const double noise = Random(searches.random_seed).uniform() / 100;
                          const double score = 10 * split + method.value + (method.value > 1 ? 0 : noise);
                          return std::vector<double>{score, score / 100};
                        },
                        [](const StudyMethod& method) { return method.value < 9; }};
    };
  }
  Outcome run(const bellwether::Run& run = {}) { return experiment_of(study).run(request, run); }
  std::string read(const std::string& name) const {
    std::stringstream text;
    text << std::ifstream(folder / name).rdbuf();
    return text.str();
  }

  TemporaryFolder folder;
  Request request;
  Study study;
  std::atomic<int> calls = 0;
};

TEST_F(MadeStudy, HasALineForEachMeasureAndSaysWhatIsNotThere) {
  const Outcome outcome = run();
  ASSERT_THAT(outcome.datasets, SizeIs(2));
  EXPECT_EQ(outcome.datasets[0].measured, "points");
  EXPECT_EQ(outcome.datasets[1].measured, "shares");
  EXPECT_THAT(outcome.left_out, ElementsAre("gone: there is no gone/file.csv"));
  const auto& methods = outcome.datasets[0].methods;
  ASSERT_THAT(methods, SizeIs(4));
  EXPECT_NEAR(methods[0].mean, 15, 0.01);
  EXPECT_DOUBLE_EQ(methods[2].mean, 17);
  EXPECT_NEAR(*methods[2].difference, 2, 0.01);  // to the baseline, which has no place of its own
  EXPECT_LT(*methods[2].p, 0.01);
  EXPECT_EQ(methods[3].splits, 0);  // no such place here
  EXPECT_THAT(methods[3].not_run, IsEmpty());
  EXPECT_DOUBLE_EQ(outcome.datasets[1].methods[2].mean, 0.17);
}

TEST_F(MadeStudy, MarksWhatDiffersAtOnePercentEverywhere) {
  const Outcome outcome = run();
  EXPECT_THAT(figures_table(outcome),
              AllOf(HasSubstr("| 17.000* |"), HasSubstr("| steps |"), Not(HasSubstr("|     9 |"))));
  const std::string page = page_of(experiment_of(study), request, outcome, "the command");
  // 2, 12, 22 and 32 deviate by 12.910.
  EXPECT_THAT(page, AllOf(HasSubstr("| 17.000* |"), HasSubstr("`*`: p < 0.01"), HasSubstr("| here, points |"),
                          HasSubstr("Standard deviations over draws:"), HasSubstr(" 12.910 "),
                          HasSubstr("Left out: gone")));
}

TEST_F(MadeStudy, ShowsGainsInsteadOfScoresIfAskedTo) {
  study.shows_gains = true;
  const std::string table = figures_table(run());
  EXPECT_THAT(table, AllOf(HasSubstr("|    more |"), Not(HasSubstr("plain"))));
  EXPECT_THAT(table, testing::ContainsRegex(R"(\| +2 \| \+1\.99[0-9]\* \|)"));
}

TEST_F(MadeStudy, GoesOnWhereItStoppedWithTheSameFigures) {
  request.finished = folder / "cells.csv";
  std::stop_source source;
  const Outcome stopped = run({.threads = 1,
                               .on_progress =
                                   [&](const Progress& p) {
                                     if (p.done == 5) source.request_stop();
                                   },
                               .stop = source.get_token()});
  EXPECT_TRUE(stopped.interrupted);
  const int before = calls;
  const Outcome resumed = run({.threads = 3});
  EXPECT_LT(before, 12);
  EXPECT_EQ(calls, 12);  // nothing is done twice
  request.finished.clear();
  const Outcome whole = run({.threads = 1});
  for (std::size_t m = 0; m < 3; ++m)
    EXPECT_EQ(resumed.datasets[0].methods[m].mean, whole.datasets[0].methods[m].mean);
  EXPECT_EQ(page_of(experiment_of(study), request, resumed, ""),
            page_of(experiment_of(study), request, whole, ""));
}

TEST_F(MadeStudy, SaysWhyAMethodFailed) {
  study.methods.push_back({"worse", "fails"});
  const auto open = study.open;
  study.open = [open](const Request& r, const std::string& dataset, std::string& missing,
                      const bellwether::Run& run) {
    auto data = open(r, dataset, missing, run);
    if (!data) return data;
    data->score = [score = data->score](const StudyMethod& method, int split, const Searches& searches) {
      require(method.name != "worse", "cannot do it");
      return score(method, split, searches);
    };
    return data;
  };
  EXPECT_THAT(page_of(experiment_of(study), request, run(), ""), HasSubstr("worse on here: cannot do it"));
}

TEST_F(MadeStudy, RefusesWhatItDoesNotKnow) {
  request.only = {"her"};
  EXPECT_THAT([&] { run(); }, ThrowsMessage<InvalidOption>(HasSubstr("did you mean 'here'?")));
  request.only = {"gone"};
  EXPECT_THAT([&] { run(); }, ThrowsMessage<InvalidInput>(HasSubstr("there is no gone/file.csv")));
  request.data = folder / "nowhere";
  request.only = {};
  EXPECT_THAT([&] { run(); }, ThrowsMessage<InvalidInput>(HasSubstr("bellwether reproduce made")));
}

TEST_F(MadeStudy, AsAPageForABrowserIsSafeWhateverNamesHold) {
  study.methods[0].name = study.baseline = "<b>plain</b>";
  study.methods[0].what = "\"quoted\" & `named`";
  const std::string page = html_page_of(experiment_of(study), request, run(), "x <y>");
  EXPECT_THAT(page, AllOf(HasSubstr("&lt;b&gt;plain&lt;/b&gt;"), Not(HasSubstr("<b>plain")),
                          Not(HasSubstr("<script")), HasSubstr("x &lt;y&gt;"),
                          HasSubstr("&quot;quoted&quot; &amp; <code>named</code>")));
  EXPECT_THAT(page, AllOf(HasSubstr("prefers-color-scheme:dark"), HasSubstr("<svg viewBox"),
                          HasSubstr("@media print"), HasSubstr("class=\"box\""), Not(HasSubstr("http"))));
}

TEST(Charts, DrawEveryMethodAndPutItsNameAtItsEnd) {
  const Curves curves{"news", "seeds", "NMI", {"0.1", "0.2", "1"}};
  Curves drawn = curves;
  drawn.methods = {{"one", {{0.2, false}, {0.3, true}, {0.5, false}}},
                   {"two", {{}, {0.1, false}, {}}},
                   {"none", {{}, {}, {}}}};
  const std::string svg = chart_of(drawn);
  EXPECT_THAT(svg, AllOf(HasSubstr(">one</text>"), HasSubstr(">two</text>"), Not(HasSubstr(">none</text>"))));
  EXPECT_THAT(svg, AllOf(HasSubstr(">0.1</text>"), HasSubstr("class=\"ring\""),
                         HasSubstr("news: NMI against seeds")));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_THAT(chart_of(curves), Not(HasSubstr("nan")));  // no methods at all
}

TEST(Charts, OfPointsHaveEachOfThem) {
  const std::string svg = chart_of(Scatter{"a <title>", {{0, 0}, {1, 2}, {3, 1}}, {0, 1, 0}});
  std::size_t circles = 0;
  for (std::size_t at = svg.find("<circle"); at != std::string::npos; at = svg.find("<circle", at + 1))
    ++circles;
  EXPECT_EQ(circles, 2U);
  EXPECT_THAT(svg, AllOf(HasSubstr("a &lt;title&gt;"), HasSubstr("class=\"s1\"")));
}

TEST(Printed, IsTestedAgainstItsBaselineOverItsRows) {
  const Printed printed{.columns = {"task", "a", "b"},
                        .rows = {"x", "y", "z"},
                        .figures = {{1, 2}, {2, 3}, {4, NAN}},
                        .baseline = "a"};
  const Lines lines = printed_table(printed);
  ASSERT_THAT(lines, SizeIs(7));
  EXPECT_THAT(lines[3], ElementsAre("z", "4.000", ""));
  EXPECT_THAT(lines[4], ElementsAre("mean", "2.333", "2.500"));
  EXPECT_THAT(lines[5], ElementsAre("- a", "", "+1.000"));
  EXPECT_THAT(lines[6], ElementsAre("p over rows", "", "< 0.001*"));
}

TEST(AllExperiments, SayTheirProtocolTheirDataAndWhereItIsPublished) {
  std::set<std::string> names;
  for (const Experiment& e : all_experiments()) {
    names.insert(e.paper + " " + e.table);
    EXPECT_THAT(e.protocol, Not(IsEmpty())) << e.paper << e.table;
    EXPECT_THAT(e.data, Not(IsEmpty())) << e.paper << e.table;
    for (const NeededData& data : e.data) EXPECT_THAT(data.published, Not(IsEmpty())) << data.name;
    require_names(e.quick.only, e.datasets, "data set");
    require_names(e.quick.methods, e.methods, "method");
  }
  EXPECT_THAT(names, testing::IsSupersetOf({"stc table1",   "stc fig2",
                                            "stc fig3",     "stc fig4",
                                            "aplsa table2", "aplsa fig4a",
                                            "aplsa fig4b",  "aplsa fig4c",
                                            "tcs table1",   "tcs table3",
                                            "tcs table4",   "tcs fig1",
                                            "tcs fig2",     "cross-instance table1",
                                            "slides mi",    "slides objective",
                                            "slides noise", "slides metric",
                                            "guided table", "k table"}));
  EXPECT_EQ(&find_experiment("stc", "figure2"), &find_experiment("stc", "fig2"));
}

TEST(CarryingOut, NamesWhatStandsInAndRefusesUnknownChoices) {
  Experiment experiment{.paper = "made",
                        .table = "table0",
                        .run = [](const Request&, const bellwether::Run&) { return Outcome{}; }};
  experiment.data = {{"Lost Set", "nowhere", "other things"}, {"Found Set", "here"}};
  experiment.choices = {{"scale", {"range", "none"}, "of features"}};
  EXPECT_THAT(carry_out(experiment, {}, {}).stand_ins, ElementsAre("Lost Set (nowhere): other things"));
  EXPECT_THAT(
      [&] {
        carry_out(experiment, {.choices = {{"scal", "none"}}}, {});
      },
      ThrowsMessage<InvalidOption>(HasSubstr("did you mean 'scale'?")));
  EXPECT_THAT(
      [&] {
        carry_out(experiment, {.choices = {{"scale", "rang"}}}, {});
      },
      ThrowsMessage<InvalidOption>(HasSubstr("there are: range, none")));
  EXPECT_EQ(settings_of("a", "b", {.restarts = 3, .choices = {{"scale", "none"}}}),
            "a b, 3 restarts, random seed 0, scale=none");
}

TEST(Fig2, TakesSomeOfTheTrainingClassesAndLeavesTheOthersAlone) {
  PreparedData data{Matrix::Random(60, 2), {}, 12};
  for (int i = 0; i < 60; ++i) data.labels.push_back(i % 12);
  const Division whole = divide_classes(data, 3, 0), few = with_few_training_classes(whole, 2);
  EXPECT_EQ(few.training.classes, 2);
  EXPECT_EQ(few.training.items.rows(), 10);
  EXPECT_EQ(few.test.items, whole.test.items);
  EXPECT_EQ(few.validation.items, whole.validation.items);
  const Division more = with_few_training_classes(whole, 3);
  std::set<double> in_more;
  for (Index i = 0; i < more.training.items.rows(); ++i) in_more.insert(more.training.items(i, 0));
  for (Index i = 0; i < few.training.items.rows(); ++i)
    EXPECT_TRUE(in_more.contains(few.training.items(i, 0)));
}

TEST(Fig1, KnownClustersTeachWhatIsMeant) {
  const Experiment& figure = find_experiment("tcs", "fig1");
  const Outcome outcome = figure.run({.splits = 3, .restarts = 3}, {});
  ASSERT_THAT(outcome.datasets, SizeIs(1));
  EXPECT_LT(outcome.datasets[0].methods[0].mean, 0.7);
  EXPECT_GT(outcome.datasets[0].methods[2].mean, 0.95);
  EXPECT_GT(outcome.datasets[0].methods[3].mean, 0.95);
  ASSERT_THAT(outcome.scatters, SizeIs(4));
  EXPECT_EQ(outcome.scatters[0].points.size(), 300U);
}

}  // namespace
}  // namespace bellwether::experiments
