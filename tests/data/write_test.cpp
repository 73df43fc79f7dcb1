#include <bellwether/data/atomic_file.h>
#include <bellwether/data/error.h>
#include <bellwether/data/write.h>

#include <ostream>

#include "files.h"

namespace bellwether {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

TEST(AtomicFile, WritesAndReplacesAFile) {
  const Folder folder;
  write_atomically(folder / "f", [](std::ostream& out) { out << "old"; });
  write_atomically(folder / "f", [](std::ostream& out) { out << "new"; });
  EXPECT_EQ(contents(folder / "f"), "new");
  EXPECT_THAT(folder.names(), ElementsAre("f"));
}

TEST(AtomicFile, AFailureLeavesTheOldFileAndNothingElse) {
  const Folder folder;
  folder.put("f", "old");
  const auto fail = [](std::ostream& out) {
    out << "half";
    throw InvalidInput("no more");
  };
  EXPECT_THROW(write_atomically(folder / "f", fail), InvalidInput);
  EXPECT_EQ(contents(folder / "f"), "old");
  EXPECT_THAT(folder.names(), ElementsAre("f"));
  EXPECT_THROW(write_atomically(folder / "g", fail), InvalidInput);
  EXPECT_THAT(folder.names(), ElementsAre("f"));
}

TEST(AtomicFile, SaysWhyAFileCannotBeWritten) {
  const Folder folder;
  const auto nothing = [](std::ostream&) {};
  EXPECT_THAT([&] { write_atomically(folder / "none/f", nothing); },
              ThrowsMessage<InvalidInput>(HasSubstr("none/f: cannot be written: No such file")));
  EXPECT_THAT([&] { write_atomically(folder / ".", nothing); },
              ThrowsMessage<InvalidInput>(HasSubstr("is a folder")));
  EXPECT_THAT([&] { write_atomically("/dev/full", [](std::ostream& out) { out << "x"; }); },
              ThrowsMessage<InvalidInput>(HasSubstr("/dev/full: cannot be written")));
}

TEST(Write, CsvHasAHeaderAndQuotesWhereTheyAreNeeded) {
  const Folder folder;
  write_csv(folder / "t.csv",
            {.values = matrix({{1, 0.1}, {-2.5, 1e300}}), .ids = {"p,q", "r"}, .labels = {"x", "say \"y\""}});
  EXPECT_EQ(contents(folder / "t.csv"), "id,f0,f1,label\n\"p,q\",1,0.1,x\nr,-2.5,1e+300,\"say \"\"y\"\"\"\n");
}

TEST(Write, NpyIsAlignedAsNumpyAlignsIt) {
  const Folder folder;
  const Matrix values = matrix({{1, 2, 3}});
  write_npy(folder / "t.npy", values);
  const auto bytes = contents(folder / "t.npy");
  ASSERT_EQ(bytes.size(), 128u + 3 * 8);
  EXPECT_THAT(bytes, HasSubstr("'shape': (1, 3), }"));
  EXPECT_EQ(bytes[127], '\n');
}

TEST(Write, SvmlightNamesTheLastColumnOnce) {
  const Folder folder;
  write_svmlight(folder / "t.svm", {.values = matrix({{1, 0, 0}, {0, 2, 0}}), .labels = {"a", "b"}});
  EXPECT_EQ(contents(folder / "t.svm"), "a 1:1 3:0\nb 2:2\n");
}

TEST(Write, SaysWhatCannotBeWritten) {
  const Folder folder;
  EXPECT_THAT(
      [&] { write_svmlight(folder / "t.svm", {.values = matrix({{1}}), .labels = {"two words"}}); },
      ThrowsMessage<InvalidInput>(HasSubstr("the label 'two words' cannot be written in SVMlight form")));
  EXPECT_THAT(
      [&] {
        write_csv(folder / "t.csv", {.values = matrix({{1}}), .ids = {"a", "b"}});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("there are 1 items, 2 ids and 0 labels")));
  EXPECT_THAT(folder.names(), IsEmpty());
}

}  // namespace
}  // namespace bellwether
