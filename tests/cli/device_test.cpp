// --device, with a device that is emulated on the processor (tests/support/emulated_device.cpp).

#include <gmock/gmock.h>
#include <tests/cli/tool.h>

#include <cstdlib>

namespace bellwether::testing_support {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class DeviceFlag : public ToolTest {
 protected:
  void SetUp() override { setenv("BELLWETHER_DEVICES", EMULATED_DEVICE, 1); }
  void TearDown() override {
    unsetenv("BELLWETHER_DEVICES");
    unsetenv("EMULATED_DEVICE");
  }
  void goes_wrong(const char* how) { setenv("EMULATED_DEVICE", how, 1); }

  static std::string without_times(const std::string& summary) {
    return summary.substr(0, summary.rfind('\n', summary.find(" to cluster")));
  }
};

TEST_F(DeviceFlag, PrintsTheSameSummaryAsTheProcessor) {
  const Words command{"cluster", "data:blobs", "-k", "4", "--method", "kmeans"};
  Words on_device = command;
  on_device.insert(on_device.end(), {"--device", "cuda"});
  const Finished here = run(command), there = run(on_device);
  EXPECT_EQ(here.status, 0);
  EXPECT_EQ(there.status, 0) << there.err;
  EXPECT_EQ(without_times(here.out), without_times(there.out));
  EXPECT_THAT(there.err, HasSubstr("on emulated"));
}

TEST_F(DeviceFlag, WritesTheSameFiles) {
  EXPECT_EQ(run({"cluster", "data:iris", "-k", "3", "--method", "kmeans", "-o", "here"}).status, 0);
  EXPECT_EQ(run({"cluster", "data:iris", "-k", "3", "--method", "kmeans", "-o", "there", "--device", "cuda"})
                .status,
            0);
  EXPECT_EQ(read("here/assignments.csv"), read("there/assignments.csv"));
  EXPECT_EQ(read("here/model.bellwether"), read("there/model.bellwether"));
}

TEST_F(DeviceFlag, FindsTheSameClustersAndTopicsOfTexts) {
  for (const char* method : {"spherical-kmeans", "plsa"}) {
    SCOPED_TRACE(method);
    const auto cluster = [&](const char* where) {
      return run({"cluster", "data:headlines", "-k", "5", "--method", method, "--restarts", "2", "-o",
                  method + std::string(where), "--device", where});
    };
    const Finished here = cluster("cpu"), there = cluster("cuda");
    EXPECT_EQ(here.status, 0) << here.err;
    EXPECT_EQ(there.status, 0) << there.err;
    EXPECT_THAT(there.err, HasSubstr("on emulated"));
    for (const char* file : {"/assignments.csv", "/model.bellwether"})
      EXPECT_EQ(read(method + std::string("cpu") + file), read(method + std::string("cuda") + file));
  }
}

TEST_F(DeviceFlag, SaysThatTemperedTopicsAreForTheProcessor) {
  const Finished found = run(
      {"cluster", "data:topics", "-k", "2", "--method", "plsa", "--set", "temper=0.7", "--device", "cuda"});
  EXPECT_EQ(found.status, 0) << found.err;
  EXPECT_THAT(found.err, HasSubstr("was not used"));
}

TEST_F(DeviceFlag, SaysWhenNothingRanOnTheDevice) {
  const Finished found =
      run({"cluster", "data:iris", "-k", "3", "--method", "multinomial", "--device", "cuda"});
  EXPECT_EQ(found.status, 0);
  EXPECT_THAT(found.err, HasSubstr("was not used"));
}

TEST_F(DeviceFlag, EndsWithASentenceWhereThereIsNoDevice) {
  goes_wrong("absent");
  const Finished asked = run({"cluster", "data:iris", "-k", "3", "--device", "cuda", "-o", "result"});
  EXPECT_EQ(asked.status, 1);
  EXPECT_THAT(asked.err, HasSubstr("no NVIDIA driver was found (use --device cpu)"));
  EXPECT_FALSE(exists("result"));
  const Finished automatic = run({"cluster", "data:iris", "-k", "3", "--device", "auto"});
  EXPECT_EQ(automatic.status, 0);
  EXPECT_THAT(automatic.err, HasSubstr("; the processor is"));
}

TEST_F(DeviceFlag, WritesNothingWhenTheDeviceIsLostOnTheWay) {
  goes_wrong("lost");
  const Finished lost = run({"cluster", "data:blobs?items=5000", "-k", "9", "--method", "kmeans", "--device",
                             "cuda", "-o", "result", "--tolerance", "0"});
  EXPECT_EQ(lost.status, 1);
  EXPECT_THAT(lost.err,
              HasSubstr("the GPU failed while it was working: it fell off the bus (use --device cpu)"));
  EXPECT_FALSE(exists("result"));
}

TEST_F(DeviceFlag, APlugInIsAFactOfTheBuild) {
  EXPECT_THAT(run({"--version"}).out, HasSubstr("GPU plug-in: yes"));
  setenv("BELLWETHER_DEVICES", "nowhere.so", 1);
  EXPECT_THAT(run({"--version"}).out, HasSubstr("GPU plug-in: no (make cuda builds it)"));
}

TEST_F(DeviceFlag, IsKnownToTheListing) {
  EXPECT_THAT(run({"devices"}).out, HasSubstr("emulated: 1 GiB"));
  EXPECT_EQ(run_json({"devices", "--json"})["devices"][0]["name"], "emulated");
  goes_wrong("version");
  const Finished other = run({"devices"});
  EXPECT_EQ(other.status, 0);
  EXPECT_THAT(other.out, HasSubstr("another version of bellwether"));
  EXPECT_EQ(run({"cluster", "data:iris", "-k", "3", "--device", "gpu"}).status, 2);
}

}  // namespace
}  // namespace bellwether::testing_support
