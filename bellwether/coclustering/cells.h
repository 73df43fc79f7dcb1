#pragma once
// The table A of counts of clusters against the parts of the other side, with what moves ask of it.
//
//   G(c) = sum_s f(A[s,c]) - f(R[c]),  R[c] = sum_s A[s,c]
//
// is what cluster c contributes to the total times I(X~;Z~), up to what no move here changes.

#include <bellwether/coclustering/views.h>

namespace bellwether::coclustering {

class Cells {
 public:
  Cells(const View& view, int clusters);

  /// Before the first question, and in any number unless the view has a table: counts of a cluster.
  void put(const Line& profile, int cluster);
  void ready();  ///< after the last

  /// gains[c] += weight (G of c with the profile - G of c without it), for a profile that no cluster holds.
  void add_gains(const Line& profile, double mass, double weight, std::vector<double>& gains);

  /// weight (G of c as it is - G of c without the profile), for a profile that c holds.
  double gain_left_out(const Line& profile, double mass, double weight, int cluster) const;

  void move(const Line& profile, double mass, int from, int to);

  /// I(clusters; parts) in nats.
  double information(double total) const;

  const std::vector<double>& table() const { return cells_; }

 private:
  double f(double t) const { return logs_ ? (*logs_)(t) : real_log(t); }
  void refresh(Index at);
  void add_steps(const Line& profile);
  void add_whole(const Line& profile);
  void add_real(const Line& profile);

  Index parts_;
  int clusters_;
  const CountLogs* logs_;      ///< for whole numbers; null: any numbers
  bool steps_;                 ///< single counts of whole numbers: most of them are 1
  std::vector<double> cells_;  ///< A, part after part
  std::vector<double> cache_;  ///< f(A + 1) - f(A) if `steps_`, else f(A)
  std::vector<double> sums_;   ///< R
  std::vector<double> scratch_;
};

}  // namespace bellwether::coclustering
