#include <cli/options/spared_folders.h>
#include <gmock/gmock.h>
#include <tests/support/temporary_folder.h>

#include <filesystem>

namespace bellwether::cli {
namespace {

namespace fs = std::filesystem;
using testing::IsEmpty;
using testing_support::TemporaryFolder;

TEST(SparedFolders, AreTheRootAndThoseOfTheSystem) {
  EXPECT_EQ(why_spared("/", {}), "the root of all folders");
  EXPECT_EQ(why_spared("//usr/..", {}), "the root of all folders");
  for (const char* folder : {"/etc", "/etc/new", "/usr", "/usr/bin", "/usr/local", "/usr/lib/new/deep",
                             "/var", "/tmp", "/tmp/", "/home", "/dev", "/proc/1", "/boot/x"})
    EXPECT_EQ(why_spared(folder, {}), "a folder of the system") << folder;
}

TEST(SparedFolders, AreHomes) {
  const TemporaryFolder folder;
  EXPECT_EQ(why_spared(folder.path(), {folder.path()}), "a home folder");
  EXPECT_EQ(why_spared("/root", {}), "a home folder");
  EXPECT_EQ(why_spared("/home/anybody", {}), "a home folder");
}

TEST(SparedFolders, AreKnownThroughLinks) {
  const TemporaryFolder folder;
  fs::create_directory_symlink("/", folder / "root");
  EXPECT_EQ(why_spared(folder / "root", {}), "the root of all folders");
  fs::create_directory_symlink(folder.path(), folder / "home");
  EXPECT_EQ(why_spared(folder / "home", {folder.path()}), "a home folder");
}

TEST(SparedFolders, AreNoOthers) {
  const TemporaryFolder folder;
  for (const fs::path& place :
       {folder.path(), folder / "new", fs::path("/home/anybody/result"), fs::path("/root/result"),
        fs::path("/usr/local/share/x"), fs::path("/var/lib/x"), fs::path("/dev/shm/x"), fs::path("/data"),
        fs::path("/results/one")})
    EXPECT_THAT(why_spared(place, {"/none", folder / "home"}), IsEmpty()) << place;
}

}  // namespace
}  // namespace bellwether::cli
