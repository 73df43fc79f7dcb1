#pragma once
// DLPack: what a library says of a tensor that another is to read.
//   https://dmlc.github.io/dlpack/latest/c_api.html

#include <pybind11/pybind11.h>

namespace bellwether::python {

/// Of a capsule "dltensor" what __cuda_array_interface__ has: data, shape, strides (in bytes), typestr; and
/// `owner`, which gives the tensor back when it goes. The capsule is used up.
pybind11::dict unpack_dlpack(const pybind11::capsule& capsule);

}  // namespace bellwether::python
