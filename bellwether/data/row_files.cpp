#include <bellwether/data/row_files.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstring>

#include <bellwether/data/byte_source.h>
#include <bellwether/data/error.h>
#include <bellwether/data/input.h>
#include <bellwether/data/npy.h>

namespace bellwether {
namespace {

static_assert(std::endian::native == std::endian::little);

/// As far ahead as a fast disk reads while a few shards are looked at.
constexpr Index bytes_ahead = Index{8} << 20;

std::vector<std::filesystem::path> parts_in(const std::filesystem::path& place) {
  if (!std::filesystem::is_directory(place)) return {place};
  std::vector<std::filesystem::path> parts;
  for (const auto& entry : std::filesystem::directory_iterator(place))
    if (entry.path().extension() == ".npy") parts.push_back(entry.path());
  std::ranges::sort(parts);
  require(!parts.empty(), "{}: has no .npy file", place.string());
  return parts;
}

/// Throws unless all of it can be read.
void read_at(int descriptor, char* into, std::size_t size, Index offset, const std::filesystem::path& path) {
  while (size > 0) {
    const ssize_t got = pread(descriptor, into, size, offset);
    if (got < 0 && errno == EINTR) continue;
    require(got >= 0, "{}: {}", path.string(), std::strerror(errno));
    require(got > 0, "{}: ends in the middle of the array (is it cut off?)", path.string());
    into += got, offset += got, size -= static_cast<std::size_t>(got);
  }
}

/// Where the values begin: behind the magic, the version, the length of the header, and the header.
Index start_of_values(int descriptor, const std::filesystem::path& path) {
  unsigned char fixed[12] = {};
  read_at(descriptor, reinterpret_cast<char*>(fixed), sizeof fixed, 0, path);
  if (fixed[6] == 1) return 10 + fixed[8] + (fixed[9] << 8);
  return 12 + (Index{fixed[8]} | Index{fixed[9]} << 8 | Index{fixed[10]} << 16 | Index{fixed[11]} << 24);
}

/// Sums side by side, since one would wait for itself: 0 for finite values, else not a number.
bool all_finite(const double* values, Index count) {
  constexpr Index lanes = 8;
  std::array<double, lanes> nothing{};
  Index at = 0;
  for (; at + lanes <= count; at += lanes)
    for (Index lane = 0; lane < lanes; ++lane) nothing[lane] += values[at + lane] * 0;
  for (; at < count; ++at) nothing[0] += values[at] * 0;
  return std::ranges::all_of(nothing, [](double sum) { return sum == 0; });
}

}  // namespace

RowFiles::RowFiles(const std::filesystem::path& place) {
  try {
    for (const auto& path : parts_in(place)) open(path);
  } catch (...) {
    close_all();
    throw;
  }
}

RowFiles::~RowFiles() {
  close_all();
}

void RowFiles::close_all() {
  for (const File& file : files_) ::close(file.descriptor);
  files_.clear();
}

void RowFiles::open(const std::filesystem::path& path) {
  Input input(file_source(path), path.string());
  const NpyHeader header = read_npy_header(input);
  require(header.kind == 'f' && !header.big_endian && !header.by_columns,
          "{}: only arrays of float32 or float64, row by row, stay on disk: save it again by "
          "numpy.save(path, numpy.ascontiguousarray(array, \"float32\"))",
          path.string());
  require(header.shape.size() == 2, "{}: has {} dimensions, where rows and columns are needed (reshape it)",
          path.string(), header.shape.size());
  require(header.shape[1] > 0, "{}: an array of {} rows and {} columns holds no data", path.string(),
          header.shape[0], header.shape[1]);
  const Index values = header.count();
  if (files_.empty()) columns_ = header.shape[1];
  require(header.shape[1] == columns_, "{}: has {} columns, but {} has {}", path.string(), header.shape[1],
          files_.empty() ? std::string() : files_.front().path.string(), columns_);
  File file{path, ::open(path.c_str(), O_RDONLY | O_CLOEXEC), rows_, header.shape[0], 0, header.size};
  require(file.descriptor >= 0, "{}: {}", path.string(), std::strerror(errno));
  files_.push_back(file);
  files_.back().data = start_of_values(file.descriptor, path);
  struct stat about = {};
  require(fstat(file.descriptor, &about) == 0 && about.st_size >= files_.back().data + values * header.size,
          "{}: ends in the middle of the array (is it cut off?)", path.string());
  rows_ += file.rows;
}

void RowFiles::read(Index first, Index count, double* into) const {
  auto file = std::ranges::upper_bound(files_, first, {}, &File::first) - 1;
  for (; count > 0; ++file) {
    const Index row = first - file->first, here = std::min(count, file->rows - row);
    if (here > 0) read(*file, row, here, into);
    first += here, count -= here, into += here * columns_;
  }
}

void RowFiles::read(const File& file, Index row, Index count, double* into) const {
  const Index values = count * columns_, bytes = values * file.width;
  const Index offset = file.data + row * columns_ * file.width;
  if (file.width == 8) {
    read_at(file.descriptor, reinterpret_cast<char*>(into), static_cast<std::size_t>(bytes), offset,
            file.path);
  } else {
    constexpr Index piece = 16384;
    std::vector<float> narrow(static_cast<std::size_t>(std::min(piece, values)));
    for (Index done = 0; done < values; done += piece) {
      const Index now = std::min(piece, values - done);
      read_at(file.descriptor, reinterpret_cast<char*>(narrow.data()), static_cast<std::size_t>(4 * now),
              offset + 4 * done, file.path);
      std::copy_n(narrow.begin(), now, into + done);
    }
  }
  // Not each time: the system looks at every page that is asked for, also where it has it.
  constexpr Index step = bytes_ahead / 4;
  if (offset / step != (offset + bytes) / step)
    posix_fadvise(file.descriptor, offset + bytes, bytes_ahead, POSIX_FADV_WILLNEED);
  if (all_finite(into, values)) return;
  const Index at = std::find_if(into, into + values, [](double v) { return !std::isfinite(v); }) - into;
  const Where where{.file = file.path.string(), .row = row + at / columns_ + 1};
  throw InvalidInput(
      fmt::format("{}, column {} (counted from 1) is not a finite number: drop the row, or fill it", where,
                  at % columns_ + 1),
      where);
}

}  // namespace bellwether
