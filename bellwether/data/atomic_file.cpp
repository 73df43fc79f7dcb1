#include <unistd.h>

#include <fstream>

#include <bellwether/data/atomic_file.h>
#include <bellwether/data/error.h>

namespace bellwether {

void write_atomically(const std::filesystem::path& path, const std::function<void(std::ostream&)>& write) {
  auto temporary = path;
  temporary += fmt::format(".{}.tmp", getpid());
  try {
    std::ofstream out(temporary, std::ios::binary);
    require(out.good(), "{}: cannot be written; does the folder exist, and may you write there?",
            path.string());
    write(out);
    out.close();
    require(out.good(), "{}: writing failed; is the disk full?", path.string());
    std::filesystem::rename(temporary, path);
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove(temporary, ignored);
    throw;
  }
}

}  // namespace bellwether
