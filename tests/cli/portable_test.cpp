// The loops that OpenBLAS picks for the processor do not show.

#include <gtest/gtest.h>
#include <stdlib.h>

#include <tests/cli/tool.h>

namespace bellwether {
namespace {

using testing_support::ToolTest;
using testing_support::Words;

/// Those that every x86-64 machine with AVX2 can run.
const Words core_types{"Haswell", "Nehalem", "Zen", "Prescott"};

class OnOtherProcessors : public ToolTest {
 protected:
  ~OnOtherProcessors() override { unsetenv("OPENBLAS_CORETYPE"); }

  struct Found {
    nlohmann::json summary;
    std::string assignments, model;
  };
  Found cluster_on(const std::string& core, Words words) {
    setenv("OPENBLAS_CORETYPE", core.c_str(), 1);
    words.insert(words.begin(), "cluster");
    words.insert(words.end(), {"-o", core});
    Found found{run_json(words), read(core + "/assignments.csv"), read(core + "/model.bellwether")};
    std::filesystem::remove_all(folder / core);
    return found;
  }

  /// Without the probabilities, whose last digits may differ.
  static Words labels_in(const std::string& assignments) {
    Words labels;
    for (const std::string& line : testing_support::lines_of(assignments))
      labels.push_back(line.substr(0, line.find(',', line.find(',') + 1)));
    return labels;
  }
};

TEST_F(OnOtherProcessors, LabelsAndTheRestartThatWinsAreTheSame) {
  for (const Words& words :
       {Words{"data:stretched", "-k", "3", "--known", "data:stretched?part=known", "--method", "tcs-gm-l2"},
        Words{"data:iris", "-k", "3", "--method", "gm"}, Words{"data:rings", "-k", "2", "--method", "gm"},
        Words{"data:headlines", "-k", "6", "--method", "vm"},
        Words{"data:headlines", "-k", "6", "--svd", "20", "--method", "gm"},
        Words{"data:headlines", "-k", "4", "--method", "idt"},
        Words{"data:headlines", "-k", "6", "--svd", "20", "--method", "kmeans"}}) {
    const Found first = cluster_on(core_types[0], words);
    for (const std::string& core : core_types) {
      const Found other = cluster_on(core, words);
      EXPECT_EQ(other.summary["restart"], first.summary["restart"]) << core << " " << words.back();
      EXPECT_EQ(labels_in(other.assignments), labels_in(first.assignments)) << core << " " << words.back();
      const double value = first.summary["objective"]["value"];
      EXPECT_NEAR(other.summary["objective"]["value"].get<double>(), value, 1e-9 * std::abs(value));
    }
  }
}

TEST_F(OnOtherProcessors, MethodsWithoutProductsOfMatricesAreTheSameToTheLastBit) {
  for (const char* method : {"kmeans", "spherical-kmeans", "plsa", "itcc", "feature-clustering", "sib"})
    for (const char* items : {"data:headlines", "data:iris"}) {
      const Words words{items, "-k", "3", "--restarts", "2", "--iterations", "20", "--method", method};
      const Found first = cluster_on(core_types[0], words);
      for (const std::string& core : core_types) {
        const Found other = cluster_on(core, words);
        EXPECT_EQ(other.assignments, first.assignments) << core << " " << method << " " << items;
        EXPECT_TRUE(other.model == first.model) << core << " " << method << " " << items;
      }
    }
}

}  // namespace
}  // namespace bellwether
