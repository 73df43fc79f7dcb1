// portrait.json: what `cluster -o` leaves for a page to show.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <tests/cli/tool.h>
#include <tests/features/images/drawing.h>

#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include <bellwether/collections/collections.h>
#include <bellwether/data/dataset.h>
#include <bellwether/data/text.h>
#include <bellwether/features/images/picture.h>

namespace bellwether {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsSubsetOf;
using ::testing::Not;
using ::testing::StartsWith;
using testing_support::lines_of;
using testing_support::pgm;
using testing_support::texture;
using testing_support::Words;

using Ids = std::vector<std::string>;

class Portrait : public testing_support::ToolTest {
 protected:
  json portrait_of(Words words) const {
    words.insert(words.begin(), "cluster");
    words.insert(words.end(), {"-o", "out", "--quiet"});
    const auto ran = run(words);
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_EQ(ran.err, "");
    return read_json("out/portrait.json");
  }

  /// Of every item, in order; the clusters have no names.
  std::vector<int> assignments() const {
    std::vector<int> clusters;
    const Words lines = lines_of(read("out/assignments.csv"));
    for (std::size_t i = 1; i < lines.size(); ++i)
      clusters.push_back(std::stoi(lines[i].substr(lines[i].find(',') + 1)));
    return clusters;
  }
};

Ids ids_in(const json& list) {
  Ids ids;
  for (const json& entry : list) ids.push_back(entry["id"]);
  return ids;
}

/// The mean of each cluster, by the slow and obvious way.
std::vector<Vector> means_of(const Matrix& items, const std::vector<int>& labels, int clusters) {
  std::vector<Vector> means;
  for (int k = 0; k < clusters; ++k) {
    Vector sum = Vector::Zero(items.cols());
    double count = 0;
    for (std::size_t i = 0; i < labels.size(); ++i)
      if (labels[i] == k) sum += items.row(static_cast<Index>(i)).transpose(), ++count;
    means.emplace_back(sum / count);
  }
  return means;
}

double distance(const Matrix& items, std::size_t i, const Vector& mean) {
  return (items.row(static_cast<Index>(i)).transpose() - mean).norm();
}

constexpr const char* many = "data:blobs?items=5000&clusters=4&features=6&spread=4";

TEST_F(Portrait, ShowsASampleWithASetOfFieldsForEachItem) {
  const json p = portrait_of({many, "-k", "4"});
  EXPECT_EQ(p["bellwether"], "0.2.0");
  EXPECT_EQ(p["source"], many);
  EXPECT_THAT(p["command"], AllOf(StartsWith("bellwether cluster 'data:blobs?"), HasSubstr("-o out")));
  EXPECT_EQ(p["items"], 5000);
  const std::size_t shown = p["shown"]["id"].size();
  EXPECT_LE(shown, 1500u);
  EXPECT_GE(shown, 1490u);
  EXPECT_EQ(p["shown"]["cluster"].size(), shown);
  EXPECT_EQ(p["shown"]["truth"].size(), shown);
  EXPECT_EQ(p["truth_names"].size(), 4u);
  EXPECT_EQ(p["cluster_names"], (json{"0", "1", "2", "3"}));
  ASSERT_EQ(p["coordinates"].size(), shown);
  for (const json& row : p["coordinates"]) EXPECT_EQ(row.size(), 6u);
  EXPECT_FALSE(p["shown"].contains("text"));
  EXPECT_FALSE(p["shown"].contains("probability"));
  EXPECT_FALSE(p["shown"].contains("known"));
  EXPECT_FALSE(p["shown"].contains("before"));
  EXPECT_FALSE(p.contains("links"));
  EXPECT_FALSE(p.contains("knowledge"));
  EXPECT_THAT(p["next"][0], HasSubstr("bellwether assign out NEW_ITEMS"));
}

TEST_F(Portrait, TheSampleIsTrueToTheItems) {
  const json p = portrait_of({many, "-k", "4"});
  const Dataset items = make_collection(many);
  const auto labels = assignments();
  std::map<int, int> seen;
  std::set<std::string> different;
  for (std::size_t i = 0; i < p["shown"]["id"].size(); ++i) {
    const std::string id = p["shown"]["id"][i];
    const auto item = static_cast<std::size_t>(std::stoi(id));
    different.insert(id);
    EXPECT_EQ(p["shown"]["cluster"][i], labels[item]);
    EXPECT_EQ(p["truth_names"][p["shown"]["truth"][i].get<std::size_t>()], items.labels[item]);
    ++seen[p["shown"]["cluster"][i]];
  }
  EXPECT_EQ(different.size(), p["shown"]["id"].size());
  for (int k = 0; k < 4; ++k) {
    const double size = p["clusters"][static_cast<std::size_t>(k)]["size"];
    EXPECT_NEAR(seen[k], 1500 * size / 5000, 15) << k;
  }
}

TEST_F(Portrait, ASmallClusterIsShownByTwentyItemsAtLeast) {
  std::string table = "x,y\n";
  for (int i = 0; i < 4000; ++i) table += fmt::format("{},{}\n", i % 63, i % 61);
  for (int i = 0; i < 25; ++i) table += fmt::format("{},1000\n", 1000 + i);
  for (int i = 0; i < 7; ++i) table += fmt::format("{},-1000\n", -1000 - i);
  folder.write("uneven.csv", table);
  const json p = portrait_of({"uneven.csv", "-k", "3"});
  std::map<int, int> seen;
  for (const int cluster : p["shown"]["cluster"]) ++seen[cluster];
  for (std::size_t k = 0; k < 3; ++k) {
    const int size = p["clusters"][k]["size"];
    EXPECT_GE(seen[static_cast<int>(k)], std::min(size, 20)) << size;
  }
  EXPECT_LE(p["shown"]["id"].size(), 1500u);
}

TEST_F(Portrait, ManyClustersDoNotMakeItGrow) {
  const json p = portrait_of({many, "-k", "400", "--iterations", "3", "--restarts", "1"});
  EXPECT_LE(p["shown"]["id"].size(), 1500u);
  std::set<int> seen;
  for (const int cluster : p["shown"]["cluster"]) seen.insert(cluster);
  EXPECT_EQ(seen.size(), 400u);
  for (const json& cluster : p["clusters"])
    EXPECT_THAT(p["shown"]["id"].get<Ids>(),
                Contains(cluster["representatives"][0]["id"].get<std::string>()));
}

TEST_F(Portrait, IsTheSameOnAnyNumberOfThreadsAndDependsOnTheRandomSeed) {
  json one = portrait_of({many, "-k", "4", "--threads", "1"});
  json two = portrait_of({many, "-k", "4", "--threads", "2"});
  json other = portrait_of({many, "-k", "4", "--random-seed", "7"});
  for (json* p : {&one, &two}) p->erase("command"), p->erase("next");
  EXPECT_TRUE(one == two);  // too long to print
  EXPECT_NE(one["shown"]["id"], other["shown"]["id"]);
}

TEST_F(Portrait, TheConfusionCountsEveryItem) {
  const json p = portrait_of({many, "-k", "4"});
  const Dataset items = make_collection(many);
  const auto labels = assignments();
  std::vector<std::vector<int>> counts(4, std::vector<int>(4, 0));
  const Ids classes = p["confusion"]["classes"];
  for (std::size_t i = 0; i < labels.size(); ++i)
    for (std::size_t j = 0; j < classes.size(); ++j)
      if (items.labels[i] == classes[j]) ++counts[static_cast<std::size_t>(labels[i])][j];
  EXPECT_EQ(p["confusion"]["counts"], json(counts));
  EXPECT_FALSE(p.contains("confusion_before"));
}

TEST_F(Portrait, ItemsWithoutATruthAreNotCounted) {
  folder.write(
      "posts.jsonl",
      "{\"text\": \"sheep bells\", \"kind\": \"farm\"}\n{\"text\": \"bells sheep wool\", \"kind\": \"\"}\n"
      "{\"text\": \"rivers stones\", \"kind\": \"hills\"}\n{\"text\": \"stones\", \"kind\": \"hills\"}\n");
  const json p = portrait_of({"posts.jsonl", "-k", "2", "--label-column", "kind"});
  EXPECT_EQ(p["truth_names"], (json{"farm", "hills"}));
  EXPECT_EQ(p["shown"]["truth"], (json{0, -1, 1, 1}));
  int sum = 0;
  for (const json& row : p["confusion"]["counts"])
    for (const int count : row) sum += count;
  EXPECT_EQ(sum, 3);
}

TEST_F(Portrait, RepresentativesAreNearestToTheirMean) {
  const json p = portrait_of({many, "-k", "4"});
  const Dataset data = make_collection(many);
  const Matrix& items = std::get<Matrix>(data.values);
  const auto labels = assignments();
  const auto means = means_of(items, labels, 4);
  const Ids shown = p["shown"]["id"];
  for (std::size_t k = 0; k < 4; ++k) {
    std::vector<std::pair<double, std::size_t>> near;
    for (std::size_t i = 0; i < labels.size(); ++i)
      if (labels[i] == static_cast<int>(k)) near.emplace_back(distance(items, i, means[k]), i);
    std::sort(near.begin(), near.end());
    Ids expected;
    for (std::size_t i = 0; i < 6; ++i) expected.push_back(std::to_string(near[i].second));
    EXPECT_EQ(ids_in(p["clusters"][k]["representatives"]), expected);
    EXPECT_THAT(expected, IsSubsetOf(shown));
  }
}

TEST_F(Portrait, TheLeastCertainLieBetweenTwoCentres) {
  const json p = portrait_of({many, "-k", "4"});
  const Dataset data = make_collection(many);
  const Matrix& items = std::get<Matrix>(data.values);
  const auto labels = assignments();
  const auto means = means_of(items, labels, 4);
  struct Entry {
    double certainty;
    std::size_t item;
    int other;
  };
  std::vector<Entry> all;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    double other = 1e300;
    int which = -1;
    for (int k = 0; k < 4; ++k)
      if (const double d = distance(items, i, means[static_cast<std::size_t>(k)]);
          k != labels[i] && d < other)
        other = d, which = k;
    const double own = distance(items, i, means[static_cast<std::size_t>(labels[i])]);
    all.push_back({other / (own + other), i, which});
  }
  std::sort(all.begin(), all.end(), [](const Entry& a, const Entry& b) { return a.certainty < b.certainty; });
  ASSERT_EQ(p["uncertain"].size(), 12u);
  for (std::size_t i = 0; i < 12; ++i) {
    const json& u = p["uncertain"][i];
    EXPECT_EQ(u["id"], std::to_string(all[i].item));
    EXPECT_EQ(u["cluster"], labels[all[i].item]);
    EXPECT_EQ(u["other"], all[i].other);
    EXPECT_NEAR(u["certainty"], all[i].certainty, 1e-4);
    EXPECT_THAT(p["shown"]["id"].get<Ids>(), Contains(std::to_string(all[i].item)));
  }
}

