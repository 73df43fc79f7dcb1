#pragma once
// Fourier features of time series: the slow part of each channel, in a few numbers.
//   The series of the TCS paper (Gopal & Yang 2014, section 5.2): the first components of the Fourier
//   transform of each channel, concatenated. (It calls them high-frequency; the first ones are the low
//   frequencies.)
//
// Of one channel x_0 .. x_{T-1} and for f = 0, 1, .., coefficients - 1:
//   cos f = 1/T sum_t x_t cos(2 pi f t / T)
//   sin f = 1/T sum_t x_t sin(2 pi f t / T)        none for f = 0, where it is 0
//   magnitude f = sqrt(cos^2 + sin^2)              the same when the series is shifted in a circle
// The factor 1/T lets series of different lengths compare; cos 0 is the mean.

#include <filesystem>

#include <bellwether/data/dataset.h>
#include <bellwether/engine/options.h>
#include <bellwether/engine/run.h>
#include <bellwether/features/stored_step.h>

namespace bellwether {

enum class SeriesLayout { interleaved, blocks };
inline const Choices<SeriesLayout> series_layout_names{{"interleaved", SeriesLayout::interleaved},
                                                       {"blocks", SeriesLayout::blocks}};

enum class FourierParts { complex, magnitude };
inline const Choices<FourierParts> fourier_parts_names{{"complex", FourierParts::complex},
                                                       {"magnitude", FourierParts::magnitude}};

struct FourierOptions {
  int coefficients = 10;
  int channels = 1;  ///< in each row of a table; files of their own have a column for each
  SeriesLayout layout =
      SeriesLayout::interleaved;  ///< of a row: all channels of a moment, or all moments of one
  FourierParts parts = FourierParts::complex;
};

void describe(FourierOptions& o, auto&& option) {
  option("coefficients", o.coefficients, "how many frequencies to keep, the lowest first", 1);
  option("channels", o.channels, "how many series run side by side in a row", 1);
  option("layout", o.layout, "whether a row goes moment by moment or channel by channel",
         series_layout_names);
  option("parts", o.parts, "complex: cosine and sine; magnitude: only how much of each frequency",
         fourier_parts_names);
}

/// Each row is one series. Features are called "channel 0 cos 1", "channel 0 sin 1", "channel 0 magnitude 1".
Dataset fourier(const Dataset& series, const FourierOptions& options = {});

/// Each file of a folder or an archive is one series: a table with a row for each moment and a column for
/// each channel. Lengths may differ; all must have the channels of the first. Items are sorted by name, which
/// is their id. `channels` and `layout` do not matter.
Dataset fourier_of_files(const std::filesystem::path& folder_or_archive, const FourierOptions& options = {},
                         const Run& run = {});

StoredStep store(const FourierOptions& options);
/// Throws InvalidInput if anything about the step is not as `store` makes it.
FourierOptions restore_fourier(const StoredStep& step);

}  // namespace bellwether
