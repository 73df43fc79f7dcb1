// Raw items become numbers, and are clustered and placed: texts, tables and lines of them, with every flag.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <tests/cli/tool.h>

#include <cstdlib>
#include <filesystem>

namespace bellwether::testing_support {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

/// Twelve texts of two subjects in two subfolders of posts/, and three others in new/.
class Vectorize : public ToolTest {
 protected:
  Vectorize() {
    for (const char* name : {"posts/cats", "posts/money", "new", "empty", "pictures"})
      std::filesystem::create_directories(folder / name);
    for (int i = 1; i <= 6; ++i) {
      folder.write(fmt::format("posts/cats/{}.txt", i),
                   fmt::format("Cats purr and kittens sleep, cat {}, whiskers\n", i));
      folder.write(fmt::format("posts/money/{}.txt", i),
                   fmt::format("The stocks fell while bonds rose: market {}\n", i));
    }
    folder.write("new/a.txt", "a kitten with whiskers");
    folder.write("new/b.txt", "The BONDS market");
    folder.write("new/c.txt", "zebra");
    folder.write("pictures/a.png", std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16));
    folder.write("pictures/b.png", std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16));
  }

  /// Adds to a command that would succeed without `more`, which must be refused, and leaves no file.
  void expect_bad(int status, const Words& more, const std::string& words,
                  const std::string& items = "posts") const {
    Words command{"vectorize", items, "-o", "x.npz"};
    command.insert(command.end(), more.begin(), more.end());
    expect_refused(run(command), status, words);
    EXPECT_FALSE(exists("x.npz"));
  }

  Words header_of(const std::string& name) const {
    Words cells;
    std::string line = lines_of(read(name))[0];
    for (std::size_t at = 0; at != std::string::npos; line.erase(0, at == std::string::npos ? at : at + 1)) {
      at = line.find(',');
      cells.push_back(line.substr(0, at));
    }
    return cells;
  }
};

TEST_F(Vectorize, AFolderBecomesAMatrixWithNames) {
  const auto done = run({"vectorize", "posts", "-o", "posts.csv", "--language", "english"});
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_THAT(done.out,
              AllOf(HasSubstr("posts: 12 items x "), HasSubstr("sparse"), HasSubstr("written to posts.csv")));
  EXPECT_THAT(done.out, HasSubstr("the names of 2 subfolders are taken as the truth"));
  const Words lines = lines_of(read("posts.csv"));
  ASSERT_THAT(lines, SizeIs(13));
  EXPECT_EQ(lines[0], "id,bond,cat,fell,kitten,market,purr,rose,sleep,stock,whisker,label");
  EXPECT_EQ(lines[1], "cats/1.txt,0,2,0,1,0,1,0,1,0,1,cats");
  EXPECT_EQ(lines[7], "money/1.txt,1,0,1,0,1,0,1,0,1,0,money");
}

TEST_F(Vectorize, WritesNpzThatReadsBackAsItems) {
  ASSERT_EQ(run({"vectorize", "posts", "-o", "posts.npz", "--quiet"}).status, 0);
  const json result = run_json({"cluster", "posts.npz", "-k", "2"});
  EXPECT_EQ(result["items"], 12);
  EXPECT_EQ(result["sizes"], json({6, 6}));
  EXPECT_EQ(result["scores"]["nmi"], 1.0);  // the labels came along
}

TEST_F(Vectorize, JsonSaysWhatWasMade) {
  const json made = run_json(
      {"vectorize", "posts", "-o", "x.npz", "--weighting", "tf-idf", "--svd", "2", "--normalise", "l2"});
  EXPECT_EQ(made["items"], 12);
  EXPECT_EQ(made["features"], 2);
  EXPECT_EQ(made["sparse"], false);
  EXPECT_EQ(made["written"], "x.npz");
  EXPECT_EQ(made["vectorizer"]["features"], "words");
  EXPECT_THAT(made["vectorizer"]["steps"], SizeIs(3));
  EXPECT_THAT(made["warnings"], SizeIs(1));
}

TEST_F(Vectorize, QuietPrintsNothing) {
  const auto done = run({"vectorize", "posts", "-o", "x.npz", "--quiet"});
  EXPECT_EQ(done.status, 0);
  EXPECT_EQ(done.out + done.err, "");
}

