// bellwether compare: several methods on the same items.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <tests/cli/tool.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <numbers>
#include <sstream>

#include <bellwether/collections/collections.h>
#include <bellwether/data/dataset.h>
#include <bellwether/scores/all_scores.h>

namespace bellwether {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using testing_support::expect_refused;
using testing_support::lines_of;
using testing_support::RunningTool;
using testing_support::Words;

Words operator+(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// Blobs that overlap, from one start each: methods differ, and so do repeats.
const Words overlapping{"data:blobs?items=200&clusters=6&spread=2.5", "-k", "6", "--restarts", "1"};

const json& row_of(const json& comparison, const std::string& method) {
  for (const json& row : comparison["methods"])
    if (row["method"] == method) return row;
  throw std::runtime_error(method + " is not in " + comparison.dump());
}

std::string reason_for(const json& comparison, const std::string& method) {
  for (const json& left_out : comparison["not_run"])
    if (left_out["method"] == method) return left_out["reason"];
  return "it ran";
}

/// P(|T| >= |t|) by Simpson's rule on the density.
double two_sided(double t, double freedom) {
  const auto density = [&](double u) {
    return std::exp(std::lgamma((freedom + 1) / 2) - std::lgamma(freedom / 2) -
                    (freedom + 1) / 2 * std::log1p(u * u / freedom)) /
           std::sqrt(freedom * std::numbers::pi);
  };
  constexpr int intervals = 20000;
  const double step = std::abs(t) / intervals;
  double sum = density(0) + density(std::abs(t));
  for (int i = 1; i < intervals; ++i) sum += (i % 2 == 1 ? 4 : 2) * density(i * step);
  return 1 - 2 * sum * step / 3;
}

double paired_p(const std::vector<double>& a, const std::vector<double>& b) {
  const auto n = static_cast<double>(a.size());
  double mean = 0, squares = 0;
  for (std::size_t i = 0; i < a.size(); ++i) mean += (a[i] - b[i]) / n;
  for (std::size_t i = 0; i < a.size(); ++i) squares += std::pow(a[i] - b[i] - mean, 2);
  return two_sided(mean / std::sqrt(squares / (n - 1) / n), n - 1);
}

class Compare : public testing_support::ToolTest {
 protected:
  json compare(const Words& words) const { return run_json(Words{"compare"} + words); }

  /// Two repeats of the method score as two runs of `cluster` do, and the files are those of one of them.
  void expect_as_cluster(const std::string& method, const Words& words) const {
    SCOPED_TRACE(method);
    const json compared =
        compare(words + Words{"--methods", method, "--repeats", "2", "--random-seed", "7", "-o", "all"});
    const json& row = row_of(compared, method);
    std::map<int, std::string> assignments;
    for (const int seed : {7, 8}) {
      const json alone =
          run_json(Words{"cluster"} + words +
                   Words{"--method", method, "--random-seed", std::to_string(seed), "-o", "one"});
      EXPECT_EQ(row["scores"]["nmi"]["values"][seed - 7], alone["scores"]["nmi"]);
      EXPECT_EQ(row["scores"]["accuracy"]["values"][seed - 7], alone["scores"]["accuracy"]);
      assignments[seed] = read("one/assignments.csv");
    }
    const json kept = read_json(fmt::format("all/{}/result.json", method));
    EXPECT_EQ(read(fmt::format("all/{}/assignments.csv", method)), assignments.at(kept["random_seed"]));
  }

  /// Every tenth flower's species.
  void write_seeds() const {
    std::string text = "id,label\n";
    for (std::size_t i = 0; i < iris.labels.size(); i += 10)
      text += fmt::format("{},{}\n", i, iris.labels[i]);
    folder.write("seeds.csv", text);
  }

  const Dataset iris = make_collection("data:iris");
};

TEST_F(Compare, EveryRepeatIsWhatClusterGives) {
  for (const char* method : {"kmeans", "spherical-kmeans", "gm", "itcc", "idt"})
    expect_as_cluster(method, {"data:iris", "-k", "3", "--restarts", "1"});
  write_seeds();
  for (const char* method : {"constrained-kmeans", "pcc", "csp"})
    expect_as_cluster(method, {"data:iris", "-k", "3", "--seeds", "seeds.csv"});
  for (const char* method : {"whiten", "tcs-gm-l2", "auto"})
    expect_as_cluster(method, {"data:stretched", "-k", "3", "--known", "data:stretched?part=known"});
  const std::string few = "data:topics?items=40&features=300&clusters=2";
  expect_as_cluster("stc",
                    {few, "-k", "2", "--auxiliary", "data:topics?items=80&features=300&random_seed=3"});
  expect_as_cluster("sib", {few, "-k", "2", "--restarts", "2", "--strap", "alpha=0.5,1", "--solved",
                            "data:topics?items=40&features=300&clusters=2&random_seed=1",
                            "data:topics?items=40&features=300&clusters=2&random_seed=2"});
}

TEST_F(Compare, TextsAreWeightedForSomeAndCountedForOthersAsInCluster) {
  for (const char* method : {"spherical-kmeans", "sib"})
    expect_as_cluster(method, {"data:headlines", "-k", "6", "--restarts", "1", "--language", "english"});
}

TEST_F(Compare, RunsAllThatCanRunAndSaysWhyTheOthersCannot) {
  const json compared = compare({"data:iris", "-k", "3", "--repeats", "1"});
  for (const char* method :
       {"kmeans", "spherical-kmeans", "gm", "vm", "itcc", "feature-clustering", "plsa", "sib", "idt"}) {
    EXPECT_EQ(row_of(compared, method)["needs"], "nothing");
    EXPECT_EQ(row_of(compared, method)["knowledge_used"], json());
  }
  EXPECT_EQ(reason_for(compared, "seeded-kmeans"), "needs --seeds");
  EXPECT_EQ(reason_for(compared, "pcc"), "needs --must-link, --cannot-link or --seeds");
  EXPECT_EQ(reason_for(compared, "stc"), "needs --auxiliary");
  EXPECT_EQ(reason_for(compared, "aplsa"), "needs --annotated");
  EXPECT_EQ(reason_for(compared, "tcs-gm"), "needs --known");
  const json listed = json::parse(run({"methods", "--json"}).out);
  EXPECT_EQ(compared["methods"].size() + compared["not_run"].size(), listed["methods"].size() + 1)
      << "auto, and all";

  const json below = compare({"data:blobs", "-k", "3", "--repeats", "1"});
  EXPECT_EQ(reason_for(below, "sib"), "needs counts, and some values are below 0");
  const json bounded = compare({"data:iris", "-k", "3", "--repeats", "1", "--min-size", "40"});
  EXPECT_EQ(reason_for(bounded, "gm"), "takes no bounds on sizes");
  EXPECT_EQ(reason_for(bounded, "kmeans"), "it ran");
  run({"cluster", "data:iris", "-k", "3", "--quiet", "-o", "start"});
  const json begun = compare(
      {"data:iris", "-k", "3", "--methods", "gm,idt", "--repeats", "1", "--init", "start/assignments.csv"});
  EXPECT_EQ(reason_for(begun, "idt"), "idt cannot begin from given clusters: leave out --init");
  EXPECT_EQ(reason_for(begun, "gm"), "it ran");
}

TEST_F(Compare, TheBestComesFirstAndWhatCannotBeToldApartIsMarkedToo) {
  const json compared = compare(overlapping + Words{"--repeats", "8", "-o", "out"});
  EXPECT_EQ(compared["main_score"], "nmi");
  EXPECT_EQ(compared["best"], compared["methods"][0]["method"]);
  EXPECT_EQ(read_json("out/comparison.json"), compared);
  const std::vector<double> best = compared["methods"][0]["scores"]["nmi"]["values"];
  double before = 1;
  int tested = 0;
  for (const json& row : compared["methods"]) {
    const json& nmi = row["scores"]["nmi"];
    const std::vector<double> values = nmi["values"];
    ASSERT_EQ(values.size(), 8U);
    double mean = 0, squares = 0;
    for (const double value : values) mean += value / 8;
    for (const double value : values) squares += (value - mean) * (value - mean);
    EXPECT_NEAR(nmi["mean"], mean, 1e-12);
    EXPECT_NEAR(nmi["deviation"], std::sqrt(squares / 7), 1e-12);
    EXPECT_LE(nmi["mean"], before);
    before = nmi["mean"];
    EXPECT_NEAR(row["difference_to_best"], mean - double(compared["methods"][0]["scores"]["nmi"]["mean"]),
                1e-12);
    if (row["p"].is_null()) continue;
    ++tested;
    EXPECT_NEAR(row["p"], paired_p(values, best), 1e-8);  // Simpson's rule is good for ten digits here
    EXPECT_EQ(row["best"], row["p"] >= 0.01);
  }
  EXPECT_GT(tested, 0);
  EXPECT_TRUE(compared["methods"][0]["best"]);
}

TEST_F(Compare, OneInAHundredIsWhereMethodsAreToldApart) {
  int marked = 0, told_apart = 0;
  for (int seed = 1; seed <= 30 && (marked == 0 || told_apart == 0); ++seed) {
    const json compared =
        compare({fmt::format("data:blobs?items=200&clusters=6&spread=2.5&random_seed={}", seed), "-k", "6",
                 "--restarts", "1", "--repeats", "3"});
    const std::vector<double> best = compared["methods"][0]["scores"]["nmi"]["values"];
    for (std::size_t m = 1; m < compared["methods"].size(); ++m) {
      const json& row = compared["methods"][m];
      const double p = paired_p(row["scores"]["nmi"]["values"], best);
      const std::vector<double> own = row["scores"]["nmi"]["values"];
      const bool reaches =
          std::ranges::max(own) >= std::ranges::min(best) - 1e-12;  // of three repeats a test tells little
      EXPECT_EQ(row["best"], p >= 0.01 && reaches) << row["method"] << " " << p;
      if (p >= 0.01 && p < 0.05) ++marked;  // with a line at 0.05 these would count as worse
      if (p < 0.01 && p > 0.005) ++told_apart;
    }
  }
  EXPECT_GT(marked, 0);
  EXPECT_GT(told_apart, 0);
}

TEST_F(Compare, AgreementIsThatOfPairsOfRepeats) {
  const Words words = overlapping + Words{"--methods", "kmeans"};
  const json compared = compare(words + Words{"--repeats", "3"});
  std::vector<std::vector<int>> labels;
  for (const char* seed : {"0", "1", "2"}) {
    run_json(Words{"cluster"} + overlapping +
             Words{"--method", "kmeans", "--random-seed", seed, "-o", "one"});
    auto& found = labels.emplace_back();
    for (const std::string& line : lines_of(read("one/assignments.csv")))
      if (!line.starts_with("id")) found.push_back(std::stoi(line.substr(line.find(',') + 1)));
  }
  double sum = 0;
  for (const auto& [i, j] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}})
    for (const auto& [name, value] : all_scores(labels[i], labels[j]))
      if (name == "adjusted_rand") sum += value;
  EXPECT_NEAR(row_of(compared, "kmeans")["agreement"], sum / 3, 1e-12);
  EXPECT_LT(sum / 3, 1);
  EXPECT_EQ(compare(words + Words{"--repeats", "1"})["methods"][0]["agreement"], json());
}