TEST_F(Portrait, CertaintyIsTheProbabilityWhereThereIsOne) {
  const json p = portrait_of({"data:iris", "-k", "3", "--method", "gm"});
  const auto probabilities = p["shown"]["probability"].get<std::vector<double>>();
  ASSERT_EQ(probabilities.size(), 150u);
  std::vector<double> rising = probabilities, certainties;
  std::sort(rising.begin(), rising.end());
  for (const json& u : p["uncertain"]) {
    certainties.push_back(u["certainty"]);
    EXPECT_NE(u["cluster"], u["other"]);
  }
  ASSERT_FALSE(certainties.empty());
  rising.resize(certainties.size());
  EXPECT_EQ(certainties, rising);
}

TEST_F(Portrait, AnotherRunReplacesIt) {
  portrait_of({"data:iris", "-k", "3"});
  EXPECT_EQ(portrait_of({"data:blobs", "-k", "2"})["items"], 300);
}

TEST_F(Portrait, OneClusterHasNoUncertainItems) {
  const json p = portrait_of({"data:iris", "-k", "1"});
  EXPECT_FALSE(p.contains("uncertain"));
  EXPECT_EQ(p["clusters"][0]["representatives"].size(), 6u);
}

TEST_F(Portrait, CoordinatesKeepDistancesAndSharesFall) {
  const json p = portrait_of({"data:iris", "-k", "3"});
  const Dataset data = make_collection("data:iris");
  const Matrix& items = std::get<Matrix>(data.values);
  const auto rows = p["coordinates"].get<std::vector<std::vector<double>>>();
  const auto shares = p["components_share"].get<std::vector<double>>();
  ASSERT_EQ(shares.size(), 4u);  // all of them: nothing is lost
  EXPECT_TRUE(std::is_sorted(shares.rbegin(), shares.rend()));
  EXPECT_NEAR(shares[0] + shares[1] + shares[2] + shares[3], 1, 1e-3);
  EXPECT_NEAR(shares[0], 0.92462, 1e-4);  // as every textbook has it
  for (std::size_t i = 0; i < 150; i += 7)
    for (std::size_t j = 0; j < 150; j += 11) {
      double sum = 0;
      for (std::size_t c = 0; c < 4; ++c) sum += (rows[i][c] - rows[j][c]) * (rows[i][c] - rows[j][c]);
      // five digits of coordinates up to 4
      EXPECT_NEAR(std::sqrt(sum), distance(items, i, items.row(static_cast<Index>(j)).transpose()), 1e-3);
    }
}

