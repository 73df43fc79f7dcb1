// The rows of the methods that obey links.

#include <bellwether/methods/row.h>

namespace bellwether {

std::vector<Method> link_rows() {
  return {};
}

}  // namespace bellwether
