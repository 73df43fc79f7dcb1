#include <tests/support/over_workers.h>

#include <bellwether/data/write.h>
#include <tests/support/temporary_folder.h>

namespace bellwether {
namespace {

using namespace over_workers;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(OverWorkers, RowsOnDiskGiveTheBitsOfRowsInMemoryOnAnyNumberOfThreads) {
  const testing_support::TemporaryFolder folder;
  const Matrix items = some_items(9000);
  write_npy(folder / "items.npy", items);
  const RowFiles files(folder / "items.npy");
  const Settings settings{{"clusters", std::int64_t{6}}, {"restarts", std::int64_t{2}}};
  for (const char* method : {"kmeans", "spherical-kmeans", "gm", "vm"}) {
    const Method& row = find_method(method);
    const Outcome plain = row.cluster({.items = items}, settings, {.threads = 1});
    for (const int threads : {1, 3}) {
      RowsOnDisk rows(files, 6, {.threads = threads});
      const Outcome found = rows.cluster(method, std::uint64_t{1} << 30, settings, {.threads = threads});
      expect_same(found, plain);
      std::vector<int> labels;
      rows.labels(found.clustering.elsewhere, [&](const Noted& some) {
        labels.insert(labels.end(), some.labels.begin(), some.labels.end());
      });
      EXPECT_EQ(labels, plain.clustering.labels);
    }
  }
}

TEST(OverWorkers, TooLittleMemoryIsSaidBeforeAnythingIsComputed) {
  const testing_support::TemporaryFolder folder;
  write_npy(folder / "items.npy", some_items(3000));
  const RowFiles files(folder / "items.npy");
  EXPECT_THAT([&] { RowsOnDisk(files, 2, {}).cluster("kmeans", 1'000'000, {}, {}); },
              ThrowsMessage<InvalidInput>(HasSubstr("3000 rows need")));
}

}  // namespace
}  // namespace bellwether
