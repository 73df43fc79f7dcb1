#include <python/bindings/dlpack.h>

#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <string>

namespace bellwether::python {
namespace {

namespace py = pybind11;

// The structures of DLPack, versions 0.2 to 1, whose capsules are called "dltensor".
struct DlTensor {
  void* data;
  std::int32_t device_type, device_number;
  std::int32_t dimensions;
  std::uint8_t code, bits;
  std::uint16_t lanes;
  std::int64_t* shape;
  std::int64_t* strides;  ///< in values; null: row by row without gaps
  std::uint64_t byte_offset;
};
struct DlManaged {
  DlTensor tensor;
  void* context;
  void (*deleter)(DlManaged*);
};

/// As NumPy writes types; of one that it has not, a word.
std::string type_of(const DlTensor& tensor) {
  constexpr const char* kinds = "iuf?bcb";  // of codes 0 to 6; 3 is a handle, 4 bfloat16
  if (tensor.lanes != 1) return "vectors";
  if (tensor.code == 4) return "bfloat16";
  if (tensor.code > 6 || tensor.code == 3) return fmt::format("type {} of DLPack", tensor.code);
  return fmt::format("<{}{}", kinds[tensor.code], tensor.bits / 8);
}

void give_back(void* managed) {
  auto* tensor = static_cast<DlManaged*>(managed);
  if (tensor->deleter != nullptr) tensor->deleter(tensor);
}

}  // namespace

py::dict unpack_dlpack(const py::capsule& capsule) {
  if (capsule.name() == nullptr || std::strcmp(capsule.name(), "dltensor") != 0)
    throw py::value_error("this is no capsule of DLPack, or one that was used before");
  auto* managed = capsule.get_pointer<DlManaged>();
  const py::capsule owner(managed, give_back);
  if (PyCapsule_SetName(capsule.ptr(), "used_dltensor") != 0) throw py::error_already_set();
  const DlTensor& tensor = managed->tensor;
  py::list shape, strides;
  for (std::int32_t d = 0; d < tensor.dimensions; ++d) {
    shape.append(tensor.shape[d]);
    if (tensor.strides != nullptr) strides.append(tensor.strides[d] * (tensor.bits / 8));
  }
  py::dict dict;
  dict["data"] = py::make_tuple(reinterpret_cast<std::uintptr_t>(tensor.data) + tensor.byte_offset, true);
  dict["shape"] = py::tuple(shape);
  dict["strides"] = tensor.strides == nullptr ? py::object(py::none()) : py::object(py::tuple(strides));
  dict["typestr"] = type_of(tensor);
  dict["owner"] = owner;
  return dict;
}

}  // namespace bellwether::python
