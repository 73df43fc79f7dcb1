#include <bellwether/data/error.h>
#include <bellwether/data/table.h>

#include "files.h"

namespace bellwether {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

MATCHER_P2(IsPair, first, second, "") {
  return arg.first == first && arg.second == second;
}

TEST(Table, RowsKeepTheirLines) {
  const Folder folder;
  const auto rows = read_table(folder.put("t.csv", "a,\"b\nc\"\n\n d , e\n"));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].line, 1);
  EXPECT_THAT(rows[0].cells, ElementsAre("a", "b\nc"));
  EXPECT_EQ(rows[1].line, 4);
  EXPECT_THAT(rows[1].cells, ElementsAre("d", "e"));
  EXPECT_THAT(read_table(folder.put("e.csv", "")), IsEmpty());
}

TEST(Table, PairsComeWithOrWithoutAHeader) {
  const Folder folder;
  for (const char* text :
       {"id,label\np,x\nq,y y\n", "p,x\nq,y y\n", "ID;Label\np;x\nq;y y\n", "p\tx\nq\ty y\n",
        "\xEF\xBB\xBFid,label,probability\np,x,0.5\nq,y y,1\n", "label,id\nx,p\ny y,q\n"}) {
    EXPECT_THAT(read_pairs(folder.put("t.csv", text), "id", "label"),
                ElementsAre(IsPair("p", "x"), IsPair("q", "y y")))
        << text;
  }
  EXPECT_THAT(read_pairs(folder.put("t.csv", "id,class,probability\np,x,1\n"), "id", "label"),
              ElementsAre(IsPair("p", "x")));
  EXPECT_THAT(read_pairs(folder.put("t.csv", "id,id\np,q\n"), "id", "id"), ElementsAre(IsPair("p", "q")));
  EXPECT_THAT(read_pairs(folder.put("t.csv", "1 2\n3 4\n"), "id", "id"),
              ElementsAre(IsPair("1", "2"), IsPair("3", "4")));
  EXPECT_THAT(read_pairs(folder.put("t.csv.gz", gzipped("p,x\n")), "id", "label"),
              ElementsAre(IsPair("p", "x")));
}

TEST(Table, PairsKeepTheirLines) {
  const Folder folder;
  const Pairs pairs = read_pairs(folder.put("t.csv", "id,label\n\n\"p\np\",x\nq,y\n"), "id", "label");
  ASSERT_EQ(pairs.size(), 2u);
  EXPECT_EQ(pairs[0].line, 3);
  EXPECT_EQ(pairs[1].line, 5);
}

TEST(Table, AThirdColumnOrOneCalledWeightWeighsAPair) {
  const Folder folder;
  const auto weights = [&](const char* text) {
    std::vector<double> all;
    for (const NamedPair& pair : read_weighted_pairs(folder.put("t.csv", text), "id", "id"))
      all.push_back(pair.weight);
    return all;
  };
  EXPECT_THAT(weights("p,q\nq,r\n"), ElementsAre(1, 1));
  EXPECT_THAT(weights("p,q,0.5\nq,r,2e3\n"), ElementsAre(0.5, 2000));
  EXPECT_THAT(weights("id,id,weight\np,q,3\n"), ElementsAre(3));
  EXPECT_THAT(weights("note,id,weight,id\nx,p,3,q\n"), ElementsAre(3));
  EXPECT_THAT(weights("id,id,note\np,q,3\n"), ElementsAre(1));
}

TEST(Table, AWeightIsANumberAboveZero) {
  const Folder folder;
  for (const char* bad : {"0", "-1", "much", "", "nan", "inf"})
    EXPECT_THAT(
        [&] { read_weighted_pairs(folder.put("t.csv", fmt::format("p,q,1\nq,r,{}\n", bad)), "id", "id"); },
        ThrowsMessage<InvalidInput>(HasSubstr("t.csv:2: the weight is")))
        << bad;
  EXPECT_THAT([&] { read_weighted_pairs(folder.put("t.csv", "p,q,1\nq,r\n"), "id", "id"); },
              ThrowsMessage<InvalidInput>(HasSubstr("t.csv:2: 2 columns, where 3 are needed: id,id,weight")));
}

TEST(Table, APairNeedsTwoColumns) {
  const Folder folder;
  const auto expect_error = [&](const char* text, const std::string& words) {
    EXPECT_THAT([&] { read_pairs(folder.put("t.csv", text), "id", "label"); },
                ThrowsMessage<InvalidInput>(HasSubstr(words)));
  };
  expect_error("p,x\nq\n", "t.csv:2: 1 column, where 2 are needed: id,label");
  expect_error("p,x,1\nq,y,2\n", "t.csv:1: 3 columns, where 2 are needed: id,label");
  expect_error("id,label\np,\n", "t.csv:2: an empty cell, where id,label is needed");
  expect_error("p,\"x\n", "t.csv:1: a quote is opened and never closed");
}

TEST(Table, LabelsAreMatchedToTheItems) {
  Dataset items{.values = Matrix(Matrix::Zero(2, 1))};
  EXPECT_THAT(labels_for(items, {{"1", "b"}, {"0", "a"}}, "l.csv"), ElementsAre("a", "b"));
  items.ids = {"p", "q"};
  EXPECT_THAT(labels_for(items, {{"q", "b"}, {"p", "a"}}, "l.csv"), ElementsAre("a", "b"));
}

TEST(Table, NamesTheIdThatDoesNotFit) {
  const Dataset items{.values = Matrix(Matrix::Zero(2, 1)), .ids = {"p", "q"}};
  const auto expect_error = [&](const Pairs& pairs, const std::string& words) {
    EXPECT_THAT([&] { labels_for(items, pairs, "l.csv"); }, ThrowsMessage<InvalidInput>(HasSubstr(words)));
  };
  expect_error({{"p", "a"}, {"r", "b"}}, "l.csv: no item has the id 'r'");
  expect_error({{"p", "a"}}, "l.csv: the item 'q' has no line");
  expect_error({{"p", "a"}, {"p", "b"}}, "l.csv: the id 'p' has two lines");
  expect_error({{"p", "a", 2}, {"r", "b", 3}}, "l.csv:3: no item has the id 'r'");
  expect_error({{"p", "a", 2}, {"p", "b", 4}},
               "l.csv:4: the id 'p' has two lines, this and line 2 (keep one)");
}

}  // namespace
}  // namespace bellwether