TEST_F(Portrait, ATableSaysInWhichColumnsAClusterIsHighOrLow) {
  folder.write("houses.csv",
               "price,rooms,same\n100,2,5\n110,3,5\n120,2,5\n130,3,5\n900,2,5\n910,3,5\n920,2,5\n930,3,5\n");
  const json p = portrait_of({"houses.csv", "-k", "2"});
  for (const json& cluster : p["clusters"]) {
    ASSERT_EQ(cluster["top_features"].size(), 1u) << cluster;  // rooms do not tell, and `same` never varies
    EXPECT_EQ(cluster["top_features"][0]["name"], "price");
    EXPECT_NEAR(cluster["top_features"][0]["weight"], 1, 0.01);
  }
  const auto direction = [&](std::size_t k) { return p["clusters"][k]["top_features"][0]["direction"]; };
  const bool first_is_cheap = assignments()[0] == 0;
  EXPECT_EQ(direction(0), first_is_cheap ? "low" : "high");
  EXPECT_EQ(direction(1), first_is_cheap ? "high" : "low");
}

TEST_F(Portrait, ShowsWhereItemsLayWithoutWhatOtherClustersTaught) {
  const json p = portrait_of(
      {"data:stretched", "-k", "3", "--known", "data:stretched?part=known", "--method", "tcs-gm-l2"});
  int moved = 0;
  for (std::size_t i = 0; i < 300; ++i) moved += p["shown"]["before"][i] != p["shown"]["cluster"][i] ? 1 : 0;
  EXPECT_EQ(moved, read_json("out/result.json")["known"]["moved"]);
  EXPECT_GT(moved, 0);
}

