#include <bellwether/features/text/term_vectors.h>

#include <tests/data/files.h>

namespace bellwether {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(TermVectors, AreInTheOrderOfTheTermsAndZeroWhereTheFileHasNone) {
  const Folder folder;
  const auto path = folder.put("v.txt", "zebra 1 2\nbear 3 4\nunseen 5 6\n");
  const TermVectors read = read_term_vectors(path, {"bear", "owl", "zebra"}, {});
  EXPECT_EQ(read.vectors, (Matrix{{3, 4}, {0, 0}, {1, 2}}));
  EXPECT_EQ(read.found, 2);
  EXPECT_EQ(read.words, 3);
}

TEST(TermVectors, WordsOfOneStemAreAveraged) {
  const Folder folder;
  const auto path = folder.put("v.txt", "banks 1 2\nBank 3 4\nbanking 5 9\nriver 0 1\n");
  EXPECT_EQ(read_term_vectors(path, {"bank"}, {.language = "english"}).vectors, (Matrix{{3, 5}}));
}

TEST(TermVectors, TheWordItselfComesBeforeItsCapitals) {
  const Folder folder;
  const auto first = folder.put("a.txt", "Apple 9 9\napple 1 2\nAPPLE 7 7\n");
  EXPECT_EQ(read_term_vectors(first, {"apple"}, {}).vectors, (Matrix{{1, 2}}));
  const auto capitals = folder.put("b.txt", "Apple 8 2\nAPPLE 4 4\n");
  EXPECT_EQ(read_term_vectors(capitals, {"apple"}, {}).vectors, (Matrix{{6, 3}}));
}

TEST(TermVectors, SayWhatTheFileHasIfItHasNoneOfTheWords) {
  const Folder folder;
  const auto path = folder.put("v.txt", "chat 1\nchien 2\n");
  EXPECT_THAT(
      [&] {
        read_term_vectors(path, {"cat", "dog"}, {});
      },
      ThrowsMessage<InvalidInput>(
          HasSubstr("none of the items' 2 words is among its 2 words (the first are 'chat', 'chien')")));
}

}  // namespace
}  // namespace bellwether
