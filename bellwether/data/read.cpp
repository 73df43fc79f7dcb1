#include <bellwether/data/error.h>
#include <bellwether/data/formats.h>
#include <bellwether/data/read.h>
#include <bellwether/data/sniff.h>

namespace bellwether {
namespace {

Dataset read_as(Format format, Input& input, const ReadOptions& options, ClutoNames names) {
  switch (format) {
    case Format::npy:
      return read_npy(input, options);
    case Format::npz:
      return read_npz(input, options);
    case Format::svmlight:
      return read_svmlight(input, options);
    case Format::matrix_market:
      return read_matrix_market(input, options);
    case Format::cluto:
      return read_cluto(input, options, std::move(names));
    case Format::json:
      return read_json(input, options);
    case Format::arff:
      return read_arff(input, options);
    case Format::delimited:
      break;
  }
  return read_delimited(input, options);
}

}  // namespace

Dataset read(const std::filesystem::path& path, const ReadOptions& options) {
  const std::string name = path.string();
  const std::uint64_t limit = options.how.limit;
  Input input(unpacked(file_source(path, limit), name, limit), name);
  const Format format = recognise(input.ahead(), name);
  return read_as(format, input, options,
                 format == Format::cluto ? read_cluto_names(path, limit) : ClutoNames{});
}

Dataset read_bytes(std::string_view bytes, const std::string& name, const ReadOptions& options) {
  Input input(unpacked(memory_source(bytes), name, options.how.limit), name);
  return read_as(recognise(input.ahead(), name), input, options, {});
}

}  // namespace bellwether