TEST_F(Portrait, ShowsWhatTheKnowledgeDid) {
  std::string seeds = "id,label\n";
  const Dataset iris = make_collection("data:iris");
  for (std::size_t i = 0; i < 150; i += 10) seeds += fmt::format("{},{}\n", i, iris.labels[i]);
  folder.write("seeds.csv", seeds);
  const json p = portrait_of({"data:iris", "-k", "3", "--seeds", "seeds.csv"});
  const json result = read_json("out/result.json");
  EXPECT_EQ(p["cluster_names"], (json{"setosa", "versicolor", "virginica"}));
  int moved = 0, known = 0;
  for (std::size_t i = 0; i < 150; ++i) {
    moved += p["shown"]["before"][i] != p["shown"]["cluster"][i] ? 1 : 0;
    known += p["shown"]["known"][i] ? 1 : 0;
    EXPECT_EQ(p["shown"]["known"][i], i % 10 == 0) << i;
  }
  EXPECT_EQ(moved, result["knowledge"]["moved"]);
  EXPECT_EQ(known, 15);
  EXPECT_THAT(
      p["knowledge"][0],
      HasSubstr("seeds: 15 seeds of 3 labels, used (constrained-kmeans in a space whitened by the seeds"));
  EXPECT_THAT(p["knowledge"].back(), HasSubstr(" of 150 items moved; "));
  int before = 0;
  for (const json& row : p["confusion_before"]["counts"])
    for (const int count : row) before += count;
  EXPECT_EQ(before, 150);
}

