#pragma once
// Spherical k-means over items that workers hold: what spherical_kmeans() finds, to the last bit.

#include <bellwether/engine/part.h>
#include <bellwether/engine/workers.h>
#include <bellwether/mixtures/spherical.h>
#include <bellwether/mixtures/spherical_pass.h>

namespace bellwether {

class SphericalStep {
 public:
  static constexpr const char* name = "spherical-kmeans";
  struct Model {
    Matrix directions = {};
  };
  using Statistics = spherical_pass::Statistics;
  struct Memory {
    std::vector<double> inverse = {};  ///< 1 / ||x_i||
    std::vector<int> labels = {};
  };
  static Index clusters(const Model& model) { return model.directions.rows(); }

  SphericalStep(const Model& model, const Part& part, Memory& memory);
  Statistics accumulate(const Shard& shard);
  void finish() {}

 private:
  spherical_pass::Model model_;
  Memory& memory_;
};
void visit(SphericalStep::Model& model, auto&& numbers) {
  numbers(model.directions);
}

struct SphericalFound : SphericalResult {
  std::vector<double> sizes = {};  ///< items of each cluster
};

SphericalFound spherical_kmeans(Workers& workers, const SphericalOptions& options, const Run& run);

}  // namespace bellwether
