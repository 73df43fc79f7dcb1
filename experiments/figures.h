#pragma once
// Mean, spread and test of a method's scores over the splits that are finished.

#include <string>

#include <experiments/experiment.h>
#include <experiments/finished_cells.h>

namespace bellwether::experiments {

/// `difference` is the method's score less the baseline's, whichever way is better; none for the baseline
/// itself. A test needs two splits that both have.
MethodFigures figures_of(const std::string& dataset, const std::string& method, const std::string& baseline,
                         int splits, const FinishedCells& finished);

/// Also whether the paper's figure, which is of one split, might be of one more of these: by the prediction
/// interval of Student's t.
void set_beside_paper(MethodFigures& figures, std::optional<double> printed);

/// t with P(|T| >= t) = p, for Student's T.
double student_quantile(double p, double degrees_of_freedom);

}  // namespace bellwether::experiments