TEST_F(Compare, TheVerdictSaysHowSureItIs) {
  const auto values = [](const json& compared, const char* method) {
    return row_of(compared, method)["scores"]["nmi"]["values"].get<std::vector<double>>();
  };
  const auto told = compare(overlapping + Words{"--methods", "spherical-kmeans,kmeans", "--repeats", "8"});
  const double p = paired_p(values(told, "kmeans"), values(told, "spherical-kmeans"));
  ASSERT_LT(p, 0.01);
  EXPECT_EQ(
      told["verdict"],
      fmt::format("kmeans is best by NMI: {:.3f} against {:.3f} of spherical-kmeans (paired t-test over 8 "
                  "repeats: p {})",
                  double(told["methods"][0]["scores"]["nmi"]["mean"]),
                  double(told["methods"][1]["scores"]["nmi"]["mean"]),
                  p < 0.0001 ? "< 0.0001" : fmt::format("= {:.2g}", p)));
  const auto alike = compare(overlapping + Words{"--methods", "kmeans,gm", "--repeats", "8"});
  const double chance = paired_p(values(alike, "kmeans"), values(alike, "gm"));
  ASSERT_GT(chance, 0.01);
  EXPECT_THAT(alike["verdict"].get<std::string>(), AllOf(HasSubstr("not told apart from kmeans (0."),
                                                         HasSubstr(fmt::format("p = {:.2g})", chance))));
  const auto easy = compare({"data:blobs?spread=0.1", "-k", "3", "--methods", "kmeans,gm", "--repeats", "3"});
  EXPECT_EQ(
      easy["verdict"],
      "kmeans has the highest NMI, 1.000, but is not told apart from gm (1.000, the same in every repeat)");
  EXPECT_TRUE(row_of(easy, "gm")["best"]);
  EXPECT_EQ(row_of(easy, "gm")["p"], json());
  const auto clear =
      compare({"data:iris", "-k", "3", "--methods", "kmeans,spherical-kmeans", "--repeats", "2"});
  EXPECT_THAT(clear["verdict"].get<std::string>(), AllOf(HasSubstr("spherical-kmeans is best by NMI: 0.9"),
                                                         HasSubstr(" of kmeans (the same in every repeat)")));
  EXPECT_FALSE(row_of(clear, "kmeans")["best"]);
  const auto once =
      compare({"data:iris", "-k", "3", "--methods", "kmeans,spherical-kmeans", "--repeats", "1"});
  EXPECT_THAT(once["verdict"].get<std::string>(), HasSubstr("a single repeat, so there is no test"));
  const auto alone = compare({"data:iris", "-k", "3", "--methods", "kmeans", "--repeats", "1"});
  EXPECT_THAT(alone["verdict"].get<std::string>(), HasSubstr("nothing to compare it with"));
}