TEST_F(Vectorize, ASavedVectorizerGivesOtherFilesTheSameColumns) {
  ASSERT_EQ(run({"vectorize", "posts", "-o", "posts.csv", "--weighting", "tf-idf", "--save-vectorizer",
                 "words.bellwether"})
                .status,
            0);
  const auto done = run({"vectorize", "new", "-o", "new.csv", "--vectorizer", "words.bellwether"});
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("1 document without a word that counts, kept as a row of zeros"));
  Words columns = header_of("posts.csv");
  ASSERT_EQ(columns.back(), "label");
  columns.pop_back();
  EXPECT_EQ(header_of("new.csv"), columns);

  // The same items through the saved one are the same rows.
  run({"vectorize", "posts", "-o", "again.csv", "--vectorizer", "words.bellwether", "--quiet"});
  EXPECT_EQ(read("again.csv"), read("posts.csv"));
}

TEST_F(Vectorize, TheModelOfAResultIsAVectorizerToo) {
  run({"cluster", "posts", "-k", "2", "-o", "result", "--quiet"});
  EXPECT_EQ(run({"vectorize", "new", "-o", "new.npz", "--vectorizer", "result", "--quiet"}).status, 0);
  expect_bad(2, {"--vectorizer", "result", "--language", "english"}, "leave out the options that learn anew");
  expect_bad(2, {"--vectorizer", "result", "--svd", "2"}, "leave out the options that learn anew");
  expect_bad(1, {"--vectorizer", "nowhere"}, "nowhere");
  expect_bad(1, {"--vectorizer", "new/a.txt"}, "is not a bellwether model");
}

TEST_F(Vectorize, ASavedVectorizerOfATableKnowsItsColumns) {
  folder.write("a.csv", "w,h\n1,10\n2,20\n3,30\n");
  folder.write("b.csv", "h,w\n10,1\n20,2\n");
  folder.write("c.csv", "w,h,d\n1,10,1\n2,20,1\n");
  ASSERT_EQ(run({"vectorize", "a.csv", "-o", "a.npz", "--normalise", "standard", "--save-vectorizer", "ruler",
                 "--quiet"})
                .status,
            0);
  expect_bad(1, {"--vectorizer", "ruler"}, "feature 1 is 'h', but the model was made with 'w' there",
             "b.csv");
  expect_bad(1, {"--vectorizer", "ruler"}, "the items have 3 features, but the model was made with 2",
             "c.csv");
  run({"vectorize", "a.csv", "-o", "again.npz", "--vectorizer", "ruler", "--quiet"});
  EXPECT_EQ(read("again.npz"), read("a.npz"));
}

TEST_F(Vectorize, AnArchiveIsAsGoodAsItsFolder) {
  const std::string pack = "cd '" + folder.path().string() + "' && tar czf posts.tar.gz posts";
  if (std::system(pack.c_str()) != 0) GTEST_SKIP() << "there is no tar";
  run({"vectorize", "posts", "-o", "folder.csv", "--quiet"});
  run({"vectorize", "posts.tar.gz", "-o", "archive.csv", "--quiet"});
  const Words one = lines_of(read("folder.csv")), two = lines_of(read("archive.csv"));
  ASSERT_EQ(one.size(), two.size());
  EXPECT_EQ(one[0], two[0]);
  for (std::size_t i = 1; i < one.size(); ++i)
    EXPECT_EQ("posts/" + one[i], two[i]);  // the id tells the whole path
}

TEST_F(Vectorize, TagsBecomeTheRows) {
  folder.write("tags.csv", "id,tag\ncats/1.txt,pet\ncats/2.txt,pet\nmoney/1.txt,finance\n");
  const json made = run_json({"vectorize", "posts", "-o", "tags.csv.npz", "--tags", "tags.csv"});
  EXPECT_EQ(made["items"], 2);
  ASSERT_EQ(run({"vectorize", "posts", "-o", "tags-out.csv", "--tags", "tags.csv", "--quiet"}).status, 0);
  const Words lines = lines_of(read("tags-out.csv"));
  ASSERT_THAT(lines, SizeIs(3));
  EXPECT_THAT(lines, Contains(StartsWith("pet,")));
  EXPECT_THAT(lines, Contains(StartsWith("finance,")));
  folder.write("posts/cats/picture", std::string("\0\0", 2));
  EXPECT_THAT(run_json({"vectorize", "posts", "-o", "x.npz", "--tags", "tags.csv"})["warnings"].dump(),
              HasSubstr("1 document left out, being no text"));  // of the items, not of the tags
  std::filesystem::remove(folder / "x.npz");
  expect_bad(2, {"--tags", "tags.csv", "--captions", "tags.csv"}, "give --tags or --captions, not both");
}