TEST_F(Portrait, ListsLinksThatAreBroken) {
  folder.write("must.csv", "0,100\n0,1\n");  // the first joins a setosa and a virginica
  folder.write("cannot.csv", "2,3\n2,140\n");
  const json p = portrait_of({"data:iris", "-k", "3", "--must-link", "must.csv", "--cannot-link",
                              "cannot.csv", "--method", "pcc", "--set", "must-weight=0", "--set",
                              "cannot-weight=0", "--trust", "always"});
  EXPECT_EQ(p["links"]["must"], 2);
  EXPECT_EQ(p["links"]["cannot"], 2);
  EXPECT_EQ(p["links"]["broken_count"], 2);
  EXPECT_EQ(p["links"]["broken"], json::array({{{"kind", "must-link"}, {"first", "0"}, {"second", "100"}},
                                               {{"kind", "cannot-link"}, {"first", "2"}, {"second", "3"}}}));
  EXPECT_THAT(p["knowledge"], Contains(HasSubstr("links kept: 1 of 2 must-links, 1 of 2 cannot-links")));
}

TEST_F(Portrait, BothEndsOfABrokenLinkAreShown) {
  std::string must;
  for (int i = 0; i < 200; ++i) must += fmt::format("{},{}\n", i, 4001 + i);
  folder.write("must.csv", must);
  const json p = portrait_of({many, "-k", "4", "--must-link", "must.csv", "--method", "pcc", "--set",
                              "must-weight=0", "--trust", "always", "--restarts", "1"});
  const Ids shown = p["shown"]["id"];
  EXPECT_LE(shown.size(), 1500u);
  ASSERT_EQ(p["links"]["broken"].size(), 50u);
  EXPECT_GT(p["links"]["broken_count"], 50);
  for (const json& link : p["links"]["broken"]) {
    EXPECT_THAT(shown, Contains(link["first"].get<std::string>()));
    EXPECT_THAT(shown, Contains(link["second"].get<std::string>()));
  }
}

TEST_F(Portrait, TextsAreShownAsTheyAreButSafely) {
  std::filesystem::create_directory(folder / "texts");
  folder.write("texts/a.txt", "<b>sheep</b> & \"bells\"\r\n\r\n\tsheep\x01\x1b[31m bells");
  folder.write("texts/b.txt", "caf\xe9 sheep bells");  // Latin-1
  folder.write("texts/c.txt", "stones rivers \xe2\x80\xae hills");
  std::string tall;
  for (int i = 0; i < 100; ++i) tall += "hügel rivers ";
  folder.write("texts/d.txt", tall);
  const json p = portrait_of({"texts", "-k", "2"});
  const Ids texts = p["shown"]["text"];
  EXPECT_EQ(p["shown"]["id"], (json{"a.txt", "b.txt", "c.txt", "d.txt"}));
  EXPECT_EQ(texts[0], "<b>sheep</b> & \"bells\" sheep [31m bells");
  EXPECT_EQ(texts[1], "café sheep bells");
  EXPECT_EQ(texts[2], "stones rivers hills");
  EXPECT_LE(to_utf32(texts[3]).size(), 160u);
  EXPECT_GE(to_utf32(texts[3]).size(), 155u);
  EXPECT_THAT(texts[3], AllOf(StartsWith("hügel rivers hügel"), testing::EndsWith("…")));
  std::size_t longest = 0;
  for (const json& cluster : p["clusters"]) {
    EXPECT_FALSE(cluster["top_features"].empty());
    for (const json& feature : cluster["top_features"]) {
      EXPECT_GT(feature["weight"], 0);
      EXPECT_EQ(feature["direction"], "high");
    }
    for (const json& item : cluster["representatives"])
      longest = std::max(longest, to_utf32(item["text"].get<std::string>()).size());
  }
  EXPECT_GT(longest, 230u);
  EXPECT_LE(longest, 240u);
}