TEST_F(Compare, WithoutTheTruthNoMethodIsCalledBest) {
  folder.write("items.csv", "x,y\n1,2\n2,1\n8,9\n9,8\n1,1\n9,9\n");
  const Words words{"items.csv", "-k", "2", "--methods", "gm,kmeans", "--repeats", "3"};
  const json compared = compare(words);
  EXPECT_EQ(compared["best"], json());
  EXPECT_EQ(compared["main_score"], json());
  EXPECT_THAT(compared["verdict"].get<std::string>(), HasSubstr("no method can be called best"));
  EXPECT_EQ(compared["methods"][0]["method"], "gm");  // as they were named
  EXPECT_EQ(compared["methods"][0]["scores"], json::object());
  EXPECT_EQ(compared["methods"][0]["best"], false);
  EXPECT_EQ(compared["methods"][0]["agreement"], 1.0);
  const auto printed = run(Words{"compare"} + words);
  EXPECT_THAT(printed.out, AllOf(HasSubstr("agreement"), Not(HasSubstr("NMI")), HasSubstr("no method")));
}

TEST_F(Compare, KnowledgeIsForThoseThatTakeItAndScoresAreOverWhatItDoesNotCover) {
  write_seeds();
  folder.write("must.csv", "0,1\n60,61\n");
  const json compared =
      compare({"data:iris", "-k", "3", "--seeds", "seeds.csv", "--must-link", "must.csv", "--methods",
               "kmeans,constrained-kmeans,cop-kmeans", "--repeats", "2", "-o", "out"});
  EXPECT_EQ(row_of(compared, "kmeans")["needs"], "nothing");
  EXPECT_EQ(row_of(compared, "constrained-kmeans")["needs"], "seeds");
  EXPECT_EQ(row_of(compared, "constrained-kmeans")["note"], "without the links: it takes none");
  EXPECT_EQ(row_of(compared, "cop-kmeans")["needs"], "seeds, links");
  EXPECT_EQ(row_of(compared, "cop-kmeans")["knowledge_used"], (json{{"seeds", true}, {"links", true}}));
  for (const json& kind : read_json("out/cop-kmeans/result.json")["evidence"])
    EXPECT_TRUE(kind["used"]) << kind;

  std::vector<int> found;
  std::vector<std::string> truth;
  for (const std::string& line : lines_of(read("out/kmeans/assignments.csv"))) {
    if (line.starts_with("id")) continue;
    const int item = std::stoi(line);
    if (item % 10 == 0 || item == 1 || item == 61) continue;
    found.push_back(std::stoi(line.substr(line.find(',') + 1)));
    truth.push_back(iris.labels[static_cast<std::size_t>(item)]);
  }
  EXPECT_EQ(found.size(), 133U);
  for (const auto& [name, value] : all_scores(found, encode(truth).codes)) {
    if (name == "nmi") {
      EXPECT_THAT(row_of(compared, "kmeans")["scores"]["nmi"]["values"].get<std::vector<double>>(),
                  Contains(::testing::DoubleNear(value, 1e-12)));
    }
  }
}