TEST_F(Vectorize, TextsComeFromColumnsFieldsAndLinesToo) {
  folder.write("t.csv", "key,body,kind\na,\"cats, purring\",cat\nb,stocks fell,money\n");
  ASSERT_EQ(run({"vectorize", "t.csv", "-o", "t-out.csv", "--text-column", "body", "--id-column", "key",
                 "--label-column", "kind", "--quiet"})
                .status,
            0);
  EXPECT_EQ(read("t-out.csv"), "id,cats,fell,purring,stocks,label\na,1,0,1,0,cat\nb,0,1,0,1,money\n");

  folder.write("t.jsonl",
               "{\"text\": \"cats purring\", \"id\": \"a\"}\n{\"text\": \"stocks fell\", \"id\": 2}\n");
  ASSERT_EQ(run({"vectorize", "t.jsonl", "-o", "j-out.csv", "--quiet"}).status, 0);
  EXPECT_EQ(read("j-out.csv"), "id,cats,fell,purring,stocks\na,1,0,1,0\n2,0,1,0,1\n");

  folder.write("t.txt", "cats purring\n\nstocks fell\n");
  ASSERT_EQ(run({"vectorize", "t.txt", "-o", "l-out.csv", "--lines", "--quiet"}).status, 0);
  EXPECT_EQ(read("l-out.csv"), "id,cats,fell,purring,stocks\n0,1,0,1,0\n1,0,0,0,0\n2,0,1,0,1\n");

  folder.write("t.mbox", "From a\nSubject: x\n\ncats purring\n\nFrom b\nSubject: y\n\nstocks fell\n");
  ASSERT_EQ(run({"vectorize", "t.mbox", "-o", "m-out.csv", "--strip", "headers", "--quiet"}).status, 0);
  EXPECT_EQ(read("m-out.csv"), "id,cats,fell,purring,stocks\n0,1,0,1,0\n1,0,1,0,1\n");
}

TEST_F(Vectorize, StopWordsMayBeAListOrAFile) {
  run({"vectorize", "new", "-o", "a.csv", "--stop-words", "The,zebra", "--quiet"});
  EXPECT_EQ(lines_of(read("a.csv"))[0], "id,bonds,kitten,market,whiskers,with");
  folder.write("stop.txt", "the\nzebra\r\nwith\n");
  run({"vectorize", "new", "-o", "b.csv", "--stop-words", "stop.txt", "--quiet"});
  EXPECT_EQ(lines_of(read("b.csv"))[0], "id,bonds,kitten,market,whiskers");
}

TEST_F(Vectorize, TheNumberOfThreadsDoesNotShow) {
  run({"vectorize", "posts", "-o", "one.npz", "--threads", "1", "--svd", "2", "--quiet"});
  run({"vectorize", "posts", "-o", "four.npz", "--threads", "4", "--svd", "2", "--quiet"});
  EXPECT_EQ(read("one.npz"), read("four.npz"));
}

TEST_F(Vectorize, ChoosesWordsForLabelsThatWerePointedAt) {
  // Every tenth headline is pointed at, and not scored.
  ASSERT_EQ(run({"vectorize", "data:headlines", "-o", "all.csv", "--vocabulary", "1", "--quiet"}).status, 0);
  const Words rows = lines_of(read("all.csv"));
  ASSERT_EQ(rows[0].substr(rows[0].rfind(',')), ",label");
  std::string pointed = "id,label\n";
  int count = 0;
  for (std::size_t i = 1; i < rows.size(); i += 10, ++count)
    pointed += rows[i].substr(0, rows[i].find(',')) + rows[i].substr(rows[i].rfind(',')) + "\n";
  folder.write("pointed.csv", pointed);

  const json made = run_json(
      {"vectorize", "data:headlines", "-o", "x.npz", "--vocabulary", "60", "--select-for", "pointed.csv"});
  EXPECT_EQ(made["features"], 60);
  EXPECT_EQ(made["vectorizer"]["options"]["select"], "information");
  EXPECT_THAT(made["warnings"].dump(),
              HasSubstr(std::to_string(count) + " items whose labels chose the words are not scored"));

  const auto clustered =
      run({"cluster", "data:headlines", "-k", "2", "--vocabulary", "60", "--select-for", "pointed.csv"});
  EXPECT_EQ(clustered.status, 0) << clustered.err;
  EXPECT_THAT(clustered.out, HasSubstr("agreement with the truth"));
}

