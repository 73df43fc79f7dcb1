#pragma once
// The visual words of every picture of a folder or an archive, for SiftOptions and DenseSiftOptions.

#include <cstdint>
#include <filesystem>

#include <bellwether/data/dataset.h>
#include <bellwether/engine/run.h>
#include <bellwether/features/images/sift.h>

namespace bellwether {

/// Learns the codebook, and counts its words in the same pictures. Descriptors are kept as bytes from the one
/// step to the other, at most `most_remembered` of
/// them; if there are more, the pictures are described a second time.
template <class Options>
Dataset fit_bags(const Options& options, Matrix& codebook, const std::filesystem::path& folder_or_archive,
                 const Run& run, std::int64_t most_remembered = std::int64_t{2} << 30);

template <class Options>
Dataset apply_bags(const Options& options, const Matrix& codebook,
                   const std::filesystem::path& folder_or_archive, const Run& run);

}  // namespace bellwether
