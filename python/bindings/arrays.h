#pragma once
// NumPy arrays and the library's own tables. Items go in as views: what Python holds is not copied.

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include <bellwether/data/dataset.h>
#include <bellwether/links/knowledge.h>

namespace bellwether::python {

namespace py = pybind11;

/// Items that Python holds: a 2-d array of doubles in C order, or the parts of a CSR matrix as a tuple
/// (starts, columns, values, number of columns). Keeps them alive.
class Items {
 public:
  /// Throws InvalidInput if the parts do not make a matrix whose columns rise within each row.
  explicit Items(const py::object& values);

  const Rows& rows() const { return rows_; }

 private:
  py::object owner_;
  Rows rows_;
};

/// None: empty.
std::vector<int> integers(const py::object& array);
std::vector<double> numbers(const py::object& array);
std::vector<Link> links(const py::object& pairs);
std::vector<std::string> words(const py::object& list);

/// The matrix moves into the array.
py::array to_array(Matrix matrix);
py::array to_array(const std::vector<int>& values);
py::array to_array(const std::vector<double>& values);

/// A dense array, or (starts, columns, values, shape).
py::object to_python(std::variant<Matrix, SparseMatrix> values);

}  // namespace bellwether::python