TEST_F(Compare, WithKnownClustersAllMethodsClusterTheOtherItems) {
  folder.write("known.csv", "id,label\n");
  std::string labels = "id,label\n";
  const Dataset blobs = make_collection("data:blobs?items=120&clusters=6&features=4");
  for (std::size_t i = 0; i < blobs.labels.size(); ++i)
    if (i % 6 < 3) labels += fmt::format("{},{}\n", i, blobs.labels[i]);
  folder.write("known.csv", labels);
  const json compared = compare({"data:blobs?items=120&clusters=6&features=4", "-k", "3", "--known",
                                 "known.csv", "--methods", "kmeans,whiten", "--repeats", "2", "-o", "out"});
  EXPECT_EQ(compared["items"], 60);
  EXPECT_EQ(row_of(compared, "kmeans")["needs"], "nothing");
  EXPECT_EQ(row_of(compared, "whiten")["needs"], "known");
  EXPECT_EQ(lines_of(read("out/kmeans/assignments.csv")).size(), 61U);
  EXPECT_EQ(lines_of(read("out/kmeans/assignments.csv"))[1].substr(0, 2), "3,");
  EXPECT_EQ(lines_of(read("out/whiten/assignments.csv")).size(), 61U);
}

TEST_F(Compare, AMethodThatFailsDoesNotSpoilTheOthers) {
  folder.write("items.csv", "x,y\n0,0\n1,2\n2,1\n8,1\n9,2\n8,2\n");
  const json compared =
      compare({"items.csv", "-k", "2", "--methods", "spherical-kmeans,kmeans,gm", "--repeats", "2"});
  EXPECT_EQ(compared["methods"].size(), 2U);
  EXPECT_THAT(reason_for(compared, "spherical-kmeans"), HasSubstr("0"));
  EXPECT_EQ(run({"compare", "items.csv", "-k", "2", "--methods", "spherical-kmeans,kmeans", "--repeats", "1"})
                .status,
            0);
  expect_refused(run({"compare", "items.csv", "-k", "2", "--methods", "spherical-kmeans,vm"}), 1,
                 "no method can cluster these items; spherical-kmeans: ");
}

