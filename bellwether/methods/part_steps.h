#pragma once
// What a part can be asked, by name: the table that workers look steps and questions up in.

#include <functional>
#include <memory>
#include <vector>

#include <bellwether/engine/clustering.h>
#include <bellwether/engine/part.h>
#include <bellwether/engine/workers.h>

namespace bellwether {

/// Throws InvalidInput if there is none of this name: another version has asked.
const PartStep& find_part_step(std::string_view name);

/// Workers that are this process: parts that lie in its memory. What others do over a network, and what their
/// answers are compared with.
class PartsHere : public Workers {
 public:
  PartsHere(Shape shape, bool sparse, std::vector<Part> parts, const Run& run);

  Shape shape() const override { return shape_; }
  bool sparse() const override { return sparse_; }
  bool seeded() const override;
  Bytes sum(std::string_view step, const Bytes& model) override;
  std::vector<Bytes> ask(std::string_view step, const Bytes& question) override;

  /// The labels of a clustering that these workers found, part by part; nothing is remembered afterwards.
  void labels(const Elsewhere& found, const std::function<void(const Noted&)>& use);

  /// As if the worker with this part had died: what it remembered is lost.
  void forget(std::size_t part);

 private:
  Shape shape_;
  bool sparse_;
  std::vector<Part> parts_;
  std::vector<std::unique_ptr<PartMemory>> memories_;
  Run run_;
};

}  // namespace bellwether