TEST_F(Vectorize, WrongCommandsAreRefusedBeforeAnythingIsRead) {
  expect_bad(2, {"--features", "wrods"}, "there are no features 'wrods' (did you mean 'words'?)");
  expect_bad(2, {"--features", "words:langauge=german"}, "langauge");
  expect_bad(2, {"--language", "klingon"}, "there is no stemmer for the language 'klingon'");
  expect_bad(2, {"--language", "klingon", "--stem", "false"}, "'klingon'");
  expect_bad(2, {"--encoding", "morse"}, "there is no encoding 'morse'");
  expect_bad(2, {"--weighting", "foo"}, "'foo'");
  expect_bad(2, {"--weighting", "svd:3"}, "--weighting is 'svd:3', but must be none, tf-idf, ltc or okapi");
  expect_bad(2, {"--svd", "0"}, "'dimensions' of svd is '0', but must be a whole number, at least 1");
  expect_bad(2, {"--normalise", "l3"}, "l3");
  expect_bad(2, {"--ngrams", "0"}, "ngrams");
  expect_bad(2, {"--min-length", "x"}, "min_length");
  expect_bad(2, {"--steps", "l2", "--svd", "3"}, "--steps says everything");
  expect_bad(2, {"--steps", "l2 + svg:3"}, "there is no step 'svg' (did you mean 'svd'?)");
  expect_bad(2, {"--strip", "feet"}, "feet");
  expect_bad(2, {"--label-folder", "bottom"}, "--label-folder is 'bottom'");
  expect_bad(2, {"--lines", "--text-column", "a"}, "give one of them");
  expect_bad(2, {"--select-for", "new/a.txt"}, "say how many, as in --vocabulary 100");
  expect_bad(2, {"--language", "english"}, "--language is about words, but the items are no text",
             "data:iris");
  expect_bad(2, {"--features", "words"}, "data:iris is no text that --features words can read", "data:iris");
  expect_bad(2, {"--id-column", "id"}, "has no columns");
  folder.write("t.csv", "id,text,a,b\n1,cats,x,y\n2,dogs,y,x\n");
  expect_bad(2, {"--text-column", "text", "--truth", "a", "--label-column", "b"},
             "ask for two columns of labels", "t.csv");
  expect_refused(run({"vectorize", "posts", "-o", "x.xlsx"}), 2, "must be .csv, .npz, .npy or .svm");
  EXPECT_EQ(run({"vectorize", "posts"}).status, 2);
}

TEST_F(Vectorize, WrongItemsAreRefused) {
  expect_bad(1, {}, "empty: there is no document in it", "empty");
  expect_bad(1, {"--features", "words"}, "pictures: there is no document in it", "pictures");
  expect_bad(1, {}, "nowhere: cannot be opened", "nowhere");
  expect_bad(1, {"--min-documents", "100"}, "posts: no word is left of its 12 documents");
  folder.write("one.csv", "id,label\ncats/1.txt,a\ncats/2.txt,a\n");
  expect_bad(1, {"--vocabulary", "3", "--select-for", "one.csv"}, "labels of one class only ('a')");
  folder.write("strange.csv", "id,label\ncats/1.txt,a\nnobody,b\n");
  expect_bad(1, {"--vocabulary", "3", "--select-for", "strange.csv"}, "labels are given for 'nobody'");
  folder.write("t.csv", "id,text\na,cats\na,dogs\n");
  expect_bad(1, {"--text-column", "text"}, "'a'", "t.csv");  // two items of one name
  folder.write("broken.zip", "no archive");
  expect_bad(1, {}, "broken.zip: is no archive that can be read, or damaged", "broken.zip");
}

// ------------------------------------------------------------------------------------- clustered and placed