TEST_F(Compare, ATableForPeople) {
  write_seeds();
  const auto printed = run({"compare", "data:iris", "-k", "3", "--methods", "kmeans,constrained-kmeans,stc",
                            "--seeds", "seeds.csv", "--repeats", "2", "-o", "out"});
  EXPECT_EQ(printed.err, "");
  const Words lines = lines_of(printed.out);
  EXPECT_EQ(lines[0], "data:iris: 150 items, 3 clusters, 2 repeats of each method, random seed 0 to 1");
  const auto head = std::ranges::find_if(lines, [](const auto& line) { return line.find("method") == 3; });
  ASSERT_NE(head, lines.end());
  std::istringstream in(*head);
  EXPECT_THAT(
      Words(std::istream_iterator<std::string>(in), {}),
      ElementsAre("method", "needs", "used", "NMI", "accuracy", "adj.", "Rand", "agreement", "a", "run"));
  EXPECT_THAT(*(head + 1), HasSubstr("*  "));
  EXPECT_THAT(*(head + 1), HasSubstr(" ±"));
  EXPECT_THAT(*(head + 2), HasSubstr(" ±"));
  EXPECT_THAT(printed.out, AllOf(HasSubstr("not run\n  stc: needs --auxiliary"),
                                 HasSubstr("that the knowledge says nothing about"), HasSubstr("135"),
                                 HasSubstr("written to out: comparison.json")));
  EXPECT_EQ(run({"compare", "data:iris", "-k", "3", "--methods", "gm", "--repeats", "1", "--quiet"}).out, "");
}

