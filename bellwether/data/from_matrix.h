#pragma once
// A dense matrix from a file without headers becomes a Dataset.

#include <bellwether/data/read.h>

namespace bellwether {

/// Takes the label and id columns out, if the options ask for them, and settles missing values.
Dataset from_matrix(Matrix values, const ReadOptions& options, const std::string& name,
                    std::vector<std::string> labels = {}, std::vector<std::string> ids = {},
                    std::vector<std::string> features = {});

/// The shortest text that gives the number back: 3, not 3.0.
std::string number_text(double value);

}  // namespace bellwether
