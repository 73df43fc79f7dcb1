#include <bellwether/features/images/hog.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <bellwether/data/error.h>
#include <bellwether/engine/options.h>
#include <bellwether/engine/shards.h>
#include <bellwether/mixtures/starts.h>

namespace bellwether {
namespace {

constexpr double most = 0.2, least_energy = 1e-4;

/// The histograms h of all cells: rows x columns of them, 2 O numbers each.
struct Cells {
  int rows = 0;
  int columns = 0;
  int bins = 0;
  std::vector<double> values = {};

  std::size_t number(int row, int column) const {
    return static_cast<std::size_t>(std::clamp(row, 0, rows - 1)) * static_cast<std::size_t>(columns) +
           static_cast<std::size_t>(std::clamp(column, 0, columns - 1));
  }
  double* of(int row, int column) {
    return values.data() + number(row, column) * static_cast<std::size_t>(bins);
  }
};

/// Where a pixel lies among the cells along one side: `before` and the next one share it.
struct Share {
  int before = 0;
  double of_next = 0;
};

Share share(int pixel, int cell) {
  const double place = (pixel + 0.5) / cell - 0.5;
  const double before = std::floor(place);
  return {static_cast<int>(before), place - before};
}

/// The nearest of the 2 O multiples of pi/O, found in the upper half so that opposite gradients are always O
/// apart. Halfway means the next one up; the small number takes care that rounding has no say in it.
int direction(double gx, double gy, int orientations) {
  const bool lower = gy < 0 || (gy == 0 && gx < 0);
  const double turns = std::atan2(lower ? -gy : gy, lower ? -gx : gx) * orientations / std::numbers::pi;
  const int nearest = static_cast<int>(std::floor(turns + 0.5 + 1e-9));
  return (nearest + (lower ? orientations : 0)) % (2 * orientations);
}

Cells histograms(const Picture& picture, const HogOptions& options) {
  Cells cells{picture.height / options.cell, picture.width / options.cell, 2 * options.orientations};
  cells.values.resize(static_cast<std::size_t>(cells.rows) * cells.columns * cells.bins);
  const auto grey = [&](int x, int y) {
    return static_cast<double>(
        picture.grey[static_cast<std::size_t>(std::clamp(y, 0, picture.height - 1)) * picture.width +
                     static_cast<std::size_t>(std::clamp(x, 0, picture.width - 1))]);
  };
  for (int y = 0; y < cells.rows * options.cell; ++y) {
    const Share down = share(y, options.cell);
    for (int x = 0; x < cells.columns * options.cell; ++x) {
      const double gx = grey(x + 1, y) - grey(x - 1, y), gy = grey(x, y + 1) - grey(x, y - 1);
      const double size = std::sqrt(gx * gx + gy * gy);
      if (size == 0) continue;
      const int o = direction(gx, gy, options.orientations);
      const Share right = share(x, options.cell);
      cells.of(down.before, right.before)[o] += size * (1 - down.of_next) * (1 - right.of_next);
      cells.of(down.before, right.before + 1)[o] += size * (1 - down.of_next) * right.of_next;
      cells.of(down.before + 1, right.before)[o] += size * down.of_next * (1 - right.of_next);
      cells.of(down.before + 1, right.before + 1)[o] += size * down.of_next * right.of_next;
    }
  }
  return cells;
}

std::vector<double> energies(Cells& cells) {
  const int orientations = cells.bins / 2;
  std::vector<double> energies;
  for (int row = 0; row < cells.rows; ++row) {
    for (int column = 0; column < cells.columns; ++column) {
      const double* h = cells.of(row, column);
      double energy = 0;
      for (int o = 0; o < orientations; ++o)
        energy += (h[o] + h[o + orientations]) * (h[o] + h[o + orientations]);
      energies.push_back(energy);
    }
  }
  return energies;
}

/// n_b of the four blocks around a cell.
std::array<double, 4> block_norms(const Cells& cells, const std::vector<double>& energies, int row,
                                  int column) {
  std::array<double, 4> norms{};
  for (int b = 0; b < 4; ++b) {
    const int down = b < 2 ? row - 1 : row, right = b % 2 == 0 ? column - 1 : column;
    const double energy = energies[cells.number(down, right)] + energies[cells.number(down, right + 1)] +
                          energies[cells.number(down + 1, right)] +
                          energies[cells.number(down + 1, right + 1)];
    norms[b] = 1 / std::sqrt(least_energy + energy);
  }
  return norms;
}

/// The 3 O + 4 numbers of one cell.
void write_cell(const double* h, int orientations, const std::array<double, 4>& norms, double* out) {
  const int bins = 2 * orientations;
  std::array<double, 4> texture{};
  for (int o = 0; o < bins; ++o) {
    double sum = 0;
    for (std::size_t b = 0; b < 4; ++b) {
      const double value = std::min(most, h[o] * norms[b]);
      sum += value;
      texture[b] += value;
    }
    out[o] = 0.5 * sum;
  }
  for (int o = 0; o < orientations; ++o) {
    double sum = 0;
    for (const double norm : norms) sum += std::min(most, (h[o] + h[o + orientations]) * norm);
    out[bins + o] = 0.5 * sum;
  }
  const double factor = 1 / std::sqrt(static_cast<double>(bins));
  for (std::size_t b = 0; b < 4; ++b) out[3 * orientations + static_cast<int>(b)] = factor * texture[b];
}

Picture picture_of_row(const Rows& pixels, Index row, const HogOptions& options) {
  const Vector values = dense_row(pixels, row);
  const Eigen::VectorXf grey = values.cast<float>();
  require(grey.allFinite(), "row {} has values that are no grey values: missing, infinite or far too large",
          row);
  return {options.width, options.height, {grey.data(), grey.data() + grey.size()}};
}

}  // namespace

Index hog_size(int width, int height, const HogOptions& options) {
  require<InvalidOption>(
      width >= options.cell && height >= options.cell,
      "HOG cells of {} pixels do not fit into a picture of {} x {}: set a smaller cell, or a "
      "larger width and height",
      options.cell, width, height);
  return Index{width / options.cell} * (height / options.cell) * (3 * options.orientations + 4);
}

std::vector<double> hog(const Picture& picture, const HogOptions& options) {
  std::vector<double> numbers(static_cast<std::size_t>(hog_size(picture.width, picture.height, options)));
  Cells cells = histograms(picture, options);
  const std::vector<double> energy = energies(cells);
  double* out = numbers.data();
  for (int row = 0; row < cells.rows; ++row) {
    for (int column = 0; column < cells.columns; ++column) {
      write_cell(cells.of(row, column), options.orientations, block_norms(cells, energy, row, column), out);
      out += 3 * options.orientations + 4;
    }
  }
  return numbers;
}

std::vector<std::string> hog_names(int width, int height, const HogOptions& options) {
  std::vector<std::string> names;
  for (int row = 0; row < height / options.cell; ++row) {
    for (int column = 0; column < width / options.cell; ++column) {
      const auto add = [&](const char* what, int count) {
        for (int i = 0; i < count; ++i)
          names.push_back(fmt::format("cell {} {} {} {}", row, column, what, i));
      };
      add("signed", 2 * options.orientations);
      add("unsigned", options.orientations);
      add("texture", 4);
    }
  }
  return names;
}

Matrix hog_of_rows(const Rows& pixels, const HogOptions& options, const Run& run) {
  check_options(options, "hog");
  require<InvalidOption>(
      options.width >= 1 && options.height >= 1 && Index{options.width} * options.height == pixels.columns(),
      "the rows have {} columns, but a picture of {} x {} has {} pixels: set width and height "
      "to what the rows hold",
      pixels.columns(), options.width, options.height, Index{options.width} * options.height);
  Matrix made(pixels.rows(), hog_size(options.width, options.height, options));
  const auto describe_shard = [&](const Shard& shard) {
    for (Index i = 0; i < shard.rows.rows(); ++i) {
      const std::vector<double> numbers = hog(picture_of_row(pixels, shard.begin + i, options), options);
      made.row(shard.begin + i) = Eigen::Map<const Eigen::RowVectorXd>(numbers.data(), made.cols());
    }
  };
  if (pixels.rows() > 0) on_threads(run.threads, [&] { for_each_shard(pixels, describe_shard, run); });
  return made;
}

}  // namespace bellwether