TEST_F(Vectorize, ClusterShowsTheWordsOfEachClusterAndScoresByFolders) {
  const auto done = run({"cluster", "posts", "-k", "2", "--language", "english"});
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_THAT(done.out,
              AllOf(HasSubstr("10 features, sparse; words"), HasSubstr("its words"), HasSubstr("kitten, "),
                    HasSubstr("stock"), HasSubstr("agreement with the truth, 2 classes"),
                    HasSubstr("the names of 2 subfolders are taken as the truth")));
  const auto without = run({"cluster", "posts", "-k", "2", "--label-folder", "none"});
  EXPECT_THAT(without.out, Not(HasSubstr("agreement with the truth")));
}

TEST_F(Vectorize, WordsOfAClusterAreNoneThatOnlyRoundingGaveIt) {
  const auto done = run({"cluster", "posts", "-k", "2", "--svd", "12"});
  EXPECT_EQ(done.status, 0) << done.err;
  bool seen = false;
  for (const std::string& line : lines_of(done.out)) {
    if (line.find("bonds") == std::string::npos) continue;
    seen = true;
    EXPECT_THAT(line, Not(HasSubstr("cat")));
  }
  EXPECT_TRUE(seen) << done.out;
}

TEST_F(Vectorize, ClusterThenAssignPlacesNewTexts) {
  for (const Words& how : {Words{}, Words{"--svd", "3"}, Words{"--method", "vm"},
                           Words{"--weighting", "okapi", "--normalise", "l1"}, Words{"--method", "kmeans"}}) {
    Words command{"cluster", "posts", "-k", "2", "-o", "result", "--quiet"};
    command.insert(command.end(), how.begin(), how.end());
    ASSERT_EQ(run(command).status, 0);
    const auto old_ones = run({"assign", "result", "posts", "--quiet"});
    EXPECT_EQ(old_ones.status, 0) << old_ones.err;
    const Words trained = lines_of(read("result/assignments.csv")), placed = lines_of(old_ones.out);
    ASSERT_EQ(trained.size(), placed.size());
    const auto cluster = [](const std::string& line) { return line.substr(line.find(',') + 1, 1); };
    for (std::size_t i = 1; i < trained.size(); ++i) EXPECT_EQ(cluster(trained[i]), cluster(placed[i]));

    const auto new_ones = run({"assign", "result", "new"});
    EXPECT_EQ(new_ones.status, 0) << new_ones.err;
    const Words lines = lines_of(new_ones.out);
    ASSERT_THAT(lines, SizeIs(4));
    EXPECT_EQ(cluster(lines[1]), cluster(trained[1]));   // the kitten with the cats
    EXPECT_EQ(cluster(lines[2]), cluster(trained[12]));  // the bonds with the money
    EXPECT_THAT(new_ones.err, HasSubstr("1 document without a word that counts"));
  }
}

TEST_F(Vectorize, AssignReadsTextsAsTheyAreKeptNow) {
  run({"cluster", "posts", "-k", "2", "-o", "result", "--quiet"});
  folder.write("new.csv", "id,body\nx,kittens purr\ny,bonds rose\n");
  const auto done = run({"assign", "result", "new.csv", "--text-column", "body", "--quiet"});
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_THAT(lines_of(done.out), SizeIs(3));
  expect_refused(run({"assign", "result", "data:iris"}), 2, "is no text that --features words can read");
}

TEST_F(Vectorize, AssignRefusesAVectorizerWithoutClusters) {
  run({"vectorize", "posts", "-o", "x.npz", "--save-vectorizer", "words.bellwether", "--quiet"});
  expect_refused(run({"assign", "words.bellwether", "new"}), 1, "holds a vectorizer and no clusters");
}

TEST_F(Vectorize, ClusterSaysWhatIsWrongWithTexts) {
  expect_refused(run({"cluster", "empty", "-k", "2", "-o", "out"}), 1, "there is no document in it");
  expect_refused(run({"cluster", "posts", "-k", "2", "--language", "klingon", "-o", "out"}), 2, "'klingon'");
  expect_refused(run({"cluster", "posts", "-k", "2", "--svd", "0", "-o", "out"}), 2, "dimensions");
  folder.write("t.csv", "id,text\na,some words\nb,other words\n");
  expect_refused(run({"cluster", "t.csv", "-k", "2", "-o", "out"}), 1, "--text-column");
  EXPECT_FALSE(exists("out"));
}

}  // namespace
}  // namespace bellwether::testing_support
