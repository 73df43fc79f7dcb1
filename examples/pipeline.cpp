// The pipeline behind every front end, without a file or a flag: items, what is known, what is wished for; a
// plan; a finding with a verdict on each kind of evidence.

#include <cstdio>

#include <bellwether/runs/finding.h>

int main() {
  using namespace bellwether;
  const Material items =
      material_of({.values = Matrix{{0, 0}, {0, 1}, {1, 0}, {9, 9}, {9, 8}, {8, 9}, {4, 5}}});
  const Evidence known{.seeds = {0, unlabelled, unlabelled, 1, unlabelled, unlabelled, unlabelled},
                       .must_link = {{5, 6}}};
  const Plan how = plan(items, known, {.clusters = 2});
  const Finding found = carry_out(items, known, how);

  std::printf("%s: %s\n", in_words(how).c_str(), found.plan.search.reason.c_str());
  for (const Verdict& verdict : found.verdicts)
    std::printf("%s: %s (%s)\n", name_of(verdict.kind).data(), verdict.used ? "used" : "left out",
                verdict.reason.c_str());
  for (const int cluster : found.labels()) std::printf("%d ", cluster);
  std::printf("\n%d of 7 items moved\n", static_cast<int>(found.moved));
  return found.labels()[5] == found.labels()[6] ? 0 : 1;
}