TEST_F(Compare, OptionsAreForThoseThatKnowThem) {
  const json compared = compare({"data:iris", "-k", "3", "--methods", "kmeans,idt", "--repeats", "1", "--set",
                                 "smoothing=0.3", "--set", "start=random", "-o", "out"});
  EXPECT_EQ(compared["methods"].size(), 2U);
  EXPECT_EQ(read_json("out/idt/result.json")["options"]["smoothing"], 0.3);
  EXPECT_EQ(read_json("out/kmeans/result.json")["options"]["start"], "random");
  expect_refused(run({"compare", "data:iris", "-k", "3", "--methods", "kmeans,gm", "--set", "smoothing=0.3"}),
                 2, "none of these methods has an option 'smoothing'");
  const json some =
      compare({"data:iris", "-k", "3", "--methods", "kmeans,idt", "--repeats", "1", "--set", "smoothing=7"});
  EXPECT_THAT(reason_for(some, "idt"), HasSubstr("option 'smoothing' of idt is '7', but must be"));
}

TEST_F(Compare, TheTimeOfEachMethodIsLimited) {
  const json stopped =
      compare({"data:blobs?items=5000&features=8", "-k", "20", "--methods", "kmeans,gm", "--restarts",
               "1000000", "--tolerance", "0", "--repeats", "3", "--budget", "0.5", "-o", "out"});
  ASSERT_EQ(stopped["methods"].size(), 2U);
  for (const json& row : stopped["methods"]) {
    EXPECT_EQ(row["stopped"], true);
    EXPECT_EQ(row["repeats"], 1);
    EXPECT_THAT(row["note"].get<std::string>(),
                AllOf(HasSubstr("stopped after "), HasSubstr(" s: the best so far")));
  }
  EXPECT_EQ(stopped["interrupted"], false);
  EXPECT_EQ(lines_of(read("out/gm/assignments.csv")).size(), 5001U);

  const json fewer =
      compare({"data:iris", "-k", "3", "--methods", "gm", "--repeats", "100000", "--budget", "0.5"});
  EXPECT_EQ(fewer["methods"][0]["stopped"], false);
  EXPECT_GE(fewer["methods"][0]["repeats"], 1);
  EXPECT_LT(fewer["methods"][0]["repeats"], 100000);
  EXPECT_THAT(fewer["methods"][0]["note"].get<std::string>(),
              HasSubstr("of 100000 repeats: there is no time for more"));
  const json whole = compare({"data:iris", "-k", "3", "--methods", "gm", "--repeats", "2", "--budget", "0"});
  EXPECT_EQ(whole["methods"][0]["repeats"], 2);
  EXPECT_EQ(whole["methods"][0]["note"], "");
}

TEST_F(Compare, WhatCannotBeStoppedIsNotBegunIfItIsTooLarge) {
  folder.write("seeds.csv", "0,a\n1,b\n");
  const Words words{"data:blobs?items=6000&clusters=2",
                    "-k",
                    "2",
                    "--seeds",
                    "seeds.csv",
                    "--methods",
                    "kmeans,csp",
                    "--repeats",
                    "1",
                    "--budget"};
  EXPECT_THAT(reason_for(compare(words + Words{"10"}), "csp"), HasSubstr("too large: it may take 44 s"));
}

