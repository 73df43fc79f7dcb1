#include <bellwether/projects/told.h>

#include "support.h"

#include <gmock/gmock.h>

#include <bellwether/data/error.h>

namespace bellwether {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using namespace testing_support;
using enum ProjectFile::For;

/// A project in which a few things were said, and one was undone.
void make(const std::filesystem::path& path) {
  ProjectFile file(path, owning);
  Project project(file, blob_material(), {.seeds = std::vector<int>(90, unlabelled), .labels = {}},
                  three_groups());
  project.begin();
  project.apply({.said = Said::belong, .items = {4, 7}, .group = 2}, "now");
  project.apply({.said = Said::rename, .group = 2, .name = "south"}, "now");
  project.apply({.said = Said::apart, .items = {4}, .others = {5}}, "now");
  project.apply({.said = Said::belong, .items = {9}, .group = 1}, "now");
  project.undo("now");
}

TEST(Told, TheBoardFollowsFromTheFileAlone) {
  const TemporaryFolder folder;
  make(folder / "a.bwp");
  const Told told = told_in(ProjectFile(folder / "a.bwp", reading));
  EXPECT_EQ(told.board.groups[2].name, "south");
  EXPECT_EQ(told.board.items(), 90);
  EXPECT_EQ(std::ranges::count(told.board.seeds, unlabelled), 88);
  EXPECT_THAT(told.board.cannot_link, testing::SizeIs(1));
}

TEST(Told, JoinsWhatIsKnownOfTheSameItemsInAnotherOrder) {
  const TemporaryFolder folder;
  make(folder / "a.bwp");
  const Told told = told_in(ProjectFile(folder / "a.bwp", reading));
  const Dataset others{.values = Matrix(Matrix::Zero(4, 2)), .ids = {"item7", "item5", "item4", "new"}};
  Evidence evidence{.seeds = {-1, 0, -1, -1}, .labels = {"north"}};
  add_told(told, "a.bwp", others, evidence);
  EXPECT_THAT(evidence.labels, ElementsAre("north", "south"));
  EXPECT_THAT(evidence.seeds, ElementsAre(1, 0, 1, -1));
  EXPECT_THAT(evidence.cannot_link, ElementsAre(Link(2, 1)));
  Evidence against{.seeds = {0, -1, -1, -1}, .labels = {"north"}};
  EXPECT_THAT([&] { add_told(told, "a.bwp", others, against); },
              ThrowsMessage<InvalidInput>(HasSubstr("item7")));
  const Dataset fewer{.values = Matrix(Matrix::Zero(1, 2)), .ids = {"item7"}};
  Evidence nothing;
  EXPECT_THAT([&] { add_told(told, "a.bwp", fewer, nothing); },
              ThrowsMessage<InvalidInput>(HasSubstr("no item has the id")));
}

TEST(Told, AFileThatNoStudioHasOpenedSaysSo) {
  const TemporaryFolder folder;
  { const ProjectFile file(folder / "a.bwp", owning); }
  EXPECT_THROW(told_in(ProjectFile(folder / "a.bwp", reading)), InvalidInput);
}

TEST(Told, ABeginningThatMakesNoSenseIsRefused) {
  const TemporaryFolder folder;
  const auto told_of = [&](const std::string& items, const std::string& seeds) {
    const auto path = folder / "a.bwp";
    std::filesystem::remove(path);
    ProjectFile(path, owning)
        .keep("start", "{\"items\":" + items + R"(,"groups":[["a",true]],"seeds":)" + seeds +
                           R"(,"must_link":[],"cannot_link":[],"min_size":0,"max_size":0,"method":"auto"})");
    return told_in(ProjectFile(path, reading));
  };
  EXPECT_EQ(told_of("4", R"([["p",0]])").board.items(), 4);
  for (const char* seeds :
       {R"([["p",1]])", R"([["p",1000000]])", R"([["p",-2]])", R"([["p",1e300]])", R"([["p",0.5]])"})
    EXPECT_THROW(told_of("4", seeds), InvalidInput) << seeds;
  for (const char* items : {"-1", "1000000000000000000", "1e300", "0.5", "100000001"})
    EXPECT_THROW(told_of(items, "[]"), InvalidInput) << items;
}

TEST(Told, ADamagedFileIsRefused) {
  const TemporaryFolder folder;
  make(folder / "a.bwp");
  {
    ProjectFile file(folder / "a.bwp", owning);
    file.append("now", "{\"said\":\"belong\",");
  }
  EXPECT_THROW(told_in(ProjectFile(folder / "a.bwp", reading)), InvalidInput);
  ProjectFile file(folder / "a.bwp", owning);
  EXPECT_THROW(Project(file, blob_material(), {}, three_groups()), InvalidInput);
}

}  // namespace
}  // namespace bellwether
