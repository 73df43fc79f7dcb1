// Linked into every test program: lets the engine really use up to four threads, even on a machine with
// fewer cores, so that "threads do not show" is tested with threads that race.

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <memory>

namespace {

class FourThreads : public ::testing::Environment {
  void SetUp() override {
    control_ = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism, 4);
  }
  void TearDown() override { control_.reset(); }
  std::unique_ptr<tbb::global_control> control_;
};

const auto* const registered = ::testing::AddGlobalTestEnvironment(new FourThreads);

}  // namespace
