#include <cli/build_facts.h>
#include <cli/device.h>

#include <fmt/format.h>

#include <algorithm>

#include <bellwether/features/images/picture.h>
#include <page/assets.h>
#include <studio/assets.h>

// In no header of Debian's package that both builds of OpenBLAS share.
extern "C" char* openblas_get_config();
extern "C" char* openblas_get_corename();

namespace bellwether::cli {

std::string build_facts() {
#ifdef __clang__
  const char* compiler = "clang " __clang_version__;
#else
  const char* compiler = "g++ " __VERSION__;
#endif
  std::string blas = openblas_get_config();
  blas.resize(std::min(blas.find(" NO_LAPACKE"), blas.size()));
  blas.resize(std::min(blas.find(" DYNAMIC_ARCH"), blas.size()));
  const bool plug_in = std::ranges::any_of(plug_ins(), [](const std::filesystem::path& file) {
    std::error_code ignored;
    return std::filesystem::exists(file, ignored);
  });
  return fmt::format(
      "{}\n  compiler: {}\n  linear algebra: {}, for {}\n  pictures: {}\n  plots of pages: {}\n  studio: {}\n"
      "  GPU plug-in: {}",
      BELLWETHER_VERSION, compiler, blas, openblas_get_corename(), reads_pictures() ? "yes" : "no",
      page::assets::plots_script().empty() ? "still ones (built without npm)" : "interactive",
      studio::assets::script().empty() ? "no (built without npm)" : "yes",
      plug_in ? "yes" : "no (make cuda builds it)");
}

}  // namespace bellwether::cli
