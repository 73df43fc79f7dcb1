#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <nlohmann/json.hpp>

#include <bellwether/data/error.h>
#include <bellwether/scores/all_scores.h>
#include <page/colours.h>
#include <page/page.h>
#include <page/read_shown.h>
#include <tests/support/temporary_folder.h>

namespace bellwether::page {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::ThrowsMessage;
using testing_support::TemporaryFolder;
using Json = nlohmann::ordered_json;

Json result_json() {
  return {{"bellwether", "0.1.0"},
          {"schema", 2},
          {"method", "kmeans"},
          {"clusters", 2},
          {"items", 4},
          {"features", 2},
          {"vectorizer", {{"steps", Json::array()}}},
          {"random_seed", 7},
          {"options", {{"restarts", 10}}},
          {"iterations", 3},
          {"converged", true},
          {"objective",
           {{"name", "sum of squares"}, {"goal", "minimise"}, {"value", 2.5}, {"trace", {4.0, 3.0, 2.5}}}},
          {"sizes", {2, 2}},
          {"scores", {{"accuracy", 0.75}, {"nmi", 0.5}}},
          {"seconds", {{"read", 0.1}, {"fit", 0.2}}},
          {"warnings", {"a <warning>"}},
          {"evidence", {{{"kind", "seeds"}, {"used", true}}, {{"kind", "links"}, {"used", false}}}},
          {"plain", {{"method", "gm"}, {"scores", {{"accuracy", 0.5}, {"nmi", 0.1}}}}},
          {"moved", 1},
          {"known", {{"used", false}, {"moved", 0}, {"plain", {{"scores", Json::object()}}}}},
          {"knowledge", {{"used", true}, {"moved", 0}}}};
}

Json portrait_json() {
  return {{"bellwether", "0.1.0"},
          {"schema", 2},
          {"source", "items.csv"},
          {"command", "bellwether cluster items.csv -k 2"},
          {"items", 4},
          {"shown",
           {{"id", {"a", "b", "c", "d"}},
            {"cluster", {0, 0, 1, 1}},
            {"truth", {0, 1, 1, -1}},
            {"before", {0, 1, 1, 1}},
            {"text", {"<b>one</b>", "two", "", "four"}}}},
          {"truth_names", {"x", "y"}},
          {"cluster_names", {"0", "1"}},
          {"coordinates", {{0.0, 1.0}, {1.0, 0.0}, {3.0, 3.0}, {4.0, 3.0}}},
          {"components_share", {0.8, 0.2}},
          {"confusion", {{"classes", {"x", "y"}}, {"counts", {{1, 1}, {0, 1}}}}},
          {"clusters",
           {{{"name", "0"},
             {"size", 2},
             {"share", 0.5},
             {"representatives", {{{"id", "a"}, {"picture", "javascript:alert(1)"}}}}},
            {{"name", "1"}, {"size", 2}, {"share", 0.5}}}},
          {"uncertain", {{{"id", "b"}, {"cluster", 0}, {"other", 1}, {"certainty", 0.51}}}},
          {"links",
           {{"must", 1},
            {"cannot", 1},
            {"broken_count", 1},
            {"broken", {{{"kind", "must-link"}, {"first", "a"}, {"second", "c"}}}}}},
          {"knowledge", {"guided by 2 seeds"}},
          {"next", {"to keep it: -o DIR"}}};
}

class Report : public testing::Test {
 protected:
  Report() { write(result_json(), portrait_json()); }
  void write(const Json& result, const Json& portrait) {
    folder.write("result.json", result.dump());
    folder.write("portrait.json", portrait.dump());
    folder.write("assignments.csv", "id,cluster\na,0\nb,0\nc,1\nd,1\n");
  }
  std::string page(const PageOptions& options = {}) const {
    ShownResult result = read_shown(folder.path());
    result.neighbours = result.coordinates;
    return page_of({result}, {}, {}, options);
  }
  TemporaryFolder folder;
};

TEST_F(Report, SaysInWordsWhatCameOut) {
  EXPECT_THAT(page(), AllOf(HasSubstr("4 items in 2 groups"), HasSubstr("75 of 100"),
                            HasSubstr("without the knowledge, 50 of 100 do"),
                            HasSubstr("used it (seeds): 1 item is in another group"),
                            HasSubstr("<strong>not</strong> used: links."),
                            HasSubstr("Each group has 2 items"), HasSubstr("1 of 2 links do not hold"),
                            HasSubstr("Guided by 2 seeds."), HasSubstr("51\u00a0%")));
}

TEST_F(Report, TellsWhichCategoriesStandOut) {
  EXPECT_THAT(page(), Not(HasSubstr("Categories of the groups")));
  Json json = result_json();
  const Json category{
      {"category", "<i>cat</i>"}, {"items", 1200}, {"items_in_all", 1300}, {"p", 1e-9}, {"adjusted_p", 2e-8}};
  json["ontology"] = {{"file", "o.csv"},
                      {"categories", 1},
                      {"items", 1300},
                      {"clusters", Json::array({Json::array({category}), Json::array()})}};
  folder.write("result.json", json.dump());
  EXPECT_THAT(page(), AllOf(HasSubstr("Categories of the groups"),
                            HasSubstr("<td>&lt;i&gt;cat&lt;/i&gt;</td>"), HasSubstr("2.0e-08")));
  json["ontology"]["clusters"] = Json::array({Json::array(), Json::array()});
  folder.write("result.json", json.dump());
  EXPECT_THAT(page(), HasSubstr("No category of the ontology is over-represented"));
}

TEST_F(Report, EscapesAllThatComesFromFiles) {
  const std::string html = page({.title = "<i>title</i>"});
  EXPECT_THAT(html,
              AllOf(HasSubstr("&lt;i&gt;title"), HasSubstr("&lt;b&gt;one"), HasSubstr("A &lt;warning&gt;.")));
  EXPECT_THAT(html,
              AllOf(Not(HasSubstr("<b>one")), Not(HasSubstr("<i>title")), Not(HasSubstr("javascript:"))));
}

TEST_F(Report, HasNoScriptIfNoneIsWanted) {
  EXPECT_THAT(page({.scripts = false}),
              AllOf(Not(HasSubstr("<script")), Not(HasSubstr("script-src")), HasSubstr("<circle")));
  if (has_scripts()) {
    EXPECT_THAT(page(), AllOf(HasSubstr("<script"), HasSubstr("script-src 'unsafe-inline'")));
  }
}

TEST_F(Report, RefusesFilesThatDoNotFit) {
  Json portrait = portrait_json();
  portrait["shown"]["cluster"][2] = 5;
  write(result_json(), portrait);
  EXPECT_THAT([&] { read_shown(folder.path()); },
              ThrowsMessage<InvalidInput>(HasSubstr("does not fit to result.json")));
  portrait = portrait_json();
  portrait["shown"]["truth"].erase(0);
  write(result_json(), portrait);
  EXPECT_THAT([&] { read_shown(folder.path()); },
              ThrowsMessage<InvalidInput>(HasSubstr("4 items and 3 values of 'truth'")));
  folder.write("portrait.json", "{\"bell");
  EXPECT_THAT([&] { read_shown(folder.path()); },
              ThrowsMessage<InvalidInput>(HasSubstr("is not as bellwether wrote it")));
  portrait = portrait_json();
  portrait["shown"]["cluster"][2] = 1e300;
  write(result_json(), portrait);
  EXPECT_THAT([&] { read_shown(folder.path()); },
              ThrowsMessage<InvalidInput>(HasSubstr("is not as bellwether wrote it")));
  std::filesystem::remove(folder / "portrait.json");
  EXPECT_THAT([&] { read_shown(folder.path()); },
              ThrowsMessage<InvalidInput>(HasSubstr("there is no such file")));
  EXPECT_THAT([&] { read_shown(folder / "nowhere"); },
              ThrowsMessage<InvalidInput>(HasSubstr("bellwether cluster ITEMS")));
}

TEST_F(Report, OfKnowledgeThatWasLeftOutSaysSo) {
  Json result = result_json();
  result["evidence"].erase(0);
  result["moved"] = 0;
  write(result, portrait_json());
  EXPECT_THAT(
      page(),
      HasSubstr("Knowledge was given (links), but it does not help, so it was <strong>not</strong> used."));
  result.erase("evidence");
  write(result, portrait_json());
  EXPECT_THAT(page(), HasSubstr("No knowledge was given"));
}

TEST_F(Report, RefusesWhatAnotherVersionWrote) {
  Json result = result_json();
  result["schema"] = 3;
  write(result, portrait_json());
  EXPECT_THAT([&] { read_shown(folder.path()); },
              ThrowsMessage<InvalidInput>(AllOf(HasSubstr("result.json"),
                                                HasSubstr("a newer bellwether (schema 3, this one reads 2)"),
                                                HasSubstr("update this one"))));
  result.erase("schema");  // the first had no number
  write(result, portrait_json());
  EXPECT_THAT([&] { read_shown(folder.path()); },
              ThrowsMessage<InvalidInput>(AllOf(HasSubstr("an older bellwether (schema 1, this one reads 2)"),
                                                HasSubstr("make it again with `bellwether cluster"))));
  Json portrait = portrait_json();
  portrait["schema"] = 4;
  write(result_json(), portrait);
  EXPECT_THAT([&] { read_shown(folder.path()); },
              ThrowsMessage<InvalidInput>(HasSubstr("portrait.json: was written by a newer")));
}

/// Every value of a file, by its place.
std::vector<Json::json_pointer> places_in(const Json& json) {
  std::vector<Json::json_pointer> places;
  const Json flat = json.flatten();
  for (const auto& entry : flat.items()) places.emplace_back(entry.key());
  return places;
}

RC_GTEST_FIXTURE_PROP(Report, DamagedFilesAreErrorsOrPages, ()) {
  Json result = result_json(), portrait = portrait_json();
  Json& damaged = *rc::gen::arbitrary<bool>() ? result : portrait;
  const auto place = *rc::gen::elementOf(places_in(damaged));
  damaged[place] = *rc::gen::elementOf(
      std::vector<Json>{nullptr, -1, 1000000, 1e300, "text", Json::array(), Json::object(), true});
  write(result, portrait);
  try {
    RC_ASSERT(page().ends_with("</html>\n"));
  } catch (const Error& error) {
    RC_ASSERT(std::string(error.what()).find(folder.path().string()) != std::string::npos);
  }
}

TEST_F(Report, ShowsAComparisonWithItsVerdictAndEveryMethod) {
  const Json comparison{
      {"schema", 2},
      {"source", "items.csv"},
      {"items", 4},
      {"clusters", 2},
      {"repeats", 3},
      {"main_score", "nmi"},
      {"best", "kmeans"},
      {"verdict", "kmeans is <best>"},
      {"methods",
       {{{"method", "kmeans"},
         {"folder", "kmeans"},
         {"needs", "nothing"},
         {"knowledge_used", nullptr},
         {"repeats", 3},
         {"scores", {{"nmi", {{"mean", 0.91}, {"deviation", 0.01}, {"values", {0.9, 0.91, 0.92}}}}}},
         {"agreement", 0.97},
         {"seconds", {{"mean", 0.5}, {"deviation", 0.1}}},
         {"best", true},
         {"p", nullptr}},
        {{"method", "gm"},
         {"folder", "gm"},
         {"needs", "seeds, links"},
         {"knowledge_used", {{"seeds", true}, {"links", false}}},
         {"repeats", 1},
         {"scores", {{"nmi", {{"mean", 0.512}, {"deviation", nullptr}, {"values", {0.512}}}}}},
         {"agreement", nullptr},
         {"seconds", {{"mean", 0.5}, {"deviation", nullptr}}},
         {"best", false},
         {"p", 0.004}}}},
      {"not_run", {{{"method", "stc"}, {"reason", "needs --auxiliary"}}}}};
  folder.write("comparison.json", comparison.dump());
  ASSERT_TRUE(has_comparison(folder.path()));
  const ShownComparison found = read_comparison(folder.path());
  EXPECT_EQ(found.methods[0].scores[0].values.size(), 3U);
  EXPECT_FALSE(found.methods[1].agreement.has_value());
  ShownResult result = read_shown(folder.path());
  result.neighbours = result.coordinates;
  const auto assignments = read_assignments(folder.path());
  const std::string html =
      page_of({result, result}, found, agreement_of({assignments, assignments}), {.scripts = false});
  EXPECT_THAT(html, AllOf(HasSubstr("kmeans is &lt;best&gt;."), HasSubstr("0.910"), HasSubstr("0.512"),
                          HasSubstr("0.004"), HasSubstr("needs --auxiliary"),
                          HasSubstr("<td>seeds; not used: links</td>"), HasSubstr("id=\"result-1\"")));
}

TEST(ClassColours, AreThoseOfTheGroupsThatHoldMost) {
  ShownResult result;
  result.clusters = 2;
  result.truth_names = {"a", "b", "c"};
  result.confusion = {{"a", "b", "c"}, {{1, 9, 2}, {8, 0, 7}}};
  EXPECT_THAT(class_colours(result), testing::ElementsAre(colour(1), colour(0), colour(2)));
}

TEST(AgreementOf, IsTheAdjustedRandIndexOverCommonItems) {
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  const Pairs one{{"a", "0"}, {"b", "0"}, {"c", "1"}, {"d", "1"}, {"only here", "1"}};
  const Pairs two{{"d", "x"}, {"c", "y"}, {"b", "x"}, {"a", "x"}}, none{{"z", "0"}};
  const Agreement found = agreement_of({one, two, none});
  const std::vector<int> left{0, 0, 1, 1}, right{0, 0, 1, 0};
  EXPECT_DOUBLE_EQ(*found.values[0][1], *find_score(all_scores(left, right), "adjusted_rand"));
  EXPECT_DOUBLE_EQ(*found.values[1][0], *found.values[0][1]);
  EXPECT_DOUBLE_EQ(*found.values[0][0], 1);
  EXPECT_FALSE(found.values[0][2].has_value());
}

}  // namespace
}  // namespace bellwether::page