TEST_F(Compare, CtrlCKeepsWhatIsFinished) {
  // The first method is stopped by the budget; the second is under way.
  RunningTool tool({"compare", "data:blobs?items=5000&features=8", "-k", "20", "--methods", "kmeans,gm,csp",
                    "--restarts", "1000000", "--tolerance", "0", "--budget", "3", "-o", "out"},
                   folder.path(), RunningTool::Stderr::terminal);
  ASSERT_TRUE(tool.wait_for_stderr("gm (2 of 2), repeat 1 of 10"));
  tool.send(SIGINT);
  const auto finished = tool.finish();
  EXPECT_EQ(finished.status, 130);
  EXPECT_THAT(finished.err, HasSubstr("stopping; what is finished is kept"));
  EXPECT_THAT(finished.out, HasSubstr("note: interrupted: this is what was finished"));
  const json compared = read_json("out/comparison.json");
  EXPECT_EQ(compared["interrupted"], true);
  EXPECT_EQ(compared["methods"].size(), 1U);
  EXPECT_EQ(reason_for(compared, "gm"), "interrupted");
  EXPECT_TRUE(exists("out/kmeans/result.json"));
  EXPECT_FALSE(exists("out/gm"));
}

TEST_F(Compare, CtrlCInTheFirstRunKeepsTheBestSoFar) {
  RunningTool tool({"compare", "data:blobs?items=5000&features=8", "-k", "20", "--methods", "kmeans,gm",
                    "--restarts", "1000000", "--tolerance", "0", "--budget", "0", "--json"},
                   folder.path(), RunningTool::Stderr::terminal);
  ASSERT_TRUE(tool.wait_for_stderr("iteration"));
  tool.send(SIGINT);
  const auto finished = tool.finish();
  EXPECT_EQ(finished.status, 130);
  const json compared = json::parse(finished.out);
  EXPECT_EQ(row_of(compared, "kmeans")["stopped"], true);
  EXPECT_THAT(row_of(compared, "kmeans")["note"].get<std::string>(),
              HasSubstr("interrupted: the best so far"));
  EXPECT_EQ(reason_for(compared, "gm"), "interrupted");
}

TEST_F(Compare, MistakesAreSaidBeforeAnythingRuns) {
  const Words iris_of_three{"compare", "data:iris", "-k", "3"};
  expect_refused(run(iris_of_three + Words{"--methods", "kmean"}), 2, "did you mean 'kmeans'?");
  expect_refused(run(iris_of_three + Words{"--methods", "stc,pcc"}), 2,
                 "no method can run; stc: needs --auxiliary");
  expect_refused(run(iris_of_three + Words{"--repeats", "0"}), 2, "--repeats");
  expect_refused(run(iris_of_three + Words{"--budget", "-1"}), 2, "--budget");
  expect_refused(run(iris_of_three + Words{"--method", "gm"}), 2, "did you mean '--methods'?");
  expect_refused(run(iris_of_three + Words{"--random-seed", "x"}), 2, "--random-seed is 'x'");
  expect_refused(run(iris_of_three + Words{"--set", "tolerance"}), 2, "write --set name=value");
  expect_refused(run(iris_of_three + Words{"--caution", "2"}), 2, "--known ITEMS");
  expect_refused(run(iris_of_three + Words{"--lambda", "2"}), 2, "--auxiliary ITEMS");
  expect_refused(run(iris_of_three + Words{"--draws", "2"}), 2, "--solved ITEMS");
  expect_refused(run({"compare", "data:iris"}), 2, "bellwether compare data:iris -k 3");
  expect_refused(run({"compare", "data:iris", "-k", "0"}), 2,
                 "-k is '0', but must be auto or a whole number, at least 1");
  expect_refused(run({"compare", "none.csv", "-k", "3"}), 1, "none.csv");
  folder.write("seeds.csv", "999,setosa\n");
  expect_refused(run(iris_of_three + Words{"--seeds", "seeds.csv"}), 1,
                 "seeds.csv:1: no item has the id '999'");
  folder.write("seeds.csv", "0,a\n1,b\n2,c\n3,d\n");
  expect_refused(run(iris_of_three + Words{"--seeds", "seeds.csv"}), 1, "seeds.csv: has 4 different labels");
  EXPECT_THAT(run({"compare", "--help"}).out, AllOf(HasSubstr("Examples:"), HasSubstr("--budget SECONDS")));
}

}  // namespace
}  // namespace bellwether
