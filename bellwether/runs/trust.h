#pragma once

namespace bellwether {

enum class Trust {
  checked,  ///< knowledge is used unless a part that was held back shows that it does not help
  always,
};

}  // namespace bellwether