TEST_F(Portrait, AnEmptyDocumentIsNotCalledUncertain) {
  folder.write("lines.txt", "sheep bells wool\nsheep bells\n...\nrivers stones\nrivers stones sheep\n");
  const json p = portrait_of({"lines.txt", "--lines", "-k", "2"});
  EXPECT_EQ(p["shown"]["text"][2], "...");
  EXPECT_THAT(ids_in(p["uncertain"]), AllOf(Contains("4"), Not(Contains("2"))));
}

TEST_F(Portrait, ACollectionOfTextsHasTexts) {
  const json p = portrait_of({"data:headlines", "-k", "5"});
  EXPECT_THAT(p["shown"]["text"].get<Ids>(), Each(Not("")));
  for (const json& row : p["coordinates"]) EXPECT_LE(row.size(), 30u);
  double share = 0;
  for (const double part : p["components_share"]) share += part;
  EXPECT_GT(share, 0);
  EXPECT_LE(share, 1);
}

TEST_F(Portrait, ASourceThatCannotBeReadAgainHasNoTexts) {
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  std::thread writer([this] {
    std::ofstream pipe(folder / "pipe");
    for (int i = 0; i < 20; ++i) pipe << (i % 2 == 0 ? "sheep and bells\n" : "stones by the river\n");
  });
  const json p = portrait_of({"pipe", "--lines", "-k", "2"});
  writer.join();
  EXPECT_EQ(p["shown"]["id"].size(), 20u);
  EXPECT_FALSE(p["shown"].contains("text"));
  EXPECT_FALSE(p["clusters"][0]["representatives"][0].contains("text"));
}

std::string from_base64(const std::string& text) {
  static const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    if (c == '=') break;
    bits = bits << 6 | static_cast<unsigned>(letters.find(c));
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xffU);
  }
  return bytes;
}

TEST_F(Portrait, PicturesAreThereInSmall) {
  if (!reads_pictures()) GTEST_SKIP() << "built without OpenCV";
  std::filesystem::create_directory(folder / "photos");
  for (std::uint64_t i = 0; i < 8; ++i)
    folder.write(fmt::format("photos/{}.pgm", i), pgm(texture(i % 2 == 0 ? 300 : 60, 150, i)));
  const json p = portrait_of({"photos", "-k", "2", "--features", "pixels"});
  const std::string prefix = "data:image/jpeg;base64,";
  for (const json& cluster : p["clusters"]) {
    EXPECT_EQ(cluster["representatives"].size(),
              std::min(cluster["size"].get<std::size_t>(), std::size_t{6}));
    for (const json& item : cluster["representatives"]) {
      const std::string url = item["picture"];
      ASSERT_THAT(url, StartsWith(prefix));
      const auto picture = decode_picture(from_base64(url.substr(prefix.size())));
      ASSERT_TRUE(picture);
      const bool wide = std::stoi(item["id"].get<std::string>()) % 2 == 0;
      EXPECT_EQ(picture->width, wide ? 96 : 38);
      EXPECT_EQ(picture->height, wide ? 48 : 96);
    }
  }
  EXPECT_FALSE(p["clusters"][0].contains("top_features"));
}

}  // namespace
}  // namespace bellwether
