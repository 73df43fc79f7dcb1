#include <gmock/gmock.h>
#include <tests/support/temporary_folder.h>

#include <bellwether/features/text/excerpt.h>
#include <bellwether/sources/excerpts.h>

namespace bellwether {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;
using testing_support::TemporaryFolder;

TEST(Excerpts, AreCutAtACharacterAndKeepWhatTheyMean) {
  EXPECT_EQ(excerpt("  one \n\t two  ", 20), "one two");
  EXPECT_EQ(excerpt("äöüß", 4), "äöüß");
  EXPECT_EQ(excerpt("äöüßé", 4), "äöü…");
  EXPECT_EQ(excerpt("a\xff"
                    "b",
                    9),
            "a\xef\xbf\xbd"
            "b");
  EXPECT_EQ(excerpt(std::string("a\0b", 3), 9), "a b");
  EXPECT_EQ(excerpt("a\xc2\x85"
                    "b\xe2\x80\xa8"
                    "c",
                    9),
            "a b c");  // C1 controls, line separators
  EXPECT_EQ(excerpt("", 9), "");
  EXPECT_EQ(excerpt(" \n ", 9), "");
  EXPECT_EQ(excerpt("word " + std::string(100000, ' ') + "on", 9), "word…");
}

TEST(Excerpts, OnlyTheDocumentsAskedForAreGiven) {
  const TemporaryFolder folder;
  const ItemsArguments lines{.items = folder.write("lines.txt", "first one\nsecond\nthird\n"), .lines = true};
  EXPECT_THAT(beginnings(lines, {}, {"0", "2", "9"}, 7).found,
              UnorderedElementsAre(Pair("0", "first…"), Pair("2", "third")));
}

TEST(Excerpts, MailIsStrippedAsItWasForTheClustersUnlessNothingIsLeft) {
  const TemporaryFolder folder;
  const ItemsArguments mail{.items = folder.write("box.mbox",
                                                  "From a\nSubject: bells\nFrom: a@b.org\n\nOf sheep.\n\n"
                                                  "From b\nSubject: nothing\nFrom: a@b.org\n\n\n")};
  EXPECT_THAT(beginnings(mail, {.strip = "headers"}, {"0", "1"}, 40).found,
              UnorderedElementsAre(Pair("0", "Of sheep."), Pair("1", "Subject: nothing From: a@b.org")));
}

TEST(Excerpts, ASourceThatIsGoneGivesNothingAndSaysSo) {
  const TemporaryFolder folder;
  const ItemsArguments gone{.items = (folder / "gone.jsonl").string()};
  EXPECT_THAT(beginnings(gone, {}, {"0"}, 10).found, IsEmpty());
  EXPECT_THAT(beginnings(gone, {}, {"0"}, 10).failure, HasSubstr("gone.jsonl: cannot be read a second time"));
  EXPECT_THAT(thumbnails(gone, {"0"}, 10).found, IsEmpty());
  const ItemsArguments broken{.items = folder.write("broken.jsonl", "{\"text\": \"whole\"}\n{\"te")};
  EXPECT_THAT(beginnings(broken, {}, {"0", "1"}, 10).found, IsEmpty());
  EXPECT_THAT(beginnings(broken, {}, {"0", "1"}, 10).failure, HasSubstr("broken.jsonl"));
}

}  // namespace
}  // namespace bellwether
