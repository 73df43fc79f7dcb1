#include <bellwether/data/error.h>
#include <bellwether/data/npy.h>
#include <bellwether/sources/append_rows.h>
#include <bellwether/sources/sorted_links.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tests/support/temporary_folder.h>

#include <span>
#include <sstream>

namespace bellwether::testing_support {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

/// What comes of a file whose items were put into these clusters.
std::string appended(const std::string& name, const std::string& text, const Dataset& items,
                     const std::vector<std::string>& clusters, ItemsArguments arguments = {}) {
  const TemporaryFolder folder;
  arguments.items = folder.write(name, text).string();
  require_can_append(arguments);
  std::ostringstream out;
  append_clusters(arguments, items, clusters, out);
  return out.str();
}

Dataset called(std::vector<std::string> ids) {
  return {.values = Matrix(static_cast<Index>(ids.size()), 1), .ids = std::move(ids)};
}
Dataset numbered(Index items) {
  return {.values = Matrix(items, 1)};
}

TEST(AppendClusters, LeavesEveryRowAsItIs) {
  EXPECT_EQ(appended("t.csv", "a,b\r\n1, 2\r\n\r\n\"3\",4\r\n", numbered(2), {"0", "1"}),
            "a,b,cluster\r\n1, 2,0\r\n\r\n\"3\",4,1\r\n");
  EXPECT_EQ(appended("t.csv", "1;2\n3;4", numbered(2), {"x;y", "z"}), "1;2;\"x;y\"\n3;4;z\n");
  EXPECT_EQ(appended("t.tsv", "# made by hand\n1\t2\n3\t4\n", numbered(2), {"0", "1"}),
            "# made by hand\n1\t2\t0\n3\t4\t1\n");
  EXPECT_EQ(appended("t.csv", "cluster,b\n1,2\n3,4\n", numbered(2), {"0", "1"}),
            "cluster,b,cluster_2\n1,2,0\n3,4,1\n");
}

TEST(AppendClusters, FindsItemsByTheirIdsAndLeavesTheOthersEmpty) {
  EXPECT_EQ(appended("t.csv", "id,a\np,1\nq,\nr,3\n", called({"r", "p"}), {"0", "1"}),
            "id,a,cluster\np,1,1\nq,,\nr,3,0\n");
  EXPECT_EQ(appended("t.csv", "key,a\n7,1\n8,2\n", called({"7", "8"}), {"0", "1"}, {.id_column = "key"}),
            "key,a,cluster\n7,1,0\n8,2,1\n");
  EXPECT_EQ(appended("t.csv", "a,b\n1,2\n,3\n4,5\n", called({"0", "2"}), {"x", "y"}),
            "a,b,cluster\n1,2,x\n,3,\n4,5,y\n");
  EXPECT_THAT([] { appended("t.csv", "id,a\np,1\n", called({"other"}), {"0"}); },
              ThrowsMessage<InvalidInput>(HasSubstr("0 of 1 item found their rows again")));
}

TEST(AppendClusters, TextsJsonAndLines) {
  EXPECT_EQ(appended("t.csv", "title,body\nhello,\"a, b\"\nyou,\"c\nd\"\n", numbered(2), {"0", "1"},
                     {.text_column = "body"}),
            "title,body,cluster\nhello,\"a, b\",0\nyou,\"c\nd\",1\n");
  EXPECT_EQ(appended("t.jsonl", "{\"text\": \"x\", \"n\": 1.50}\n{\"id\": \"k\", \"text\": \"y\"}\n",
                     called({"0", "k"}), {"0", "news"}),
            "{\"text\":\"x\",\"n\":1.5,\"cluster\":0}\n{\"id\":\"k\",\"text\":\"y\",\"cluster\":\"news\"}\n");
  EXPECT_EQ(appended("t.json", "[{\"a\": 1}, {\"a\": 2}]", numbered(2), {"0", "1"}),
            "[\n{\"a\":1,\"cluster\":0},\n{\"a\":2,\"cluster\":1}\n]\n");
  EXPECT_EQ(appended("t.txt", "one\ntwo\n", numbered(2), {"0", "1"}, {.lines = true}), "one\t0\ntwo\t1\n");
}

TEST(AppendClusters, AnArffRelationGetsAnAttribute) {
  EXPECT_EQ(appended("t.arff",
                     "% by hand\n@relation r\n@attribute a numeric\n@attribute cluster "
                     "numeric\n@data\n1,2\n\n% c\n3,4\n",
                     numbered(2), {"0", "it's b"}),
            "% by hand\n@relation r\n@attribute a numeric\n@attribute cluster numeric\n"
            "@attribute cluster_2 {0,'it\\'s b'}\n@data\n1,2,0\n\n% c\n3,4,'it\\'s b'\n");
  EXPECT_EQ(appended("t.arff", "@relation r\n@attribute id string\n@attribute a numeric\n@data\np,1\nq,?\n",
                     called({"p"}), {"0"}, {.id_column = "id"}),
            "@relation r\n@attribute id string\n@attribute a numeric\n@attribute cluster "
            "{0}\n@data\np,1,0\nq,?,?\n");
  EXPECT_EQ(
      appended("t.arff", "@relation r\n@attribute a numeric\n@attribute b numeric\n@data\n{0 1, 1 2}\n{}\n",
               numbered(2), {"1", "0"}),
      "@relation r\n@attribute a numeric\n@attribute b numeric\n@attribute cluster {0,1}\n@data\n"
      "{0 1, 1 2, 2 1}\n{2 0}\n");
}

TEST(AppendClusters, AMessageGetsAHeader) {
  EXPECT_EQ(
      appended("box.mbox", "From a\nSubject: x\n\nbody\nFrom here on\n\nFrom b\nSubject: y\n\n\n",
               numbered(2), {"0", "news"}),
      "From a\nSubject: x\nX-Cluster: 0\n\nbody\nFrom here on\n\nFrom b\nSubject: y\nX-Cluster: news\n\n\n");
}

TEST(AppendClusters, AnArrayGetsAColumn) {
  const double rows[] = {1, 2, 3, 4}, wider[] = {1, 2, 0, 3, 4, 1};
  const auto array = [](Index columns, std::span<const double> values) {
    return npy_header("<f8", {2, columns}) +
           std::string(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  };
  EXPECT_EQ(appended("x.npy", array(2, rows), numbered(2), {"0", "1"}), array(3, wider));
}

TEST(AppendClusters, SaysWhatHasNoPlaceForClusters) {
  const TemporaryFolder folder;
  const ItemsArguments lines{.items = folder.write("t.svm", "1 1:2 4:1\n2 2:1\n").string()};
  EXPECT_THAT([&] { require_can_append(lines); },
              ThrowsMessage<InvalidOption>(HasSubstr("a line of SVMlight is a label and features")));
}

TEST(AppendClusters, SaysWhatHasNoRows) {
  const TemporaryFolder folder;
  EXPECT_THAT([&] { require_can_append({.items = folder.path().string()}); },
              ThrowsMessage<InvalidOption>(HasSubstr("has no rows that could be written again")));
  EXPECT_THROW(require_can_append({.items = "data:iris"}), InvalidOption);
}

class SortInto : public testing::Test {
 protected:
  SortInto() {
    fs::create_directories(folder / "in/deep");
    folder.write("in/a.txt", "A");
    folder.write("in/deep/b.txt", "B");
  }
  NotLinked sort(const std::vector<std::string>& clusters, const std::string& into = "out") const {
    return sort_into(folder / "in", called({"a.txt", "deep/b.txt"}), clusters, folder / into);
  }
  TemporaryFolder folder;
};

TEST_F(SortInto, LinksEachFileUnderItsCluster) {
  EXPECT_TRUE(sort({"x", "y"}).empty());
  EXPECT_TRUE(fs::is_symlink(folder / "out/x/a.txt"));
  EXPECT_EQ(fs::canonical(folder / "out/y/deep/b.txt"), fs::canonical(folder / "in/deep/b.txt"));
  sort({"y", "y"});  // its own tree is replaced
  EXPECT_FALSE(fs::exists(folder / "out/x"));
  EXPECT_TRUE(fs::is_symlink(folder / "out/y/a.txt"));
  EXPECT_EQ(fs::file_size(folder / "in/a.txt"), 1U);
}

TEST_F(SortInto, FillsAFolderThatCannotBeExchanged) {
  fs::create_directories(folder / "out");
  const fs::path before = fs::current_path();
  fs::current_path(folder / "out");  // where a program runs is not exchanged
  sort({"x", "y"});
  EXPECT_TRUE(fs::is_symlink(folder / "out/x/a.txt"));
  EXPECT_TRUE(fs::is_symlink(folder / "out/y/deep/b.txt"));
  sort({"y", "y"});
  EXPECT_FALSE(fs::exists(folder / "out/x"));
  EXPECT_TRUE(fs::is_symlink(folder / "out/y/a.txt"));
  EXPECT_TRUE(fs::is_symlink(folder / "out/y/deep/b.txt"));
  fs::current_path(before);
}

TEST_F(SortInto, TouchesNothingThatIsNotItsOwn) {
  fs::create_directories(folder / "out");
  folder.write("out/mine.txt", "precious");
  const auto refuses = [&](const char* into, const char* words) {
    EXPECT_THAT([&] { require_can_sort((folder / "in").string(), folder / into); },
                ThrowsMessage<InvalidOption>(HasSubstr(words)));
  };
  refuses("out", "holds 'mine.txt', which is no link that bellwether made");
  refuses("in", "is the folder of the items");
  refuses("in/a.txt", "is a file");
  fs::create_directories(folder / "links");
  fs::create_symlink(folder / "in/a.txt", folder / "links/mine");
  refuses("links", "holds 'mine'");
  sort({"x", "y"}, "sorted");
  folder.write("sorted/x/added.txt", "precious");
  refuses("sorted", "holds 'x/added.txt'");
}

TEST_F(SortInto, NamesOfClustersStayInsideTheFolder) {
  EXPECT_EQ(folder_name("../up"), "_.._up");
  EXPECT_EQ(folder_name(""), "_");
  EXPECT_EQ(folder_name("a/b\n"), "a_b_");
  sort({"a/b", "a_b"});
  EXPECT_TRUE(fs::is_symlink(folder / "out/a_b/a.txt"));
  EXPECT_TRUE(fs::is_symlink(folder / "out/a_b_2/deep/b.txt"));
}

TEST_F(SortInto, WhatLiesInAnArchiveIsNamed) {
  EXPECT_THAT(sort_into(folder / "in", called({"a.txt", "packed/c.txt"}), {"x", "y"}, folder / "out"),
              ElementsAre("packed/c.txt"));
}

}  // namespace
}  // namespace bellwether::testing_support
