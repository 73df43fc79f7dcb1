#include <bellwether/features/series.h>

#include <algorithm>
#include <complex>
#include <unsupported/Eigen/FFT>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/data/files.h>
#include <bellwether/data/read.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether {
namespace {

Index numbers_per_channel(const FourierOptions& options) {
  const Index coefficients = options.coefficients;
  return options.parts == FourierParts::magnitude ? coefficients : 2 * coefficients - 1;
}

void require_long_enough(Index length, const FourierOptions& options, const std::string& what) {
  const Index there = length == 0 ? 0 : length / 2 + 1;
  require<InvalidOption>(
      options.coefficients <= there,
      "{} has {} moments, which give {} Fourier coefficients, but {} were asked for: ask for "
      "fewer coefficients, or give longer series",
      what, length, there, options.coefficients);
}

/// The features of one channel.
class Transform {
 public:
  void operator()(const std::vector<double>& x, const FourierOptions& options, double* out) {
    if (x.size() == 1)
      spectrum_.assign(1, x[0]);  // Eigen's transform does not take a single number
    else
      fft_.fwd(spectrum_, x);
    const auto length = static_cast<double>(x.size());
    for (int f = 0; f < options.coefficients; ++f) {
      const std::complex<double> c = std::conj(spectrum_[f]) / length;
      if (options.parts == FourierParts::magnitude) {
        *out++ = std::abs(c);
      } else {
        *out++ = c.real();
        if (f > 0) *out++ = c.imag();
      }
    }
  }

 private:
  Eigen::FFT<double> fft_;
  std::vector<std::complex<double>> spectrum_;
};

std::vector<std::string> names_of(Index channels, const FourierOptions& options) {
  std::vector<std::string> names;
  for (Index channel = 0; channel < channels; ++channel) {
    for (int f = 0; f < options.coefficients; ++f) {
      const auto add = [&](const char* part) {
        names.push_back(fmt::format("channel {} {} {}", channel, part, f));
      };
      if (options.parts == FourierParts::magnitude) {
        add("magnitude");
      } else {
        add("cos");
        if (f > 0) add("sin");
      }
    }
  }
  return names;
}

/// Channel `channel` of a row of a table.
void take_channel(const Vector& row, Index channel, const FourierOptions& options, std::vector<double>& x) {
  const auto length = static_cast<Index>(x.size());
  const bool blocks = options.layout == SeriesLayout::blocks;
  for (Index t = 0; t < length; ++t)
    x[t] = row[blocks ? channel * length + t : t * options.channels + channel];
}

/// The features of one file: a table of moments x channels.
std::vector<double> file_features(const Rows& moments, const FourierOptions& options, Transform& transform) {
  const Index count = numbers_per_channel(options);
  Matrix table(moments.rows(), moments.columns());
  for (Index t = 0; t < moments.rows(); ++t) table.row(t) = dense_row(moments, t).transpose();
  std::vector<double> made(static_cast<std::size_t>(count * table.cols()));
  std::vector<double> x(static_cast<std::size_t>(table.rows()));
  for (Index channel = 0; channel < table.cols(); ++channel) {
    Eigen::Map<Vector>(x.data(), table.rows()) = table.col(channel);
    transform(x, options, made.data() + channel * count);
  }
  return made;
}

struct FileSeries {
  std::string name;
  Index channels = 0;
  std::vector<double> features;
};

std::vector<FileSeries> series_in(const std::filesystem::path& where, const FourierOptions& options,
                                  const Run& run) {
  std::vector<FileSeries> all;
  Transform transform;
  FileStream files(where);
  for (NamedFile file; files.next(file); file = {}) {
    if (run.stop.stop_requested()) throw Error("interrupted before all series were read");
    const std::string name = file.name;
    const Dataset table = read_bytes(bytes_of(std::move(file)), name);
    require_long_enough(table.items(), options, name);
    all.push_back({name, table.rows().columns(), file_features(table.rows(), options, transform)});
    if (run.on_progress)
      run.on_progress({.stage = "transforming series",
                       .done = static_cast<std::int64_t>(all.size()),
                       .unit = "series",
                       .share = files.share()});
  }
  require(!all.empty(), "{}: there is no series in it: put a table of numbers for each there",
          where.string());
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return all;
}

}  // namespace

Dataset fourier(const Dataset& series, const FourierOptions& options) {
  check_options(options, "fourier");
  const Rows rows = series.rows();
  require_finite(rows);
  require<InvalidOption>(
      rows.columns() % options.channels == 0,
      "the rows have {} columns, which do not divide into {} channels: set channels to how "
      "many series run side by side in a row",
      rows.columns(), options.channels);
  const Index length = rows.columns() / options.channels;
  require_long_enough(length, options, "a series");

  const Index count = numbers_per_channel(options);
  Matrix made(rows.rows(), options.channels * count);
  std::vector<double> x(static_cast<std::size_t>(length));
  Transform transform;
  for (Index i = 0; i < rows.rows(); ++i) {
    const Vector row = dense_row(rows, i);
    for (Index channel = 0; channel < options.channels; ++channel) {
      take_channel(row, channel, options, x);
      transform(x, options, made.row(i).data() + channel * count);
    }
  }
  return {std::move(made), series.ids, names_of(options.channels, options), series.labels, series.notes};
}

Dataset fourier_of_files(const std::filesystem::path& folder_or_archive, const FourierOptions& options,
                         const Run& run) {
  check_options(options, "fourier");
  const std::vector<FileSeries> all = series_in(folder_or_archive, options, run);
  const FileSeries& first = all.front();
  Dataset items;
  Matrix made(static_cast<Index>(all.size()), first.channels * numbers_per_channel(options));
  for (std::size_t i = 0; i < all.size(); ++i) {
    require(all[i].channels == first.channels,
            "{} has {} channels, but {} has {}: leave out what does not belong", all[i].name, all[i].channels,
            first.name, first.channels);
    require(i == 0 || all[i].name != all[i - 1].name, "{}: two series in it have the name '{}': rename one",
            folder_or_archive.string(), all[i].name);
    made.row(static_cast<Index>(i)) =
        Eigen::Map<const Eigen::RowVectorXd>(all[i].features.data(), made.cols());
    items.ids.push_back(all[i].name);
  }
  items.values = std::move(made);
  items.features = names_of(first.channels, options);
  return items;
}

StoredStep store(const FourierOptions& options) {
  return {.kind = "fourier", .options = settings_of(options)};
}

FourierOptions restore_fourier(const StoredStep& step) {
  require(step.kind == "fourier", "the stored step is '{}', not 'fourier'", step.kind);
  try {
    return with_settings<FourierOptions>("fourier", step.options);
  } catch (const InvalidOption& wrong) {
    throw InvalidInput(fmt::format("the stored Fourier features are damaged: {}", wrong.text()));
  }
}

}  // namespace bellwether
