// --vectors FILE: word vectors that were learned elsewhere.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <tests/cli/tool.h>

#include <nlohmann/json.hpp>

#include <bellwether/engine/random.h>

namespace bellwether {
namespace {

using ::testing::HasSubstr;
using testing_support::expect_refused;
using testing_support::Words;

class Vectors : public testing_support::ToolTest {
 protected:
  /// A word of its own for each number.
  static std::string word(Index number) {
    std::string made = "w";
    for (int letter = 0; letter < 4; ++letter, number /= 16)
      made += "bcdfghklmnprstvz"[static_cast<std::size_t>(number % 16)];
    return made;
  }

  /// 90 texts of three topics, and vectors in which a topic is a direction.
  void write_synonyms() const {
    Random random(1);
    std::string texts = "id,text,topic\n", vectors;
    for (int i = 0; i < 90; ++i) {
      texts += fmt::format("t{},", i);
      for (int w = 0; w < 8; ++w)
        texts +=
            word(random.uniform() < 0.6 ? 100 * (i % 3) + random.below(100) : 300 + random.below(100)) + " ";
      texts += fmt::format(",{}\n", i % 3);
    }
    for (Index j = 0; j < 400; ++j) {
      vectors += word(j);
      for (Index d = 0; d < 6; ++d)
        vectors += fmt::format(" {:.3f}", 1 + random.uniform() + (j / 100 == d && d < 3 ? 2 : 0));
      vectors += '\n';
    }
    folder.write("texts.csv", texts);
    folder.write("vectors.txt", vectors);
  }

  const Words on_texts{"cluster", "texts.csv", "--text-column", "text", "--id-column", "id", "-k", "3"};

  static Words with(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
};

TEST_F(Vectors, AreUsedToldAndKeptByTheModel) {
  write_synonyms();
  const auto said = run(with(on_texts, {"--label-column", "topic", "--vectors", "vectors.txt", "-o", "out"}));
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("vectors: 6 dimensions, of "));
  EXPECT_THAT(said.out, HasSubstr("used (held-out information: "));
  const auto placed =
      run({"assign", "out", "texts.csv", "--text-column", "text", "--id-column", "id", "-o", "a.csv"});
  ASSERT_EQ(placed.status, 0) << placed.err;
  EXPECT_EQ(read("out/assignments.csv"), read("a.csv"));
}

TEST_F(Vectors, CompareGivesThemToMethodsThatTakeThem) {
  write_synonyms();
  Words words =
      with(on_texts, {"--vectors", "vectors.txt", "--methods", "kmeans,multinomial", "--repeats", "1"});
  words.front() = "compare";
  const auto said = run(words);
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("without the vectors: it needs counts"));
}

TEST_F(Vectors, SayWhatTheyAreFor) {
  write_synonyms();
  folder.write("table.csv", "a,b\n1,2\n3,4\n5,6\n");
  expect_refused(run({"cluster", "table.csv", "-k", "2", "--vectors", "vectors.txt"}), 1,
                 "--vectors vectors.txt holds vectors of words, but the features of table.csv are no words");
  expect_refused(run(with(on_texts, {"--vectors", "vectors.txt", "--method", "multinomial"})), 2,
                 "multinomial needs counts of words");
  expect_refused(run(with(on_texts, {"--vectors", "vectors.txt", "--auxiliary", "texts.csv"})), 2,
                 "--vectors and --auxiliary do not combine");
  expect_refused(run(with(on_texts, {"--vectors", "nowhere.txt"})), 1, "nowhere.txt");
}

}  // namespace
}  // namespace bellwether
